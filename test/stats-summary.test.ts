import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Measure } from '../src/core/measure.js';
import { seeded } from '../src/core/random.js';
import {
  type Column,
  type QueryTable,
  STATUSES,
  type Status,
  type SystemScores,
} from '../src/evaluate/scores.js';
import { summarise } from '../src/evaluate/summary.js';

const nDCG: Measure = {
  name: 'nDCG@10',
  type: 'continuous',
  needs: { depth: 10 },
  cells: () => assert.fail('columns are given'),
};

function column(
  cells: readonly (readonly [num: number, den: number])[],
  statuses: readonly Status[] = [],
): Column {
  return {
    measure: nDCG,
    num: Float64Array.from(cells, ([num]) => num),
    den: Float64Array.from(cells, ([, den]) => den),
    status: Uint8Array.from(cells, (_, q) => STATUSES.indexOf(statuses[q] ?? 'scored')),
    strata: new Map(),
    refusals: new Map(),
  };
}

function ones(values: readonly number[]): Column {
  return column(values.map((value) => [value, 1] as const));
}

function system(...columns: Column[]): SystemScores {
  return { pipeline: 's', id: 's-1', columns, tiesAtCut: new Map([[10, 3]]) };
}

function table(
  tasks: readonly number[],
  languages: readonly string[],
  clusters?: readonly number[],
): QueryTable {
  const cluster = Uint32Array.from(clusters ?? tasks.keys());
  return {
    ids: tasks.map((_, q) => `q${q}`),
    task: Uint16Array.from(tasks),
    taskIds: ['first', 'second', 'unused'],
    cluster,
    clusters: new Set(cluster).size,
    language: [...languages],
  };
}

const options = { resample: 'query', resamples: 300, seed: 1 } as const;

test('means over the whole, over language subsets, over tasks, and within each task', () => {
  const of = table([0, 0, 0, 1, 1, 1], ['py', 'py', 'go', 'go', 'go', 'go']);
  const [summary] = summarise([system(ones([1, 0, 1, 0, 0, 1]))], of, options);
  const whole = summary!.measures['nDCG@10']!;
  assert.equal(whole.mean, 0.5);
  assert.equal(whole.n, 6);
  assert.equal(whole.macro?.mean, (1 / 2 + 2 / 4) / 2);
  assert.equal(whole.macro?.over, 2);
  assert.equal(whole.taskMacro?.mean, (2 / 3 + 1 / 3) / 2);
  assert.deepEqual(Object.keys(summary!.tasks), ['first', 'second']);
  const first = summary!.tasks.first!['nDCG@10']!;
  assert.equal(first.n, 3);
  assert.equal(first.mean, 2 / 3);
  assert.equal(first.macro?.mean, (1 / 2 + 1) / 2);
  assert.equal(first.taskMacro, undefined);
  assert.equal(summary!.tasks.second!['nDCG@10']!.macro, undefined);
});

test('a share is Σ num ÷ Σ den, and a query without cells does not count', () => {
  const shares = column(
    [
      [1, 1],
      [0, 3],
      [0, 0],
    ],
    ['scored', 'scored', 'not-applicable'],
  );
  const [summary] = summarise([system(shares)], table([0, 0, 0], ['', '', '']), options);
  const { mean, n, scored, notApplicable, macro } = summary!.measures['nDCG@10']!;
  assert.deepEqual(
    { mean, n, scored, notApplicable, macro },
    {
      mean: 0.25,
      n: 2,
      scored: 2,
      notApplicable: 1,
      macro: undefined,
    },
  );
});

test('a subset without any value is left out of the macro mean, which one subset does not make', () => {
  const one = column(
    [
      [1, 1],
      [0, 1],
      [0, 0],
    ],
    ['scored', 'scored', 'dropped'],
  );
  const systems = [system(one)];
  const [macro] = summarise(systems, table([0, 0, 0], ['py', 'go', 'java']), options);
  assert.equal(macro!.measures['nDCG@10']!.macro?.over, 2);
  const [none] = summarise(systems, table([0, 0, 0], ['py', 'py', 'java']), options);
  assert.equal(none!.measures['nDCG@10']!.macro, undefined);
});

