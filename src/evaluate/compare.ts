import { holm } from '../stats/holm.js';
import { type Contest, type PairedTest, testContests } from './paired-test.js';
import { namesOf, type ResamplingOptions, resamplingOf, unitsOf } from './resampling.js';
import type { Column, QueryTable, SystemScores } from './scores.js';

export interface CompareOptions extends ResamplingOptions {
  /** Chance of any false "apart" among the pairs of one measure. Default: 0.05. */
  alpha?: number;
  /** Names of the measures to compare on. Default: all. */
  measures?: readonly string[];
}

/** Two systems on one measure, over the queries on which both have a value. */
export interface Difference extends PairedTest {
  measure: string;
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
 * p is the cluster bootstrap's.
 *
 * Family: all pairs of systems within one measure. Measures are not corrected for each other: they restate
 * the same rankings, and the one that matters is chosen beforehand.
 *
 * Resamples: no bootstrap p is below 2 ÷ (resamples + 1), and a correction for many pairs would leave none
 * significant. Their number is therefore raised to 4 × pairs ÷ alpha (at most 50,000) where fewer were asked
 * for.
 */
export function compareSystems(
  systems: readonly SystemScores[],
  table: QueryTable,
  options: CompareOptions,
): Comparison {
  const alpha = options.alpha ?? 0.05;
  const names = namesOf(systems);
  const pairs: Pair[] = [];
  const contests: (Contest & { pair: Pair; measure: string })[] = [];
  for (let a = 0; a < systems.length; a++)
    for (let b = a + 1; b < systems.length; b++) {
      const pair: Pair = { a: names[a]!, b: names[b]!, differences: [] };
      pairs.push(pair);
      for (const [left, right] of commonColumns(systems[a]!, systems[b]!, options.measures))
        contests.push({ a: left, b: right, pair, measure: left.measure.name });
    }
  const { resamples: asked, seed } = resamplingOf(options);
  const enough = Math.min(MOST_RESAMPLES, Math.ceil((4 * pairs.length) / alpha));
  const resamples = Math.max(asked, enough);
  const independent = options.resample === 'query' || table.clusters === table.ids.length;
  const tests = testContests(contests, {
    ...unitsOf(table, options.resample),
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
    resample: options.resample,
    resamples,
    seed,
    smallestP: Math.min(1, (2 * pairs.length) / (resamples + 1)),
  };
}

/** Corrects the tests of each measure for one another and files them under their pairs. */
function addDifferences(
  contests: readonly { pair: Pair; measure: string }[],
  tests: readonly (PairedTest | undefined)[],
  alpha: number,
): void {
  const families = new Map<string, { pair: Pair; test: PairedTest }[]>();
  contests.forEach(({ pair, measure }, k) => {
    const test = tests[k];
    const family = families.get(measure) ?? [];
    if (test) family.push({ pair, test });
    families.set(measure, family);
  });
  for (const [measure, family] of families) {
    const adjusted = holm(family.map(({ test }) => test.p));
    family.forEach(({ pair, test }, k) => {
      const adjustedP = adjusted[k]!;
      const apart = adjustedP <= alpha && (test.low > 0 || test.high < 0);
      pair.differences.push({ measure, ...test, adjustedP, apart });
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
