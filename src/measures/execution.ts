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

function tally(input: MeasureInput, k: number): Record<Proof, number> {
  const count = { pass: 0, fail: 0, unverified: 0 };
  const last = lastRank(input, k);
  const { docs } = input.row;
  for (let at = 0; at < last; at++) count[proofOf(input, docs[at]!)]++;
  return count;
}

/**
 * One passing document decides the value whatever else is in the top k. Without one, an unverified document
 * might have passed: the value is unknown and is refused rather than counted as 0.
 */
function anyPasses(input: MeasureInput, k: number): 0 | 1 | Refusal {
  const { pass, unverified } = tally(input, k);
  if (pass > 0) return 1;
  return unverified > 0 ? UNVERIFIED : 0;
}

export const exec = cutFamily(
  'exec',
  "1 when any of the top k passes this query's tests. Refused where none passes and some are unverified.",
  (name, k, depth) => ({
    name,
    type: 'binary',
    needs: { depth, verdicts: k },
    cells(input) {
      if (input.query.suite === undefined) return [];
      const passes = anyPasses(input, k);
      return typeof passes === 'number' ? value(passes) : passes;
    },
  }),
);

/** Divided by k like P@k. Every unverified document leaves the count open, so one is enough to refuse. */
export const execPrecision = cutFamily(
  'execP',
  "Documents in the top k that pass this query's tests, divided by k. Refused where some are unverified.",
  (name, k, depth) => ({
    name,
    type: 'continuous',
    needs: { depth, verdicts: k },
    cells(input) {
      if (input.query.suite === undefined) return [];
      const { pass, unverified } = tally(input, k);
      return unverified > 0 ? UNVERIFIED : value(pass / k);
    },
  }),
);

/** Both terms on the same queries: a query without a positive, without tests or unverified has neither. */
export const execGap = cutFamily(
  'exec-gap',
  'exec@k − nDCG@k: what the judgments miss, because a document that passes need not be the canonical one.',
  (name, k, depth) => ({
    name,
    type: 'continuous',
    needs: { depth, verdicts: k, positives: true },
    cells(input) {
      if (input.query.suite === undefined) return [];
      const passes = anyPasses(input, k);
      return typeof passes === 'number' ? value(passes - ndcgAt(input, k)) : passes;
    },
  }),
);
