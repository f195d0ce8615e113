import { isBefore, TopHeap } from '../core/ranking.js';
import { type Bm25Index, queryWeight } from './bm25-index.js';
import { BLOCK } from './bm25-kernel.js';

/** Score ranges that documents are counted by before any are compared one by one. */
const BUCKETS = 1024;
/** So many documents in one score range are no longer sorted by insertion. */
const CROWD = 64;

/** Documents by place, best first, with their scores in steps (`SCORE_STEP`). */
export interface PlacedTop {
  places: Uint32Array;
  scores: Float64Array;
}

/**
 * Searches of one index, one at a time: `accumulate`, then `top`, then `ranks` if wanted, then `clear`; the
 * `scores` may be read in between.
 *
 * Every document that shares a term with the query is scored; what is saved is the selection. The k-th highest
 * of the block maxima is a score that k documents reach, so only blocks whose maximum reaches it are looked at.
 */
export class Bm25Search {
  /** By place, in steps; a caller takes a document out of the ranking by writing `NOT_RANKED`. */
  readonly scores: Float64Array;
  private readonly counts = new Uint32Array(BUCKETS);
  /** What `top` found: at most every document. */
  private readonly foundPlaces: Uint32Array;
  private readonly foundScores: Float64Array;
  /** A power of two that brings the highest score of the query below BUCKETS; set by `top`. */
  private scale = 1;

  constructor(
    readonly index: Bm25Index,
    private readonly k3: number,
  ) {
    this.scores = index.scores;
    this.foundPlaces = new Uint32Array(index.size);
    this.foundScores = new Float64Array(index.size);
  }

