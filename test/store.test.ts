import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Benchmark, Suite, Verdict } from '../src/core/benchmark.js';
import { canonicalJson } from '../src/core/json.js';
import type { Row } from '../src/core/ranking.js';
import type { BenchmarkSource } from '../src/core/source.js';
import { sourceOf } from '../src/core/source.js';
import { openBenchmark, writeBenchmark } from '../src/store/benchmark-folder.js';
import { folderCache } from '../src/store/cache.js';
import { sha256 } from '../src/store/digest.js';
import { decodeRows, encodeRows } from '../src/store/row-codec.js';
import { RunFolder, type RunIdentity } from '../src/store/run-folder.js';
import { refuses, scratchFolder } from './scratch.js';

const scratch = scratchFolder();

const suite: Suite = {
  id: 'a'.repeat(64),
  entry: 'add',
  signature: { params: ['number', 'number'], result: 'number' },
  tests: [
    { kind: 'case', args: [1, 2], want: { value: 3, tolerance: 1e-9, unordered: true } },
    { kind: 'case', args: [null], want: { error: 'TypeError' } },
    { kind: 'stdio', stdin: '1\n', stdout: '2\n' },
    { kind: 'source', language: 'python', source: 'assert add(1, 2) == 3' },
  ],
};
const verdict: Verdict = {
  code: sha256('x = 1\n'),
  suite: suite.id,
  outcome: { is: 'fail', test: 2 },
  isolation: 'none',
  toolchain: 'node',
  proof: 'compared',
};

/** A source that uses every optional field, and characters that files stumble over. */
function everything(): BenchmarkSource {
  return {
    name: 'every field',
    version: '3',
    licence: 'CC0-1.0',
    origin: { made: 'by hand', list: [1, null, true] },
    corpora: [
      {
        id: 'code',
        documents: () => [
          {
            meta: {
              id: 'd/1',
              kind: 'code',
              language: 'python',
              tags: { author: 'me "quoted"', 'key\n': '\u2028' },
              family: 'd/1',
            },
            text: 'x = 1\n',
          },
          {
            meta: {
              id: 'ü 😀',
              kind: 'code',
              family: 'd/1',
              variant: {
                parent: 'd/1',
                root: 'd/1',
                slot: 0,
                edits: [{ type: 'wrong_operator', start: 2, end: 3, insert: '!' }],
              },
            },
            text: 'x ! 1\r\n\u0000\ud83d\ude00',
          },
        ],
      },
      { id: 'text', documents: () => [{ meta: { id: 'd/1', kind: 'text' }, text: '' }] },
    ],
    tasks: [
      {
        ...{ id: 'find code', corpus: 'code', direction: 't2c', labels: { language: 'python' }, level: 2 },
        dimension: 'correctness',
        queries: () => [
          {
            query: {
              ...{
                id: 'q1',
                text: 'one\ntwo',
                kind: 'text',
                language: 'python',
                tags: { a: 'b' },
                cluster: 'c1',
              },
              ...{ exclude: ['ü 😀'], candidates: ['d/1', 'ü 😀'], suite: suite.id },
            },
            judgments: [
              { doc: 'd/1', grade: 2 },
              { doc: 'ü 😀', grade: -1.5 },
            ],
          },
          { query: { id: 'q2', text: 'none', kind: 'text', cluster: 'c2', exclude: [] }, judgments: [] },
        ],
      },
      {
        ...{ id: 'find text', corpus: 'text', direction: 'c2t', labels: {}, level: 1 },
        queries: () => [
          {
            query: { id: 'q1', text: 'x = 1', kind: 'code', cluster: 'c1', exclude: [] },
            judgments: [{ doc: 'd/1', grade: 1 }],
          },
        ],
      },
    ],
    suites: () => [suite],
    verdicts: () => [verdict],
  };
}

