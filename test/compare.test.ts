import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../src/core/random.js';
import { type CompareOptions, compareSystems, type Difference } from '../src/evaluate/compare.js';
import { confidenceIntervals, pairwiseTests } from '../src/evaluate/execretrieval-layout.js';
import type { QueryTable, SystemScores } from '../src/evaluate/scores.js';
import { summarise } from '../src/evaluate/summary.js';
import { column, exec, measure, nDCG, options, system, table } from './compare-world.js';

function published(): [SystemScores, SystemScores] {
  const queries = Array.from({ length: 939 }, (_, q) => q);
  const a = queries.map((q) => (q < 47 || (q >= 113 && q < 120) ? 1 : 0));
  const b = queries.map((q) => (q >= 47 && q < 120 ? 1 : 0));
  return [system('BM25', column(exec, a)), system('bge-large', column(exec, b))];
}

async function only(systems: SystemScores[], of: QueryTable, given = options): Promise<Difference> {
  const { pairs } = await compareSystems(systems, of, given);
  assert.equal(pairs.length, 1);
  assert.equal(pairs[0]!.differences.length, 1);
  return pairs[0]!.differences[0]!;
}

test('the published pair: counts, exact p and difference interval', async () => {
  const one = await only(published(), table(939), { resample: 'query' });
  assert.ok(one.discordant);
  const { mcnemarP, ...counts } = one.discordant;
  assert.deepEqual(counts, { aOnly: 47, bOnly: 66, both: 7, neither: 819 });
  assert.ok(Math.abs(mcnemarP - 0.0899543) <= 1e-7, `p ${mcnemarP}`);
  assert.equal(one.p, mcnemarP);
  assert.equal(one.test, 'mcnemar');
  assert.ok(Math.abs(one.delta - (47 - 66) / 939) < 1e-15);
  assert.ok(Math.abs(one.low - -0.0426) <= 0.003, `low ${one.low}`);
  assert.ok(Math.abs(one.high - 0.0021) <= 0.003, `high ${one.high}`);
  assert.equal(one.apart, false);
  const lax = await only(published(), table(939), { resample: 'query', alpha: 0.2 });
  assert.ok(lax.adjustedP <= 0.2 && !lax.apart, 'an interval around 0 keeps the two together');
});

test('systems are compared on the queries that both have a value for', async () => {
  const a = system('a', column(nDCG, [1, 1, 0.5, undefined, 0]));
  const b = system('b', column(nDCG, [undefined, 1, 0, 1, 0]));
  const one = await only([a, b], table(5));
  assert.equal(one.n, 3);
  assert.equal(one.a, 0.5);
  assert.ok(Math.abs(one.b - 1 / 3) < 1e-15);
  const none = await compareSystems(
    [system('a', column(nDCG, [1, undefined])), system('b', column(nDCG, [undefined, 1]))],
    table(2),
    options,
  );
  assert.deepEqual(none.pairs, [{ a: 'a', b: 'b', differences: [] }]);
});

test('equal systems are not told apart: difference 0, p 1', async () => {
  const values = Array.from({ length: 60 }, (_, q) => 1 / (1 + (q % 7)));
  const one = await only([system('a', column(nDCG, values)), system('b', column(nDCG, values))], table(60));
  assert.deepEqual([one.delta, one.low, one.high, one.p, one.test], [0, 0, 0, 1, 'bootstrap']);
});

test('a clear difference of a continuous measure is told apart, and sides swap with the systems', async () => {
  const random = seeded(3);
  const low = Array.from({ length: 200 }, () => random.unit() * 0.5);
  const a = system(
    'a',
    column(
      nDCG,
      low.map((value) => value + 0.3 + 0.1 * random.unit()),
    ),
  );
  const b = system('b', column(nDCG, low));
  const ab = await only([a, b], table(200));
  const ba = await only([b, a], table(200));
  assert.ok(ab.apart && ab.low > 0.3 && ab.p < 0.01);
  assert.ok(Math.abs(ab.delta + ba.delta) < 1e-15);
  assert.ok(Math.abs(ab.low + ba.high) < 1e-12 && Math.abs(ab.high + ba.low) < 1e-12);
  assert.equal(ab.p, ba.p);
});

