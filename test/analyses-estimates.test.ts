import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Estimates } from '../src/analyses/estimates.js';
import { byTask, groupingOf, wholeOf } from '../src/analyses/grouping.js';
import { RunningMeans } from '../src/analyses/means.js';
import { Parts } from '../src/analyses/parts.js';
import { ANALYSES, analysesNamed, startAnalyses } from '../src/analyses/registry.js';
import { SharedScores } from '../src/analyses/scores.js';
import type { Measure } from '../src/core/measure.js';
import { seeded } from '../src/core/random.js';
import { ColumnBuilder } from '../src/evaluate/columns.js';
import { summarise, withMean } from '../src/evaluate/summary.js';
import { profile } from '../src/measures/profiles.js';
import { parseMeasure } from '../src/measures/registry.js';
import { analysed, inOrder, rowsOf, staged, type World } from './analyses-world.js';
import { refuses } from './scratch.js';

const MEASURES = ['nDCG@10', 'PPA', 'exec@1'];

/** Two systems on queries of two tasks, four languages and none, some of one cluster, some unanswered. */
function bigWorld(profileName: string): World {
  const random = seeded(5);
  const docs = Array.from({ length: 8 }, (_, k) => `d${k}`);
  const shuffled = () => docs.toSorted(() => random.unit() - 0.5);
  const queries = Array.from({ length: 60 }, (_, q) => ({
    id: `q${q}`,
    task: q % 3 === 0 ? 'u' : 't',
    cluster: `c${q >> 1}`,
    language: ['go', 'c', 'java', 'any', 'rust'][random.below(5)]!,
    grades: Object.fromEntries(
      shuffled()
        .slice(0, 4)
        .map((id, k) => [id, k === 0 ? 2 : 1]),
    ),
    outcomes: Object.fromEntries(
      docs.map((id) => [id, random.unit() < 0.4 ? ('pass' as const) : ('fail' as const)]),
    ),
  }));
  const answers = () =>
    Object.fromEntries(
      queries.filter(() => random.unit() < 0.9).map(({ id }) => [id, inOrder(...shuffled())]),
    );
  return {
    ...{ queries, systems: { s: answers(), t: answers() }, profile: profileName },
    tasks: [{ id: 't' }, { id: 'u', dimension: 'correctness' }],
    resampling: { resample: 'cluster', resamples: 100, seed: 3 },
  };
}

for (const name of ['assay', 'coquir', 'trec'])
  test(`means and intervals are those of the leaderboard, under ${name}`, async () => {
    const world = bigWorld(name);
    const tables = await analysed(world);
    const { subject, answers } = await staged(world);
    const measures = MEASURES.map(parseMeasure);
    const columns = subject.systems.map(() => new ColumnBuilder(measures, subject.table.ids.length));
    for (const seen of answers())
      for (const [m, { status, cells, refused }] of seen.score(measures).entries())
        columns[seen.system]!.add(m, seen.q, status, cells, refused);
    const systems = subject.systems.map(({ name: id }, s) => ({
      ...{ pipeline: id, id, columns: columns[s]!.columns },
      tiesAtCut: new Map<number, number>(),
    }));
    const summaries = withMean(
      profile(name).mean,
      await summarise(systems, subject.table, subject.resampling),
    );
    const relevance = tables.find((table) => table.name === 'relevance-quality')!;
    let compared = 0;
    for (const [s, { measures: means }] of summaries.entries())
      for (const measure of MEASURES) {
        const cell = relevance.rows[s]![relevance.columns.indexOf(measure)];
        assert.ok(typeof cell === 'object' && cell !== null);
        const { mean, low, high } = means[measure]!;
        for (const [ours, theirs] of [
          [cell.value, mean],
          [cell.low!, low],
          [cell.high!, high],
        ] as const) {
          assert.ok(Math.abs(ours - theirs) < 1e-12, `${measure} of ${s}: ${ours}, ${theirs}`);
          compared++;
        }
      }
    assert.equal(compared, 18);
    const curve = tables.find((table) => table.name === 'curve-nDCG')!;
    const at10 = curve.rows.find(([k]) => k === '10')!;
    for (const [s, { measures: means }] of summaries.entries())
      assert.ok(Math.abs((at10[s + 1] as { value: number }).value - means['nDCG@10']!.mean) < 1e-12);
    const dimension = tables.find((table) => table.name === 'quality-dimensions')!;
    const ppa = dimension.rows[1]![dimension.columns.indexOf('correctness PPA')] as {
      value: number;
      low: number;
    };
    assert.ok(Math.abs(ppa.value - summaries[1]!.tasks.u!.PPA!.mean) < 1e-12);
    assert.ok(Math.abs(ppa.low - summaries[1]!.tasks.u!.PPA!.low) < 1e-12);
  });

