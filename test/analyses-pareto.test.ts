import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costsOf, pareto, paretoTables } from '../src/analyses/pareto.js';
import { seeded } from '../src/core/random.js';
import { rowsOf } from './analyses-world.js';
import { refuses } from './scratch.js';

const frontOf = (points: [string, number, number][]): string[] =>
  pareto(points.map(([name, cost, quality]) => ({ name, cost, quality })))
    .filter(({ front }) => front)
    .map(({ name }) => name);

test('CoREB’s Figure 9: of the open models two lie on the front, one with 95.9 % of the best at 7 % of its size', () => {
  // Sizes as published; qualities in the published order, the best set to 0.6.
  assert.deepEqual(
    frontOf([
      ['C2LLM-7B', 7e9, 0.6],
      ['C2LLM-0.5B', 5e8, 0.959 * 0.6],
      ['Jina-code-0.5b', 5e8, 0.55],
      ['Jina-code-1.5b', 1.5e9, 0.56],
      ['F2LLM-0.6B', 6e8, 0.44],
      ['F2LLM-4B', 4e9, 0.5],
      ['Qwen3-0.6B', 6e8, 0.46],
      ['Qwen3-8B', 8e9, 0.45],
    ]),
    ['C2LLM-0.5B', 'C2LLM-7B'],
  );
});

test('on the front is what nothing dominates, by the definition', () => {
  const random = seeded(8);
  for (let round = 0; round < 100; round++) {
    const points = Array.from({ length: 12 }, (_, k) => ({
      name: `p${k}`,
      cost: 1 + random.below(5),
      quality: random.below(5),
    }));
    const found = pareto(points);
    assert.deepEqual(found.map(({ name }) => name).sort(), points.map(({ name }) => name).sort());
    for (const { cost, quality, front, name } of found) {
      const dominated = points.some(
        (other) =>
          other.cost <= cost && other.quality >= quality && (other.cost < cost || other.quality > quality),
      );
      assert.equal(front, !dominated, `${name} of round ${round}`);
    }
    for (let k = 1; k < found.length; k++) assert.ok(found[k - 1]!.cost <= found[k]!.cost);
  }
});

test('no points, one point, and a number that is none', () => {
  assert.deepEqual(pareto([]), []);
  assert.deepEqual(frontOf([['a', 1, -3]]), ['a']);
  assert.throws(() => frontOf([['a', 1, NaN]]), RangeError);
  assert.throws(() => frontOf([['a', Infinity, 1]]), RangeError);
});

test('tables of each cost that is known, with quality for each unit of it', () => {
  const costs = costsOf(
    { small: { parameters: 5e8, latencyMs: 4 }, large: { parameters: 7e9 }, other: { latencyMs: 1 } },
    'costs.json',
  );
  const tables = paretoTables(
    'nDCG@10',
    [
      { name: 'large', quality: 0.6 },
      { name: 'small', quality: 0.5 },
      { name: 'bm25', quality: 0.3 },
    ],
    costs,
  );
  assert.deepEqual(
    tables.map(({ name }) => name),
    ['pareto-parameters', 'pareto-latency'],
  );
  assert.deepEqual(rowsOf(tables, 'pareto-parameters'), [
    ['small', 0.5, 0.5, 1, 'yes'],
    ['large', 7, 0.6, 0.085714, 'yes'],
  ]);
  assert.deepEqual(rowsOf(tables, 'pareto-latency'), [['small', 4, 0.5, 0.125, 'yes']]);
  assert.equal(tables[0]!.notes.at(-1), 'Of unknown cost: bm25.');
  assert.deepEqual(paretoTables('nDCG@10', [{ name: 'bm25', quality: 1 }], costs), []);
});

const BAD: [unknown, RegExp][] = [
  [[], /it is no object of systems/],
  [null, /it is no object of systems/],
  [{}, /it names no system/],
  [{ a: 3 }, /"a" is no object of costs/],
  [{ a: { params: 3 } }, /"a" has the unknown cost "params" \|/],
  [{ a: { parameter: 3 } }, /unknown cost "parameter" \| Did you mean parameters\?/],
  [{ a: { parameters: '5e8' } }, /"parameters" of "a" is "5e8", and must be a number above 0/],
  [{ a: { parameters: 0 } }, /must be a number above 0/],
  [{ a: { latencyMs: -1 } }, /must be a number above 0/],
  [{ a: { latencyMs: null } }, /must be a number above 0/],
];

for (const [json, message] of BAD)
  test(`costs are refused: ${JSON.stringify(json)}`, () =>
    refuses(() => costsOf(json, 'costs.json'), message));
