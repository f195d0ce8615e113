import type { Corpus, QueryId } from './benchmark.js';
import { type Hit, type Row, TopHeap } from './ranking.js';

/** Documents and their scores as a run states them: scores[k] is that of docs[k], in any order. */
export interface Scored {
  docs: Uint32Array;
  scores: Float64Array;
}

/**
 * The row of a system that scored some documents only, each once: judged documents without a score stay
 * absent. No score may be NaN. Every rank follows from one sort, so judged documents beyond the depth cost
 * nothing more.
 */
export function rankSparse(
  query: QueryId,
  scored: Scored,
  corpus: Corpus,
  judged: readonly number[],
  depth: number,
): Row {
  let { docs, scores } = sortByRank(scored, corpus.byteOrder);
  const pool = docs.length;
  const hits = hitsIn(docs, scores, judged);
  if (depth < pool) {
    docs = docs.slice(0, depth);
    scores = scores.slice(0, depth);
  }
  return { query, docs, scores, judged: hits, pool };
}

/** A flag for every value of an ordinal's low 12 bits; all 0 between calls. */
const marks = new Uint8Array(1 << 12);
const LOW_BITS = marks.length - 1;

/**
 * The judged documents of a ranking, best first. Most documents are not judged, and a flag tells so at a
 * fraction of the cost of asking a set.
 */
function hitsIn(docs: Uint32Array, scores: Float64Array, judged: readonly number[]): Hit[] {
  const wanted = new Set(judged);
  for (const i of judged) marks[i & LOW_BITS] = 1;
  const hits: Hit[] = [];
  for (let k = 0; k < docs.length; k++) {
    const i = docs[k]!;
    if (marks[i & LOW_BITS] === 1 && wanted.has(i)) hits.push({ i, rank: k + 1, tier: 0, score: scores[k]! });
  }
  for (const i of judged) marks[i & LOW_BITS] = 0;
  return hits;
}

/** A longer stretch is sorted by a heap, for insertion takes quadratic time. */
const SHORT = 128;

/**
 * A copy of the list in the order of the ranking rule; −0 and 0 are equal.
 *
 * A list whose scores descend already, as in nearly every run file, is copied and only its ties are put right.
 * Any other is dealt out into as many buckets as it has documents, and each bucket is sorted by itself: O(n)
 * where scores are spread at all evenly, O(n log n) for any others.
 */
function sortByRank(list: Scored, byteOrder: Uint32Array): Scored {
  if (!descends(list.scores)) return deal(list, byteOrder);
  const sorted = { docs: list.docs.slice(), scores: list.scores.slice() };
  const { scores } = sorted;
  for (let start = 0; start < scores.length; ) {
    let end = start + 1;
    while (end < scores.length && scores[end] === scores[start]) end++;
    if (end - start > 1) sortStretch(sorted, byteOrder, start, end);
    start = end;
  }
  return sorted;
}

function descends(scores: Float64Array): boolean {
  for (let k = 1; k < scores.length; k++) if (scores[k - 1]! < scores[k]!) return false;
  return true;
}

/** Reused from call to call: the bucket of each document, and where each bucket ends. */
let buckets = new Uint32Array(0);
let ends = new Uint32Array(0);

/**
 * Puts each document into a bucket by how far its score lies below the highest. Subtraction, multiplication
 * and truncation never reverse an order in floating point, so a lower score is in the same bucket or in a
 * later one, and equal scores share theirs. Where the distance of the scores overflows, or is too small to
 * divide by, the products are 0, infinite or NaN; `>>> 0` makes all of these 0, and there is one bucket.
 */
function deal({ docs, scores }: Scored, byteOrder: Uint32Array): Scored {
  const size = docs.length;
  if (buckets.length < size) {
    buckets = new Uint32Array(2 * size);
    ends = new Uint32Array(2 * size);
  }
  let [highest, lowest] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let k = 0; k < size; k++) {
    const score = scores[k]!;
    if (score > highest) highest = score;
    if (score < lowest) lowest = score;
  }
  const scale = (size - 1) / (highest - lowest);
  ends.fill(0, 0, size);
  for (let k = 0; k < size; k++) {
    const bucket = ((highest - scores[k]!) * scale) >>> 0;
    buckets[k] = bucket;
    ends[bucket]!++;
  }
  let start = 0;
  for (let bucket = 0; bucket < size; bucket++) {
    const count = ends[bucket]!;
    ends[bucket] = start;
    start += count;
  }
  const sorted = { docs: new Uint32Array(size), scores: new Float64Array(size) };
  for (let k = 0; k < size; k++) {
    const at = ends[buckets[k]!]!++;
    sorted.docs[at] = docs[k]!;
    sorted.scores[at] = scores[k]!;
  }
  start = 0;
  for (let bucket = 0; bucket < size; bucket++) {
    const end = ends[bucket]!;
    if (end - start > 1) sortStretch(sorted, byteOrder, start, end);
    start = end;
  }
  return sorted;
}

/**
 * Sorts the documents from `start` up to, not including, `end`, in place. The comparison is `isBefore`, written
 * out so that places are looked up for ties alone.
 */
function sortStretch({ docs, scores }: Scored, byteOrder: Uint32Array, start: number, end: number): void {
  if (end - start > SHORT) {
    const heap = new TopHeap(end - start);
    for (let k = start; k < end; k++) heap.offer(scores[k]!, byteOrder[docs[k]!]!, docs[k]!);
    const top = heap.drain();
    docs.set(top.docs, start);
    scores.set(top.scores, start);
    return;
  }
  for (let k = start + 1; k < end; k++) {
    const i = docs[k]!;
    const score = scores[k]!;
    let at = k;
    for (; at > start; at--) {
      const above = scores[at - 1]!;
      if (above > score || (above === score && byteOrder[docs[at - 1]!]! > byteOrder[i]!)) break;
      docs[at] = docs[at - 1]!;
      scores[at] = scores[at - 1]!;
    }
    docs[at] = i;
    scores[at] = score;
  }
}