const sample = {
  table: {
    ids: ['a', 'b', 'c', 'd'],
    task: Uint16Array.of(0, 0, 1, 1),
    taskIds: ['t', 'u'],
    cluster: Uint32Array.of(0, 1, 2, 3),
    clusters: 4,
    language: ['', '', '', ''],
  },
  profile: profile('assay'),
  resampling: { resample: 'query', resamples: 300, seed: 1 } as const,
};
const cells = (...num: number[]) => ({
  num: Float64Array.from(num),
  den: Float64Array.from(num, (value) => (Number.isNaN(value) ? 0 : 1)).fill(1),
});

test('a difference is paired: of a value with itself plus a constant there is no doubt', async () => {
  const grouping = wholeOf(sample.table);
  const [a, b] = [cells(0.1, 0.9, 0.3, 0.5), cells(0.3, 1.1, 0.5, 0.7)];
  const statistic = { values: b, grouping, group: 0, less: { values: a, grouping, group: 0 } };
  const [found] = await new Estimates(sample).of([statistic]);
  for (const value of [found!.value, found!.low!, found!.high!])
    assert.ok(Math.abs(value - 0.2) < 1e-12, `${value}`);
});

test('what is asked for together and apart is the same', async () => {
  const values = cells(0.1, 0.9, 0.3, 0.5);
  const whole = { values, grouping: wholeOf(sample.table), group: 0 };
  const ofTask = { values, grouping: byTask(sample.table), group: 1 };
  const together = new Estimates(sample);
  const [[a], [b]] = await Promise.all([together.of([whole]), together.of([ofTask])]);
  assert.deepEqual(a, (await new Estimates(sample).of([whole]))[0]);
  assert.deepEqual(b, (await new Estimates(sample).of([ofTask]))[0]);
  assert.equal(b!.value, 0.4);
  assert.ok(b!.low! < 0.4 && b!.high! > 0.4);
});

test('a statistic without a value is null, and so is every one where none can be had', async () => {
  const values = { num: new Float64Array(4), den: new Float64Array(4) };
  const grouping = groupingOf(['x', undefined, undefined, 'y']);
  const estimates = new Estimates(sample);
  assert.deepEqual(await estimates.of([undefined, { values, grouping, group: 0 }]), [null, null]);
  assert.deepEqual(await estimates.of([undefined]), [null]);
  const less = { values: cells(1, 1, 1, 1), grouping, group: 0 };
  assert.deepEqual(await estimates.of([{ values, grouping, group: 0, less }]), [null]);
  const [x, y] = await estimates.of([0, 1].map((group) => ({ values: cells(1, 2, 3, 4), grouping, group })));
  assert.deepEqual([x!.value, y!.value], [1, 4]);
});