/** All that a benchmark or a source holds, as one value. */
async function contentOf(source: BenchmarkSource): Promise<unknown> {
  const corpora = [];
  for (const { id, documents } of source.corpora) {
    const all = [];
    for await (const document of documents()) all.push(document);
    corpora.push({ id, all });
  }
  const tasks = [];
  for (const { queries, id, corpus, direction, labels, level, dimension } of source.tasks) {
    const all = [];
    for await (const item of queries()) all.push(item);
    tasks.push({ id, corpus, direction, labels, level, dimension, all });
  }
  const suites = [];
  for await (const one of source.suites()) suites.push(one);
  const verdicts = [];
  for await (const one of source.verdicts()) verdicts.push(one);
  const { name, version, licence, origin } = source;
  return JSON.parse(canonicalJson({ name, version, licence, origin, corpora, tasks, suites, verdicts }));
}

test('a benchmark folder gives back all that was written, and the same bytes when written again', async () => {
  const [first, second] = [join(scratch, 'first'), join(scratch, 'second')];
  await writeBenchmark(everything(), first);
  const opened = await openBenchmark(first);
  assert.deepEqual(await contentOf(sourceOf(opened)), await contentOf(everything()));
  await writeBenchmark(sourceOf(opened), second);
  for (const name of readdirSync(first))
    assert.equal(readFileSync(join(second, name), 'utf8'), readFileSync(join(first, name), 'utf8'), name);
  assert.equal((await openBenchmark(second)).digest, opened.digest);
  assert.equal(readdirSync(first).length, 6);
});

test('texts are read one by one or in order; digests and verdicts belong to them', async () => {
  const opened: Benchmark = await openBenchmark(join(scratch, 'first'));
  const code = opened.corpora.get('code')!;
  const text = opened.corpora.get('text')!;
  assert.equal(await code.text(1), 'x ! 1\r\n\u0000\ud83d\ude00');
  assert.equal(await text.text(0), '');
  const streamed = [];
  for await (const one of code.texts()) streamed.push(one.text);
  assert.deepEqual(streamed, [await code.text(0), await code.text(1)]);
  assert.equal(code.meta(0).digest, sha256('x = 1\n'));
  assert.deepEqual(opened.verdict(code.meta(0).digest, suite.id), verdict);
  assert.equal(opened.verdict(code.meta(1).digest, suite.id), undefined);
});

test('a source that fails half-way leaves nothing', async () => {
  const broken: BenchmarkSource = {
    ...everything(),
    *verdicts() {
      yield verdict;
      throw new Error('the disk of the source died');
    },
  };
  await assert.rejects(writeBenchmark(broken, join(scratch, 'broken')), /died/);
  assert.deepEqual(
    readdirSync(scratch).filter((name) => name.startsWith('broken')),
    [],
  );
});

test('the writer is the gate for ids and judgments', async () => {
  const change = (over: (source: BenchmarkSource) => Partial<BenchmarkSource>) => {
    const source = everything();
    return () => writeBenchmark({ ...source, ...over(source) }, join(scratch, 'refused'));
  };
  const task = (judgments: { doc: string; grade: number }[]) => (source: BenchmarkSource) => ({
    tasks: [
      {
        ...source.tasks[0]!,
        queries: () => [
          { query: { id: 'q', text: '', kind: 'text' as const, cluster: 'c', exclude: [] }, judgments },
        ],
      },
    ],
  });
  await refuses(
    change(({ corpora }) => ({ corpora: [corpora[0]!, corpora[0]!] })),
    /two corpora/,
  );
  await refuses(
    change(({ tasks }) => ({ tasks: [tasks[0]!, tasks[0]!] })),
    /two tasks/,
  );
  await refuses(
    change(() => ({ corpora: [] })),
    /no corpus/,
  );
  await refuses(
    change(() => ({ tasks: [] })),
    /no task/,
  );
  await refuses(
    change(({ corpora }) => ({ corpora: [corpora[0]!] })),
    /unknown corpus "text"/,
  );
  await refuses(change(task([{ doc: 'd/1', grade: Number.NaN }])), /not a number/);
  await refuses(
    change(
      task([
        { doc: 'd/1', grade: 1 },
        { doc: 'd/1', grade: 2 },
      ]),
    ),
    /twice/,
  );
  await refuses(change(task([{ doc: 'gone', grade: 1 }])), /gone.*--keep-missing/s);
  const source = everything();
  const kept = await writeBenchmark(
    { ...source, ...task([{ doc: 'gone', grade: 1 }])(source) },
    join(scratch, 'kept'),
    {
      missingDocuments: 'keep',
    },
  );
  assert.equal(kept.missing.count, 1);
});

