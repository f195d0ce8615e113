import { TopHeap } from '../core/ranking.js';
import { type Bm25Index, queryWeight } from './bm25-index.js';

/** The distinct terms of a query that the index knows, with their weights in steps of 2^-8. */
export interface QueryTerms {
  terms: number[];
  weights: number[];
}

export function queryTerms(index: Bm25Index, tokens: readonly string[], k3: number): QueryTerms {
  const counts = new Map<number, number>();
  for (const token of tokens) {
    const term = index.terms.get(token);
    if (term !== undefined) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return { terms: [...counts.keys()], weights: Array.from(counts.values(), (qtf) => queryWeight(qtf, k3)) };
}

const BUCKETS = 2048;

export class Bm25Search {
  readonly scores: Float64Array;
  readonly touched: Uint32Array;
  count = 0;
  private readonly candidates: Uint32Array;
  private readonly histogram = new Uint32Array(BUCKETS);
  stats = { touched: 0, cands: 0, queries: 0, kth: 0, acc: 0, rowsSkipped: 0, rowsAcc: 0 };

  constructor(private readonly index: Bm25Index) {
    this.scores = new Float64Array(index.size);
    this.touched = new Uint32Array(index.size);
    this.candidates = new Uint32Array(index.size);
  }

  accumulate(term: number, q: number): void {
    const { places, weights, start } = this.index;
    const { scores, touched } = this;
    let count = this.count;
    const end = start[term + 1]!;
    for (let p = start[term]!; p < end; p++) {
      const place = places[p]!;
      const score = scores[place]!;
      if (score === 0) touched[count++] = place;
      scores[place] = score + q * weights[p]!;
    }
    this.count = count;
  }

  clear(): void {
    const { scores, touched } = this;
    if (this.count > this.index.size >> 2) scores.fill(0);
    else for (let k = 0; k < this.count; k++) scores[touched[k]!] = 0;
    this.count = 0;
  }

  /** lower bound of the k-th highest */
  private kth(list: Uint32Array, count: number, k: number, scale: number): number {
    this.stats.kth++;
    if (count < k) return 0;
    const { scores, histogram } = this;
    histogram.fill(0);
    for (let j = 0; j < count; j++) histogram[(scores[list[j]!]! * scale) | 0]!++;
    let above = 0;
    for (let bucket = BUCKETS - 1; bucket >= 0; bucket--) {
      above += histogram[bucket]!;
      if (above >= k) return bucket / scale;
    }
    return 0;
  }

  top(query: QueryTerms, k: number): { docs: Uint32Array; scores: Float64Array } {
    const { rows, peak } = this.index;
    const { scores, touched, candidates } = this;
    const frequent: { row: Float32Array; term: number; q: number; bound: number }[] = [];
    let total = 0;
    let rest = 0;
    for (let j = 0; j < query.terms.length; j++) {
      const term = query.terms[j]!;
      const q = query.weights[j]!;
      const bound = q * peak[term]!;
      total += bound;
      const row = rows.get(term);
      if (row === undefined) this.accumulate(term, q);
      else {
        frequent.push({ row, term, q, bound });
        rest += bound;
      }
    }
    frequent.sort((a, b) => b.bound - a.bound);
    const scale = 2 ** (11 - Math.ceil(Math.log2(total + 1)));
    let used = 0;
    let theta = 0;
    for (; used < frequent.length; used++) {
      if (rest < total - rest) {
        theta = this.kth(touched, this.count, k, scale);
        if (rest < theta) break;
      }
      const { term, q, bound } = frequent[used]!;
      this.accumulate(term, q);
      rest -= bound;
      this.stats.rowsAcc++;
    }
    if (rest === 0) theta = this.kth(touched, this.count, k, scale);
    let found = 0;
    const low = theta - rest;
    for (let j = 0; j < this.count; j++) {
      const place = touched[j]!;
      candidates[found] = place;
      if (scores[place]! >= low) found++;
    }
    for (let j = used; j < frequent.length; j++) {
      const { row, q } = frequent[j]!;
      for (let c = 0; c < found; c++) {
        const place = candidates[c]!;
        scores[place]! += q * row[place]!;
      }
      this.stats.rowsSkipped++;
    }
    this.stats.touched += this.count;
    this.stats.cands += found;
    this.stats.queries++;
    const heap = new TopHeap(k);
    const low2 = this.kth(candidates, found, k, scale);
    for (let c = 0; c < found; c++) {
      const place = candidates[c]!;
      if (scores[place]! >= low2) heap.offer(scores[place]!, place, place);
    }
    const top = heap.drain();
    this.clear();
    return top;
  }
}