test('where clusters of several queries are resampled, p is the bootstrap’s and McNemar is still reported', async () => {
  // 12 clusters of ten like queries: 8 for a, 4 for b. As queries that is 80 against 40.
  const a = Array.from({ length: 120 }, (_, q) => (q < 80 ? 1 : 0));
  const b = a.map((value) => 1 - value);
  const systems = [system('a', column(exec, a)), system('b', column(exec, b))];
  const byQuery = await only(systems, table(120, 10), { ...options, resample: 'query' });
  const byCluster = await only(systems, table(120, 10), { ...options, resample: 'cluster' });
  assert.ok(byQuery.apart && byQuery.p < 0.001);
  assert.equal(byCluster.test, 'bootstrap');
  assert.equal(byCluster.discordant?.mcnemarP, byQuery.discordant?.mcnemarP);
  assert.ok(!byCluster.apart && byCluster.p > 0.1);
  const single = await only(systems, table(120), { ...options, resample: 'cluster' });
  assert.equal(single.test, 'mcnemar');
});

test('Holm corrects over all pairs of one measure', async () => {
  const hits = (from: number, to: number): number[] =>
    Array.from({ length: 100 }, (_, q) => (q >= from && q < to ? 1 : 0));
  const systems = [
    system('a', column(exec, hits(0, 50))),
    system('b', column(exec, hits(0, 42))),
    system('c', column(exec, hits(0, 40))),
  ];
  const { pairs } = await compareSystems(systems, table(100), options);
  assert.deepEqual(
    pairs.map(({ a, b }) => `${a}${b}`),
    ['ab', 'ac', 'bc'],
  );
  const found = pairs.map(({ differences }) => [differences[0]!.p, differences[0]!.adjustedP]);
  const expected = [
    [2 / 256, 4 / 256],
    [2 / 1024, 6 / 1024],
    [0.5, 0.5],
  ];
  for (const [k, [p, adjusted]] of expected.entries()) {
    assert.ok(Math.abs(found[k]![0]! - p!) < 1e-12, `p ${found[k]![0]}`);
    assert.ok(Math.abs(found[k]![1]! - adjusted!) < 1e-12, `adjusted ${found[k]![1]}`);
  }
});

test('many pairs raise the resamples, so that a bootstrap test can still be significant', async () => {
  const random = seeded(8);
  const systems = Array.from({ length: 14 }, (_, s) =>
    system(
      `s${s}`,
      column(
        nDCG,
        Array.from({ length: 40 }, () => s + random.unit()),
      ),
    ),
  );
  const comparison = await compareSystems(systems, table(40), options);
  assert.equal(comparison.resamples, (4 * 91) / 0.05);
  assert.ok(comparison.smallestP <= 0.05);
  assert.ok(comparison.pairs.every(({ differences }) => differences[0]!.apart));
});

test('the same seed gives the same comparison, alone or among other systems', async () => {
  const random = seeded(4);
  const make = (name: string): SystemScores =>
    system(
      name,
      column(
        nDCG,
        Array.from({ length: 80 }, () => random.unit()),
      ),
    );
  const systems = [make('a'), make('b'), make('c')];
  const all = await compareSystems(systems, table(80), options);
  assert.deepEqual(await compareSystems(systems, table(80), options), all);
  const two = await compareSystems(systems.slice(0, 2), table(80), options);
  const strip = ({ adjustedP: _a, apart: _b, ...rest }: Difference): unknown => rest;
  assert.deepEqual(two.pairs[0]!.differences.map(strip), all.pairs[0]!.differences.map(strip));
});

