import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { execretrieval } from '../src/formats/execretrieval.js';
import { editBetween } from '../src/formats/execretrieval-edit.js';
import { readExecResults } from '../src/formats/execretrieval-results.js';
import { openBenchmark, writeBenchmark } from '../src/store/benchmark-folder.js';
import { sha256 } from '../src/store/digest.js';
import { contentOf, fixture, readWith, spoilable } from './read-source.js';

const FOLDER = fixture('execretrieval');

test('ExecRetrieval: canonicals grade 2, paired distractors grade 1', async () => {
  const { source, documents, queries, warnings } = await contentOf(execretrieval, FOLDER);
  assert.deepEqual(warnings, []);
  assert.equal(documents.code!.length, 7);
  assert.deepEqual(
    queries.execretrieval!.map(({ query, judgments }) => [
      query.id,
      judgments.map(({ doc, grade }) => `${doc} ${grade}`),
    ]),
    [
      ['q_0001', ['c_0001 2', 'c_0002 1', 'c_0003 1', 'c_0004 1']],
      ['q_0002', ['c_0005 2', 'c_0006 1', 'c_0007 1']],
    ],
  );
  assert.equal(source.tasks[0]!.level, 2);
  // The entry id is shared by both queries: it is a tag, and clusters nothing.
  assert.deepEqual(
    queries.execretrieval!.map(({ query }) => [
      query.tags!.entry_id,
      query.tags!['metadata.domain'],
      query.cluster,
    ]),
    [
      ['e_001', 'numeric', 'q_0001'],
      ['e_001', 'string_processing', 'q_0002'],
    ],
  );
});

test('ExecRetrieval: a distractor is a variant whose edit gives its text', async () => {
  const { documents } = await contentOf(execretrieval, FOLDER);
  const byId = new Map(documents.code!.map((document) => [document.meta.id, document]));
  for (const { meta, text } of documents.code!) {
    if (meta.variant === undefined) {
      assert.equal(meta.family, meta.id);
      continue;
    }
    const { parent, root, edits } = meta.variant;
    assert.equal(meta.family, root);
    assert.equal(parent, root);
    assert.equal(edits.length, 1);
    const [edit] = edits;
    const original = byId.get(parent)!.text;
    assert.equal(original.slice(0, edit!.start) + edit!.insert + original.slice(edit!.end), text);
    assert.equal(edit!.type, meta.tags!.bug_type);
    assert.match(meta.tags!['distractor.bug_description']!, new RegExp(edit!.type));
  }
  assert.deepEqual(
    ['c_0002', 'c_0003', 'c_0004', 'c_0006', 'c_0007'].map((id) => byId.get(id)!.meta.variant!.slot),
    [0, 1, 2, 0, 1],
  );
  assert.equal(byId.get('c_0004')!.meta.tags!.bug_type, 'legacy_inverted_bound');
});

test('ExecRetrieval: edits are UTF-16 offsets that part no surrogate pair', () => {
  assert.deepEqual(editBetween('a + b', 'a - b', 'op'), [{ type: 'op', start: 2, end: 3, insert: '-' }]);
  assert.deepEqual(editBetween('aaa', 'aa', 'x'), [{ type: 'x', start: 2, end: 3, insert: '' }]);
  assert.deepEqual(editBetween('ab', 'aXb', 'x'), [{ type: 'x', start: 1, end: 1, insert: 'X' }]);
  assert.deepEqual(editBetween('same', 'same', 'x'), []);
  // U+1F600 and U+1F601 share their first unit, U+1F600 and U+1FA00 their last.
  assert.deepEqual(editBetween('"😀"', '"😁"', 'x'), [{ type: 'x', start: 1, end: 3, insert: '😁' }]);
  assert.deepEqual(editBetween('"\u{1f600}"', '"\u{1fa00}"', 'x'), [
    { type: 'x', start: 1, end: 3, insert: '\u{1fa00}' },
  ]);
});