test('an edited folder is refused', async () => {
  const dir = join(scratch, 'edited');
  await writeBenchmark(everything(), dir);
  writeFileSync(join(dir, 'judgments.jsonl'), '{"task":"find code","query":"q1","doc":"d/1","grade":9}\n');
  await refuses(() => openBenchmark(dir), /judgments\.jsonl.*SHA-256.*assay import assay/s);
});

const rows: (Row | undefined)[] = [
  {
    query: 'q "1"\n',
    docs: Uint32Array.of(7, 4_000_000_000, 0),
    scores: Float64Array.of(2.5, -0, 1e-300),
    judged: [{ i: 9, rank: 140_000, tier: 0, score: Number.MIN_VALUE }],
    pool: 150_000,
  },
  undefined,
  { query: '', docs: new Uint32Array(0), scores: new Float64Array(0), judged: [], pool: 0 },
  {
    query: 'tiers',
    docs: Uint32Array.of(1, 2),
    scores: Float64Array.of(9, 11),
    tiers: Uint8Array.of(2, 1),
    judged: [{ i: 1, rank: 1, tier: 2, score: 9 }],
    pool: 2,
  },
];

test('rows survive their file', () => {
  assert.deepEqual(decodeRows(encodeRows(rows, 'owner'), 'x', 'owner'), rows);
});

test('a damaged part is refused, wherever it is cut', () => {
  const bytes = encodeRows(rows, 'owner');
  for (let cut = 0; cut < bytes.length; cut += 3)
    assert.throws(() => decodeRows(bytes.subarray(0, cut), 'part.rows', 'owner'), /cannot read part\.rows/);
  for (let bit = 0; bit < bytes.length * 8; bit += 61) {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3]! ^= 1 << (bit & 7);
    assert.throws(() => decodeRows(flipped, 'part.rows', 'owner'), /cannot read part\.rows/, `bit ${bit}`);
  }
  assert.throws(() => decodeRows(bytes, 'part.rows', 'another'), /another run/);
});

const identity: RunIdentity = {
  benchmark: { name: 'b', version: '1', digest: 'f'.repeat(64) },
  pipeline: { name: 'p', id: 'p-1', config: {}, seed: null, inputs: {} },
  depth: 10,
  batch: 4,
};
const ids = rows.map((row, k) => row?.query ?? `missing ${k}`);

test('a run continues after its last whole part, and refuses another identity', async () => {
  const dir = join(scratch, 'run');
  const run = await RunFolder.resume(dir, identity);
  await run.writePart('t/1', 0, rows);
  const again = await RunFolder.resume(dir, identity);
  assert.deepEqual(await again.readPart('t/1', 0, ids), rows);
  assert.equal(await again.readPart('t/1', 1, ids), undefined);
  await refuses(() => RunFolder.resume(dir, { ...identity, depth: 11 }), /another depth/);
  await again.finish('t/1', 4);
  const task = {
    id: 't/1',
    async *queries() {
      for (const id of ids) yield { query: { id } };
    },
  };
  const read = [];
  for await (const row of (await RunFolder.open(dir)).rows(task)) read.push(row);
  assert.deepEqual(
    read,
    rows.filter((row) => row !== undefined),
  );
});

