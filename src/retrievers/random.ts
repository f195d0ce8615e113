import type { Corpus, Query } from '../core/benchmark.js';
import { maskPool } from '../core/pool.js';
import { hash32, mix32 } from '../core/random.js';
import { rankDense } from '../core/ranking.js';
import type { DenseRetriever, DenseSearcher } from '../core/stage.js';

/**
 * A random order for each query: the floor of every measure. A document's score is a hash of the seed, the
 * query's id and its own id, in [0, 1), so it depends neither on what else the corpus holds nor on the order of
 * the queries.
 */
export function random({ seed }: { seed: number }): DenseRetriever {
  return { id: `random(seed=${seed})`, index: async (corpus) => randomSearcher(corpus, seed) };
}

function randomSearcher(corpus: Corpus, seed: number): DenseSearcher {
  const hashes = Uint32Array.from({ length: corpus.size }, (_, i) => hash32(corpus.meta(i).id));
  const dense = new Float64Array(corpus.size);
  const scores = (query: Query): Float64Array => {
    const own = hash32(`${seed}\n${query.id}`);
    for (let i = 0; i < dense.length; i++) dense[i] = mix32(hashes[i]! ^ own) / 2 ** 32;
    maskPool(dense, query, corpus);
    return dense;
  };
  return {
    scores,
    search: async (asks, depth) =>
      asks.map(({ query, judged }) => rankDense(query.id, scores(query), corpus, judged, depth)),
  };
}
