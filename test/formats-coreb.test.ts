import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { UserError } from '../src/core/errors.js';
import { coreb } from '../src/formats/coreb.js';
import { corebReranker } from '../src/formats/coreb-reranker.js';
import { openBenchmark, writeBenchmark } from '../src/store/benchmark-folder.js';
import { sha256 } from '../src/store/digest.js';
import { contentOf, fixture, readWith, spoilable } from './read-source.js';

const JSONL = fixture('coreb/jsonl');
const PARQUET = fixture('coreb/parquet');

test('CoREB: the newest release is read, a task for each subtask', async () => {
  const { source, documents, queries, warnings } = await contentOf(coreb, JSONL);
  assert.deepEqual(warnings, []);
  assert.equal(source.version, 'release_v2603');
  assert.deepEqual(Object.fromEntries(Object.entries(documents).map(([id, docs]) => [id, docs.length])), {
    code: 7,
    text: 5,
  });
  assert.deepEqual(
    source.tasks.map(({ id, corpus, direction, level }) => [
      id,
      corpus,
      direction,
      level,
      queries[id]!.length,
    ]),
    [
      ['t2c_canonical_retro_any', 'code', 't2c', 2, 1],
      ['t2c_canonical_retro_python', 'code', 't2c', 2, 1],
      ['t2c_canonical_retro_go', 'code', 't2c', 2, 1],
      ['t2c_full_retro_any', 'code', 't2c', 2, 1],
      ['t2c_search_ruby', 'code', 't2c', 2, 1],
      ['t2c_search_any', 'code', 't2c', 2, 1],
      ['c2c_cross_lang', 'code', 'c2c', 2, 2],
      ['c2t_full_retro_any', 'text', 'c2t', 2, 1],
      ['c2t_canonical_retro_python', 'text', 'c2t', 2, 1],
      ['c2t_match', 'text', 'c2t', 2, 2],
    ],
  );
  assert.deepEqual(source.tasks[1]!.labels, {
    release: 'release_v2603',
    group: 'text2code',
    subtask: 'canonical_retro',
    language: 'python',
  });
});

test('CoREB: language variants share text and cluster and differ in judgments', async () => {
  const { queries } = await contentOf(coreb, JSONL);
  const variants = ['any', 'python', 'go'].map((language) => queries[`t2c_canonical_retro_${language}`]![0]!);
  assert.equal(new Set(variants.map(({ query }) => query.text)).size, 1);
  assert.equal(new Set(variants.map(({ query }) => query.cluster)).size, 1);
  assert.deepEqual(
    variants.map(({ query }) => query.language),
    [undefined, 'python', 'go'],
  );
  assert.deepEqual(variants[1]!.judgments, [
    { doc: 'release_v2603/code_v202601_00001', grade: 2 },
    { doc: 'release_v2603/code_v202601_00002', grade: 1 },
    { doc: 'release_v2603/code_v202601_00003', grade: 1 },
  ]);
});

test('CoREB: anchors are excluded where code is searched, and only tags where text is', async () => {
  const { queries } = await contentOf(coreb, JSONL);
  assert.deepEqual(
    queries.c2c_cross_lang!.map(({ query }) => query.exclude),
    [['release_v2603/code_v202601_00001'], ['release_v2603/code_v202601_00005']],
  );
  for (const { query } of [...queries.c2t_match!, ...queries.c2t_full_retro_any!]) {
    assert.deepEqual(query.exclude, []);
    assert.equal(query.tags!['meta.anchor_code_id'], 'code_v202601_00001');
    assert.equal(query.language, 'python');
  }
});

test('CoREB: match rows keep their text in "code"; a negative pair has nothing right', async () => {
  const [positive, negative] = (await contentOf(coreb, JSONL)).queries.c2t_match!;
  assert.equal(positive!.query.text, negative!.query.text);
  assert.deepEqual([positive!.query.tags!.label, negative!.query.tags!.label], ['1', '0']);
  assert.equal(Math.max(...positive!.judgments.map(({ grade }) => grade)), 2);
  assert.equal(Math.max(...negative!.judgments.map(({ grade }) => grade)), 1);
});

test('CoREB: a statement and its noise are one family; the abbreviated text is kept as a tag', async () => {
  const { text } = (await contentOf(coreb, JSONL)).documents;
  assert.deepEqual(
    text!.map(({ meta }) => meta.family),
    ['harbour_tolls', 'lantern_rows', 'harbour_tolls', 'harbour_tolls', 'lantern_rows'].map(
      (problem) => `release_v2603/${problem}`,
    ),
  );
  assert.match(text![0]!.meta.tags!.abbreviated_text!, /^Charge each boat/);
  assert.equal(text![2]!.meta.tags!['meta.is_noise_sample'], 'true');
});

