import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { coquir } from '../src/formats/coquir.js';
import { COQUIR_SETS, groupOf, guessSet } from '../src/formats/coquir-sets.js';
import { openBenchmark, writeBenchmark } from '../src/store/benchmark-folder.js';
import { contentOf, fixture, readWith, spoilable } from './read-source.js';

const CODENET = fixture('coquir/CodeNet-B');

test('CoQuIR: a corpus and a task for each language, of the data set that the folder is named after', async () => {
  const { source, documents, queries, warnings } = await contentOf(coquir, CODENET);
  assert.equal(source.name, 'coquir-codenet-b');
  assert.deepEqual(
    Object.entries(documents).map(([id, docs]) => [id, docs.length]),
    [
      ['python', 4],
      ['ruby', 4],
    ],
  );
  assert.deepEqual(
    source.tasks.map(({ id, corpus, level, dimension, labels }) => [
      id,
      corpus,
      level,
      dimension,
      labels.language,
    ]),
    [
      ['codenet-b-python', 'python', 2, 'correctness', 'python'],
      ['codenet-b-ruby', 'ruby', 2, 'correctness', 'ruby'],
    ],
  );
  assert.deepEqual(queries['codenet-b-python']![0]!.judgments, [
    { doc: 'codenet-bug-p1-python-pos0', grade: 2 },
    { doc: 'codenet-bug-p1-python-neg0', grade: 1 },
  ]);
  // Problem p2 has a negative and no positive in Ruby.
  assert.deepEqual(
    queries['codenet-b-ruby']!.map(({ query }) => query.id),
    ['codenet-bug-p1'],
  );
  assert.match(warnings.join('\n'), /^1 times a query has negatives and no positive in a language/);
});

test('CoQuIR: the one positive and the one negative of a query are a family; of several, none is', async () => {
  const families = async (folder: string, corpus: string) =>
    (await contentOf(coquir, fixture(folder))).documents[corpus]!.map(({ meta }) => meta.family);
  assert.deepEqual(await families('coquir/SQLR2', 'sql'), ['sqlr2-0-neg', 'sqlr2-0-neg']);
  for (const language of ['python', 'ruby'])
    assert.deepEqual(await families('coquir/CodeNet-B', language), Array(4).fill(undefined));
});

test('CoQuIR: titles stand before the text', async () => {
  const { documents } = await contentOf(coquir, CODENET);
  const titled = documents.ruby!.at(-1)!;
  assert.equal(titled.text, 'Reversed\nputs gets.reverse\n');
  assert.equal(titled.meta.tags!.title, 'Reversed');
  assert.equal(titled.meta.language, 'ruby');
});

test('CoQuIR: parquet gives the same as JSONL', async () => {
  const [lines, parquet] = [
    await contentOf(coquir, CODENET),
    await contentOf(coquir, fixture('coquir/parquet/CodeNet-B')),
  ];
  assert.deepEqual(parquet.documents, lines.documents);
  assert.deepEqual(parquet.queries, lines.queries);
});

test('CoQuIR: documents can be lower-cased, queries never are', async () => {
  const as = await contentOf(coquir, fixture('coquir/SQLR2'));
  const lower = await contentOf(coquir, fixture('coquir/SQLR2'), { case: 'lower' });
  assert.match(as.documents.sql![0]!.text, /^SELECT Name/);
  assert.match(lower.documents.sql![0]!.text, /^select name/);
  assert.deepEqual(lower.queries, as.queries);
  assert.equal(as.source.tasks[0]!.dimension, 'efficiency');
});

test('CoQuIR: the group of a document by data set', () => {
  const group = (set: string, id: string, lang?: string): string =>
    groupOf(COQUIR_SETS.find(({ name }) => name === set)!, id, lang);
  assert.equal(group('codenet-e', 'codenet-effi-p02534-JavaScript-neg12'), 'javascript');
  assert.equal(group('safecoder', 'safecoder-python-train-new-9-pos0', 'c'), 'python');
  assert.equal(group('cvefixes', 'cvefixes-c-12-pos', 'c'), 'c');
  assert.equal(group('depreapi', 'deprecated-numpy-17-pos', 'python'), 'numpy');
  assert.equal(group('safecoder', 'oddly-named', 'c'), 'c');
  assert.equal(group('defects4j', 'defects4j-Lang-1-fixed', 'java'), 'java');
  assert.equal(group('defects4j', 'defects4j-Lang-1-fixed'), 'all');
  assert.equal(guessSet(['data', 'CodeNet-E', 'snapshots'])!.name, 'codenet-e');
  assert.equal(guessSet(['DeprecatedCode'])!.name, 'depreapi');
  assert.equal(guessSet(['somewhere']), undefined);
});

