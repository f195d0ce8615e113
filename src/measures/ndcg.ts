import type { MeasureInput } from '../core/measure.js';
import { cutFamily, lastRank, value } from './family.js';

/**
 * Normalised discounted cumulative gain of Järvelin and Kekäläinen (2002) as trec_eval computes it: the gain
 * is the grade itself, the discount log2(rank + 1). A grade below the level gains nothing but holds its rank.
 * The ideal list is all judged documents by gain, cut at k; relevant documents that were not retrieved, or
 * are not in the corpus at all, are part of it. 0 where nothing is relevant.
 */
export function ndcgAt(input: MeasureInput, k: number): number {
  const last = lastRank(input, k);
  const gains: number[] = [];
  let gained = 0;
  for (const { grade, rank } of input.judged) {
    const gain = grade >= input.level ? Math.max(grade, 0) : 0;
    if (gain === 0) continue;
    gains.push(gain);
    if (rank <= last) gained += gain / Math.log2(rank + 1);
  }
  if (gains.length === 0) return 0;
  gains.sort((a, b) => b - a);
  let ideal = 0;
  for (let at = 0; at < gains.length && at < k; at++) ideal += gains[at]! / Math.log2(at + 2);
  return gained / ideal;
}

export const ndcg = cutFamily(
  'nDCG',
  'Discounted cumulative gain over that of the ideal list: linear gain, log2(rank + 1) discount, ideal list cut at k; grades below the level gain 0.',
  (name, k, depth) => ({
    name,
    type: 'continuous',
    better: 'higher',
    needs: { depth, positives: true },
    cells: (input) => value(ndcgAt(input, k)),
  }),
  'whole',
);
