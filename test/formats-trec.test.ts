import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Task } from '../src/core/benchmark.js';
import { seeded } from '../src/core/random.js';
import type { Row } from '../src/core/ranking.js';
import { rankSparse } from '../src/core/sparse.js';
import { DocNumbers } from '../src/formats/doc-numbers.js';
import { fileNamesOf } from '../src/formats/task-files.js';
import { trec } from '../src/formats/trec.js';
import { readQrels, writeQrels } from '../src/formats/trec-qrels.js';
import { loadTrecRun, writeTrecRun } from '../src/formats/trec-run.js';
import { openBenchmark, writeBenchmark } from '../src/store/benchmark-folder.js';
import { corpusOf, queryOf } from './corpus-of.js';
import { root } from './files.js';
import { refuses, scratchFolder } from './scratch.js';

const fixtures = join(root, 'test/fixtures/trec');
const scratch = scratchFolder();
let files = 0;

function file(content: string | Buffer, name = `f${files++}.txt`): string {
  const path = join(scratch, name);
  writeFileSync(path, content);
  return path;
}

async function groups(path: string) {
  const numbers = new DocNumbers();
  return [...(await loadTrecRun(path, numbers))].map(([query, { docs, scores }]) => ({
    query,
    docs: Array.from(docs, (doc) => numbers.ids[doc]!),
    scores: [...scores],
  }));
}

async function read(path: string, options: Record<string, string> = {}) {
  const warnings: string[] = [];
  const source = await trec.read!(path, {
    options: { direction: 't2c', level: '1', ...options },
    warn: (message) => warnings.push(message),
  });
  return { source, warnings };
}

test('a folder of qrels and runs gives judgments, and the documents of both', async () => {
  const { source, warnings } = await read(fixtures);
  const ids = [];
  for await (const { meta, text } of source.corpora[0]!.documents()) ids.push([meta.id, text]);
  assert.deepEqual(ids, [
    ['d1', ''],
    ['d2', ''],
    ['d3', ''],
    ['d4', ''],
  ]);
  assert.deepEqual(
    source.tasks.map(({ id, level }) => [id, level]),
    [['web', 1]],
  );
  const queries = [];
  for await (const each of source.tasks[0]!.queries()) queries.push([each.query.id, each.judgments]);
  assert.deepEqual(queries, [
    [
      'q1',
      [
        { doc: 'd1', grade: 1 },
        { doc: 'd2', grade: 0 },
      ],
    ],
    [
      'q2',
      [
        { doc: 'd3', grade: 2 },
        { doc: 'd1', grade: -1 },
      ],
    ],
  ]);
  assert.match(warnings.join(), /texts are empty/);
});

test('TREC qrels survive the way through an Assay benchmark', async () => {
  const dir = join(scratch, 'assay');
  await writeBenchmark((await read(fixtures)).source, dir);
  const out = join(scratch, 'out');
  mkdirSync(out);
  const warnings: string[] = [];
  await trec.write!(await openBenchmark(dir), out, {
    options: {},
    warn: (message) => warnings.push(message),
  });
  assert.deepEqual(readdirSync(out), ['web.qrels']);
  assert.equal(readFileSync(join(out, 'web.qrels'), 'utf8'), 'q1 0 d1 1\nq1 0 d2 0\nq2 0 d3 2\nq2 0 d1 -1\n');
  assert.match(warnings.join('\n'), /4 texts of documents/);
});

test('the lines of a query need not be contiguous; rank, Q0 and tag do not matter', async () => {
  const expected = [
    { query: 'q1', docs: ['d1', 'd2'], scores: [2.5, 3.5] },
    { query: 'q2', docs: ['d4', 'd3'], scores: [7, 7] },
  ];
  assert.deepEqual(await groups(join(fixtures, 'bm25.run')), expected);
  const zipped = file(gzipSync(readFileSync(join(fixtures, 'bm25.run'))), 'bm25.run.gz');
  assert.deepEqual(await groups(zipped), expected);
  assert.deepEqual(await groups(file('q\tQ0\td   1\t-1e-3   t\r\n\r\n')), [
    { query: 'q', docs: ['d'], scores: [-0.001] },
  ]);
});

test('runs that cannot be used are refused with the line', async () => {
  const cases: [string, () => string, RegExp][] = [
    ['no file', () => join(scratch, 'nowhere.run'), /there is no such file/],
    ['a directory', () => fixtures, /it is a directory/],
    ['an empty file', () => file(''), /it has no line of a run/],
    [
      'a NaN score',
      () => file('q Q0 d 1 1 t\nq Q0 e 2 nan t\n'),
      /line 2: the score "nan" is not a finite number/,
    ],
    ['an infinite score', () => file('q Q0 d 1 inf t\n'), /line 1: the score "inf"/],
    ['a score too large', () => file('q Q0 d 1 1e999 t\n'), /line 1: the score "1e999"/],
    ['rank and score swapped with words', () => file('q Q0 d 1 high t\n'), /line 1: the score "high"/],
    [
      'five columns',
      () => file('q Q0 d 1 0.5\n'),
      /line 1: it has 5 columns instead of 6.*query Q0 document rank score tag/s,
    ],
    ['seven columns', () => file('q Q0 d 1 0.5 my tag\n'), /line 1: it has 7 columns/],
    ['qrels for a run', () => file('q 0 d 1\n'), /line 1: it has 4 columns instead of 6/],
    [
      'a document twice',
      () => file('q Q0 d 1 2 t\nr Q0 d 1 2 t\nq Q0 e 2 1 t\nq Q0 d 3 0 t\n'),
      /line 4: query "q" lists document "d" again, after line 1/,
    ],
    ['UTF-16', () => file(Buffer.from('\uFEFFq Q0 d 1 1 t\n', 'utf16le')), /it is UTF-16/],
    ['gz that is not gz', () => file('q Q0 d 1 1 t\n', 'plain.run.gz'), /not gzip data/],
    ['JSON', () => file('{"q": {"d": 1}}\n'), /line 1: it has 3 columns/],
    [
      'a line of 70 MB',
      () => file(Buffer.alloc(70 * 2 ** 20, 'q ')),
      /line 1: the line is longer than 64 MB/,
    ],
  ];
  for (const [name, path, message] of cases) await test(name, () => refuses(() => groups(path()), message));
});