test('CoREB: published test results become imported verdicts under a suite of the problem', async () => {
  const { documents, queries, verdicts, suites } = await contentOf(coreb, JSONL);
  assert.deepEqual(suites, []);
  const suite = sha256('coreb:release_v2603:harbour_tolls');
  assert.equal(queries.t2c_full_retro_any![0]!.query.suite, suite);
  assert.equal(queries.c2t_full_retro_any![0]!.query.suite, undefined);
  const outcomes = documents.code!.map(
    ({ text }) => verdicts.find(({ code }) => code === sha256(text))!.outcome.is,
  );
  assert.deepEqual(outcomes, ['pass', 'fail', 'pass', 'fail', 'pass', 'pass', 'fail']);
  assert.ok(verdicts.every(({ proof }) => proof === 'imported'));
  assert.equal(verdicts.filter((verdict) => verdict.suite === suite).length, 4);
});

test('CoREB: parquet in the layout of the hub, metadata as Python text, gives the same as JSONL', async () => {
  const [lines, parquet] = [await contentOf(coreb, JSONL), await contentOf(coreb, PARQUET)];
  assert.deepEqual(parquet.warnings, []);
  assert.deepEqual(parquet.documents, lines.documents);
  assert.deepEqual(parquet.queries, lines.queries);
  assert.deepEqual(parquet.verdicts, lines.verdicts);
});

test('CoREB: releases are told apart', async () => {
  const one = await contentOf(coreb, JSONL, { release: 'v202602' });
  assert.equal(one.source.version, 'release_v2602');
  assert.match(one.documents.code![0]!.text, /kite/);
  assert.equal(one.warnings.length, 2); // no code-to-code and no code-to-text files
  const both = await contentOf(coreb, JSONL, { release: 'all' });
  assert.deepEqual(Object.keys(both.documents), [
    'release_v2602/code',
    'release_v2602/text',
    'release_v2603/code',
    'release_v2603/text',
  ]);
  const ids = Object.values(both.documents).flatMap((documents) => documents.map(({ meta }) => meta.id));
  assert.equal(new Set(ids).size, ids.length);
  const { query, judgments } = both.queries['release_v2602/t2c_search_any']![0]!;
  assert.equal(query.id, 'release_v2602/q_t2c_search_any_0001');
  assert.equal(judgments[0]!.doc, 'release_v2602/code_v202601_00001');
  assert.deepEqual(both.queries['release_v2603/c2c_cross_lang']![0]!.query.exclude, [
    'release_v2603/code_v202601_00001',
  ]);
  await assert.rejects(readWith(coreb, JSONL, { release: 'release_v2599' }), /release_v2602, release_v2603/);
  await assert.rejects(
    readWith(coreb, JSONL, { release: 'all', ids: 'published' }),
    /cannot read several releases .* --ids published/,
  );
});

test('CoREB: a release is before its ids unless they are to be as published; tasks are named alike', async () => {
  const scoped = await contentOf(coreb, JSONL);
  const published = await contentOf(coreb, JSONL, { ids: 'published' });
  assert.deepEqual(
    published.source.tasks.map(({ id }) => id),
    scoped.source.tasks.map(({ id }) => id),
  );
  const ids = ({ documents, queries }: typeof scoped) => [
    ...Object.values(documents).flatMap((own) => own.map(({ meta }) => meta.id)),
    ...Object.values(queries).flatMap((own) =>
      own.flatMap(({ query, judgments }) => [query.id, ...query.exclude, ...judgments.map(({ doc }) => doc)]),
    ),
  ];
  assert.deepEqual(
    ids(scoped),
    ids(published).map((id) => `release_v2603/${id}`),
  );
  assert.ok(ids(published).includes('q_c2c_cross_lang_0001'));
  assert.deepEqual(published.warnings, []);
});

test('CoREB: a folder of one release, and files named CONFIG.jsonl, are read too', async (t) => {
  const inner = await contentOf(coreb, join(JSONL, 'release_v2603'));
  assert.equal(inner.source.version, 'release_v2603');
  const folder = spoilable(t, 'coreb/jsonl/release_v2603');
  const flat = await contentOf(coreb, folder);
  assert.equal(flat.source.version, 'unnamed');
  assert.match(
    flat.warnings.join(),
    /neither file nor folder names the release, so that ids stay as published/,
  );
  assert.deepEqual(
    flat.documents.code!.map(({ meta }) => `release_v2603/${meta.id}`),
    inner.documents.code!.map(({ meta }) => meta.id),
  );
});

test('CoREB: streams can be read again', async () => {
  const { source } = await readWith(coreb, JSONL);
  const count = async (): Promise<number> => {
    let n = 0;
    for await (const _ of source.corpora[0]!.documents()) n++;
    return n;
  };
  assert.deepEqual([await count(), await count()], [7, 7]);
});

