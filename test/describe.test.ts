import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Benchmark } from '../src/core/benchmark.js';
import { describeBenchmark } from '../src/describe/describe.js';
import { distributionOf } from '../src/describe/distribution.js';
import { countWords } from '../src/describe/lengths.js';
import { coreb } from '../src/formats/coreb.js';
import { cosqa } from '../src/formats/cosqa.js';
import { execretrieval } from '../src/formats/execretrieval.js';
import { openBenchmark, writeBenchmark } from '../src/store/benchmark-folder.js';
import { assertSound, described, document, notesOf, query, rowsOf } from './describe-world.js';
import { root } from './files.js';
import { fixture, readWith } from './read-source.js';
import { scratchFolder } from './scratch.js';

const scratch = scratchFolder();

test('a distribution is that of its values, by nearest rank and middle value', () => {
  const upTo = (n: number) => Array.from({ length: n }, (_, k) => n - k);
  assert.deepEqual(distributionOf(upTo(20)), {
    ...{ n: 20, total: 210, mean: 10.5, min: 1, median: 10.5, p95: 19, max: 20 },
  });
  assert.equal(distributionOf(upTo(21))?.p95, 20);
  assert.equal(distributionOf(upTo(21))?.median, 11);
  assert.equal(distributionOf(upTo(100))?.p95, 95);
  assert.equal(distributionOf([7])?.p95, 7);
  // By value and not by text: 9 is below 10.
  assert.equal(distributionOf([10, 9, 100])?.median, 10);
  assert.equal(distributionOf([]), undefined);
});

test('words are runs of anything but white space', () => {
  assert.equal(countWords(''), 0);
  assert.equal(countWords(' \n\t'), 0);
  assert.equal(countWords('a+b  c\r\nd\u3000e'), 4);
});

test('lengths stand by corpus, kind and language, with all of them where there are several', async () => {
  const tables = await described(scratch, 'lengths', {
    documents: [
      document('a', 'one two three'),
      document('b', 'one'),
      document('c', 'one two', { language: 'go' }),
      document('d', '', { language: undefined }),
    ],
    texts: [document('t', 'one two three four', { kind: 'text', language: undefined })],
  });
  // documents, total, mean, median, p95, max
  assert.deepEqual(rowsOf(tables, 'document-lengths-words'), [
    ['code', 'all', 4, 6, 1.5, 1.5, 3, 3],
    ['code', 'code, (not given)', 1, 0, 0, 0, 0, 0],
    ['code', 'code, go', 1, 2, 2, 2, 2, 2],
    ['code', 'code, python', 2, 4, 2, 2, 3, 3],
    ['text', 'text, (not given)', 1, 4, 4, 4, 4, 4],
  ]);
  // documents, code, text, languages, distinct texts, empty, characters
  assert.deepEqual(rowsOf(tables, 'corpora'), [
    ['code', 4, 4, 0, 2, 4, 1, 23],
    ['text', 1, 0, 1, 0, 1, 0, 18],
  ]);
  assert.ok(!tables.some(({ name }) => name.endsWith('-tokens')), 'tokens were not asked for');
});

test('lengths of queries stand by task and language, and for all tasks together', async () => {
  const tables = await described(
    scratch,
    'queries',
    {
      tasks: [
        {
          queries: [
            query('1', 'sort a list', {}, { language: 'go' }),
            query('2', 'sort', {}, { language: 'python' }),
          ],
        },
        { queries: [query('1', 'sort', {}, { language: 'go' })] },
      ],
    },
    { tokens: true },
  );
  const expected = [
    ['task-1', 'all', 2, 4, 2, 2, 3, 3],
    ['task-1', 'go', 1, 3, 3, 3, 3, 3],
    ['task-1', 'python', 1, 1, 1, 1, 1, 1],
    ['task-2', 'go', 1, 1, 1, 1, 1, 1],
    ['all tasks', 'all', 3, 5, 5 / 3, 1, 3, 3],
    ['all tasks', 'go', 2, 4, 2, 2, 3, 3],
    ['all tasks', 'python', 1, 1, 1, 1, 1, 1],
  ];
  assert.deepEqual(rowsOf(tables, 'query-lengths-words'), expected);
  // Each of these words is one token.
  assert.deepEqual(rowsOf(tables, 'query-lengths-tokens'), expected);
});

