import type { MeasureInput, Refusal } from '../core/measure.js';
import { cutFamily, lastRank, value } from './family.js';
import { ndcgAt } from './ndcg.js';

/** What a document did under the query's tests, as far as a measure can rely on it. */
export type Proof = 'pass' | 'fail' | 'unverified';

/**
 * `invalid` and `timeout` are failures: the code was run, or could not even be compiled. `flaky` and
 * `unavailable` prove nothing, as does a document that was never run: unverified, which is never a failure.
 */
export function proofOf(input: MeasureInput, i: number): Proof {
  const outcome = input.outcome(i);
  if (outcome === undefined || outcome.is === 'flaky' || outcome.is === 'unavailable') return 'unverified';
  return outcome.is === 'pass' ? 'pass' : 'fail';
}

const UNVERIFIED: Refusal = { refused: 'unverified documents in the top k' };

/**
 * How many of the top k pass; refused where any of them is unverified, whatever the others did.
 *
 * Whether a query has a value must not depend on what the value would be. To count a query that a known pass
 * settles, and to refuse one where nothing is known to pass, would leave out likely failures alone: the fewer
 * verdicts there are, the better every system would look.
 */
function passing(input: MeasureInput, k: number): number | Refusal {
  const last = lastRank(input, k);
  const { docs } = input.row;
  let pass = 0;
  for (let at = 0; at < last; at++) {
    const proof = proofOf(input, docs[at]!);
    if (proof === 'unverified') return UNVERIFIED;
    if (proof === 'pass') pass++;
  }
  return pass;
}

export const exec = cutFamily(
  'exec',
  "1 when any of the top k passes this query's tests. Refused where any of them is unverified.",
  (name, k, depth) => ({
    name,
    type: 'binary',
    better: 'higher',
    needs: { depth, verdicts: k },
    cells(input) {
      if (input.query.suite === undefined) return [];
      const passes = passing(input, k);
      return typeof passes === 'number' ? value(passes > 0 ? 1 : 0) : passes;
    },
  }),
);

/** Divided by k like P@k. */
export const execPrecision = cutFamily(
  'execP',
  "Documents in the top k that pass this query's tests, divided by k. Refused where any of them is unverified.",
  (name, k, depth) => ({
    name,
    type: 'continuous',
    better: 'higher',
    needs: { depth, verdicts: k },
    cells(input) {
      if (input.query.suite === undefined) return [];
      const passes = passing(input, k);
      return typeof passes === 'number' ? value(passes / k) : passes;
    },
  }),
);

/**
 * Both terms on the same queries: a query without a positive, without tests or unverified has neither. More is
 * not better: the gap also grows where a system finds fewer canonicals.
 */
export const execGap = cutFamily(
  'exec-gap',
  'exec@k − nDCG@k: what the judgments miss, because a document that passes need not be the canonical one. Refused where exec@k is.',
  (name, k, depth) => ({
    name,
    type: 'continuous',
    better: 'neither',
    needs: { depth, verdicts: k, positives: true },
    cells(input) {
      if (input.query.suite === undefined) return [];
      const passes = passing(input, k);
      return typeof passes === 'number' ? value((passes > 0 ? 1 : 0) - ndcgAt(input, k)) : passes;
    },
  }),
);