test('CoREB: what cannot be used is named with file and line', async (t) => {
  const spoiled = async (file: string, content: string, expected: RegExp): Promise<void> => {
    const folder = spoilable(t, 'coreb/jsonl/release_v2603');
    appendFileSync(join(folder, file), content);
    await assert.rejects(
      contentOf(coreb, folder),
      (error: Error) => error instanceof UserError && expected.test(error.message),
    );
  };
  await spoiled('code_corpus.jsonl', '{"code":"x"}\n', /code_corpus\.jsonl, line 8: field "code_id"/);
  await spoiled(
    'code_corpus.jsonl',
    '{"code_id":"code_v202601_00001","code":"x"}\n',
    /line 8: .* occurs twice/,
  );
  await spoiled('text2code_queries.jsonl', '{"query_id":"q","query":"x"}\n', /line 7: field "subtask"/);
  await spoiled('text2code_queries.jsonl', '{"query_id":"q","subtask":"t2c_x"}\n', /line 7: field "code"/);
  await spoiled('code2code_qrels.jsonl', '{"query_id":"q","doc_id":"d"}\n', /line 6: field "relevance"/);
  await spoiled(
    'code2code_qrels.jsonl',
    '{"query_id":"q_c2c_cross_lang_0001","doc_id":"code_v202601_00003","relevance":1}\n',
    /line 6: query .* judges document .* both 2 and 1/,
  );
  await spoiled(
    'code_corpus.jsonl',
    '{"code_id":"z","code":"x","meta":"{\'a\': }"}\n',
    /line 8: field "meta" is neither/,
  );
  await spoiled('code_corpus.jsonl', 'not json\n', /line 8: it is not JSON/);
});

test('CoREB: judgments on absent documents and unknown queries are told', async (t) => {
  const folder = spoilable(t, 'coreb/jsonl/release_v2603');
  const rows = [
    '{"query_id":"q_c2c_cross_lang_0001","doc_id":"gone","relevance":2}',
    '{"query_id":"stray","doc_id":"code_v202601_00001","relevance":2}',
  ];
  appendFileSync(join(folder, 'code2code_qrels.jsonl'), `${rows.join('\n')}\n`);
  const { warnings, queries } = await contentOf(coreb, folder);
  assert.match(
    warnings[1]!,
    /1 judgments name queries that are not there.*code2code_qrels\.jsonl, line 7: query "stray"/,
  );
  assert.match(warnings[2]!, /1 judgments name documents .*line 6: document "gone"/);
  assert.equal(queries.c2c_cross_lang![0]!.judgments.at(-1)!.doc, 'gone');
});

test('CoREB: missing files are named', async (t) => {
  const folder = spoilable(t, 'coreb/jsonl/release_v2603');
  rmSync(join(folder, 'code2code_qrels.jsonl'));
  await assert.rejects(readWith(coreb, folder), /code2code_queries\.jsonl needs code2code_qrels/);
  await assert.rejects(
    readWith(coreb, fixture('coquir/SQLR2')),
    /no file is named after one of its configs, it has corpus\.jsonl/,
  );
  await assert.rejects(readWith(coreb, join(folder, 'absent')), /absent: there is no such folder/);
  await assert.rejects(readWith(coreb, join(folder, 'code_corpus.jsonl')), /it is a file, the folder/);
});

test('CoREB survives the way through an Assay folder', async (t) => {
  const folder = spoilable(t, 'coreb/jsonl/release_v2602');
  mkdirSync(join(folder, 'out'));
  for (const [format, path, options] of [
    [coreb, JSONL, { release: 'all' }],
    [corebReranker, fixture('coreb/reranker'), {}],
  ] as const) {
    const before = await contentOf(format, path, options);
    const out = join(folder, 'out', format.name);
    await writeBenchmark(before.source, out);
    const benchmark = await openBenchmark(out);
    for (const task of benchmark.tasks) {
      const queries = [];
      for await (const item of task.queries()) queries.push(item);
      assert.deepEqual(queries, before.queries[task.id]);
    }
    for (const [id, corpus] of benchmark.corpora)
      for await (const { i, text } of corpus.texts()) {
        const document = before.documents[id]![i]!;
        assert.equal(text, document.text);
        assert.deepEqual(corpus.meta(i), { ...document.meta, digest: sha256(text) });
      }
    assert.deepEqual([...benchmark.verdicts()], before.verdicts);
  }
});

test('CoREB: copies of one solution with different results have a flaky verdict', async (t) => {
  const folder = spoilable(t, 'coreb/jsonl/release_v2603');
  const path = join(folder, 'code_corpus.jsonl');
  const [first] = readFileSync(path, 'utf8').split('\n');
  const copy = first!.replace('code_v202601_00001', 'code_v202601_00099');
  appendFileSync(path, `${copy.replace('"passed":true', '"passed":false')}\n`);
  const { verdicts, documents } = await contentOf(coreb, folder);
  const shared = verdicts.filter(({ code }) => code === sha256(documents.code![0]!.text));
  assert.deepEqual(
    shared.map(({ outcome }) => outcome.is),
    ['flaky'],
  );
});

test('CoREB: where the same content is there twice, the JSONL files are read', async (t) => {
  const folder = spoilable(t, 'coreb');
  const { warnings, documents } = await contentOf(coreb, folder);
  assert.equal(documents.code!.length, 7);
  assert.equal(warnings.length, 8);
  assert.match(
    warnings[0]!,
    /^code_corpus: both JSONL and parquet files are there, the JSONL files are read/,
  );
});