test('an unfinished part that is damaged is made again; a finished one is an error', async () => {
  const dir = join(scratch, 'damaged');
  const run = await RunFolder.resume(dir, identity);
  await run.writePart('t', 0, rows);
  const part = join(dir, 'tasks', 't', 'part-00000.rows');
  const whole = readFileSync(part);
  writeFileSync(part, whole.subarray(0, whole.length - 1));
  assert.equal(await run.readPart('t', 0, ids), undefined);
  await run.writePart('t', 0, rows);
  assert.equal(
    await run.readPart(
      't',
      0,
      ids.map((id) => `${id}?`),
    ),
    undefined,
  );
  await run.writePart('t', 0, rows);
  await run.finish('t', 4);
  writeFileSync(part, whole.subarray(0, whole.length - 1));
  await refuses(() => run.readPart('t', 0, ids), /SHA-256/);
});

test('the cache gives back what it was given, and nothing that is damaged', async () => {
  const dir = join(scratch, 'cache');
  const cache = folderCache(dir);
  assert.equal(await cache.get('kind', { a: 1 }), undefined);
  await cache.put('kind', { a: 1, b: [2] }, Buffer.from('content'));
  assert.equal(Buffer.from((await cache.get('kind', { b: [2], a: 1 }))!).toString(), 'content');
  assert.equal(await cache.get('other', { a: 1, b: [2] }), undefined);
  const [file] = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  writeFileSync(join(file!.parentPath, file!.name), `${'0'.repeat(64)}content`);
  assert.equal(await cache.get('kind', { a: 1, b: [2] }), undefined);
  mkdirSync(join(scratch, 'readonly'));
  writeFileSync(join(scratch, 'readonly', 'file'), '');
  await folderCache(join(scratch, 'readonly', 'file')).put('kind', 1, Buffer.from('x'));
});

test('task ids never leave the folder of the run, nor meet in one', async () => {
  const dir = join(scratch, 'names', 'run');
  const run = await RunFolder.resume(dir, identity);
  const tasks = [
    '.',
    '..',
    '../up',
    'a/b',
    'a%2Fb',
    '__proto__',
    'constructor',
    '',
    'x'.repeat(400),
    'é'.repeat(200),
    '\ud800',
    '*',
    'run.json',
  ];
  for (const [k, task] of tasks.entries()) {
    await run.writePart(task, 0, [{ ...rows[0]!, pool: k }]);
    await run.finish(task, 1);
  }
  assert.deepEqual(readdirSync(join(scratch, 'names')), ['run']);
  const again = await RunFolder.open(dir);
  assert.deepEqual((await again.finished()).sort(), [...tasks].sort());
  for (const [k, task] of tasks.entries())
    assert.equal((await again.readPart(task, 0, [ids[0]!]))![0]!.pool, k, JSON.stringify(task));
});

test('a part of another task or pipeline is not taken for one’s own', async () => {
  const dir = join(scratch, 'mixed');
  const run = await RunFolder.resume(dir, identity);
  await run.writePart('one', 0, rows);
  mkdirSync(join(dir, 'tasks', 'two'));
  writeFileSync(
    join(dir, 'tasks', 'two', 'part-00000.rows'),
    readFileSync(join(dir, 'tasks', 'one', 'part-00000.rows')),
  );
  assert.equal(await run.readPart('two', 0, ids), undefined);
});

test('what killed processes left behind goes when the work goes on; what living ones write stays', async () => {
  const dir = join(scratch, 'abandoned');
  await RunFolder.resume(dir, identity);
  mkdirSync(join(dir, 't'));
  const dead = join(dir, 't', 'part-00000.rows.partial-999999999-0123abcd');
  const living = join(dir, 't', `part-00001.rows.partial-${process.pid}-0123abcd`);
  for (const path of [dead, living]) writeFileSync(path, 'half');
  await RunFolder.resume(dir, identity);
  assert.deepEqual(readdirSync(join(dir, 't')), [living.split('/').at(-1)]);
});
