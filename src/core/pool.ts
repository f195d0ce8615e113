import type { Corpus, DocId, Query } from './benchmark.js';
import { NOT_RANKED } from './ranking.js';

/** Which documents of a corpus a query may rank, as ordinals. Ids that the corpus lacks are in neither set. */
export interface Pool {
  excluded: ReadonlySet<number>;
  /** The only documents that may be ranked, less the excluded; absent when that is the whole corpus. */
  candidates?: ReadonlySet<number>;
}

export function poolOf({ exclude, candidates }: Query, corpus: Corpus): Pool {
  const excluded = ordinalsOf(exclude, corpus);
  if (candidates === undefined) return { excluded };
  const kept = ordinalsOf(candidates, corpus);
  for (const i of excluded) kept.delete(i);
  return { excluded, candidates: kept };
}

function ordinalsOf(ids: readonly DocId[], corpus: Corpus): Set<number> {
  const ordinals = new Set<number>();
  for (const id of ids) {
    const i = corpus.ordinal(id);
    if (i !== undefined) ordinals.add(i);
  }
  return ordinals;
}

/** Marks the documents that a query may not rank in the scores of a system that scored all of them. */
export function maskPool(scores: Float64Array, query: Query, corpus: Corpus): void {
  const { excluded, candidates } = poolOf(query, corpus);
  if (candidates === undefined) {
    for (const i of excluded) scores[i] = NOT_RANKED;
    return;
  }
  const kept = Array.from(candidates, (i) => [i, scores[i]!] as const);
  scores.fill(NOT_RANKED);
  for (const [i, score] of kept) scores[i] = score;
}