test('more than 5,000 resamples are 5,000 for analyses, and tables with intervals say so', async () => {
  const random = seeded(8);
  const ids = Array.from({ length: 50 }, (_, q) => `q${q}`);
  const table = { ...sample.table, ids, task: new Uint16Array(50), language: ids.map(() => '') };
  const values = cells(...ids.map(() => random.unit()));
  const statistic = { values, grouping: wholeOf(table), group: 0 };
  const drawn = async (resamples: number) =>
    (
      await new Estimates({ ...sample, table, resampling: { ...sample.resampling, resamples } }).of([
        statistic,
      ])
    )[0];
  const [at5000, above] = [await drawn(5000), await drawn(50_000)];
  assert.deepEqual(above, at5000);
  assert.notDeepEqual(await drawn(4999), at5000);
  const world = (resamples: number): World => ({
    queries: [{ id: 'q', grades: { a: 2 } }],
    systems: { s: { q: inOrder('a') } },
    resampling: { resample: 'query', resamples, seed: 1 },
  });
  const noted = async (resamples: number) =>
    (await analysed(world(resamples), 'divergence', 'difficulty')).map(({ name, notes }) => [
      name,
      notes.some((note) => note.includes('5,000 resamples')),
    ]);
  assert.deepEqual(await noted(5001), [
    ['divergence', true],
    ['difficulty', false],
  ]);
  assert.ok((await noted(5000)).every(([, said]) => !said));
});

test('parts: two queries are together just when every grouping has them together', () => {
  const random = seeded(6);
  for (let round = 0; round < 50; round++) {
    const label = () => (random.unit() < 0.3 ? undefined : 'abc'[random.below(3)]!);
    const groupings = [0, 1, 2].map(() => groupingOf(Array.from({ length: 30 }, label)));
    const { part, parts } = new Parts(30, groupings, undefined);
    assert.equal(new Set(part).size, parts);
    for (let q = 0; q < 30; q++)
      for (let other = 0; other < q; other++) {
        const same = groupings.every(({ of }) => of[q] === of[other]);
        assert.equal(part[q] === part[other], same);
      }
  }
});

test('a mean over languages needs two of them: beside one, queries of no language count', async () => {
  const language = ['go', 'go', '', ''];
  const macro = { ...sample, table: { ...sample.table, language }, profile: profile('coquir') };
  const statistic = { values: cells(1, 0, 1, 1), grouping: wholeOf(sample.table), group: 0 };
  const [one] = await new Estimates(macro).of([statistic]);
  assert.equal(one!.value, 3 / 4);
  macro.table.language = ['go', 'go', 'c', ''];
  const [two] = await new Estimates(macro).of([statistic]);
  assert.equal(two!.value, (1 / 2 + 1) / 2);
});