test('CoQuIR: what cannot be used is named', async (t) => {
  const spoiled = async (file: string, content: string, expected: RegExp): Promise<void> => {
    const folder = spoilable(t, 'coquir/CodeNet-B');
    appendFileSync(join(folder, file), content);
    await assert.rejects(contentOf(coquir, folder, { dataset: 'codenet-b' }), expected);
  };
  await spoiled('corpus.jsonl', '{"lang":"ruby","text":"x"}\n', /corpus\.jsonl, line 9: field "id"/);
  await spoiled('corpus.jsonl', '{"id":"codenet-bug-p1-ruby-pos0","text":"x"}\n', /line 9: .* occurs twice/);
  await spoiled('corpus.jsonl', '{"id":"codenet-bug-p9-ruby-pos0"}\n', /line 9: field "text"/);
  await spoiled(
    'query.jsonl',
    '{"id":"codenet-bug-p1","text":"x"}\n',
    /query\.jsonl, line 3: .* occurs twice/,
  );
  await spoiled(
    'qrels/test.jsonl',
    '{"qid":"x","pos-docids":[],"neg-docids":[]}\n',
    /test\.jsonl, line 3: it judges the unknown query "x"/,
  );
  const again = JSON.parse(readFileSync(join(CODENET, 'qrels/test.jsonl'), 'utf8').split('\n')[0]!) as object;
  await spoiled('qrels/test.jsonl', `${JSON.stringify(again)}\n`, /line 3: the query .* is judged twice/);
});

test('CoQuIR: lists may be the text of lists; both-sided, absent and odd ids are told', async (t) => {
  const folder = spoilable(t, 'coquir/SQLR2');
  const path = join(folder, 'qrels/test.jsonl');
  const read = (row: object) => {
    writeFileSync(path, `${JSON.stringify({ qid: 'sqlr2-0', ...row })}\n`);
    return contentOf(coquir, folder, { dataset: 'sqlr2' });
  };
  const { queries } = await read({ 'pos-docids': "['sqlr2-0-pos']", 'neg-docids': '["sqlr2-0-neg"]' });
  assert.equal(queries['sqlr2-sql']![0]!.judgments.length, 2);
  const { warnings } = await read({ 'pos-docids': ['sqlr2-0-pos', 'gone'], 'neg-docids': [] });
  assert.match(warnings[0]!, /1 judgments name documents that are not in the corpus .*line 1: "gone"/);
  await assert.rejects(
    read({ 'pos-docids': ['sqlr2-0-pos'], 'neg-docids': ['sqlr2-0-pos'] }),
    /both as positive and as negative/,
  );
  await assert.rejects(read({ 'pos-docids': 'x', 'neg-docids': [] }), /field "pos-docids" is neither a list/);
  await assert.rejects(read({ 'pos-docids': [null], 'neg-docids': [] }), /must hold ids, but has null/);
  await assert.rejects(read({ 'neg-docids': [] }), /field "pos-docids" must be a list/);
  rmSync(path);
  await assert.rejects(readWith(coquir, folder, { dataset: 'sqlr2' }), /there is no qrels file/);
  await assert.rejects(readWith(coquir, folder), /does not tell which data set/);
});

test('CoQuIR survives the way through an Assay folder', async (t) => {
  const out = join(spoilable(t, 'coquir/SQLR2'), 'out');
  const before = await contentOf(coquir, CODENET);
  await writeBenchmark(before.source, out);
  const benchmark = await openBenchmark(out);
  for (const task of benchmark.tasks) {
    const queries = [];
    for await (const item of task.queries()) queries.push(item);
    assert.deepEqual(queries, before.queries[task.id]);
    assert.equal(task.dimension, 'correctness');
  }
  for (const [id, corpus] of benchmark.corpora)
    for await (const { i, text } of corpus.texts()) {
      const { digest: _digest, ...meta } = corpus.meta(i);
      assert.deepEqual({ meta, text }, before.documents[id]![i]);
    }
});
