import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../src/core/random.js';
import { compareSystems } from '../src/evaluate/compare.js';
import type { SystemScores } from '../src/evaluate/scores.js';
import { summarise, withMean } from '../src/evaluate/summary.js';
import { leaderboard } from '../src/evaluate/tie-groups.js';
import { column, exec, nDCG, options, system, table } from './compare-world.js';

/** 400 queries in one language, 40 in another. */
const languages = table(440, 1, (q) => (q < 400 ? 'python' : 'go'));
const macro = { ...options, mean: 'macro-language' } as const;

/** a is a little better on the many, b much better on the few: the two means disagree. */
function disagreeing(): [SystemScores, SystemScores] {
  const random = seeded('languages');
  const base = Array.from({ length: 440 }, () => 0.3 * random.unit());
  const by = (python: number, go: number): number[] =>
    base.map((value, q) => value + (q < 400 ? python : go) + 0.1 * random.unit());
  return [system('a', column(nDCG, by(0.3, 0.1))), system('b', column(nDCG, by(0.2, 0.6)))];
}

test('the difference that is tested is that of the mean that leads the leaderboard', async () => {
  const systems = disagreeing();
  const summaries = await summarise(systems, languages, options);
  for (const mean of ['query', 'macro-language'] as const) {
    const lead = withMean(mean, summaries);
    const comparison = await compareSystems(systems, languages, { ...options, mean });
    const [one] = comparison.pairs[0]!.differences;
    assert.deepEqual([comparison.mean, one!.mean, one!.n], [mean, mean, 440]);
    const [a, b] = lead.map(({ measures }) => measures['nDCG@10']!.mean);
    assert.ok(Math.abs(one!.a - a!) < 1e-12 && Math.abs(one!.b - b!) < 1e-12);
    assert.ok(Math.abs(one!.delta - (a! - b!)) < 1e-12);
    assert.ok(one!.low < one!.delta && one!.delta < one!.high);
    assert.ok(one!.apart, `apart by ${mean}: ${one!.low} … ${one!.high}`);
    const board = leaderboard(lead, comparison, nDCG).map(({ name, letters }) => `${name}:${letters}`);
    assert.deepEqual(board, mean === 'query' ? ['a:a', 'b:b'] : ['b:a', 'a:b']);
    assert.equal(one!.delta > 0, mean === 'query');
  }
});

test('the default mean is that over queries, whatever the languages', async () => {
  const systems = disagreeing();
  const plain = await compareSystems(systems, languages, options);
  assert.deepEqual(await compareSystems(systems, languages, { ...options, mean: 'query' }), plain);
  assert.deepEqual(await compareSystems(systems, table(440), options), plain);
});

test('McNemar’s test weighs queries alike: it decides, and is reported, for the mean over queries alone', async () => {
  const a = column(
    exec,
    Array.from({ length: 440 }, (_, q) => (q % 3 === 0 ? 1 : 0)),
  );
  const b = column(
    exec,
    Array.from({ length: 440 }, (_, q) => (q % 4 === 0 ? 1 : 0)),
  );
  const systems = [system('a', a), system('b', b)];
  const [byQuery] = (await compareSystems(systems, languages, options)).pairs[0]!.differences;
  assert.equal(byQuery!.test, 'mcnemar');
  assert.ok(byQuery!.discordant);
  const [byLanguage] = (await compareSystems(systems, languages, macro)).pairs[0]!.differences;
  assert.equal(byLanguage!.test, 'bootstrap');
  assert.equal(byLanguage!.discordant, undefined);
});

test('without a second language that both systems have, the mean is that over their common queries', async () => {
  const a = column(nDCG, [1, 1, 0.5, undefined]);
  const b = column(nDCG, [0, 1, 0.5, 1]);
  const of = table(4, 1, (q) => ['go', 'go', '', 'rust'][q]!);
  const [one] = (await compareSystems([system('a', a), system('b', b)], of, macro)).pairs[0]!.differences;
  assert.deepEqual([one!.mean, one!.n, one!.a, one!.b], ['query', 3, 2.5 / 3, 1.5 / 3]);
});

test('a query without a language is in no mean over languages', async () => {
  const a = column(nDCG, [1, 1, 0.5, 0]);
  const b = column(nDCG, [0, 1, 0.5, 1]);
  const of = table(4, 1, (q) => ['go', 'go', 'rust', ''][q]!);
  const [one] = (await compareSystems([system('a', a), system('b', b)], of, macro)).pairs[0]!.differences;
  assert.deepEqual([one!.mean, one!.n, one!.a, one!.b], ['macro-language', 3, 0.75, 0.5]);
});

test('a handful of observations never tells systems apart, however sure the resamples are', async () => {
  for (const clusters of [1, 2, 3, 4, 5]) {
    // Ten queries a cluster, all of them better for the first system: still so many observations only.
    const queries = 10 * clusters;
    const systems = [0.9, 0.2].map((value, s) =>
      system(`s${s}`, column(nDCG, new Array(queries).fill(value))),
    );
    const { pairs } = await compareSystems(systems, table(queries, 10), { ...options, resample: 'cluster' });
    const [difference] = pairs[0]!.differences;
    assert.ok(difference!.p >= 2 ** (1 - clusters), `${clusters}: ${difference!.p}`);
    assert.equal(difference!.apart, false);
  }
});
