import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Query, Task } from '../src/core/benchmark.js';
import type { Cell, Measure } from '../src/core/measure.js';
import { seeded } from '../src/core/random.js';
import { ColumnBuilder } from '../src/evaluate/columns.js';
import {
  type Column,
  type QueryTable,
  STATUSES,
  type Status,
  type SystemScores,
} from '../src/evaluate/scores.js';
import { summarise, withMean } from '../src/evaluate/summary.js';
import { queryTable } from '../src/evaluate/table.js';
import { parseMeasure } from '../src/measures/registry.js';

const nDCG: Measure = {
  name: 'nDCG@10',
  type: 'continuous',
  better: 'higher',
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

test('means over the whole, over language subsets, over tasks, and within each task', async () => {
  const of = table([0, 0, 0, 1, 1, 1], ['py', 'py', 'go', 'go', 'go', 'go']);
  const [summary] = await summarise([system(ones([1, 0, 1, 0, 0, 1]))], of, options);
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

test('a share is Σ num ÷ Σ den, and a query without cells does not count', async () => {
  const shares = column(
    [
      [1, 1],
      [0, 3],
      [0, 0],
    ],
    ['scored', 'scored', 'not-applicable'],
  );
  const [summary] = await summarise([system(shares)], table([0, 0, 0], ['', '', '']), options);
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

test('a subset without any value is left out of the macro mean, which one subset does not make', async () => {
  const one = column(
    [
      [1, 1],
      [0, 1],
      [0, 0],
    ],
    ['scored', 'scored', 'dropped'],
  );
  const systems = [system(one)];
  const [macro] = await summarise(systems, table([0, 0, 0], ['py', 'go', 'java']), options);
  assert.equal(macro!.measures['nDCG@10']!.macro?.over, 2);
  const [none] = await summarise(systems, table([0, 0, 0], ['py', 'py', 'java']), options);
  assert.equal(none!.measures['nDCG@10']!.macro, undefined);
});

test('every status is counted; a measure without any value is absent, with its reasons kept', async () => {
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
  const [summary] = await summarise(
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

test('a query without a language is in no language subset', async () => {
  const of = table([0, 0, 0, 0, 0], ['py', 'py', 'go', '', '']);
  const [summary] = await summarise([system(ones([1, 0, 1, 0, 0]))], of, options);
  const { macro, mean, n } = summary!.measures['nDCG@10']!;
  assert.deepEqual([mean, n], [2 / 5, 5]);
  assert.deepEqual([macro!.mean, macro!.over, macro!.n], [(1 / 2 + 1) / 2, 2, 3]);
  const lead = withMean('macro-language', [summary!])[0]!.measures['nDCG@10']!;
  assert.deepEqual([lead.mean, lead.n], [3 / 4, 3]);
  assert.deepEqual([lead.perQuery!.mean, lead.perQuery!.n], [2 / 5, 5]);
  const mixed = table([0, 0], ['py', '']);
  const [one] = await summarise([system(ones([1, 0]))], mixed, options);
  assert.equal(one!.measures['nDCG@10']!.macro, undefined, 'one language is no macro mean');
});

test('data sets’ words for no language are none', async () => {
  const query = (id: string, language?: string): Query => ({
    ...{ id, text: '', kind: 'text', cluster: id, exclude: [] },
    ...(language === undefined ? {} : { language }),
  });
  const task = (id: string, labels: Record<string, string>, queries: Query[]): Task => ({
    ...{ id, corpus: 'c', direction: 't2c', labels, level: 1, size: queries.length },
    async *queries() {
      for (const one of queries) yield { query: one, judgments: [] };
    },
  });
  const { language } = await queryTable([
    task('own', {}, [query('a', 'any'), query('b', 'none'), query('c', 'go'), query('d')]),
    task('labelled', { language: 'python' }, [query('e'), query('f', 'any')]),
  ]);
  assert.deepEqual(language, ['', '', 'go', '', 'python', '']);
});

test('several pairs of a query: n counts queries, pairs what the mean divides by', async () => {
  const deception = parseMeasure('deception');
  const builder = new ColumnBuilder([deception], 3);
  const pair = (num: number, bugType: string): Cell => ({ num, den: 1, strata: { bugType } });
  builder.add(0, 0, 'scored', [pair(1, 'x'), pair(0, 'x'), pair(0, 'x'), pair(1, 'y')]);
  builder.add(0, 1, 'scored', [pair(1, 'x')]);
  builder.add(0, 2, 'not-applicable', []);
  const scores = { ...system(), columns: builder.columns };
  const [summary] = await summarise([scores], table([0, 0, 1], ['', '', '']), options);
  const { mean, n, pairs, strata } = summary!.measures.deception!;
  assert.deepEqual([mean, n, pairs], [3 / 5, 2, 5]);
  assert.deepEqual(strata.bugType!.x, { mean: 2 / 4, n: 2, pairs: 4 });
  assert.deepEqual(strata.bugType!.y, { mean: 1, n: 1, pairs: 1 });
  const plain = (await summarise([system(ones([1]))], table([0], ['']), options))[0]!;
  assert.equal('pairs' in plain.measures['nDCG@10']!, false);
});

test('strata have the mean and the number of queries with cells, whatever their names', async () => {
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
  const [summary] = await summarise([system(one)], table([0, 1, 1], ['', '', '']), options);
  const { bugType } = summary!.measures['nDCG@10']!.strata;
  assert.deepEqual(Object.entries(bugType!), [['__proto__', { mean: 1 / 3, n: 2, pairs: 3 }]]);
  const inTask = summary!.tasks.second!['nDCG@10']!.strata.bugType!;
  assert.deepEqual(Object.entries(inTask), [['__proto__', { mean: 0, n: 1, pairs: 1 }]]);
});

test('macro means have intervals of their own, around the macro mean', async () => {
  const random = seeded(2);
  const queries = 600;
  const languages = Array.from({ length: queries }, (_, q) => (q < 500 ? 'py' : 'go'));
  const values = languages.map((language) => (random.unit() < (language === 'py' ? 0.9 : 0.2) ? 1 : 0));
  const [summary] = await summarise(
    [system(ones(values))],
    table(new Array(queries).fill(0), languages),
    options,
  );
  const { mean, low, high, macro } = summary!.measures['nDCG@10']!;
  assert.ok(low < mean && mean < high);
  assert.ok(macro!.low < macro!.mean && macro!.mean < macro!.high);
  assert.ok(macro!.high < low, 'the small, hard subset weighs half in the macro mean');
});

test('clusters that span tasks and languages move as one', async () => {
  const of = table([0, 1, 0, 1], ['py', 'go', 'py', 'go'], [0, 0, 1, 1]);
  const opposite = ones([1, 0, 1, 0]);
  const [byCluster] = await summarise([system(opposite)], of, { ...options, resample: 'cluster' });
  const { mean, low, high } = byCluster!.measures['nDCG@10']!;
  assert.deepEqual([mean, low, high], [0.5, 0.5, 0.5]);
  const [byQuery] = await summarise([system(opposite)], of, options);
  assert.ok(byQuery!.measures['nDCG@10']!.low < 0.5);
});

test('intervals do not depend on which other systems and measures are along', async () => {
  const random = seeded(6);
  const of = table(new Array(50).fill(0), new Array(50).fill(''));
  const make = (): SystemScores => system(ones(Array.from({ length: 50 }, () => random.unit())));
  const [a, b] = [make(), make()];
  const together = await summarise([a, b], of, options);
  assert.deepEqual((await summarise([b], of, options))[0], together[1]);
  assert.deepEqual(await summarise([a, b], of, options), together);
});

test('no queries, one query, a constant', async () => {
  const [none] = await summarise([system(ones([]))], table([], []), options);
  assert.deepEqual([none!.measures, none!.tasks], [{}, {}]);
  assert.equal(none!.absent['nDCG@10']!.scored, 0);
  for (const values of [[0.3], [0.7, 0.7, 0.7, 0.7, 0.7]]) {
    const [one] = await summarise(
      [system(ones(values))],
      table(new Array(values.length).fill(0), new Array(values.length).fill('')),
      options,
    );
    const { mean, low, high } = one!.measures['nDCG@10']!;
    for (const value of [mean, low, high]) assert.ok(Math.abs(value - values[0]!) < 1e-12);
  }
});
