import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMeasure } from '../src/measures/registry.js';
import { analysed, inOrder, rowsOf, staged, type World } from './analyses-world.js';

const close = (a: number, b: number): void => assert.ok(Math.abs(a - b) < 1e-9, `${a} is not ${b}`);

/** Discounted gain at a rank. */
const gain = (rank: number): number => 1 / Math.log2(rank + 1);
const six = (value: number): number => Number(value.toFixed(6));

test('curves: each measure at every cut-off that the depth allows, exec from one walk equal to exec@k', async () => {
  const world: World = {
    queries: [
      { id: 'q1', grades: { a: 2, b: 1 }, outcomes: { a: 'pass', b: 'fail', x: 'fail' } },
      { id: 'q2', grades: { c: 2, a: 2 }, outcomes: { x: 'fail' } },
      { id: 'q3', grades: { c: 2 }, outcomes: { b: 'timeout' } },
    ],
    systems: { s: { q1: inOrder('b', 'x', 'a', 'y'), q2: inOrder('x', 'c', 'b', 'a') } },
    depth: 4,
  };
  const tables = await analysed(world, 'curves');
  assert.deepEqual(
    tables.map(({ name }) => name),
    ['curve-nDCG', 'curve-R', 'curve-exec'],
  );
  assert.deepEqual(rowsOf(tables, 'curve-R'), [
    ['1', 0],
    ['2', six((0 + 1 / 2 + 0) / 3)],
    ['3', six((1 + 1 / 2 + 0) / 3)],
  ]);
  assert.deepEqual(rowsOf(tables, 'curve-nDCG').at(-1), [
    '3',
    six((gain(3) + gain(2) / (gain(1) + gain(2)) + 0) / 3),
  ]);
  // q2 is unverified from rank 2 on; q3 has no result, and counts as 0.
  assert.deepEqual(rowsOf(tables, 'curve-exec'), [
    ['1', 0],
    ['2', 0],
    ['3', 1 / 2],
  ]);
  const { answers } = await staged(world);
  for (const [c, k] of [1, 2, 3].entries()) {
    let [num, den] = [0, 0];
    for (const seen of answers())
      for (const cell of seen.score([parseMeasure(`exec@${k}`)])[0]!.cells) {
        num += cell.num;
        den += cell.den;
      }
    close(rowsOf(tables, 'curve-exec')[c]![1] as number, num / den);
  }
});

test('by language: subsets with their number of queries, those of no language apart', async () => {
  const world: World = {
    queries: [
      { id: 'q1', grades: { a: 2, b: 1 }, language: 'go' },
      { id: 'q2', grades: { a: 2, b: 1 }, language: 'go' },
      { id: 'q3', grades: { a: 2, b: 1 }, language: 'any' },
      { id: 'q4', grades: { a: 2 }, language: 'c' },
    ],
    systems: {
      s: { q1: inOrder('a', 'b'), q2: inOrder('b', 'a'), q3: inOrder('b', 'a'), q4: inOrder('a') },
      t: { q1: inOrder('a', 'b') },
    },
  };
  const tables = await analysed(world, 'by-language');
  assert.deepEqual(rowsOf(tables, 'by-language-nDCG@10'), [
    ['any', 1, six(gain(2)), 0],
    ['c', 1, 1, 0],
    ['go', 2, six((1 + gain(2)) / 2), 0.5],
  ]);
  // c has no negative; a query without a result loses all of its pairs.
  assert.deepEqual(rowsOf(tables, 'by-language-PPA'), [
    ['any', 1, 0, 0],
    ['go', 2, 0.5, 0.5],
  ]);
  assert.deepEqual(rowsOf(tables, 'by-language-exec@1'), []);
  const ndcg = tables.find(({ name }) => name === 'by-language-nDCG@10')!;
  assert.deepEqual(ndcg.columns, ['language', 'queries', 's', 't']);
});

test('one language is no breakdown', async () => {
  const queries = [{ id: 'q', grades: { a: 2 }, language: 'go' }];
  assert.deepEqual(await analysed({ queries, systems: { s: {} } }, 'by-language'), []);
});

