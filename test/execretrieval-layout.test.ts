import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { compareCommand } from '../src/cli/commands/compare.js';
import { execretrieval } from '../src/formats/execretrieval.js';
import { readExecResults } from '../src/formats/execretrieval-results.js';
import { writeBenchmark } from '../src/store/benchmark-folder.js';
import { fixture, readWith } from './read-source.js';
import { run } from './run-command.js';
import { scratchFolder } from './scratch.js';

// `execretrieval-three`: twelve queries of our own, with the published results of three models that were made up.
// The tests really ran: the execution cache holds what Python said of each snippet.

const FOLDER = fixture('execretrieval-three');
const scratch = scratchFolder();
const MODELS = ['A', 'B', 'C'] as const;
type Model = (typeof MODELS)[number];

/** The rank of each query's canonical snippet in the result files; 0: it is not in the top ten. */
const RANKS: Record<Model, number[]> = {
  A: [1, 1, 1, 1, 1, 1, 1, 2, 3, 5, 6, 0],
  B: [1, 1, 1, 1, 2, 2, 4, 1, 0, 3, 2, 5],
  C: [2, 3, 0, 4, 2, 0, 10, 7, 2, 6, 3, 2],
};

/** Query 12 is also passed by the canonical of query 11, which A ranks fourth and C first; B does not rank it. */
const ALSO_PASSES: Record<Model, number> = { A: 4, B: 0, C: 1 };

interface PairwiseTest {
  a_only: number;
  b_only: number;
  both: number;
  neither: number;
  a_rate: number;
  b_rate: number;
  delta: number;
  mcnemar_exact_p: number;
  bootstrap_ci_95: [number, number];
}
interface Interval {
  mean: number;
  ci95_low: number;
  ci95_high: number;
  n: number;
  bootstrap_samples: number;
  seed: number;
}
let pairs: Record<string, Record<string, PairwiseTest>>;
let intervals: Record<string, Record<string, Interval>>;