  /** Adds up the scores of all documents for the tokens of a query. */
  accumulate(tokens: readonly string[]): void {
    const { terms, start, places, weights, kernel } = this.index;
    const counts = new Map<number, number>();
    for (const token of tokens) {
      const term = terms.get(token);
      if (term !== undefined) counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    const distance = weights.byteOffset - places.byteOffset;
    for (const [term, qtf] of counts) {
      const q = queryWeight(qtf, this.k3);
      const from = places.byteOffset + 4 * start[term]!;
      kernel.accumulate(from, places.byteOffset + 4 * start[term + 1]!, distance, q);
    }
  }

  clear(): void {
    this.scores.fill(0);
  }

  /** The `depth` best documents among those with a positive score. */
  top(depth: number): PlacedTop {
    const { maxima, scores, kernel, size } = this.index;
    const { foundPlaces, foundScores } = this;
    kernel.maxima(maxima.byteOffset, maxima.byteOffset);
    this.scale = BUCKETS / 2 ** Math.ceil(Math.log2(highestOf(maxima) + 1));
    // Scores are whole numbers of steps: the smallest positive one is 1.
    const low = Math.max(1, this.reachedBy(maxima, depth));
    let found = 0;
    for (let block = maxima.length - 1; block >= 0; block--) {
      if (maxima[block]! < low) continue;
      const start = block * BLOCK;
      for (let place = Math.min(size, start + BLOCK) - 1; place >= start; place--) {
        const score = scores[place]!;
        if (score < low) continue;
        foundPlaces[found] = place;
        foundScores[found++] = score;
      }
    }
    return this.best(found, depth);
  }

  /** The `depth` best of what was found, sorted: by score range first, then by insertion within each range. */
  private best(found: number, depth: number): PlacedTop {
    const { foundPlaces, foundScores, counts, scale } = this;
    counts.fill(0);
    let most = 0;
    for (let k = 0; k < found; k++) {
      const count = ++counts[(foundScores[k]! * scale) | 0]!;
      if (count > most) most = count;
    }
    if (most > CROWD) return this.bestOfCrowd(found, depth);
    let next = 0;
    for (let bucket = BUCKETS - 1; bucket >= 0; bucket--) {
      const count = counts[bucket]!;
      counts[bucket] = next;
      next += count;
    }
    const places = new Uint32Array(found);
    const scores = new Float64Array(found);
    for (let k = 0; k < found; k++) {
      const at = counts[(foundScores[k]! * scale) | 0]!++;
      places[at] = foundPlaces[k]!;
      scores[at] = foundScores[k]!;
    }
    for (let k = 1; k < found; k++) insert(places, scores, k);
    return { places: places.slice(0, depth), scores: scores.slice(0, depth) };
  }

  /**
   * The same where many documents share a score range, as when all of them tie. They were found from the highest
   * place down, so that one that ties with the worst one kept loses at first sight.
   */
  private bestOfCrowd(found: number, depth: number): PlacedTop {
    const heap = new TopHeap(Math.min(depth, found));
    for (let k = 0; k < found; k++)
      heap.offer(this.foundScores[k]!, this.foundPlaces[k]!, this.foundPlaces[k]!);
    const { docs, scores } = heap.drain();
    return { places: docs, scores };
  }

  /** A score that at least `count` of the values reach; 0 when there are fewer values. */
  private reachedBy(values: Float64Array, count: number): number {
    const { counts, scale } = this;
    counts.fill(0);
    for (let k = 0; k < values.length; k++) counts[(values[k]! * scale) | 0]!++;
    let reached = 0;
    for (let bucket = BUCKETS - 1; bucket > 0; bucket--) {
      reached += counts[bucket]!;
      if (reached >= count) return bucket / scale;
    }
    return 0;
  }

  /**
   * The 1-based ranks, over all ranked documents, of the documents at `targets`, all of which are ranked. One pass
   * over the scores for those with a positive score and one for those without, however many they are.
   */
  ranks(targets: readonly number[]): Map<number, number> {
    const sorted = [...new Set(targets)].sort((a, b) => this.scores[b]! - this.scores[a]! || b - a);
    const positive = sorted.filter((place) => this.scores[place]! > 0);
    const ranks = new Map<number, number>();
    if (positive.length > 0) this.rankPositive(positive, ranks);
    if (positive.length < sorted.length) this.rankZero(sorted.slice(positive.length), ranks);
    return ranks;
  }

  /** Counts all documents by score range, and finds the position of those that share a range with a target. */
  private rankPositive(sorted: readonly number[], ranks: Map<number, number>): void {
    const { scores, counts, scale } = this;
    const bucketOf = (score: number): number => (score * scale) | 0;
    /** The targets of each range: from first up to, but without, end. */
    const first = new Int32Array(BUCKETS).fill(-1);
    const end = new Int32Array(BUCKETS);
    sorted.forEach((place, t) => {
      const bucket = bucketOf(scores[place]!);
      if (first[bucket]! < 0) first[bucket] = t;
      end[bucket] = t + 1;
    });
    counts.fill(0);
    /** Documents of the same range that come before target t, but not before target t − 1. */
    const between = new Uint32Array(sorted.length + 1);
    const lowest = scores[sorted.at(-1)!]!;
    for (let place = 0; place < scores.length; place++) {
      const score = scores[place]!;
      if (score < lowest) continue;
      const bucket = bucketOf(score);
      counts[bucket]!++;
      if (first[bucket]! < 0) continue;
      let low = first[bucket]!;
      let high = end[bucket]!;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (isBefore(score, place, scores[sorted[middle]!]!, sorted[middle]!)) high = middle;
        else low = middle + 1;
      }
      if (low < end[bucket]!) between[low]!++;
    }
    let above = 0;
    for (let bucket = BUCKETS - 1; bucket >= 0; bucket--) {
      let before = above;
      for (let t = first[bucket]!; t >= 0 && t < end[bucket]!; t++) {
        before += between[t]!;
        ranks.set(sorted[t]!, before + 1);
      }
      above += counts[bucket]!;
    }
  }

  /** Documents without a score follow all others, by place descending. */
  private rankZero(sorted: readonly number[], ranks: Map<number, number>): void {
    const { scores } = this;
    let positive = 0;
    for (let place = 0; place < scores.length; place++) positive += Number(scores[place]! > 0);
    let zeros = 0;
    let place = scores.length - 1;
    for (const target of sorted) {
      for (; place > target; place--) zeros += Number(scores[place]! === 0);
      ranks.set(target, positive + zeros + 1);
    }
  }
}

/** The highest of the values and 0. */
function highestOf(values: Float64Array): number {
  let highest = 0;
  for (let k = 0; k < values.length; k++) if (values[k]! > highest) highest = values[k]!;
  return highest;
}

/** Moves entry k to its place among the sorted ones before it. */
function insert(places: Uint32Array, scores: Float64Array, k: number): void {
  const place = places[k]!;
  const score = scores[k]!;
  let at = k;
  for (; at > 0 && isBefore(score, place, scores[at - 1]!, places[at - 1]!); at--) {
    places[at] = places[at - 1]!;
    scores[at] = scores[at - 1]!;
  }
  places[at] = place;
  scores[at] = score;
}