test('ExecRetrieval: what cannot be used is named with file and line', async (t) => {
  const spoiled = async (file: string, row: object, expected: RegExp): Promise<void> => {
    const folder = spoilable(t, 'execretrieval');
    appendFileSync(join(folder, file), `${JSON.stringify(row)}\n`);
    await assert.rejects(contentOf(execretrieval, folder), expected);
  };
  const query = {
    query_id: 'q_0003',
    query: 'x',
    test_suite: ['assert 1'],
    correct_corpus_ids: ['c_0001'],
    paired_distractor_corpus_ids: [],
  };
  await spoiled(
    'corpus.jsonl',
    { corpus_id: 'c_0001', code: 'x', label: 'correct' },
    /corpus\.jsonl, line 8: .* occurs twice/,
  );
  await spoiled(
    'corpus.jsonl',
    { corpus_id: 'c_9', code: 'x', label: 'maybe' },
    /line 8: field "label" must be one of correct, incorrect/,
  );
  await spoiled('corpus.jsonl', { corpus_id: 'c_9', label: 'correct' }, /line 8: field "code"/);
  await spoiled('queries.jsonl', { ...query, query_id: 'q_0001' }, /queries\.jsonl, line 3: .* occurs twice/);
  await spoiled(
    'queries.jsonl',
    { ...query, test_suite: 'assert 1' },
    /line 3: field "test_suite" must be an array/,
  );
  await spoiled('queries.jsonl', { ...query, test_suite: [] }, /line 3: field "test_suite" has no test/);
  await spoiled(
    'queries.jsonl',
    { ...query, correct_corpus_ids: [] },
    /line 3: field "correct_corpus_ids" names no/,
  );
  await spoiled(
    'queries.jsonl',
    { ...query, paired_distractor_corpus_ids: ['c_0001'] },
    /line 3: "c_0001" is both/,
  );
  await spoiled(
    'execution_cache.jsonl',
    { code: 'x', results: ['pass'] },
    /execution_cache\.jsonl, line 10: no pair of SHA-256 digests/,
  );
  await spoiled(
    'execution_cache.jsonl',
    { code_sha256: sha256('a'), tests_sha256: sha256('b') },
    /line 10: no list of test results/,
  );
  await assert.rejects(
    readWith(execretrieval, fixture('coquir/SQLR2')),
    /queries\.jsonl: there is no such file/,
  );
  await assert.rejects(readWith(execretrieval, join(FOLDER, 'absent')), /absent: there is no such folder/);
});

test('ExecRetrieval: odd pairs, absent documents and stray descriptions are told', async (t) => {
  const folder = spoilable(t, 'execretrieval');
  const query = {
    query_id: 'q_0003',
    query: 'x',
    test_suite: ['assert 1'],
    correct_corpus_ids: ['c_0001'],
    paired_distractor_corpus_ids: ['c_0002', 'c_0099'],
  };
  appendFileSync(join(folder, 'queries.jsonl'), `${JSON.stringify(query)}\n`);
  appendFileSync(join(folder, 'distractor_metadata.jsonl'), '{"corpus_id":"c_0099","bug_description":"?"}\n');
  const { warnings } = await contentOf(execretrieval, folder);
  assert.match(warnings[0]!, /queries\.jsonl, line 3: "c_0002" is paired with an earlier query too/);
  assert.match(warnings[1]!, /1 judgments name documents .*line 3: "c_0099"/);
  assert.match(warnings[2]!, /1 rows name no document of the corpus.*distractor_metadata\.jsonl, line 6/);
});

test('ExecRetrieval: a published result file', async (t) => {
  const results = await readExecResults(join(FOLDER, 'results/invented-encoder.json'));
  assert.equal(results.model, 'invented-encoder');
  assert.equal(results.metrics['exec@3'], 1);
  assert.deepEqual(results.rows[0]!.hits[1], { doc: 'c_0001', rank: 2, score: 0.9, passes: true });
  const path = join(spoilable(t, 'execretrieval'), 'results/invented-encoder.json');
  const json = JSON.parse(readFileSync(path, 'utf8')) as {
    metrics: object;
    per_query: { top_results: { rank?: number }[] }[];
  };
  json.metrics = { 'exec@k': { 1: 0.5 }, 'ndcg@k': { 'ndcg@3': 0.7 } };
  writeFileSync(path, JSON.stringify(json));
  assert.deepEqual((await readExecResults(path)).metrics, { 'exec@1': 0.5, 'ndcg@3': 0.7 });
  delete json.per_query[1]!.top_results[0]!.rank;
  writeFileSync(path, JSON.stringify(json));
  await assert.rejects(readExecResults(path), /query "q_0002": field "rank" must be a number/);
});

test('ExecRetrieval survives the way through an Assay folder', async (t) => {
  const out = join(spoilable(t, 'execretrieval'), 'out');
  const before = await contentOf(execretrieval, FOLDER);
  await writeBenchmark(before.source, out);
  const benchmark = await openBenchmark(out);
  assert.deepEqual(benchmark.origin, before.source.origin);
  const queries = [];
  for await (const item of benchmark.tasks[0]!.queries()) queries.push(item);
  assert.deepEqual(queries, before.queries.execretrieval);
  for await (const { i, text } of benchmark.corpora.get('code')!.texts()) {
    const { digest: _digest, ...meta } = benchmark.corpora.get('code')!.meta(i);
    assert.deepEqual({ meta, text }, before.documents.code![i]);
  }
  assert.deepEqual(
    await Promise.all([...benchmark.suiteIds].map((id) => benchmark.suite(id))),
    before.suites,
  );
  assert.deepEqual([...benchmark.verdicts()], before.verdicts);
});