test('a failure reaches everyone who asked', async () => {
  const estimates = new Estimates({ ...sample, resampling: { ...sample.resampling, resamples: -1 } });
  const statistic = { values: cells(1, 2, 3, 4), grouping: wholeOf(sample.table), group: 0 };
  const asked = await Promise.allSettled([estimates.of([statistic]), estimates.of([statistic])]);
  assert.deepEqual(
    asked.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
});

test('running means: over queries, and over the languages that have a value', () => {
  const language = ['go', 'go', 'c', ''];
  const values = [1, 0, 1, 1];
  const meansOf = (mean: 'query' | 'macro-language', queries: readonly number[]) => {
    const means = new RunningMeans({ language }, mean, 2);
    for (const q of queries) means.addAll(1, q, [{ num: values[q]!, den: 1 }]);
    assert.equal(means.of(0), undefined);
    return means.of(1);
  };
  assert.equal(meansOf('query', [0, 1, 2, 3]), 3 / 4);
  assert.equal(meansOf('macro-language', [0, 1, 2, 3]), (1 / 2 + 1) / 2);
  assert.equal(meansOf('macro-language', [0, 1, 3]), 2 / 3);
});

test('a measure is scored once whoever asks, and not at all where it can have no value', async () => {
  let computed = 0;
  const measure = (name: string, needs: Measure['needs']): Measure => ({
    ...{ name, needs, type: 'continuous', better: 'higher' },
    cells: () => {
      computed++;
      return [{ num: 1, den: 1 }];
    },
  });
  const shallow = measure('shallow', { depth: 5 });
  const deep = measure('deep', { depth: 11 });
  const verified = measure('verified', { depth: 1, verdicts: 1 });
  const { subject, answers } = await staged({
    queries: [{ id: 'q', grades: { a: 2 } }],
    systems: { s: { q: inOrder('a') } },
    depth: 10,
  });
  const scores = new SharedScores(subject);
  assert.deepEqual(
    [shallow, shallow, deep, verified].map((one) => scores.keep(one)),
    [true, true, false, false],
  );
  for (const seen of answers()) scores.see(seen);
  assert.equal(computed, 1);
  assert.equal(scores.cells(shallow, 0)!.num[0], 1);
  assert.equal(scores.of(deep), undefined);
  assert.equal(scores.cells(deep, 0), undefined);
});

test('an unknown analysis is refused with the nearest name', async () => {
  assert.deepEqual(
    analysesNamed(['density', 'curves']).map(({ name }) => name),
    ['density', 'curves'],
  );
  await refuses(() => analysesNamed(['densitty']), /no such analysis \| Did you mean density\?/);
});

test('names of analyses and of tables are unique', async () => {
  const names = ANALYSES.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  const tables = (await analysed(bigWorld('assay'))).map(({ name }) => name);
  assert.equal(new Set(tables).size, tables.length);
  for (const name of tables) assert.match(name, /^[a-z][a-zA-Z0-9@-]*$/);
});

test('every row of every table has a value for every column', async () => {
  for (const { columns, rows, name } of await analysed(bigWorld('assay')))
    for (const row of rows) assert.equal(row.length, columns.length, name);
});

const HOSTILE: Record<string, World> = {
  'no queries': { queries: [], systems: { s: {} } },
  'no systems': { queries: [{ id: 'q', grades: { a: 2 } }], systems: {} },
  'no answers': { queries: [{ id: 'q', grades: { a: 2, b: 1 } }], systems: { s: {}, t: {} } },
  'no judgments': { queries: [{ id: 'q', grades: {} }], systems: { s: { q: inOrder('a') } } },
  'judged documents that are not in the corpus, scored by nobody': {
    queries: [{ id: 'q', grades: { a: 2, b: 1 }, outcomes: { z: 'unavailable' } }],
    systems: { s: { q: {} } },
  },
  'one retrieved document': {
    queries: [{ id: 'q', grades: { a: 2, b: 1 }, language: 'go' }],
    systems: { s: { q: inOrder('b', 'a') } },
    depth: 1,
  },
  'names that objects have': {
    queries: ['constructor', '__proto__'].map((id) => ({
      ...{ id, language: id, tags: { domain: id } },
      grades: { a: 2, b: 1 },
    })),
    systems: { constructor: { constructor: inOrder('b', 'a') } },
  },
};

for (const [what, world] of Object.entries(HOSTILE))
  test(`hostile: ${what}`, async () => {
    for (const { rows, name } of await analysed(world))
      for (const value of rows.flat())
        if (typeof value === 'object' && value !== null)
          assert.ok(Number.isFinite(value.value), `${name}: ${value.value}`);
  });

test('scores that are no numbers poison nothing', async () => {
  const { subject, answers } = await staged({
    queries: [
      { id: 'q1', grades: { a: 2, b: 1 } },
      { id: 'q2', grades: { a: 2, b: 1 } },
    ],
    systems: { s: { q1: inOrder('a', 'b'), q2: inOrder('a', 'b') } },
  });
  const run = startAnalyses(ANALYSES, subject);
  for (const seen of answers()) {
    if (seen.q === 1) {
      seen.row!.scores.fill(NaN);
      for (const hit of seen.row!.judged) hit.score = NaN;
    }
    run.see(seen);
  }
  const tables = await run.tables();
  assert.equal(rowsOf(tables, 'relevance-quality')[0]![2], 1);
  for (const value of tables.flatMap(({ rows }) => rows.flat()))
    if (typeof value === 'object' && value !== null) assert.ok(Number.isFinite(value.value));
});