test('every status is counted; a measure without any value is absent, with its reasons kept', () => {
  const mixed = column(
    [
      [1, 1],
      [0, 1],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ],
    STATUSES,
  );
  const refused = column(new Array(6).fill([0, 0]), new Array<Status>(6).fill('refused'));
  refused.refusals.set('not all judged documents have scores', 6);
  const [summary] = summarise(
    [system(mixed, { ...refused, measure: { ...nDCG, name: 'PPA' } })],
    table(new Array(6).fill(0), new Array(6).fill('')),
    options,
  );
  const {
    scored,
    zeroFilled,
    dropped,
    excluded,
    notApplicable,
    refused: no,
    n,
    mean,
  } = summary!.measures['nDCG@10']!;
  assert.deepEqual([scored, zeroFilled, dropped, excluded, notApplicable, no], [1, 1, 1, 1, 1, 1]);
  assert.deepEqual([n, mean], [2, 0.5]);
  assert.equal('PPA' in summary!.measures, false);
  assert.equal('PPA' in summary!.tasks.first!, false);
  assert.equal(summary!.absent.PPA!.refused, 6);
  assert.deepEqual(summary!.absent.PPA!.refusals, { 'not all judged documents have scores': 6 });
  assert.deepEqual(summary!.tiesAtCut, { 10: 3 });
});

test('strata have the mean and the number of queries with cells, whatever their names', () => {
  const one = ones([1, 1, 1]);
  const cells = { num: Float64Array.of(1, 0, 0), den: Float64Array.of(2, 1, 0) };
  const empty = { num: new Float64Array(3), den: new Float64Array(3) };
  one.strata.set(
    'bugType',
    new Map([
      ['__proto__', cells],
      ['never', empty],
    ]),
  );
  const [summary] = summarise([system(one)], table([0, 1, 1], ['', '', '']), options);
  const { bugType } = summary!.measures['nDCG@10']!.strata;
  assert.deepEqual(Object.entries(bugType!), [['__proto__', { mean: 1 / 3, n: 2 }]]);
  const inTask = summary!.tasks.second!['nDCG@10']!.strata.bugType!;
  assert.deepEqual(Object.entries(inTask), [['__proto__', { mean: 0, n: 1 }]]);
});

test('macro means have intervals of their own, around the macro mean', () => {
  const random = seeded(2);
  const queries = 600;
  const languages = Array.from({ length: queries }, (_, q) => (q < 500 ? 'py' : 'go'));
  const values = languages.map((language) => (random.unit() < (language === 'py' ? 0.9 : 0.2) ? 1 : 0));
  const [summary] = summarise([system(ones(values))], table(new Array(queries).fill(0), languages), options);
  const { mean, low, high, macro } = summary!.measures['nDCG@10']!;
  assert.ok(low < mean && mean < high);
  assert.ok(macro!.low < macro!.mean && macro!.mean < macro!.high);
  assert.ok(macro!.high < low, 'the small, hard subset weighs half in the macro mean');
});

test('clusters that span tasks and languages move as one', () => {
  const of = table([0, 1, 0, 1], ['py', 'go', 'py', 'go'], [0, 0, 1, 1]);
  const opposite = ones([1, 0, 1, 0]);
  const [byCluster] = summarise([system(opposite)], of, { ...options, resample: 'cluster' });
  const { mean, low, high } = byCluster!.measures['nDCG@10']!;
  assert.deepEqual([mean, low, high], [0.5, 0.5, 0.5]);
  const [byQuery] = summarise([system(opposite)], of, options);
  assert.ok(byQuery!.measures['nDCG@10']!.low < 0.5);
});

test('intervals do not depend on which other systems and measures are along', () => {
  const random = seeded(6);
  const of = table(new Array(50).fill(0), new Array(50).fill(''));
  const make = (): SystemScores => system(ones(Array.from({ length: 50 }, () => random.unit())));
  const [a, b] = [make(), make()];
  const together = summarise([a, b], of, options);
  assert.deepEqual(summarise([b], of, options)[0], together[1]);
  assert.deepEqual(summarise([a, b], of, options), together);
});

test('no queries, one query, a constant', () => {
  const [none] = summarise([system(ones([]))], table([], []), options);
  assert.deepEqual([none!.measures, none!.tasks], [{}, {}]);
  assert.equal(none!.absent['nDCG@10']!.scored, 0);
  for (const values of [[0.3], [0.7, 0.7, 0.7, 0.7, 0.7]]) {
    const [one] = summarise(
      [system(ones(values))],
      table(new Array(values.length).fill(0), new Array(values.length).fill('')),
      options,
    );
    const { mean, low, high } = one!.measures['nDCG@10']!;
    for (const value of [mean, low, high]) assert.ok(Math.abs(value - values[0]!) < 1e-12);
  }
});
