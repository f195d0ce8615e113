import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../src/core/random.js';
import { bootstrap, RESAMPLES, type Resampling } from '../src/stats/bootstrap.js';
import { bootstrapP, type Interval, percentileInterval } from '../src/stats/interval.js';
import { type Cells, entriesOf, gather, meanOverGroups, type Sample } from '../src/stats/sample.js';

function each(length: number): Sample {
  return {
    unit: Uint32Array.from({ length }, (_, q) => q),
    units: length,
    part: new Uint32Array(length),
    parts: 1,
  };
}

function values(num: readonly number[]): Cells {
  return { num: Float64Array.from(num), den: new Float64Array(num.length).fill(1) };
}

function hits(count: number, of: number): Cells {
  return values(Array.from({ length: of }, (_, q) => (q < count ? 1 : 0)));
}

/** Bootstrapped means of every column. */
async function drawMeans(sample: Sample, columns: Cells[], options: Resampling): Promise<Float64Array[]> {
  const draws = columns.map(() => new Float64Array(options.resamples));
  await bootstrap(sample, columns, options, (num, den, resample) => {
    for (const [c, own] of draws.entries()) own[resample] = num[c]! / den[c]!;
  });
  return draws;
}

async function intervalOf(sample: Sample, column: Cells, options: Resampling): Promise<Interval> {
  return percentileInterval((await drawMeans(sample, [column], options))[0]!)!;
}

test('311 hits of 939: the interval is the published [0.299, 0.362] to 0.003', async () => {
  const sample = each(939);
  const { low, high } = await intervalOf(sample, hits(311, 939), { resamples: RESAMPLES, seed: 20260510 });
  assert.ok(Math.abs(low - 0.299) <= 0.003, `low ${low}`);
  assert.ok(Math.abs(high - 0.362) <= 0.003, `high ${high}`);
  // The 2.5 % point lies between 282 and 284 hits, depending on the seed: 284 ÷ 939 is 0.302 to three digits.
  for (let seed = 0; seed < 20; seed++) {
    const other = await intervalOf(sample, hits(311, 939), { resamples: RESAMPLES, seed });
    const ends = [Math.round(other.low * 1000) - 299, Math.round(other.high * 1000) - 362];
    assert.ok(
      ends.every((end) => Math.abs(end) <= 3),
      `seed ${seed}: [${other.low}, ${other.high}]`,
    );
  }
});

test('the same seed gives the same draws, whichever columns are along and however many resamples', async () => {
  const sample = each(100);
  const column = values(Array.from({ length: 100 }, (_, q) => Math.sin(q)));
  const [alone] = await drawMeans(sample, [column], { resamples: 50, seed: 'x' });
  const [, together] = await drawMeans(sample, [hits(3, 100), column], { resamples: 83, seed: 'x' });
  assert.deepEqual(alone, together!.slice(0, 50));
  const [asText] = await drawMeans(sample, [column], { resamples: 50, seed: '12' });
  assert.deepEqual(asText, (await drawMeans(sample, [column], { resamples: 50, seed: 12 }))[0]);
  const [other] = await drawMeans(sample, [column], { resamples: 50, seed: 'y' });
  assert.notDeepEqual(alone, other);
});

test('a resample equals the sums over the units that were drawn, one by one', async () => {
  const random = seeded(5);
  const queries = 700;
  const sample: Sample = {
    unit: Uint32Array.from({ length: queries }, () => random.below(300)),
    units: 300,
    part: Uint32Array.from({ length: queries }, () => random.below(3)),
    parts: 3,
  };
  const column: Cells = {
    num: Float64Array.from({ length: queries }, () => random.below(10)),
    den: Float64Array.from({ length: queries }, () => random.below(3)),
  };
  const draws = seeded('9');
  let seen = 0;
  await bootstrap(
    sample,
    [column, values(new Array(queries).fill(1))],
    { resamples: 11, seed: 9 },
    (num, den, b) => {
      const drawn = new Float64Array(300);
      for (let k = 0; k < 300; k++) drawn[draws.below(300)]!++;
      for (let part = 0; part < 3; part++) {
        let n = 0;
        let d = 0;
        for (let q = 0; q < queries; q++) {
          if (sample.part[q] !== part) continue;
          n += column.num[q]! * drawn[sample.unit[q]!]!;
          d += column.den[q]! * drawn[sample.unit[q]!]!;
        }
        assert.equal(num[part], n);
        assert.equal(den[part], d);
      }
      assert.equal(b, seen++);
    },
  );
  assert.equal(seen, 11);
});