// In a group of its own: a hook of the whole run would hold up, and could fail, the tests of every file.
describe("ExecRetrieval's layout", () => {
  before(async () => {
    const { source, warnings } = await readWith(execretrieval, FOLDER);
    assert.deepEqual(warnings, []);
    const benchmark = join(scratch, 'benchmark');
    await writeBenchmark(source, benchmark);
    const out = join(scratch, 'out');
    const models = MODELS.flatMap((model) => ['--pipeline', join(FOLDER, `results/${model}.json`)]);
    const options = ['--all', '--profile', 'execretrieval', '--no-baselines', '--benchmark', benchmark];
    assert.equal((await run(compareCommand, ...options, ...models, '--out', out)).code, 0);
    const [name] = readdirSync(join(out, 'results'));
    const read = (file: string) =>
      JSON.parse(readFileSync(join(out, 'results', name!, 'tests', file), 'utf8')) as never;
    pairs = read('pairwise_tests.json');
    intervals = read('confidence_intervals.json');
  });

  const near = (actual: number, expected: number, what: string) =>
    assert.ok(Math.abs(actual - expected) < 1e-12, `${what}: ${actual}, expected ${expected}`);

  /** Where a passing snippet stands, for each query. */
  const passingRanks = (model: Model): number[][] =>
    RANKS[model].map((rank, q) => [rank, q === 11 ? ALSO_PASSES[model] : 0].filter((one) => one > 0));

  const METRICS = {
    exec: (model: Model, k: number) =>
      passingRanks(model).map((ranks) => (ranks.some((rank) => rank <= k) ? 1 : 0)),
    precision: (model: Model, k: number) =>
      passingRanks(model).map((ranks) => ranks.filter((rank) => rank <= k).length / k),
    // One canonical a query: the ideal gain is 1, at rank 1.
    ndcg: (model: Model, k: number) =>
      RANKS[model].map((rank) => (rank > 0 && rank <= k ? 1 / Math.log2(rank + 1) : 0)),
    exec_ndcg_gap: (model: Model, k: number): number[] =>
      METRICS.exec(model, k).map((value, q) => value - METRICS.ndcg(model, k)[q]!),
  };

  test('pairwise_tests.json: "A vs B" for every pair, sixteen metrics each, in the published keys', () => {
    assert.deepEqual(Object.keys(pairs), ['A vs B', 'A vs C', 'B vs C']);
    const names = Object.keys(METRICS).flatMap((name) => [1, 3, 5, 10].map((k) => `${name}@${k}`));
    for (const metrics of Object.values(pairs)) {
      assert.deepEqual(Object.keys(metrics), names);
      assert.deepEqual(Object.keys(metrics['exec@1']!), [
        ...['a_only', 'b_only', 'both', 'neither', 'a_rate', 'b_rate', 'delta'],
        ...['mcnemar_exact_p', 'bootstrap_ci_95'],
      ]);
      // Not yes or no: nobody is right alone, and there is no McNemar test.
      assert.deepEqual(Object.keys(metrics['ndcg@10']!), ['a_rate', 'b_rate', 'delta', 'bootstrap_ci_95']);
    }
  });

  test('pairwise_tests.json: counts, rates and exact McNemar p of exec@1 and exec@3 as computed by hand', () => {
    const check = (pair: string, metric: string, counts: number[], rates: number[], p: number) => {
      const found = pairs[pair]![metric]!;
      assert.deepEqual([found.a_only, found.b_only, found.both, found.neither], counts, `${pair} ${metric}`);
      near(found.a_rate, rates[0]! / 12, `${pair} ${metric} a_rate`);
      near(found.b_rate, rates[1]! / 12, `${pair} ${metric} b_rate`);
      near(found.delta, (rates[0]! - rates[1]!) / 12, `${pair} ${metric} delta`);
      near(found.mcnemar_exact_p, p, `${pair} ${metric} p`);
    };
    // exec@1. A: queries 1–7. B: 1, 2, 3, 4, 8. C: 12, by the snippet of query 11.
    // A alone 5, 6, 7; B alone 8; p = 2 · (C(4,0) + C(4,1)) / 2⁴ = 2 · 5 / 16.
    check('A vs B', 'exec@1', [3, 1, 4, 4], [7, 5], 0.625);
    // A alone 1–7; C alone 12; p = 2 · (1 + 8) / 2⁸.
    check('A vs C', 'exec@1', [7, 1, 0, 4], [7, 1], 18 / 256);
    // B alone 1, 2, 3, 4, 8; C alone 12; p = 2 · (1 + 6) / 2⁶.
    check('B vs C', 'exec@1', [5, 1, 0, 6], [5, 1], 14 / 64);
    // exec@3. A: 1–9. B: 1–6, 8, 10, 11. C: 1, 2, 5, 9, 11, 12.
    // A alone 7, 9; B alone 10, 11; as many on either side: p = 1.
    check('A vs B', 'exec@3', [2, 2, 7, 1], [9, 9], 1);
    // A alone 3, 4, 6, 7, 8; C alone 11, 12; p = 2 · (1 + 7 + 21) / 2⁷.
    check('A vs C', 'exec@3', [5, 2, 4, 1], [9, 6], 58 / 128);
    // B alone 3, 4, 6, 8, 10; C alone 9, 12.
    check('B vs C', 'exec@3', [5, 2, 4, 1], [9, 6], 58 / 128);
  });

  test('every rate and mean is the one that follows from the ranks', () => {
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    for (const [name, of] of Object.entries(METRICS))
      for (const k of [1, 3, 5, 10]) {
        for (const model of MODELS) {
          const { mean: found, n } = intervals[model]![`${name}@${k}`]!;
          near(found, mean(of(model, k)), `${model} ${name}@${k}`);
          assert.equal(n, 12);
        }
        for (const [pair, metrics] of Object.entries(pairs)) {
          const [a, b] = pair.split(' vs ') as [Model, Model];
          near(metrics[`${name}@${k}`]!.delta, mean(of(a, k)) - mean(of(b, k)), `${pair} ${name}@${k}`);
        }
      }
  });

  /**
   * All means that drawing twelve of the values with replacement can give, with their probabilities: the bootstrap
   * with every resample, in place of 5,000 drawn ones.
   */
  function everyResample(values: number[]): [mean: number, probability: number][] {
    const share = new Map<number, number>();
    for (const value of values) share.set(value, (share.get(value) ?? 0) + 1 / values.length);
    let sums = new Map<number, number>([[0, 1]]);
    for (let draw = 0; draw < values.length; draw++) {
      const next = new Map<number, number>();
      for (const [sum, p] of sums)
        for (const [value, q] of share) {
          const key = Math.round((sum + value) * 1e9) / 1e9;
          next.set(key, (next.get(key) ?? 0) + p * q);
        }
      sums = next;
    }
    return [...sums].map(([sum, p]): [number, number] => [sum / values.length, p]).sort(([a], [b]) => a - b);
  }

  /** The smallest value that the distribution reaches with probability p. */
  function quantileOf(distribution: [number, number][], p: number): number {
    let sum = 0;
    for (const [value, probability] of distribution) if ((sum += probability) >= p) return value;
    return distribution.at(-1)![0];
  }

  /**
   * A share of 5,000 resamples is off by √(0.025 · 0.975 / 5000) = 0.0022 as a rule, so the ends must lie between the
   * quantiles of the whole distribution three times that to either side: for a yes/no metric mostly one value.
   */
  const OFF = 0.0066;

  function assertInterval([low, high]: readonly [number, number], values: number[], what: string): boolean {
    const every = everyResample(values);
    const ends = [
      [low, 0.025],
      [high, 0.975],
    ] as const;
    const bounds = ends.map(([, p]) => [quantileOf(every, p - OFF), quantileOf(every, p + OFF)] as const);
    for (const [k, [end]] of ends.entries()) {
      const [least, most] = bounds[k]!;
      const within = end >= least - 1e-9 && end <= most + 1e-9;
      assert.ok(within, `${what}: ${end} is not from ${least} to ${most}`);
    }
    return bounds.every(([least, most]) => least === most);
  }

  test('confidence_intervals.json: percentile intervals are those of the whole resampling distribution', () => {
    assert.deepEqual(Object.keys(intervals), ['A', 'B', 'C']);
    let exact = 0;
    for (const model of MODELS)
      for (const k of [1, 3, 5, 10])
        for (const name of ['exec', 'ndcg'] as const) {
          const found = intervals[model]![`${name}@${k}`]!;
          assert.deepEqual(Object.keys(found), [
            ...['mean', 'ci95_low', 'ci95_high', 'n', 'bootstrap_samples', 'seed'],
          ]);
          assert.deepEqual([found.bootstrap_samples, found.seed], [5000, 20260510]);
          const ends = [found.ci95_low, found.ci95_high] as const;
          if (assertInterval(ends, METRICS[name](model, k), `${model} ${name}@${k}`)) exact++;
        }
    assert.ok(exact >= 9, `${exact} intervals have one right answer only`);
  });

  test('pairwise_tests.json: intervals of differences are those of the whole paired resampling distribution', () => {
    let exact = 0;
    for (const [pair, metrics] of Object.entries(pairs)) {
      const [a, b] = pair.split(' vs ') as [Model, Model];
      for (const k of [1, 3, 5, 10]) {
        const differences = METRICS.exec(a, k).map((value, q) => value - METRICS.exec(b, k)[q]!);
        const ends = metrics[`exec@${k}`]!.bootstrap_ci_95;
        if (assertInterval(ends, differences, `${pair} exec@${k}`)) exact++;
      }
    }
    assert.ok(exact >= 4, `${exact} intervals have one right answer only`);
    // By hand: A − B at 1 has 3 queries at 1, one at −1, eight at 0; so twelve draws reach −2 / 12 to 6 / 12.
    assert.deepEqual(
      pairs['A vs B']!['exec@1']!.bootstrap_ci_95.map((value) => Math.round(12 * value)),
      [-2, 6],
    );
  });

  test('the means are the metrics that the result files publish', async () => {
    for (const model of MODELS) {
      const { metrics } = await readExecResults(join(FOLDER, `results/${model}.json`));
      assert.equal(Object.keys(metrics).length, 16);
      for (const [metric, published] of Object.entries(metrics))
        assert.equal(
          Math.round(intervals[model]![metric]!.mean * 1e4) / 1e4,
          published,
          `${model} ${metric}`,
        );
    }
  });
});