test('qrels that cannot be used are refused with the line', async () => {
  const cases: [string, () => string, RegExp][] = [
    ['three columns', () => file('q d 1\n'), /line 1: it has 3 columns instead of 4/],
    ['a run for qrels', () => file('q Q0 d 1 1 t\n'), /line 1: it has 6 columns instead of 4/],
    ['a grade in words', () => file('q 0 d yes\n'), /line 1: the grade "yes"/],
    ['half a grade', () => file('q 0 d 0.5\n'), /line 1: the grade "0.5" is not a whole number/],
    [
      'two grades',
      () => file('q 0 d 1\nq 0 d 2\n'),
      /line 2: query "q" and document "d" have grade 2 here and 1/,
    ],
    ['an empty file', () => file('\n \n'), /it has no judgment/],
    ['no such file', () => join(scratch, 'none'), /no such file/],
  ];
  for (const [name, path, message] of cases)
    await test(name, () => refuses(() => readQrels(path()), message));
  const empty = join(scratch, 'empty');
  mkdirSync(empty);
  await refuses(() => read(empty), /no file in it has "qrels" in its name/);
  const two = join(scratch, 'two');
  mkdirSync(two);
  for (const name of ['qrels.a.txt', 'a.qrels']) cpSync(join(fixtures, 'web.qrels.txt'), join(two, name));
  await refuses(() => read(two), /makes the same task "a"/);
});

test('a written run reads back to the same ranking, ties and odd scores included', async () => {
  const random = seeded(7);
  const ids = Array.from({ length: 40 }, (_, i) => `d${i}\u{1F600}`.slice(0, i % 2 ? undefined : -2));
  const corpus = corpusOf([...new Set(ids)]);
  const rows: Row[] = [];
  for (let q = 0; q < 30; q++) {
    const all = Uint32Array.from({ length: corpus.size }, (_, i) => i);
    const scored = {
      docs: all,
      scores: Float64Array.from(
        all,
        () => random.below(3) / 3 + (random.below(2) ? 0 : random.unit() * 1e-12),
      ),
    };
    rows.push(rankSparse(`q${q}`, scored, corpus, [], 25));
  }
  const path = join(scratch, 'written.run');
  assert.deepEqual(await writeTrecRun(rows, corpus, 'my tag', path), { rows: 30, rescored: 0 });
  assert.match(readFileSync(path, 'utf8'), /^q0 Q0 \S+ 1 \S+ my_tag\n/);
  const found = await groups(path);
  assert.equal(found.length, rows.length);
  for (const [k, { query, docs, scores }] of found.entries()) {
    const row = rows[k]!;
    assert.equal(query, row.query);
    assert.deepEqual(scores, [...row.scores]);
    const scored = {
      docs: Uint32Array.from(docs, (doc) => corpus.ordinal(doc)!),
      scores: Float64Array.from(scores),
    };
    assert.deepEqual(rankSparse(query, scored, corpus, [], 25).docs, row.docs);
  }
});

test('in a row with several tiers the order survives', async () => {
  const corpus = corpusOf(['a', 'b', 'c']);
  const row: Row = {
    query: 'q',
    docs: Uint32Array.of(2, 0, 1),
    scores: Float64Array.of(-4, 9, 8),
    tiers: Uint8Array.of(1, 0, 0),
    judged: [],
    pool: 3,
  };
  const path = join(scratch, 'tiers.run');
  assert.deepEqual(
    await writeTrecRun([row, { ...row, query: 'r', tiers: Uint8Array.of(1, 1, 1) }], corpus, 't', path),
    { rows: 2, rescored: 1 },
  );
  assert.deepEqual(await groups(path), [
    { query: 'q', docs: ['c', 'a', 'b'], scores: [3, 2, 1] },
    { query: 'r', docs: ['c', 'a', 'b'], scores: [-4, 9, 8] },
  ]);
});

test('nothing is written where an id cannot be held', async () => {
  const corpus = corpusOf(['a b']);
  const row = rankSparse('q', { docs: Uint32Array.of(0), scores: Float64Array.of(1) }, corpus, [], 1);
  const path = join(scratch, 'refused.run');
  await refuses(
    () => writeTrecRun([row], corpus, 't', path),
    /cannot write .*document id "a b" is empty or holds white space/,
  );
  const task = {
    async *queries() {
      yield { query: queryOf('q 1'), judgments: [{ doc: 'a', grade: 1 }] };
    },
  } as unknown as Task;
  await refuses(() => writeQrels(task, path), /query id "q 1"/);
  assert.deepEqual(
    readdirSync(scratch).filter((name) => name.startsWith('refused')),
    [],
  );
});

test('file names of tasks stay apart and stay inside their folder', () => {
  assert.deepEqual(fileNamesOf(['a/b', 'a_b', 'A_b', '..', '../x', '', 'é']), [
    'a_b',
    'a_b-2',
    'A_b-3',
    '_',
    '__x',
    '_-2',
    '_-3',
  ]);
});