test('by subtask: language variants of a subtask come together, one name in two directions does not', async () => {
  const task = (id: string, subtask: string, direction: 't2c' | 'c2t' = 't2c') => ({
    ...{ id, direction },
    labels: { subtask },
  });
  const query = (id: string, of: string) => ({ id, grades: { a: 2 }, task: of });
  const tables = await analysed(
    {
      tasks: [
        task('full_go', 'full'),
        task('full_c', 'full'),
        task('search', 'search'),
        task('back', 'full', 'c2t'),
      ],
      queries: [query('q1', 'full_go'), query('q2', 'full_c'), query('q3', 'search'), query('q4', 'back')],
      systems: { s: { q1: inOrder('a'), q2: inOrder('b', 'a'), q3: inOrder('b'), q4: inOrder('a') } },
    },
    'by-subtask',
  );
  assert.deepEqual(rowsOf(tables, 'by-subtask-nDCG@10'), [
    ['c2t full', 1, 1],
    ['t2c full', 2, six((1 + gain(2)) / 2)],
    ['t2c search', 1, 0],
  ]);
});

test('subtasks that are the tasks are not shown again', async () => {
  const tables = await analysed(
    {
      tasks: ['x', 'y'].map((id) => ({ id, labels: { subtask: id } })),
      queries: ['x', 'y'].map((task) => ({ id: task, task, grades: { a: 2 } })),
      systems: { s: { x: inOrder('a') } },
    },
    'by-subtask',
  );
  assert.deepEqual(tables, []);
});

test('domains: exec@1 where something was run, P@1 where nothing was; also under a nested name', async () => {
  const queries = [
    { id: 'q1', grades: { a: 2 }, tags: { domain: 'math' } },
    { id: 'q2', grades: { a: 2 }, tags: { 'metadata.domain': 'text', kind: 'x' } },
    { id: 'q3', grades: { a: 2 } },
  ];
  const systems = { s: { q1: inOrder('a', 'b'), q2: inOrder('b', 'a'), q3: inOrder('a') } };
  const judged = await analysed({ queries, systems }, 'domains');
  assert.deepEqual(rowsOf(judged, 'by-domain-P@1'), [
    ['math', 1, 1],
    ['text', 1, 0],
  ]);
  assert.match(judged[0]!.title, /^P@1/);
  assert.equal(judged[0]!.notes[0], 'In no domain: 1 query.');
  const outcomes = { a: 'fail', b: 'pass' } as const;
  const tested = await analysed(
    { queries: queries.map((one) => ({ ...one, outcomes })), systems },
    'domains',
  );
  assert.match(tested[0]!.title, /^exec@1/);
  assert.deepEqual(rowsOf(tested, 'by-domain-exec@1'), [
    ['math', 1, 0],
    ['text', 1, 1],
  ]);
});

test('quality by dimension: PPA of each, exec@1 for correctness alone, baselines marked', async () => {
  const tables = await analysed(
    {
      tasks: [{ id: 'c', dimension: 'correctness' }, { id: 's', dimension: 'security' }, { id: 'none' }],
      queries: [
        { id: 'q1', task: 'c', grades: { a: 2, b: 1 }, outcomes: { a: 'pass', b: 'fail' } },
        { id: 'q2', task: 's', grades: { a: 2, b: 1 }, outcomes: { a: 'pass', b: 'fail' } },
        { id: 'q3', task: 'none', grades: { a: 2, b: 1 } },
      ],
      systems: {
        one: { q1: inOrder('a', 'b'), q2: inOrder('b', 'a'), q3: inOrder('a', 'b') },
        longest: { q1: inOrder('b', 'a'), q2: inOrder('a', 'b'), q3: inOrder('a', 'b') },
      },
      baselines: ['longest'],
    },
    'quality-dimensions',
  );
  assert.deepEqual(tables[0]!.columns, [
    ...['system', 'baseline', 'correctness PPA', 'correctness exec@1', 'security PPA'],
  ]);
  assert.deepEqual(rowsOf(tables, 'quality-dimensions'), [
    ['one', '', 1, 1, 0],
    ['longest', 'yes', 0, 0, 1],
  ]);
});

