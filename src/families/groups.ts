import { type Benchmark, type Corpus, familyOf } from '../core/benchmark.js';

/** The declared near-clone groups of a corpus. A document without a group is one of its own. */
export interface Groups {
  /** of[i]: index of the group of ordinal i. */
  of: Uint32Array;
  /** Ordinals of each group, ascending. */
  members: Uint32Array[];
}

export function groupsOf(corpus: Corpus): Groups {
  const of = new Uint32Array(corpus.size);
  const lists: number[][] = [];
  const byName = new Map<string, number>();
  for (let i = 0; i < corpus.size; i++) {
    const name = familyOf(corpus.meta(i));
    let group = byName.get(name);
    if (group === undefined) {
      group = lists.length;
      byName.set(name, group);
      lists.push([]);
    }
    of[i] = group;
    lists[group]!.push(i);
  }
  return { of, members: lists.map((list) => Uint32Array.from(list)) };
}

/** Whether the corpus declares at least one group of two or more: without, no artefact baseline applies. */
export function declaresFamilies(corpus: Corpus): boolean {
  const seen = new Set<string>();
  for (let i = 0; i < corpus.size; i++) {
    const name = familyOf(corpus.meta(i));
    if (seen.has(name)) return true;
    seen.add(name);
  }
  return false;
}

/** Whether any corpus of the benchmark declares near-clone groups. */
export function hasFamilies(benchmark: Benchmark): boolean {
  return [...benchmark.corpora.values()].some(declaresFamilies);
}
