import type { Corpus, Query } from '../core/benchmark.js';
import type { Cache } from '../store/cache.js';
import type { Groups } from './groups.js';

/**
 * A way to order the members of a near-clone group that knows nothing of what the code does. It shows how much
 * of a score an artefact of the benchmark's making could earn. One file each, one line in `registry.ts`.
 */
export interface FamilyOrder {
  readonly name: string;
  readonly describe: string;
  /**
   * Reads what it needs of the corpus once. The result gives, for a query, every document's value: within a
   * group the greater comes first. Equal values mean no opinion.
   *
   * @param cache where an expensive reading may be kept for the next time
   */
  prepare(corpus: Corpus, groups: Groups, cache?: Cache): Promise<(query: Query) => (i: number) => number>;
}