test('judgments are counted by grade, and by query on either side of the level', async () => {
  const tables = await described(scratch, 'grades', {
    documents: ['a', 'b', 'c', 'd'].map((id) => document(id, id)),
    tasks: [
      {
        queries: [
          query('1', 'x', { a: 2, b: 1, c: 1, d: 0 }, { exclude: ['d'] }),
          query('2', 'x', { a: 3, b: 2, gone: 1 }, { candidates: ['a', 'b'] }),
          query('3', 'y', {}, { cluster: '2' }),
        ],
      },
      { level: 1, queries: [query('1', 'y', { a: 1 })] },
    ],
  });
  // grade, meaning, judgments, queries with one
  assert.deepEqual(rowsOf(tables, 'grades'), [
    ['task-1', '3', 'right', 1, 1],
    ['task-1', '2', 'right', 2, 2],
    ['task-1', '1', 'wrong', 3, 2],
    ['task-1', '0', 'wrong', 1, 1],
    ['task-2', '1', 'right', 1, 1],
  ]);
  assert.match(notesOf(tables, 'grades'), /^Judgments on documents that the corpus lacks: 1\./);
  // queries, total, none, one, min, median, mean, max
  assert.deepEqual(rowsOf(tables, 'judgments-per-query'), [
    ['task-1', 'right', 3, 3, 1, 1, 0, 1, 1, 2],
    ['task-1', 'wrong (hard negatives)', 3, 4, 1, 1, 0, 1, 4 / 3, 3],
    ['task-2', 'right', 1, 1, 0, 1, 1, 1, 1, 1],
    ['task-2', 'wrong (hard negatives)', 1, 0, 1, 0, 0, 0, 0, 0],
  ]);
  // level, queries, distinct, clusters, tested, excluding, pooled
  assert.deepEqual(
    rowsOf(tables, 'tasks').map((row) => row.slice(4)),
    [
      ['2', 3, 2, 2, 0, 1, 1],
      ['1', 1, 1, 1, 0, 0, 0],
    ],
  );
  const facts = new Map(rowsOf(tables, 'facts').map(([fact, value]) => [fact, value]));
  assert.equal(facts.get('queries'), 4);
  assert.equal(facts.get('distinct query texts'), 2);
  assert.equal(facts.get('judgments'), 8);
});

test('tasks are added up by their labels, each direction apart', async () => {
  const one = (text: string) => [query('1', text, { a: 2 })];
  const tables = await described(scratch, 'labels', {
    tasks: [
      { labels: { subtask: 'search', language: 'go' }, queries: one('a b') },
      { labels: { subtask: 'search', language: 'java' }, queries: [...one('a b c d'), query('2', '')] },
      { labels: { subtask: 'search' }, direction: 'c2c', queries: one('a') },
    ],
  });
  // label, direction, value, tasks, queries, judgments, mean words
  assert.deepEqual(rowsOf(tables, 'query-labels'), [
    ['language', 't2c', 'go', 1, 1, 1, 2],
    ['language', 't2c', 'java', 1, 2, 1, 2],
    ['subtask', 'c2c', 'search', 1, 1, 1, 1],
    ['subtask', 't2c', 'search', 2, 3, 2, 2],
  ]);
});

test('queries are counted by tags of few values, and those without the tag too', async () => {
  const tables = await described(scratch, 'tags', {
    tasks: [
      {
        queries: Array.from({ length: 51 }, (_, k) =>
          query(
            String(k),
            'x',
            {},
            { tags: { n: String(k), ...(k < 50 ? { domain: k < 2 ? 'sets' : 'io' } : {}) } },
          ),
        ),
      },
    ],
  });
  assert.deepEqual(rowsOf(tables, 'query-tags'), [
    ['domain', 'io', 48, 48 / 51],
    ['domain', 'sets', 2, 2 / 51],
    ['domain', '(not given)', 1, 1 / 51],
  ]);
  assert.match(notesOf(tables, 'query-tags'), /more than 50 values: n\./);
});

test('what a benchmark does not have has no table', async () => {
  const tables = await described(scratch, 'plain', {});
  assert.deepEqual(
    tables.map(({ name }) => name),
    [
      ...['facts', 'corpora', 'document-lengths-words', 'tasks', 'query-lengths-words'],
      'judgments-per-query',
    ],
  );
});

