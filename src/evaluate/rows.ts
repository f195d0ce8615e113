import type { Corpus, JudgedQuery, Task } from '../core/benchmark.js';
import type { Row } from '../core/ranking.js';
import type { Ask, Searcher } from '../core/stage.js';
import type { RunFolder } from '../store/run-folder.js';

/** Queries searched at once, and kept in one part of a run: a killed evaluation loses at most this much work. */
export const BATCH = 512;

export interface AnsweredBatch {
  items: JudgedQuery[];
  rows: (Row | undefined)[];
}

/** The ordinals of the judged documents that can be ranked: in the corpus and not excluded. */
function judgedOrdinals({ query, judgments }: JudgedQuery, corpus: Corpus): number[] {
  const excluded = new Set(query.exclude);
  const ordinals: number[] = [];
  for (const { doc } of judgments) {
    const i = excluded.has(doc) ? undefined : corpus.ordinal(doc);
    if (i !== undefined) ordinals.push(i);
  }
  return ordinals;
}

async function* batchesOf(task: Task): AsyncIterable<JudgedQuery[]> {
  let batch: JudgedQuery[] = [];
  for await (const item of task.queries()) {
    batch.push(item);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * What a system answers to every query of a task, batch by batch, in order. With a run folder, finished parts
 * are read from it and new ones written to it; the corpus is indexed only when something is left to search.
 */
export async function* answers(
  task: Task,
  corpus: Corpus,
  depth: number,
  index: () => Promise<Searcher>,
  run: RunFolder | undefined,
): AsyncIterable<AnsweredBatch> {
  let part = 0;
  for await (const items of batchesOf(task)) {
    const ids = items.map(({ query }) => query.id);
    let rows = await run?.readPart(task.id, part, ids);
    if (rows === undefined) {
      const asks = items.map((item): Ask => ({ query: item.query, judged: judgedOrdinals(item, corpus) }));
      rows = await (await index()).search(asks, depth);
      await run?.writePart(task.id, part, rows);
    }
    yield { items, rows };
    part++;
  }
  await run?.finish(task.id, task.size);
}