test('clusters of like queries give a wider interval than the queries alone', async () => {
  const queries = values(Array.from({ length: 400 }, (_, q) => Math.floor(q / 4) % 2));
  const clustered: Sample = {
    ...each(400),
    unit: Uint32Array.from({ length: 400 }, (_, q) => q >> 2),
    units: 100,
  };
  const options = { resamples: 1000, seed: 1 };
  const byQuery = await intervalOf(each(400), queries, options);
  const byCluster = await intervalOf(clustered, queries, options);
  const ratio = (byCluster.high - byCluster.low) / (byQuery.high - byQuery.low);
  assert.ok(ratio > 1.7 && ratio < 2.3, `four like queries a cluster double the width; ratio ${ratio}`);
});

test('95 % intervals cover the true mean in about 95 % of samples', async () => {
  const random = seeded('coverage');
  let covered = 0;
  const trials = 400;
  for (let trial = 0; trial < trials; trial++) {
    const column = values(Array.from({ length: 150 }, () => (random.unit() < 0.3 ? 1 : 0)));
    const { low, high } = await intervalOf(each(150), column, { resamples: 400, seed: trial });
    if (low <= 0.3 && 0.3 <= high) covered++;
  }
  assert.ok(covered / trials > 0.92 && covered / trials < 0.975, `${covered} of ${trials}`);
});

test('under no difference the bootstrap p-value is below 0.05 in about 5 % of samples', async () => {
  const random = seeded('size');
  let rejected = 0;
  const trials = 400;
  for (let trial = 0; trial < trials; trial++) {
    const differences = values(Array.from({ length: 100 }, () => random.unit() - random.unit()));
    const [draws] = await drawMeans(each(100), [differences], { resamples: 400, seed: trial });
    if (bootstrapP(draws!) < 0.05) rejected++;
  }
  assert.ok(rejected / trials > 0.02 && rejected / trials < 0.085, `${rejected} of ${trials}`);
});

test('the bootstrap p-value: ties at zero count on both sides, and it is never 0', () => {
  assert.equal(bootstrapP(new Float64Array(99)), 1);
  assert.equal(bootstrapP(new Float64Array(99).fill(0.5)), 0.02);
  assert.equal(bootstrapP(Float64Array.of(-1, 1, 1, 1, Number.NaN)), (2 * 2) / 5);
  assert.equal(bootstrapP(new Float64Array(0)), 1);
});

test('nothing, one query, and a constant', async () => {
  await bootstrap(each(0), [values([])], { resamples: 5, seed: 1 }, () =>
    assert.fail('there is nothing to draw'),
  );
  await bootstrap(each(3), [], { resamples: 5, seed: 1 }, () => assert.fail('there is no column'));
  const options = { resamples: 20, seed: 1 };
  assert.deepEqual(await intervalOf(each(1), values([0.25]), options), { low: 0.25, high: 0.25 });
  assert.deepEqual(await intervalOf(each(50), values(new Array(50).fill(1)), options), { low: 1, high: 1 });
  assert.equal(percentileInterval(Float64Array.of(Number.NaN)), undefined);
});

test('resamples that drew no query with a value are left out of the interval', async () => {
  const column: Cells = { num: Float64Array.of(1, 0, 0, 0), den: Float64Array.of(2, 0, 0, 0) };
  const [draws] = await drawMeans(each(4), [column], { resamples: 100, seed: 1 });
  assert.ok(draws!.some(Number.isNaN));
  assert.deepEqual(percentileInterval(draws!), { low: 0.5, high: 0.5 });
});

test('entries hold the queries of one part and unit, in order of part and unit', () => {
  const sample: Sample = {
    unit: Uint32Array.of(1, 0, 1, 1),
    units: 2,
    part: Uint32Array.of(1, 1, 0, 1),
    parts: 3,
  };
  const entries = entriesOf(sample);
  assert.deepEqual([...entries.unit], [1, 0, 1]);
  assert.deepEqual([...entries.partStart], [0, 1, 3, 3]);
  assert.deepEqual([...gather(Float64Array.of(1, 2, 4, 8), entries)], [4, 2, 9]);
});

test('the mean over groups leaves out groups without a value', () => {
  const num = Float64Array.of(9, 1, 1, 0);
  const den = Float64Array.of(9, 2, 4, 0);
  assert.equal(meanOverGroups([[0, 1, 2]], num, den, 1), 2 / 6);
  assert.equal(meanOverGroups([[0], [1], [2]], num, den, 1), (1 / 2 + 1 / 4) / 2);
  assert.ok(Number.isNaN(meanOverGroups([[2]], num, den, 1)));
});

test('long resampling lets the event loop run', async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await bootstrap(each(10), [hits(3, 10)], { resamples: 100, seed: 1 }, () => {
    const until = performance.now() + 8;
    while (performance.now() < until);
  });
  clearInterval(timer);
  assert.ok(turns >= 3, `${turns} turns in 800 ms`);
});
