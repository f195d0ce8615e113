import type { Corpus, QueryId } from './benchmark.js';

/** One document in a ranking. Order: tier descending, score descending, id descending in UTF-8 byte order. */
export interface Hit {
  /** Ordinal in the corpus. */
  i: number;
  /** 1-based, over the whole list. */
  rank: number;
  /** How far the pipeline took the document: scores are comparable within one tier only. */
  tier: number;
  score: number;
}

/**
 * What one system answered to one query: the retrieved prefix of its ranking, best first, and every judged
 * document it can score at its exact rank, however deep.
 */
export interface Row {
  query: QueryId;
  /** Ordinals of the retrieved documents; their ranks are 1, 2, 3 … */
  docs: Uint32Array;
  /** Scores of `docs`. */
  scores: Float64Array;
  /** Tiers of `docs`; absent when all are 0. */
  tiers?: Uint8Array;
  /** Judged documents that have a score, retrieved or not. */
  judged: Hit[];
  /** How many documents were ranked: the corpus, or the candidates, less the excluded. */
  pool: number;
}

/** Whether (scoreA, placeA) comes before (scoreB, placeB); a place is a document's `byteOrder`. */
export function isBefore(scoreA: number, placeA: number, scoreB: number, placeB: number): boolean {
  return scoreA > scoreB || (scoreA === scoreB && placeA > placeB);
}

/** A bounded collection that keeps the best `capacity` (score, place, ordinal) offered, by the ranking rule. */
export class TopHeap {
  private readonly scores: Float64Array;
  private readonly places: Uint32Array;
  private readonly ordinals: Uint32Array;
  private size = 0;

  constructor(private readonly capacity: number) {
    this.scores = new Float64Array(capacity);
    this.places = new Uint32Array(capacity);
    this.ordinals = new Uint32Array(capacity);
  }

  /** The score that a document must reach to be kept, −Infinity while there is room. */
  get threshold(): number {
    return this.size < this.capacity ? Number.NEGATIVE_INFINITY : this.scores[0]!;
  }

  offer(score: number, place: number, ordinal: number): void {
    if (this.size < this.capacity) this.up(this.size++, score, place, ordinal);
    else if (this.capacity > 0 && isBefore(score, place, this.scores[0]!, this.places[0]!))
      this.down(score, place, ordinal);
  }

  /** Empties the heap into arrays, best first. */
  drain(): { docs: Uint32Array; scores: Float64Array } {
    const docs = new Uint32Array(this.size);
    const scores = new Float64Array(this.size);
    while (this.size > 0) {
      const last = --this.size;
      docs[last] = this.ordinals[0]!;
      scores[last] = this.scores[0]!;
      if (last > 0) this.down(this.scores[last]!, this.places[last]!, this.ordinals[last]!);
    }
    return { docs, scores };
  }

  private up(start: number, score: number, place: number, ordinal: number): void {
    let at = start;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(this.scores[parent]!, this.places[parent]!, score, place)) break;
      this.copy(parent, at);
      at = parent;
    }
    this.set(at, score, place, ordinal);
  }

  private down(score: number, place: number, ordinal: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.size) break;
      const right = child + 1;
      if (
        right < this.size &&
        isBefore(this.scores[child]!, this.places[child]!, this.scores[right]!, this.places[right]!)
      )
        child = right;
      if (!isBefore(score, place, this.scores[child]!, this.places[child]!)) break;
      this.copy(child, at);
      at = child;
    }
    this.set(at, score, place, ordinal);
  }

  private copy(from: number, to: number): void {
    this.set(to, this.scores[from]!, this.places[from]!, this.ordinals[from]!);
  }

  private set(at: number, score: number, place: number, ordinal: number): void {
    this.scores[at] = score;
    this.places[at] = place;
    this.ordinals[at] = ordinal;
  }
}

/** The score of a document that is not part of the pool: excluded, or not a candidate. */
export const NOT_RANKED = Number.NEGATIVE_INFINITY;

/**
 * The row of a system that scores every document. `scores[i]` is the score of ordinal i, or `NOT_RANKED`.
 * O(N log J) for J judged documents.
 *
 * @param retrieved which scores count as retrieved; the others keep their rank but stay out of the prefix
 */
export function rankDense(
  query: QueryId,
  scores: Float64Array,
  corpus: Corpus,
  judged: readonly number[],
  depth: number,
  retrieved: (score: number) => boolean = () => true,
): Row {
  const { byteOrder } = corpus;
  const heap = new TopHeap(Math.min(depth, scores.length));
  let pool = 0;
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i]!;
    if (score === NOT_RANKED) continue;
    pool++;
    if (score >= heap.threshold && retrieved(score)) heap.offer(score, byteOrder[i]!, i);
  }
  const top = heap.drain();
  return { query, ...top, judged: locate(scores, byteOrder, judged, top.docs), pool };
}

/**
 * Exact ranks of the judged documents among all scores. Those in `prefix` are looked up there; the others take one
 * pass over the scores together: O(N log J), not O(N · J).
 */
function locate(
  scores: Float64Array,
  byteOrder: Uint32Array,
  judged: readonly number[],
  prefix: Uint32Array,
): Hit[] {
  const known = new Map<number, number>();
  for (let k = 0; k < prefix.length; k++) known.set(prefix[k]!, k + 1);
  const ranked = judged.filter((i) => scores[i] !== NOT_RANKED);
  const beyond = ranked.filter((i) => !known.has(i));
  const before = countBefore(scores, byteOrder, beyond);
  for (const [t, i] of beyond.entries()) known.set(i, before[t]! + 1);
  return ranked.map((i) => ({ i, rank: known.get(i)!, tier: 0, score: scores[i]! }));
}

/** For each target, sorted best first in place, how many documents come before it. */
function countBefore(scores: Float64Array, byteOrder: Uint32Array, targets: number[]): Uint32Array {
  const counts = new Uint32Array(targets.length);
  if (targets.length === 0) return counts;
  targets.sort((a, b) => (isBefore(scores[a]!, byteOrder[a]!, scores[b]!, byteOrder[b]!) ? -1 : 1));
  const lowest = scores[targets.at(-1)!]!;
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i]!;
    if (score < lowest) continue;
    const place = byteOrder[i]!;
    // The first target that document i comes before; it comes before all later ones too.
    let low = 0;
    let high = targets.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const target = targets[middle]!;
      if (isBefore(score, place, scores[target]!, byteOrder[target]!)) high = middle;
      else low = middle + 1;
    }
    if (low < targets.length) counts[low]!++;
  }
  for (let t = 1; t < counts.length; t++) counts[t]! += counts[t - 1]!;
  return counts;
}
