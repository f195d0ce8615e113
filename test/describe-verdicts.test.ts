import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256 } from '../src/store/digest.js';
import { described, document, notesOf, query, rowsOf, suite, verdict } from './describe-world.js';
import { scratchFolder } from './scratch.js';

const scratch = scratchFolder();

const by = (id: string, model: string, language = 'python') =>
  document(id, `text of ${id}`, { language, tags: { model } });
const of = (id: string, name: string, is: Parameters<typeof verdict>[2]) =>
  verdict(`text of ${id}`, name, is);

test('a document passes by the tests of a query that judges it, and not by those of another problem', async () => {
  const tables = await described(scratch, 'own-suite', {
    documents: ['right', 'second', 'elsewhere', 'broken', 'slow', 'flaky', 'unrun', 'unasked'].map((id) =>
      by(id, 'm'),
    ),
    tasks: [
      {
        queries: [
          query(
            '1',
            'x',
            { right: 2, second: 1, elsewhere: 1, broken: 1, slow: 1, flaky: 1, unrun: 1 },
            { suite: sha256('own') },
          ),
          query('2', 'x', { right: 1, second: 2 }, { suite: sha256('third') }),
        ],
      },
    ],
    suites: [suite('own'), suite('other'), suite('third')],
    verdicts: [
      of('right', 'own', 'pass'),
      of('right', 'third', 'fail'),
      of('second', 'own', 'fail'),
      of('second', 'third', 'pass'),
      of('elsewhere', 'own', 'fail'),
      of('elsewhere', 'other', 'pass'),
      of('broken', 'own', 'invalid'),
      of('slow', 'own', 'timeout'),
      of('flaky', 'own', 'flaky'),
      of('unasked', 'other', 'pass'),
    ],
  });
  // documents, passed, failed, pass rate, unverified
  assert.deepEqual(rowsOf(tables, 'pass-rates'), [['code', 'm', 'python', 8, 3, 3, 0.5, 2]]);
  assert.match(
    notesOf(tables, 'pass-rates'),
    /a query with tests that judges it, or for any suite where none does/,
  );
});

test('pass rates stand by author and language, each with all of them where there are several', async () => {
  const tables = await described(scratch, 'authors', {
    documents: [
      by('1', 'beta'),
      by('2', 'beta', 'go'),
      by('3', 'alpha', 'go'),
      document('4', 'text of 4', { language: 'go' }),
      document('5', 'prose', { kind: 'text', tags: { model: 'beta' } }),
    ],
    verdicts: [of('1', 's', 'pass'), of('2', 's', 'fail'), of('3', 's', 'pass')],
  });
  assert.deepEqual(rowsOf(tables, 'pass-rates'), [
    ['code', 'all', 'all', 4, 2, 1, 2 / 3, 1],
    ['code', 'all', 'go', 3, 1, 1, 0.5, 1],
    ['code', 'all', 'python', 1, 1, 0, 1, 0],
    ['code', 'alpha', 'go', 1, 1, 0, 1, 0],
    ['code', 'beta', 'all', 2, 1, 1, 0.5, 0],
    ['code', 'beta', 'go', 1, 0, 1, 0, 0],
    ['code', 'beta', 'python', 1, 1, 0, 1, 0],
    ['code', '(not given)', 'go', 1, 0, 0, null, 1],
  ]);
});

test('without verdicts the tags of documents say what passed, and the table says so', async () => {
  const tagged = (id: string, tags: Record<string, string>) => document(id, id, { tags });
  const tables = await described(scratch, 'tagged', {
    documents: [
      tagged('a', { author: 'x', 'meta.passed': 'true' }),
      tagged('b', { author: 'x', passed: 'False' }),
      tagged('c', { author: 'x', 'meta.passed': 'perhaps' }),
    ],
  });
  assert.deepEqual(rowsOf(tables, 'pass-rates'), [['code', 'x', 'python', 3, 1, 1, 0.5, 1]]);
  assert.match(
    notesOf(tables, 'pass-rates'),
    /the author is the tag "author"; no verdict decides, and the tags/,
  );
});

