import type { Measure } from '../core/measure.js';
import { cutFamily, relevantRanks, value } from './family.js';

export const reciprocalRank = cutFamily(
  'RR',
  'Reciprocal rank of the first relevant document in the top k; 0 when there is none.',
  (name, k, depth) => ({
    name,
    type: 'continuous',
    better: 'higher',
    needs: { depth, positives: true },
    cells(input) {
      const first = relevantRanks(input, k)[0];
      return value(first === undefined ? 0 : 1 / first);
    },
  }),
  'whole',
);

/** Several published tools count missing queries for the mean reciprocal rank and for nothing else. */
export function isReciprocalRank(measure: Measure): boolean {
  return measure.name === 'RR' || measure.name.startsWith('RR@');
}