test('a benchmark of nothing is described by its facts alone', async () => {
  const nothing: Benchmark = {
    ...{ name: 'nothing', version: '0', digest: 'd', corpora: new Map(), tasks: [], suiteIds: new Set() },
    suite: async () => assert.fail('there is none'),
    verdict: () => undefined,
    verdicts: () => [],
  };
  const tables = await describeBenchmark(nothing, { tokens: true });
  assertSound(tables);
  assert.deepEqual(
    tables.map(({ name }) => name),
    ['facts'],
  );
});

test('names from outside can neither break a line nor the terminal, and are cut', async () => {
  const evil = '\u001b[31mred\nline\r\u0007 | pipe';
  const long = '😀'.repeat(5000);
  const tables = await described(
    scratch,
    'hostile',
    {
      documents: [
        document('a', 'x', { language: evil, tags: { model: long }, family: evil }),
        document('b', 'y', { family: evil, variant: { parent: evil, root: evil, slot: 1e9, edits: [] } }),
      ],
      tasks: [
        {
          labels: { [evil]: long },
          queries: [
            query(
              '1',
              '<|endoftext|>',
              { a: 1e9, b: -0.5 },
              { language: evil, tags: { [long]: evil, __proto__x: '' } },
            ),
          ],
        },
      ],
      more: {
        licence: evil,
        origin: { [evil]: [evil], many: Object.fromEntries(Array.from({ length: 99 }, (_, k) => [k, k])) },
      },
    },
    { tokens: true },
  );
  for (const { rows } of tables)
    for (const cell of rows.flat())
      if (typeof cell === 'string') assert.ok([...cell].length <= 64, `${[...cell].length}: ${cell}`);
  assert.match(notesOf(tables, 'facts'), /^60 further facts of origin/);
  assert.deepEqual(rowsOf(tables, 'query-tags').slice(-1)[0]?.slice(1), ['[31mred line | pipe', 1, 1]);
});

test('progress tells of every corpus and task how much of it is read', async () => {
  const seen: string[] = [];
  await described(
    scratch,
    'progress',
    { documents: [document('a', 'x'), document('b', 'y')] },
    { progress: (what, done, total) => seen.push(`${what} ${done}/${total}`) },
  );
  assert.deepEqual(seen, ['corpus code 1/2', 'corpus code 2/2', 'task task-1 1/1']);
});

test('the datasheet of the starter benchmark agrees with the figures of its builder', async () => {
  const tables = await describeBenchmark(await openBenchmark(join(root, 'benchmarks/starter')), {
    tokens: true,
  });
  assertSound(tables);
  const { origin } = JSON.parse(readFileSync(join(root, 'benchmarks/starter/benchmark.json'), 'utf8'));
  const { figures } = origin;
  const counts = (name: string, from: number) =>
    Object.fromEntries(rowsOf(tables, name).map((row) => [row[from], row[from + 1]]));
  assert.deepEqual(counts('bug-types', 1), figures.bugTypes);
  const { timeout: _none, ...outcomes } = figures.outcomes;
  const verdicts = rowsOf(tables, 'verdicts').filter(([facet]) => facet === 'outcome');
  assert.deepEqual(Object.fromEntries(verdicts.map(([, value, count]) => [value, count])), outcomes);
  // Two tasks ask for each problem.
  const domains = Object.entries(figures.domains as Record<string, number>);
  assert.deepEqual(counts('query-tags', 1), Object.fromEntries(domains.map(([name, n]) => [name, 2 * n])));
  assert.deepEqual(rowsOf(tables, 'suites')[0]?.slice(0, 3), ['case', figures.families, figures.cases]);
  assert.deepEqual(rowsOf(tables, 'near-clones')[0]?.slice(0, 3), [
    'code',
    figures.families,
    figures.documents,
  ]);
  assert.deepEqual(rowsOf(tables, 'pass-rates')[0]?.slice(3), [250, 50, 200, 0.2, 0]);
});