test('only common and wanted measures are compared', async () => {
  const a = system('a', column(exec, [1, 0]), column(nDCG, [1, 0]), column(measure('P@1'), [1, 0]));
  const b = system('b', column(nDCG, [1, 1]), column(exec, [1, 1]));
  const names = async (given: CompareOptions): Promise<string[]> =>
    (await compareSystems([a, b], table(2), given)).pairs[0]!.differences.map((one) => one.measure);
  assert.deepEqual(await names(options), ['exec@1', 'nDCG@10']);
  assert.deepEqual(await names({ ...options, measures: ['nDCG@10', 'none'] }), ['nDCG@10']);
});

test('no queries, no systems, one system', async () => {
  assert.deepEqual((await compareSystems([], table(0), options)).pairs, []);
  assert.deepEqual((await compareSystems([system('a', column(exec, []))], table(0), options)).pairs, []);
  const two = [system('a', column(exec, [])), system('b', column(exec, []))];
  assert.deepEqual((await compareSystems(two, table(0), options)).pairs[0]!.differences, []);
  const one = await only([system('a', column(exec, [1])), system('b', column(exec, [0]))], table(1));
  assert.deepEqual([one.n, one.delta, one.p, one.apart], [1, 1, 1, false]);
});

test('ExecRetrieval’s pairwise layout: discordant counts for yes/no metrics alone', async () => {
  const [a, b] = published();
  a.columns.push(
    column(nDCG, new Array(939).fill(0.5)),
    column(measure('execP@3'), new Array(939).fill(0.25)),
  );
  b.columns.push(
    column(nDCG, new Array(939).fill(0.25)),
    column(measure('execP@3'), new Array(939).fill(0.5)),
  );
  const layout = pairwiseTests(await compareSystems([a, b], table(939), options)) as Record<
    string,
    Record<string, Record<string, unknown>>
  >;
  assert.deepEqual(Object.keys(layout), ['BM25 vs bge-large']);
  const metrics = layout['BM25 vs bge-large']!;
  assert.deepEqual(Object.keys(metrics), ['exec@1', 'ndcg@10', 'precision@3']);
  assert.deepEqual(Object.keys(metrics['exec@1']!), [
    'a_only',
    'b_only',
    'both',
    'neither',
    'a_rate',
    'b_rate',
    'delta',
    'mcnemar_exact_p',
    'bootstrap_ci_95',
  ]);
  assert.equal(metrics['exec@1']!.a_rate, 54 / 939);
  assert.deepEqual(metrics['ndcg@10'], {
    a_rate: 0.5,
    b_rate: 0.25,
    delta: 0.25,
    bootstrap_ci_95: [0.25, 0.25],
  });
});

test('ExecRetrieval’s interval layout, and systems of one name told apart by their id', async () => {
  const systems = [
    system('s', column(exec, [1, 1])),
    { ...system('s', column(measure('exec-gap@1'), [0.5, 0.5])), id: 's-2' },
  ];
  const layout = confidenceIntervals(await summarise(systems, table(2), options), options);
  const common = { n: 2, bootstrap_samples: 400, seed: 1 };
  assert.deepEqual(layout, {
    's-1': { 'exec@1': { mean: 1, ci95_low: 1, ci95_high: 1, ...common } },
    's-2': { 'exec_ndcg_gap@1': { mean: 0.5, ci95_low: 0.5, ci95_high: 0.5, ...common } },
  });
});

test('progress goes from 0 towards 1', async () => {
  const shares: number[] = [];
  const progress = (share: number): void => void shares.push(share);
  const systems = published();
  await summarise(systems, table(939), { ...options, progress });
  assert.ok(shares.length > 3 && shares[0] === 0 && shares.at(-1)! > 0.8 && shares.at(-1)! <= 1);
  shares.length = 0;
  await compareSystems(systems, table(939), { ...options, progress });
  assert.ok(shares.length > 3 && shares[0] === 0 && shares.at(-1)! > 0.8 && shares.at(-1)! <= 1);
  assert.deepEqual(
    [...shares].sort((a, b) => a - b),
    shares,
  );
});
