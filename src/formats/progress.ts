import type { Listener } from './format.js';

/**
 * The records as they are, each counted aloud. For what is read before anything can be handed on, which in a
 * large data set takes long.
 */
export async function* counted<T>(
  records: AsyncIterable<T>,
  what: string,
  listener: Listener,
): AsyncIterable<T> {
  let count = 0;
  for await (const record of records) {
    listener.progress?.(what, ++count);
    yield record;
  }
}
