import { cutFamily, relevantRanks, value } from './family.js';

/** A list shorter than k is read as if filled up with documents that are not relevant. */
export const precision = cutFamily(
  'P',
  'Precision: relevant documents in the top k, divided by k even when the list is shorter.',
  (name, k, depth) => ({
    name,
    type: 'continuous',
    better: 'higher',
    needs: { depth, positives: true },
    cells: (input) => value(relevantRanks(input, k).length / k),
  }),
);
