import { cutFamily, lastRank, value } from './family.js';

/**
 * A conditional share: its queries are those where the system itself put both kinds into the top k, so two systems
 * may be measured on different queries. That is why it is a share and not a paired binary value. At k = 1 it never
 * applies.
 */
export const intrusion = cutFamily(
  'intrusion',
  'Among queries with a positive and a hard negative (judged below the level) in the top k: share where a hard negative ranks above the best positive.',
  (name, k, depth) => ({
    name,
    type: 'share',
    better: 'lower',
    needs: { depth },
    cells(input) {
      const top = input.judged.filter((document) => document.rank <= lastRank(input, k));
      const right = top.find((document) => document.grade >= input.level);
      const wrong = top.find((document) => document.grade < input.level);
      return right && wrong ? value(wrong.rank < right.rank ? 1 : 0) : [];
    },
  }),
);
