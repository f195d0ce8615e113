import type { Corpus, Query, Sha } from './benchmark.js';
import type { Row } from './ranking.js';

/** A query and the ordinals of the documents whose exact rank is wanted however deep they lie. */
export interface Ask {
  query: Query;
  judged: readonly number[];
}

/**
 * Only an indexed corpus can be searched. A query for which the system has no result at all (a run that lacks
 * it, a matrix without its vector) gives `undefined`; what that counts for is the profile's choice.
 */
export interface Searcher {
  search(asks: readonly Ask[], depth: number): Promise<(Row | undefined)[]>;
}

export interface Retriever {
  /** Name and everything that decides its results: the identity that runs and caches are kept under. */
  readonly id: string;
  /** SHA-256 of every outside file that the results come from, by file name; absent when there is none. */
  readonly inputs?: Readonly<Record<string, Sha>>;
  index(corpus: Corpus): Promise<Searcher>;
}

/** A searcher that can also tell the score of every document. */
export interface DenseSearcher extends Searcher {
  /**
   * scores[i] for every ordinal i; `NOT_RANKED` for excluded documents and for those that are not candidates.
   * The array is reused: it is valid until the next call.
   */
  scores(query: Query): Float64Array;
}

export interface DenseRetriever extends Retriever {
  index(corpus: Corpus): Promise<DenseSearcher>;
}
