import type { Measure } from '../core/measure.js';
import type { Profile } from '../measures/profiles.js';
import { holm } from '../stats/holm.js';
import type { Groups, Sample } from '../stats/sample.js';
import { type Contest, type PairedTest, testContests } from './paired-test.js';
import { namesOf, type ResamplingOptions, resamplingOf, unitsOf } from './resampling.js';
import { scopesOf } from './scopes.js';
import type { Column, QueryTable, SystemScores } from './scores.js';

export interface CompareOptions extends ResamplingOptions {
  /** Chance of any false "apart" among the pairs of one measure. Default: 0.05. */
  alpha?: number;
  /** The mean that is compared: the one that the leaderboard shows. Default: 'query'. */
  mean?: Profile['mean'];
  /** Names of the measures to compare on. Default: all. */
  measures?: readonly string[];
}

/** Two systems on one measure, over the queries on which both have a value. */
export interface Difference extends PairedTest {
  measure: string;
  /** Of which measure the system with the higher, or the lower, mean is the better one. */
  better: Measure['better'];
  /** p after Holm's correction over all pairs of systems on this measure. */
  adjustedP: number;
  /** Told apart: adjustedP ≤ alpha, and the interval leaves out 0. */
  apart: boolean;
}

export interface Pair {
  a: string;
  b: string;
  /** In the order of the systems' measures; a measure without a common query is absent. */
  differences: Difference[];
}

export interface Comparison {
  /** Names of the systems, as in the pairs: the pipeline's name, or the id where two share the name. */
  systems: string[];
  pairs: Pair[];
  alpha: number;
  /** The mean asked for; each difference says which one it is of. */
  mean: Profile['mean'];
  resample: ResamplingOptions['resample'];
  resamples: number;
  seed: number | string;
  /**
   * Smallest corrected p that a bootstrap test of this many pairs and resamples can reach. Above alpha it
   * tells no pair apart, whatever the data; at most 1.
   */
  smallestP: number;
}

/** Where raising the resamples for many pairs ends. */
const MOST_RESAMPLES = 50_000;

/**
 * Compares every pair of systems on every measure that both have.
 *
 * Tests: the exact McNemar test for a binary measure, the paired bootstrap for any other. McNemar's test takes
 * every query for independent evidence; where clusters of several queries are resampled it is reported, but
 * p is the cluster bootstrap's. It also takes every query for equal evidence, so that means over languages are
 * compared by the bootstrap alone.
 *
 * Family: all pairs of systems within one measure. Measures are not corrected for each other: they restate
 * the same rankings, and the one that matters is chosen beforehand.
 *
 * Resamples: no bootstrap p is below 2 ÷ (resamples + 1), and a correction for many pairs would leave none
 * significant. Their number is therefore raised to 4 × pairs ÷ alpha (at most 50,000) where fewer were asked
 * for.
 */
export async function compareSystems(
  systems: readonly SystemScores[],
  table: QueryTable,
  options: CompareOptions,
): Promise<Comparison> {
  const alpha = options.alpha ?? 0.05;
  const names = namesOf(systems);
  const pairs: Pair[] = [];
  const contests: (Contest & { pair: Pair })[] = [];
  for (let a = 0; a < systems.length; a++)
    for (let b = a + 1; b < systems.length; b++) {
      const pair: Pair = { a: names[a]!, b: names[b]!, differences: [] };
      pairs.push(pair);
      for (const [left, right] of commonColumns(systems[a]!, systems[b]!, options.measures))
        contests.push({ a: left, b: right, pair });
    }
  const { resamples: asked, seed } = resamplingOf(options);
  const enough = Math.min(MOST_RESAMPLES, Math.ceil((4 * pairs.length) / alpha));
  const resamples = Math.max(asked, enough);
  const independent = options.resample === 'query' || table.clusters === table.ids.length;
  const tests = await testContests(contests, {
    ...sampleOf(table, options),
    resamples,
    seed,
    independent,
    progress: options.progress,
  });
  addDifferences(contests, tests, alpha);
  return {
    systems: names,
    pairs,
    alpha,
    mean: options.mean ?? 'query',
    resample: options.resample,
    resamples,
    seed,
    smallestP: Math.min(1, (2 * pairs.length) / (resamples + 1)),
  };
}

/** The queries by resampling unit, and by language where means over languages are compared. */
function sampleOf(
  table: QueryTable,
  { resample, mean }: CompareOptions,
): { sample: Sample; languages: Groups | undefined } {
  const units = unitsOf(table, resample);
  if (mean !== 'macro-language')
    return { sample: { ...units, part: new Uint32Array(table.ids.length), parts: 1 }, languages: undefined };
  const { part, parts, statistics, whole } = scopesOf(table);
  return {
    sample: { ...units, part, parts },
    languages: whole.macro === undefined ? undefined : statistics[whole.macro],
  };
}

/** Corrects the tests of each measure for one another and files them under their pairs. */
function addDifferences(
  contests: readonly (Contest & { pair: Pair })[],
  tests: readonly (PairedTest | undefined)[],
  alpha: number,
): void {
  const families = new Map<string, { pair: Pair; measure: Measure; test: PairedTest }[]>();
  contests.forEach(({ pair, a: { measure } }, k) => {
    const test = tests[k];
    const family = families.get(measure.name) ?? [];
    if (test) family.push({ pair, measure, test });
    families.set(measure.name, family);
  });
  for (const family of families.values()) {
    const adjusted = holm(family.map(({ test }) => test.p));
    family.forEach(({ pair, measure: { name, better }, test }, k) => {
      const adjustedP = adjusted[k]!;
      const apart = adjustedP <= alpha && (test.low > 0 || test.high < 0);
      pair.differences.push({ measure: name, better, ...test, adjustedP, apart });
    });
  }
}

/** The columns of the measures that both systems have, in the first one's order. */
function commonColumns(
  a: SystemScores,
  b: SystemScores,
  wanted: readonly string[] | undefined,
): [Column, Column][] {
  const ofB = new Map(b.columns.map((column) => [column.measure.name, column]));
  return a.columns.flatMap((column): [Column, Column][] => {
    const { name } = column.measure;
    const rival = ofB.get(name);
    return rival && (wanted === undefined || wanted.includes(name)) ? [[column, rival]] : [];
  });
}