test('verdicts go before tags that contradict them', async () => {
  const tables = await described(scratch, 'contradicting', {
    documents: [
      document('1', 'text of 1', { tags: { passed: 'true' } }),
      document('2', 'text of 2', { tags: { passed: 'true' } }),
    ],
    verdicts: [of('1', 's', 'fail')],
  });
  assert.deepEqual(rowsOf(tables, 'pass-rates'), [['code', '(not given)', 'python', 2, 0, 1, 0, 1]]);
});

test('where nothing is verified there is no pass rate', async () => {
  const tables = await described(scratch, 'unverified', {
    documents: [by('1', 'm')],
    verdicts: [of('1', 's', 'unavailable')],
  });
  assert.ok(!tables.some(({ name }) => name === 'pass-rates'));
});

test('verdicts are counted by outcome, proof, isolation and toolchain; suites by their tests', async () => {
  const tables = await described(scratch, 'suites', {
    documents: [by('1', 'm'), by('2', 'm')],
    suites: [
      suite('a', 1),
      suite('b', 4),
      { id: sha256('c'), tests: [{ kind: 'source', language: 'go', source: '' }] },
      { id: sha256('d'), tests: [] },
    ],
    verdicts: [
      of('1', 'a', 'pass'),
      of('2', 'b', 'fail'),
      { ...of('2', 'secret', 'fail'), proof: 'imported', toolchain: 'python 3.13' },
    ],
  });
  assert.deepEqual(rowsOf(tables, 'verdicts'), [
    ['outcome', 'fail', 2, 2 / 3],
    ['outcome', 'pass', 1, 1 / 3],
    ['proof', 'compared', 2, 2 / 3],
    ['proof', 'imported', 1, 1 / 3],
    ['isolation', 'container', 3, 1],
    ['toolchain', 'python 3.12', 2, 2 / 3],
    ['toolchain', 'python 3.13', 1, 1 / 3],
  ]);
  assert.equal(
    notesOf(tables, 'verdicts'),
    'Verdicts: 3; distinct texts: 2; suites: 3. Suites whose tests the benchmark does not carry: 1.',
  );
  // suites, tests, min, median, mean, max
  assert.deepEqual(rowsOf(tables, 'suites'), [
    ['all', 4, 6, 0, 1, 1.5, 4],
    ['stdio', 2, 5, 1, 2.5, 2.5, 4],
    ['source', 1, 1, 1, 1, 1, 1],
    ['none', 1, 0, 0, 0, 0, 0],
  ]);
});

test('the most frequent values are shown, however late they came', async () => {
  const verdicts = Array.from({ length: 80 }, (_, k) => ({
    ...of('1', String(k), 'pass'),
    toolchain: k < 60 ? `t${k}` : 'late',
  }));
  const tables = await described(scratch, 'late', { verdicts });
  const toolchains = rowsOf(tables, 'verdicts').filter(([facet]) => facet === 'toolchain');
  assert.deepEqual(toolchains[0], ['toolchain', 'late', 20, 20 / 80]);
  assert.deepEqual(toolchains.at(-1), ['toolchain', '(others)', 11, 11 / 80]);
  assert.equal(
    toolchains.reduce((sum, [, , count]) => sum + Number(count), 0),
    80,
  );
});

test('more toolchains than are shown are added up', async () => {
  const tables = await described(scratch, 'toolchains', {
    verdicts: Array.from({ length: 60 }, (_, k) => ({ ...of('1', String(k), 'pass'), toolchain: `t${k}` })),
  });
  const toolchains = rowsOf(tables, 'verdicts').filter(([facet]) => facet === 'toolchain');
  assert.equal(toolchains.length, 51);
  assert.deepEqual(toolchains.at(-1), ['toolchain', '(others)', 10, 1 / 6]);
});