test('relevance beside quality; none where no quality is judged', async () => {
  const systems = { s: { q: inOrder('b', 'a') }, t: { q: inOrder('a', 'b') } };
  const tables = await analysed(
    { queries: [{ id: 'q', grades: { a: 2, b: 1 } }], systems },
    'relevance-quality',
  );
  assert.deepEqual(tables[0]!.columns, ['system', 'baseline', 'nDCG@10', 'PPA', 'MRS']);
  assert.deepEqual(rowsOf(tables, 'relevance-quality'), [
    ['s', '', six(gain(2)), 0, -0.5],
    ['t', '', 1, 1, 0.5],
  ]);
  assert.deepEqual(
    await analysed({ queries: [{ id: 'q', grades: { a: 2 } }], systems }, 'relevance-quality'),
    [],
  );
});

test('intrusion: over the queries with both kinds in the top 10, which each system has its own of', async () => {
  const wrong = Array.from({ length: 12 }, (_, k) => `w${k}`);
  const grades = { a: 2, b: 1, c: 1 };
  const world: World = {
    tasks: [{ id: 't' }, { id: 'u', direction: 'c2c' }],
    queries: [
      { id: 'q1', grades },
      { id: 'q2', grades },
      { id: 'q3', task: 'u', grades },
      { id: 'q4', task: 'u', grades: { a: 2 } },
    ],
    systems: {
      s: {
        q1: inOrder('b', 'a', 'c'),
        q2: inOrder('a', 'b'),
        q3: inOrder('c', 'b', 'a'),
        q4: inOrder('x', 'a'),
      },
      t: { q1: inOrder(...wrong, 'b', 'a'), q2: inOrder('a', ...wrong, 'b'), q3: inOrder('a', 'c') },
    },
  };
  const tables = await analysed(world, 'intrusion');
  assert.deepEqual(rowsOf(tables, 'intrusion'), [
    ['s', six(2 / 3), 3, six((2 + 1 + 2) / 3)],
    ['t', 0, 1, six(1 / 3)],
  ]);
  assert.deepEqual(rowsOf(tables, 'intrusion-by-task'), [
    ['t', 2, 0.5, null],
    ['u', 1, 1, 0],
  ]);
  assert.deepEqual(rowsOf(tables, 'intrusion-by-direction'), [
    ['t2c', 2, 0.5, null],
    ['c2c', 1, 1, 0],
  ]);
});

test('no intrusion where no hard negative is judged', async () => {
  const world = { queries: [{ id: 'q', grades: { a: 2 } }], systems: { s: { q: inOrder('a') } } };
  assert.deepEqual(await analysed(world, 'intrusion'), []);
});

test('divergence: recall less nDCG, by system and by task', async () => {
  const tables = await analysed(
    {
      tasks: [{ id: 't' }, { id: 'u' }],
      queries: [
        { id: 'q1', grades: { a: 2 } },
        { id: 'q2', task: 'u', grades: { a: 2 } },
      ],
      systems: { s: { q1: inOrder('x', 'y', 'a'), q2: inOrder('a') }, none: { q1: inOrder('x') } },
    },
    'divergence',
  );
  assert.deepEqual(rowsOf(tables, 'divergence'), [
    ['s', 0.75, 1, 0.25],
    ['none', 0, 0, 0],
  ]);
  assert.deepEqual(rowsOf(tables, 'divergence-by-task'), [
    ['t', 1, 0.5, 0],
    ['u', 1, 0, 0],
  ]);
});

