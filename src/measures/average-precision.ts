import { countRelevant, cutFamily, relevantRanks, value } from './family.js';

/**
 * Precision at each relevant document down to k, summed and divided by all relevant documents: not by those
 * retrieved and not by min(k, relevant), which some tools do. 0 where nothing is relevant.
 */
export const averagePrecision = cutFamily(
  'AP',
  'Average precision: precision at the rank of each relevant document in the top k, divided by all relevant documents.',
  (name, k, depth) => ({
    name,
    type: 'continuous',
    better: 'higher',
    needs: { depth, positives: true },
    cells(input) {
      const relevant = countRelevant(input);
      let sum = 0;
      relevantRanks(input, k).forEach((rank, before) => {
        sum += (before + 1) / rank;
      });
      return value(relevant === 0 ? 0 : sum / relevant);
    },
  }),
  'whole',
);
