import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { execretrieval } from '../src/formats/execretrieval.js';
import { outcomeOf } from '../src/formats/execretrieval-cache.js';
import { identifySuites, ownSuiteId } from '../src/formats/execretrieval-suites.js';
import { sha256 } from '../src/store/digest.js';
import { contentOf, fixture, readWith, spoilable } from './read-source.js';

const FOLDER = fixture('execretrieval');

test('ExecRetrieval: suites have the key of the cache, verdicts its results', async () => {
  const { source, documents, queries, suites, verdicts } = await contentOf(execretrieval, FOLDER);
  assert.deepEqual(source.origin, {
    format: 'execretrieval',
    suites: { matched: 2, of: 2, keys: 'JSON, Python default' },
    published: {
      'invented-encoder': {
        'exec@1': 0.5,
        'exec@3': 1,
        'precision@1': 0.5,
        'ndcg@1': 0.5,
        'exec_ndcg_gap@1': 0,
      },
    },
  });
  assert.deepEqual(
    queries.execretrieval!.map(({ query }) => query.suite),
    suites.map(({ id }) => id),
  );
  assert.deepEqual(suites[1]!.tests[1], {
    kind: 'source',
    language: 'python',
    source: 'assert greet("Zoë") == "hello, Zoë"',
  });
  const outcome = (n: number, suite: number) =>
    verdicts.find((v) => v.code === sha256(documents.code![n - 1]!.text) && v.suite === suites[suite]!.id)
      ?.outcome;
  assert.deepEqual(outcome(1, 0), { is: 'pass' });
  assert.deepEqual(outcome(2, 0), { is: 'fail', test: 1 });
  assert.deepEqual(outcome(3, 0), { is: 'fail', test: 2 });
  assert.deepEqual(outcome(5, 0), { is: 'fail', test: 0 });
  assert.deepEqual(outcome(7, 1), { is: 'timeout', why: 'TIMEOUT' });
  assert.equal(outcome(7, 0), undefined);
  assert.equal(verdicts.length, 9);
});

test('ExecRetrieval: results that decide', () => {
  assert.deepEqual(outcomeOf(['TIMEOUT', 'FAIL: x']), { is: 'fail', test: 1 });
  assert.deepEqual(outcomeOf(['ERROR: SyntaxError', 'ERROR: SyntaxError']), {
    is: 'invalid',
    why: 'ERROR: SyntaxError',
  });
  assert.equal(outcomeOf([]).is, 'unavailable');
  assert.equal(outcomeOf(['pass', 'skipped']).is, 'unavailable');
});

test('ExecRetrieval: a suite whose key is written in an unknown way is known by its canonical', () => {
  const tests = ['assert f(1) == 1', 'assert f(2) == 2'];
  const ask = { query: 'q', tests, canonicals: ['c'] };
  const row = (key: string, ...results: string[]) => ({ tests: key, results });
  const passed = new Map([
    ['c', [row('right', 'pass', 'pass'), row('other', 'FAIL', 'pass'), row('short', 'pass')]],
  ]);
  const found = identifySuites([ask], new Set(['right', 'other', 'short']), passed);
  assert.deepEqual([found.ids.get('q'), found.matched, found.serialisation], ['right', 1, undefined]);
  const unsure = identifySuites(
    [ask],
    new Set(['right']),
    new Map([['c', [row('right', 'pass', 'pass'), row('same', 'pass', 'pass')]]]),
  );
  assert.deepEqual([unsure.ids.get('q'), unsure.matched], [ownSuiteId(tests), 0]);
  for (const text of [tests.join('\n'), JSON.stringify(tests), `['${tests.join("', '")}']`])
    assert.equal(identifySuites([ask], new Set([sha256(text)]), new Map()).ids.get('q'), sha256(text));
});

test('ExecRetrieval: other shapes of the cache', async (t) => {
  const folder = spoilable(t, 'execretrieval');
  const path = join(folder, 'execution_cache.jsonl');
  const rows = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { code_sha256: string; tests_sha256: string; results: string[] });
  const before = (await contentOf(execretrieval, FOLDER)).verdicts;
  const same = async (shape: (row: (typeof rows)[number]) => object): Promise<void> => {
    writeFileSync(path, rows.map((row) => `${JSON.stringify(shape(row))}\n`).join(''));
    assert.deepEqual((await contentOf(execretrieval, folder)).verdicts, before);
  };
  await same(({ code_sha256, tests_sha256, results }) => ({
    key: `${code_sha256}:${tests_sha256}`,
    test_results: results,
  }));
  await same(({ code_sha256, tests_sha256, results }) => ({
    key: [code_sha256, tests_sha256],
    outcomes: results.map((status) => ({ status })),
  }));
  await same(({ code_sha256, tests_sha256, results }) => ({
    code_hash: code_sha256.toUpperCase(),
    test_hash: tests_sha256,
    results: Object.fromEntries(results.map((result, k) => [`t${k}`, result])),
  }));
});

test('ExecRetrieval: without a cache, or with a foreign one, nothing has a verdict and that is told', async (t) => {
  const folder = spoilable(t, 'execretrieval');
  const path = join(folder, 'execution_cache.jsonl');
  writeFileSync(
    path,
    `${JSON.stringify({ code_sha256: sha256('a'), tests_sha256: sha256('b'), results: ['pass'] })}\n`,
  );
  const { warnings } = await readWith(execretrieval, folder);
  assert.match(warnings[0]!, /the tests of 2 of 2 queries are not among its keys/);
  assert.match(warnings[1]!, /none of its codes is in the corpus/);
  rmSync(path);
  const without = await contentOf(execretrieval, folder);
  assert.match(without.warnings[0]!, /execution_cache\.jsonl: not there/);
  assert.deepEqual(without.verdicts, []);
  assert.equal(without.suites.length, 2);
});

test('ExecRetrieval: a cache that hashed the code without outer blanks', async (t) => {
  const folder = spoilable(t, 'execretrieval');
  const path = join(folder, 'execution_cache.jsonl');
  const { documents, verdicts } = await contentOf(execretrieval, FOLDER);
  let cache = readFileSync(path, 'utf8');
  for (const { text } of documents.code!) cache = cache.replaceAll(sha256(text), sha256(text.trim()));
  writeFileSync(path, cache);
  assert.deepEqual((await contentOf(execretrieval, folder)).verdicts, verdicts);
});