test('difficulty: solved by a verdict or, where there is none, by a judgment; baselines solve nothing', async () => {
  const tables = await analysed(
    {
      queries: [
        // b passes though it is judged wrong, a is not verified but judged right.
        { id: 'q1', grades: { a: 2, b: 1 }, outcomes: { b: 'pass', c: 'fail' } },
        { id: 'q2', grades: { a: 2, c: 1 } },
        { id: 'q3', grades: { a: 2 }, outcomes: { a: 'fail', b: 'flaky' } },
        { id: 'q4', grades: { b: 1 } },
      ],
      systems: {
        s: { q1: inOrder('b', 'a'), q2: inOrder('a'), q3: inOrder('a'), q4: inOrder('b') },
        t: { q1: inOrder('a', 'b'), q2: inOrder('x', 'a'), q3: inOrder('b') },
        longest: { q1: inOrder('a'), q2: inOrder('a'), q3: inOrder('x', 'a') },
      },
      baselines: ['longest'],
    },
    'difficulty',
  );
  assert.deepEqual(rowsOf(tables, 'difficulty'), [
    ['0', 1, six(1 / 3)],
    ['1', 1, six(1 / 3)],
    ['2', 1, six(1 / 3)],
  ]);
  assert.match(tables[0]!.notes[0]!, /^The median query is solved by 1 of 2 systems\.$/);
  assert.match(tables[0]!.notes.at(-1)!, /neither tests nor a positive: 1 query\.$/);
});

test('difficulty: the median of an even number of queries lies between the two in the middle', async () => {
  const queries = ['q1', 'q2', 'q3', 'q4'].map((id) => ({ id, grades: { a: 2 } }));
  const [right, wrong] = [inOrder('a', 'x'), inOrder('x', 'a')];
  const systems = {
    s: { q1: right, q2: wrong, q3: right, q4: right },
    t: { q1: right, q2: wrong, q3: wrong, q4: right },
  };
  // Solved by 2, 0, 1, 2.
  const [table] = await analysed({ queries, systems }, 'difficulty');
  assert.match(table!.notes[0]!, /^The median query is solved by 1\.5 of 2 systems\.$/);
});

test('breakdowns count the queries that have a value, not all of the group', async () => {
  const queries = Array.from({ length: 5 }, (_, k) => ({
    ...{ id: `q${k}`, grades: { a: 2, b: 1 }, tags: { domain: 'math' } },
    ...(k < 2 ? { outcomes: { a: 'pass' as const } } : {}),
  }));
  const answered = inOrder('a', 'b');
  const systems = {
    s: { q0: answered, q1: answered, q2: answered },
    t: { q0: answered, q1: inOrder('b', 'a') },
  };
  // b is not verified: t has one query, s two; the three without tests have none.
  assert.deepEqual(rowsOf(await analysed({ queries, systems }, 'domains'), 'by-domain-exec@1'), [
    ['math', 2, 1, 1],
  ]);
  const tasks = [{ id: 't' }, { id: 'u' }];
  const split = queries.map((one, k) => ({
    ...one,
    task: k % 2 === 0 ? 't' : 'u',
    grades: { a: k === 0 ? 2 : 1 },
  }));
  const tables = await analysed({ queries: split, systems, tasks, profile: 'coquir' }, 'divergence');
  assert.deepEqual(
    tables.find(({ name }) => name === 'divergence-by-task')!.rows.map(([task, n]) => [task, n]),
    [['t', 1]],
  );
});

test('exec@k over fewer queries at larger k says so, and over the same says nothing', async () => {
  const outcomes = { a: 'fail', b: 'pass', c: 'fail' } as const;
  const full = { id: 'q1', grades: { b: 2 }, outcomes };
  const cut = { id: 'q2', grades: { b: 2 }, outcomes: { b: 'pass' } as const };
  const systems = {
    s: { q1: inOrder('a', 'c', 'x'), q2: inOrder('b', 'c') },
    t: { q1: inOrder('b', 'c', 'a'), q2: inOrder('b', 'x') },
  };
  const notesOf = async (queries: World['queries']) =>
    (await analysed({ queries, systems, depth: 3 }, 'curves')).find(({ name }) => name === 'curve-exec')!
      .notes;
  assert.match((await notesOf([full, cut]))[1]!, /: 2 at 1, 1 at 2, 0–1 at 3\.$/);
  const verified = { ...full, outcomes: { ...outcomes, x: 'fail' } as const };
  assert.deepEqual(await notesOf([verified, { ...verified, id: 'q2' }]), []);
});