for (const [format, folder] of [
  [coreb, 'coreb/jsonl'],
  [execretrieval, 'execretrieval'],
] as const)
  test(`a benchmark read from ${format.name} is described, with who wrote what passes`, async () => {
    const { source } = await readWith(format, fixture(folder));
    const dir = join(scratch, format.name);
    await writeBenchmark(source, dir);
    const tables = await describeBenchmark(await openBenchmark(dir), { tokens: true });
    assertSound(tables);
    const rates = rowsOf(tables, 'pass-rates');
    const note = notesOf(tables, 'pass-rates');
    if (format === coreb) {
      const rows = readFileSync(join(fixture(folder), 'release_v2603/code_corpus.jsonl'), 'utf8')
        .trimEnd()
        .split('\n');
      const codes = rows.map((row) => JSON.parse(row) as { model: string; meta: unknown });
      for (const model of new Set(codes.map((code) => code.model))) {
        const own = codes.filter((code) => code.model === model);
        const passed = own.filter(({ meta }) =>
          /["']passed["']: ?[tT]rue/.test(typeof meta === 'string' ? meta : JSON.stringify(meta)),
        );
        const row = rates.find(([, author]) => author === model);
        assert.deepEqual(row?.slice(3), [
          own.length,
          passed.length,
          own.length - passed.length,
          passed.length / own.length,
          0,
        ]);
      }
      assert.match(note, /the author is the tag "model"; a document passes when a verdict says so/);
    } else {
      assert.deepEqual(rates, [['code', '(not given)', 'python', 7, 2, 5, 2 / 7, 0]]);
      assert.match(note, /no tag names an author/);
    }
  });

const cosqaData = join(root, '../shared/data/cosqa');

test('lengths of CoSQA are those that tiktoken and Python give', {
  skip: existsSync(cosqaData) ? false : `${cosqaData} is absent`,
}, async () => {
  const { source } = await readWith(cosqa, cosqaData);
  const dir = join(scratch, 'cosqa');
  await writeBenchmark(source, dir);
  const tables = await describeBenchmark(await openBenchmark(dir), { tokens: true });
  assertSound(tables);
  // tiktoken 0.14.0 and str.split(): n, total, mean, median, p95, max.
  const expected = {
    'document-lengths-tokens': [6267, 458680, 458680 / 6267, 61, 141, 1806],
    'document-lengths-words': [6267, 208542, 208542 / 6267, 27, 68, 670],
    'query-lengths-tokens': [500, 3509, 7.018, 7, 11, 15],
    'query-lengths-words': [500, 3324, 6.648, 6, 11, 14],
  };
  for (const [name, values] of Object.entries(expected))
    assert.deepEqual(rowsOf(tables, name)[0]?.slice(2), values, name);
});

test('of very many groups the largest have rows, and the rest is added up', async () => {
  const many = Array.from({ length: 60 }, (_, k) =>
    document(`d${k}`, `x ${k}`, { language: `l${k}`, tags: { model: `m${k}`, passed: 'true' } }),
  );
  const large = [0, 1].map((k) =>
    document(`e${k}`, 'x', { language: 'zig', tags: { model: 'z', passed: 'false' } }),
  );
  const family = (size: number) =>
    Array.from({ length: size }, (_, k) =>
      document(`f${size}-${k}`, 'x', { language: 'l0', family: `f${size}` }),
    );
  const tables = await described(scratch, 'many', {
    documents: [...many, ...large, ...Array.from({ length: 52 }, (_, k) => family(k + 2)).flat()],
  });
  const lengths = rowsOf(tables, 'document-lengths-words');
  assert.equal(lengths.length, 52);
  assert.ok(lengths.some(([, name, documents]) => name === 'code, zig' && documents === 2));
  assert.deepEqual(lengths.at(-1)?.slice(0, 4), ['code', '(others)', 11, 22]);
  const rates = rowsOf(tables, 'pass-rates');
  assert.deepEqual(rates[0]?.slice(1), ['all', 'all', 62 + 1430, 60, 2, 60 / 62, 1430]);
  assert.ok(rates.some((row) => String(row.slice(1)) === 'z,zig,2,0,2,0,0'));
  const others = rates.filter(([, author]) => author === '(others)');
  assert.deepEqual(others[0]?.slice(1, 5), ['(others)', 'all', 12, 12]);
  const sizes = rowsOf(tables, 'near-clone-sizes');
  assert.deepEqual(sizes.at(-1), ['code', '(larger)', 3, 51 + 52 + 53]);
});

test('a group that is named as the sum of all groups is no part of the sum', async () => {
  const tables = await described(scratch, 'named-all', {
    documents: [
      document('a', 'x', { language: 'all', tags: { model: 'all', passed: 'true' } }),
      document('b', 'y', { tags: { model: 'm', passed: 'false' } }),
    ],
  });
  assert.deepEqual(rowsOf(tables, 'pass-rates')[0]?.slice(1), ['all', 'all', 2, 1, 1, 0.5, 0]);
});
