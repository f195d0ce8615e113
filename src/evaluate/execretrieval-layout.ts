import type { Json } from '../core/json.js';
import type { Comparison, Difference } from './compare.js';
import { namesOf, type ResamplingOptions, resamplingOf } from './resampling.js';
import type { SystemSummary } from './summary.js';

/** ExecRetrieval's names of the measures that it reports; every other measure keeps its own. */
const NAMES: Readonly<Record<string, string>> = {
  exec: 'exec',
  execP: 'precision',
  nDCG: 'ndcg',
  'exec-gap': 'exec_ndcg_gap',
};

/** The cut-offs that ExecRetrieval reports. */
const CUTOFFS = [1, 3, 5, 10];

/** The cut-offs that rankings of so many documents reach. */
export function layoutCutoffs(depth: number): number[] {
  return CUTOFFS.filter((k) => k <= depth);
}

/** Our names of the measures that a result file of ExecRetrieval reports. */
export function layoutMeasures(depth: number): string[] {
  return Object.keys(NAMES).flatMap((family) => layoutCutoffs(depth).map((k) => `${family}@${k}`));
}

/** `metrics` of `results/MODEL.json`: means under ExecRetrieval's names; what has no value is left out. */
export function layoutMetrics({ measures }: SystemSummary): Record<string, number> {
  return Object.fromEntries(
    Object.entries(measures).map(([measure, { mean }]) => [metricName(measure), mean]),
  );
}

function metricName(measure: string): string {
  const [, family = '', rest = ''] = /^(.*)(@\d+)$/.exec(measure) ?? [];
  const theirs = Object.hasOwn(NAMES, family) ? NAMES[family] : undefined;
  return theirs === undefined ? measure : theirs + rest;
}

/**
 * `tests/pairwise_tests.json`: "A vs B" → metric → counts, rates and tests; delta is A − B. A metric that is
 * not yes/no has no discordant queries, so its four counts and the McNemar p are left out; whether it
 * differs is read from the interval.
 */
export function pairwiseTests(comparison: Comparison): Json {
  return Object.fromEntries(
    comparison.pairs.map(({ a, b, differences }) => [
      `${a} vs ${b}`,
      Object.fromEntries(differences.map((one) => [metricName(one.measure), pairwiseTest(one)])),
    ]),
  );
}

function pairwiseTest({ discordant, a, b, delta, low, high }: Difference): Json {
  return {
    ...(discordant
      ? {
          a_only: discordant.aOnly,
          b_only: discordant.bOnly,
          both: discordant.both,
          neither: discordant.neither,
        }
      : {}),
    a_rate: a,
    b_rate: b,
    delta,
    ...(discordant ? { mcnemar_exact_p: discordant.mcnemarP } : {}),
    bootstrap_ci_95: [low, high],
  };
}

/** `tests/confidence_intervals.json`: model → metric → mean and percentile interval. */
export function confidenceIntervals(systems: readonly SystemSummary[], options: ResamplingOptions): Json {
  const { resamples, seed } = resamplingOf(options);
  const names = namesOf(systems);
  return Object.fromEntries(
    systems.map(({ measures }, k) => [
      names[k]!,
      Object.fromEntries(
        Object.entries(measures).map(([measure, { mean, low, high, n }]) => [
          metricName(measure),
          { mean, ci95_low: low, ci95_high: high, n, bootstrap_samples: resamples, seed },
        ]),
      ),
    ]),
  );
}
