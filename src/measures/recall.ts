import { countRelevant, cutFamily, relevantRanks, value } from './family.js';

/** Not capped: with more than k relevant documents even a perfect list stays below 1. 0 where there are none. */
export const recall = cutFamily(
  'R',
  'Recall: relevant documents in the top k, divided by all relevant documents.',
  (name, k, depth) => ({
    name,
    type: 'continuous',
    better: 'higher',
    needs: { depth, positives: true },
    cells(input) {
      const relevant = countRelevant(input);
      return value(relevant === 0 ? 0 : relevantRanks(input, k).length / relevant);
    },
  }),
  'whole',
);
