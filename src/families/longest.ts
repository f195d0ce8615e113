import type { FamilyOrder } from './order.js';

/** Length in UTF-16 units. Measured on pairs of vulnerable and fixed code, "longer is better" beats most models. */
export const longest: FamilyOrder = {
  name: 'longest',
  describe: 'the longest member of each near-clone group first',
  async prepare(corpus) {
    const lengths = new Float64Array(corpus.size);
    for await (const { i, text } of corpus.texts()) lengths[i] = text.length;
    return () => (i) => lengths[i]!;
  },
};
