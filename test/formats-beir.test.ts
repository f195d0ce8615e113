import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { BenchmarkSource, SourceDocument } from '../src/core/source.js';
import { sourceOf } from '../src/core/source.js';
import { beir } from '../src/formats/beir.js';
import { openBenchmark, writeBenchmark } from '../src/store/benchmark-folder.js';
import { root } from './files.js';
import { refuses, scratchFolder } from './scratch.js';

const mini = join(root, 'test/fixtures/beir/mini');
const scratch = scratchFolder();
const DEFAULTS = { direction: 't2c', level: '1' };
let folders = 0;

/** A copy of the small data set that a test may damage. */
function copy(files: Record<string, string | Buffer> = {}): string {
  const folder = join(scratch, `set-${folders++}`);
  cpSync(mini, folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

async function read(path: string, options: Record<string, string> = {}) {
  const warnings: string[] = [];
  const context = { options: { ...DEFAULTS, ...options }, warn: (message: string) => warnings.push(message) };
  return { ...(await drain(await beir.read!(path, context))), warnings };
}

async function drain(source: BenchmarkSource) {
  const documents: SourceDocument[] = [];
  for (const corpus of source.corpora) for await (const each of corpus.documents()) documents.push(each);
  const tasks = [];
  for (const task of source.tasks) {
    const queries = [];
    for await (const each of task.queries()) queries.push(each);
    tasks.push({ id: task.id, direction: task.direction, level: task.level, queries });
  }
  return { documents, tasks };
}

async function exported(source: BenchmarkSource, options: Record<string, string> = {}) {
  const benchmark = await storedAs(source);
  const dir = join(scratch, `export-${folders++}`);
  mkdirSync(dir);
  const warnings: string[] = [];
  await beir.write!(benchmark, dir, { options, warn: (message) => warnings.push(message) });
  return { dir, warnings };
}

async function storedAs(source: BenchmarkSource) {
  const dir = join(scratch, `assay-${folders++}`);
  await writeBenchmark(source, dir, { missingDocuments: 'keep' });
  return openBenchmark(dir);
}

test('a BEIR folder gives documents with their titles, and the queries of the test split only', async () => {
  const { documents, tasks, warnings } = await read(mini);
  assert.deepEqual(documents[0], {
    meta: { id: 'd1', kind: 'code', language: 'python', tags: { stars: '3', links: '["x"]', title: 'add' } },
    text: 'add\ndef add(a, b):\n    return a + b',
  });
  assert.deepEqual(documents[1], {
    meta: { id: 'd2', kind: 'code' },
    text: 'def sub(a, b):\n    return a - b',
  });
  assert.equal(documents[2]!.text, 'def mül(a, b):\n    return a * b');
  assert.deepEqual(tasks, [
    {
      id: 'test',
      direction: 't2c',
      level: 1,
      queries: [
        {
          query: { id: 'q1', text: 'add two numbers', kind: 'text', cluster: 'arithmetic', exclude: [] },
          judgments: [
            { doc: 'd1', grade: 1 },
            { doc: 'd2', grade: 0 },
          ],
        },
        {
          query: { id: 'q2', text: 'multiply two numbers', kind: 'text', cluster: 'q2', exclude: [] },
          judgments: [{ doc: 'd3', grade: 2 }],
        },
      ],
    },
  ]);
  assert.deepEqual(warnings, []);
});

test('split, direction and level are options', async () => {
  const { documents, tasks } = await read(mini, { split: 'dev', direction: 'c2t', level: '2' });
  assert.equal(documents[0]!.meta.kind, 'text');
  assert.equal(tasks[0]!.queries[0]!.query.kind, 'code');
  assert.deepEqual([tasks[0]!.id, tasks[0]!.direction, tasks[0]!.level], ['dev', 'c2t', 2]);
  await refuses(() => read(mini, { direction: 'c2x' }), /--direction c2x: it must be one of t2c, c2c, c2t/);
  await refuses(() => read(mini, { level: 'high' }), /--level high: it must be a whole number/);
  await refuses(() => read(mini, { split: 'train' }), /no split "train" \(it has: dev, test\).*--split dev/s);
});

test('without a test split the only one is taken, and of several one must be chosen', async () => {
  const one = copy();
  cpSync(join(one, 'qrels/dev.tsv'), join(one, 'qrels/train.tsv'));
  rmSync(join(one, 'qrels/test.tsv'));
  await refuses(() => read(one), /no split "test" \(it has: dev, train\)/);
  rmSync(join(one, 'qrels/dev.tsv'));
  assert.equal((await read(one)).tasks[0]!.id, 'train');
});

test('gzip files, CR LF and a byte-order mark are read', async () => {
  const folder = copy();
  const corpus = readFileSync(join(folder, 'corpus.jsonl'));
  writeFileSync(join(folder, 'corpus.jsonl.gz'), gzipSync(corpus));
  rmSync(join(folder, 'corpus.jsonl'));
  const qrels = readFileSync(join(folder, 'qrels/test.tsv'), 'utf8');
  writeFileSync(join(folder, 'qrels/test.tsv'), `\uFEFF${qrels.replaceAll('\n', '\r\n')}`);
  const { warnings: _, ...expected } = await read(mini);
  const { warnings, ...found } = await read(folder);
  assert.deepEqual(found, expected);
  assert.deepEqual(warnings, []);
});

test('judged documents that are absent are kept, judged queries that are absent are left out: both are told', async () => {
  const qrels = readFileSync(join(mini, 'qrels/test.tsv'), 'utf8');
  const { tasks, warnings } = await read(
    copy({ 'qrels/test.tsv': `${qrels}q1\tghost\t1\nq9\td1\t1\nq1\td1\t1\n` }),
  );
  assert.deepEqual(
    tasks[0]!.queries.map(({ query }) => query.id),
    ['q1', 'q2'],
  );
  assert.deepEqual(tasks[0]!.queries[0]!.judgments.at(-1), { doc: 'ghost', grade: 1 });
  assert.match(warnings.join('\n'), /1 lines repeat/);
  assert.match(warnings.join('\n'), /1 judged documents are not in corpus.jsonl, for example "ghost"/);
  assert.match(warnings.join('\n'), /1 judged queries are not in queries.jsonl, for example "q9"/);
});

test('what cannot be used is refused with file and line', async () => {
  const qrels = (body: string) => copy({ 'qrels/test.tsv': body });
  const header = 'query-id\tcorpus-id\tscore\n';
  const cases: [string, string, RegExp][] = [
    ['no folder', join(scratch, 'nowhere'), /nowhere: there is no such folder/],
    ['a file', join(mini, 'corpus.jsonl'), /it is a file, a folder with corpus.jsonl/],
    ['the folder above', join(mini, '..'), /it has no corpus.jsonl .*Name one of the folders in it: mini/s],
    ['no header', qrels('q1\td1\t1\n'), /test.tsv, line 1: it is a judgment, a header was expected/],
    [
      'spaces for tabs',
      qrels(`${header}q1 d1 1\n`),
      /line 2: it has 1 columns separated by tabs instead of 3/,
    ],
    ['TREC qrels', qrels(`${header}q1\t0\td1\t1\n`), /line 2: it has 4 columns/],
    ['a grade in words', qrels(`${header}q1\td1\thigh\n`), /line 2: the grade "high" is not a whole number/],
    ['a grade of NaN', qrels(`${header}q1\td1\tNaN\n`), /line 2: the grade "NaN"/],
    [
      'two grades',
      qrels(`${header}q1\td1\t1\nq1\td1\t0\n`),
      /line 3: query "q1" and document "d1" have grade 0/,
    ],
    ['an empty id', qrels(`${header}\td1\t1\n`), /line 2: an id is empty/],
    ['qrels of a header', qrels(header), /test.tsv: it has no judgment/],
    ['empty qrels', qrels(''), /test.tsv: it has no judgment/],
    ['foreign queries', qrels(`${header}x\td1\t1\n`), /queries.jsonl: it has none of the queries/],
    ['an empty corpus', copy({ 'corpus.jsonl': '' }), /corpus.jsonl: it has no document/],
    [
      'a corpus of another shape',
      copy({ 'corpus.jsonl': '{"id":"d1","text":""}\n' }),
      /line 1: field "_id" must be/,
    ],
    [
      'text that is no text',
      copy({ 'corpus.jsonl': '{"_id":"d1","text":7}\n' }),
      /line 1: field "text" must be a string/,
    ],
    [
      'one id twice',
      copy({ 'corpus.jsonl': '{"_id":"d","text":""}\n{"_id":"d","text":""}\n' }),
      /line 2: the document id "d" occurs twice/,
    ],
    [
      'one query twice',
      copy({ 'queries.jsonl': '{"_id":"q1","text":""}\n{"_id":"q1","text":""}\n' }),
      /line 2: the query id "q1" occurs twice/,
    ],
    ['no JSON', copy({ 'corpus.jsonl': '{"_id":\n' }), /corpus.jsonl, line 1: it is not JSON/],
    ['a JSON array', copy({ 'corpus.jsonl': '[{"_id":"d1"}]\n' }), /line 1: a JSON object was expected/],
    [
      'UTF-16',
      copy({ 'corpus.jsonl': Buffer.from('\uFEFF{"_id":"d1","text":""}\n', 'utf16le') }),
      /it is UTF-16 text .*iconv/s,
    ],
    [
      'Latin-1',
      copy({ 'queries.jsonl': Buffer.from('{"_id":"q1","text":"\xe9"}\n', 'latin1') }),
      /it is not UTF-8/,
    ],
  ];
  for (const [name, path, message] of cases) await test(name, () => refuses(() => read(path), message));
  await test('gz that is not gz', async () => {
    const folder = copy();
    renameSync(join(folder, 'corpus.jsonl'), join(folder, 'corpus.jsonl.gz'));
    await refuses(() => read(folder), /corpus.jsonl.gz: its name ends in .gz but it is not gzip/);
  });
  await test('a truncated gz', async () => {
    const folder = copy({
      'queries.jsonl.gz': gzipSync(readFileSync(join(mini, 'queries.jsonl'))).subarray(0, 40),
    });
    rmSync(join(folder, 'queries.jsonl'));
    await refuses(() => read(folder), /queries.jsonl.gz: the gzip data is damaged/);
  });
  await test('a directory in the place of a file', async () => {
    const folder = copy();
    rmSync(join(folder, 'corpus.jsonl'));
    mkdirSync(join(folder, 'corpus.jsonl'));
    await refuses(() => read(folder), /corpus.jsonl: it is a directory/);
  });
  await test('a line of 70 MB', async () => {
    const folder = copy({ 'corpus.jsonl': Buffer.alloc(70 * 2 ** 20, 'x') });
    await refuses(() => read(folder), /corpus.jsonl, line 1: the line is longer than 64 MB/);
  });
});

test('a benchmark of one task becomes a BEIR folder that reads back the same', async () => {
  const context = { options: DEFAULTS, warn: assert.fail };
  const { dir, warnings } = await exported(await beir.read!(mini, context));
  assert.deepEqual(warnings, []);
  assert.deepEqual(readdirSync(dir).sort(), ['corpus.jsonl', 'qrels', 'queries.jsonl']);
  const { warnings: _, ...expected } = await read(mini);
  const { warnings: __, ...found } = await read(dir);
  assert.deepEqual(found, expected);
  const first = JSON.parse(readFileSync(join(dir, 'corpus.jsonl'), 'utf8').split('\n')[0]!);
  assert.deepEqual(first, {
    _id: 'd1',
    title: 'add',
    text: 'def add(a, b):\n    return a + b',
    metadata: { stars: '3', links: '["x"]', language: 'python' },
  });
});

/** Two tasks over one corpus, with everything that BEIR has no place for. */
function rich(): BenchmarkSource {
  const header = { corpus: 'code', labels: {}, level: 2 };
  const query = (id: string) => ({ id, text: `text of ${id}`, kind: 'code' as const, cluster: 'p1' });
  return {
    name: 'rich',
    version: '1',
    corpora: [
      {
        id: 'code',
        documents: () => [
          { meta: { id: 'a', kind: 'code', language: 'go', tags: { title: 'not the start' } }, text: 'body' },
          { meta: { id: 'b', kind: 'code', family: 'f' }, text: '' },
          {
            meta: { id: 'c', kind: 'code', variant: { parent: 'a', root: 'a', slot: 0, edits: [] } },
            text: 'x',
          },
        ],
      },
    ],
    tasks: [
      {
        ...header,
        id: 'c2c/x y',
        direction: 'c2c',
        queries: () => [
          {
            query: { ...query('q1'), exclude: ['a'], language: 'go' },
            judgments: [
              { doc: 'b', grade: 2 },
              { doc: 'c', grade: 1 },
            ],
          },
        ],
      },
      {
        ...header,
        id: 'pool',
        direction: 't2c',
        queries: () => [
          {
            query: { ...query('q1'), exclude: [], candidates: ['a', 'b'] },
            judgments: [{ doc: 'a', grade: 2 }],
          },
          {
            query: { ...query('q2'), exclude: [], candidates: ['a', 'b'] },
            judgments: [{ doc: 'gone', grade: 0 }],
          },
        ],
      },
    ],
    suites: () => [],
    verdicts: () => [
      {
        code: 'c',
        suite: 's',
        outcome: { is: 'pass' as const },
        isolation: 'none',
        toolchain: '',
        proof: 'imported' as const,
      },
    ],
  };
}

test('several tasks become several folders; each kind of loss is told once', async () => {
  const { dir, warnings } = await exported(rich());
  assert.deepEqual(readdirSync(dir).sort(), ['c2c_x_y', 'pool']);
  assert.deepEqual(warnings.sort(), [
    'BEIR cannot hold this, it is left out: 1 documents that are planted variants of others',
    'BEIR cannot hold this, it is left out: 1 queries with excluded documents (anchors)',
    'BEIR cannot hold this, it is left out: 1 verdicts',
    'BEIR cannot hold this, it is left out: 2 queries with candidate lists',
    'task "c2c/x y": read it back with --direction c2c --level 2',
    'task "pool": read it back with --level 2',
  ]);
  const back = await read(join(dir, 'c2c_x_y'), { direction: 'c2c', level: '2' });
  assert.deepEqual(back.documents[0], {
    meta: { id: 'a', kind: 'code', language: 'go', tags: { title: 'not the start' } },
    text: 'body',
  });
  assert.deepEqual(back.documents[1], { meta: { id: 'b', kind: 'code', family: 'f' }, text: '' });
  assert.deepEqual(back.tasks[0]!.queries, [
    {
      query: { id: 'q1', text: 'text of q1', kind: 'code', language: 'go', cluster: 'p1', exclude: [] },
      judgments: [
        { doc: 'b', grade: 2 },
        { doc: 'c', grade: 1 },
      ],
    },
  ]);
  const pool = await read(join(dir, 'pool'));
  assert.equal(pool.documents.length, 3);
  assert.deepEqual(pool.tasks[0]!.queries[1]!.judgments, [{ doc: 'gone', grade: 0 }]);
});

test('grades and ids that qrels cannot hold are refused', async () => {
  const stored = await storedAs(rich());
  const withJudgment = (doc: string, grade: number) =>
    exported({
      ...sourceOf(stored),
      tasks: [
        {
          ...rich().tasks[0]!,
          queries: () => [
            {
              query: { id: 'q', text: '', kind: 'code', cluster: 'q', exclude: [] },
              judgments: [{ doc, grade }],
            },
          ],
        },
      ],
    });
  await refuses(() => withJudgment('b', 0.5), /cannot write .*grades document "b" 0.5/);
  await refuses(() => withJudgment('b\tc', 1), /the document id "b\\tc" holds a tab/);
});
