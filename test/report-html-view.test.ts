import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { reportCommand } from '../src/cli/commands/report.js';
import { document, query, suite, verdict } from './describe-world.js';
import { dataOf, evaluated, listed } from './report-html-world.js';
import { run } from './run-command.js';
import { scratchFolder } from './scratch.js';

// What the page tells of single queries, against values worked out by hand.

const scratch = scratchFolder();

const edit = (type: string) => ({ type, start: 0, end: 0, insert: '' });
const WORLD = {
  documents: [
    document('other', 'zz'),
    document('stacked', 'b = 3', {
      variant: { parent: 'variant', root: 'canonical', slot: 1, edits: [edit('off_by_one')] },
    }),
    document('anchor', 'anchor'),
    document('canonical', 'b = 1'),
    document('variant', 'b = 2', {
      variant: { parent: 'canonical', root: 'canonical', slot: 0, edits: [edit('wrong_operator')] },
    }),
    document('unseen', 'nobody ranks this'),
  ],
  suites: [suite('tests'), suite('flaky')],
  verdicts: [
    verdict('b = 1', 'tests', 'pass'),
    verdict('b = 2', 'tests', 'fail'),
    verdict('zz', 'tests', 'pass'),
    verdict('b = 3', 'tests', 'flaky'),
    verdict('nobody ranks this', 'tests', 'timeout'),
    verdict('zz', 'flaky', 'flaky'),
  ],
  tasks: [
    {
      queries: [
        query(
          'tested',
          'set b',
          { canonical: 2, variant: 1, stacked: 1, anchor: 2, absent: 2 },
          {
            suite: suite('tests').id,
            exclude: ['anchor'],
            language: 'python',
          },
        ),
        query('plain', 'no tests', { stacked: 2 }),
        query('flaky', 'tests that prove nothing', { other: 2 }, { suite: suite('flaky').id }),
      ],
    },
  ],
};

const SYSTEMS = [
  // The canonical stands below what is shown: its rank is known all the same.
  listed('deep', (id) => (id === 'tested' ? ['variant', 'other', 'stacked', 'canonical'] : ['stacked'])),
  // It has no score for the canonical, and what it puts first is unjudged but passes.
  listed('other', (id) => (id === 'tested' ? ['other'] : ['other', 'stacked'])),
  listed('silent', (id) => (id === 'tested' ? undefined : [])),
];

async function pageOf(name: string, ...options: string[]) {
  const made = await evaluated(scratch, name, WORLD, SYSTEMS);
  const out = join(scratch, `${name}.html`);
  await run(reportCommand, made.out, '--benchmark', made.dir, '--out', out, ...options);
  return { ...made, ...dataOf(out) };
}

test('a query tells what each system ranked, where the right document stands, and who solves it', async () => {
  const { queries: view, results } = await pageOf('ranked', '--top', '2');
  assert.deepEqual(
    view.systems,
    results.systems.map(({ name }) => name),
  );
  const at = (name: string) => view.systems.indexOf(name);
  const index = (id: string) => view.documents.findIndex((one) => one.id === id);
  const [tested, plain] = view.queries;
  assert.deepEqual(tested!.rows[at('deep')], { top: [index('variant'), index('other')], right: 4 });
  assert.deepEqual(tested!.rows[at('other')], { top: [index('other')], right: null });
  assert.equal(tested!.rows[at('silent')], null);
  assert.deepEqual(plain!.rows[at('deep')], { top: [index('stacked')], right: 1 });
  assert.deepEqual(plain!.rows[at('other')], { top: [index('other'), index('stacked')], right: 2 });
  assert.deepEqual(plain!.rows[at('silent')], { top: [], right: null });
  assert.deepEqual([view.total, view.left, view.tasks], [3, [], ['task-1']]);
});

test('a query tells its judgments less the excluded, and the outcome of its tests on what is named', async () => {
  const { queries: view } = await pageOf('judged');
  const id = (k: number) => view.documents[k]!.id;
  const [tested, plain] = view.queries;
  const { id: name, text, language, level, task } = tested!;
  assert.deepEqual([name, text, language, level, task], ['tested', 'set b', 'python', 2, 0]);
  assert.deepEqual(Object.fromEntries(tested!.judged.map(([k, grade]) => [id(k), grade])), {
    ...{ canonical: 2, variant: 1, stacked: 1 },
  });
  assert.deepEqual(Object.fromEntries(tested!.outcomes.map(([k, code]) => [id(k), code])), {
    ...{ canonical: 'p', variant: 'f', stacked: 'k', other: 'p' },
  });
  assert.deepEqual(plain!.outcomes, []);
  assert.equal('language' in plain!, false);
});

test('the documents are those shown or judged, each beside its near-clones, with what was planted in it', async () => {
  const { queries: view } = await pageOf('documents');
  const ids = view.documents.map(({ id }) => id);
  assert.deepEqual([...ids].sort(), ['canonical', 'other', 'stacked', 'variant']);
  const first = ids.indexOf('canonical');
  assert.deepEqual(ids.slice(first, first + 3).sort(), ['canonical', 'stacked', 'variant']);
  const named = (id: string) => view.documents[ids.indexOf(id)]!;
  assert.deepEqual(named('canonical'), { id: 'canonical', language: 'python', text: 'b = 1' });
  assert.deepEqual(named('stacked'), {
    ...{
      id: 'stacked',
      language: 'python',
      bugs: ['wrong_operator', 'off_by_one'],
      root: first,
      text: 'b = 3',
    },
  });
});

test('rankings are shown as the profile sees them', async () => {
  const made = await evaluated(scratch, 'skipping', WORLD, SYSTEMS, { profile: 'mteb-skip-first' });
  const out = join(scratch, 'skipping.html');
  await run(reportCommand, made.out, '--benchmark', made.dir, '--out', out);
  const { queries: view } = dataOf(out);
  const index = (id: string) => view.documents.findIndex((one) => one.id === id);
  assert.deepEqual(view.queries[0]!.rows[view.systems.indexOf('deep')], {
    ...{ top: [index('other'), index('stacked')], right: 3 },
  });
  const plain = view.queries[1]!;
  assert.deepEqual(plain.rows[view.systems.indexOf('deep')], { top: [], right: null });
  assert.deepEqual(plain.rows[view.systems.indexOf('other')], { top: [index('stacked')], right: 1 });
});

test('a benchmark without judgments in reach, and one system, still make a page', async () => {
  const bare = {
    documents: [document('a', '')],
    tasks: [{ level: 1, queries: [query('judged', 'x', { a: 1 }), query('unjudged', '', {})] }],
  };
  const made = await evaluated(scratch, 'bare', bare, [listed('only', () => ['a'])]);
  const out = join(scratch, 'bare.html');
  await run(reportCommand, made.out, '--benchmark', made.dir, '--out', out);
  const { queries: view } = dataOf(out);
  assert.deepEqual(
    view.queries.map(({ judged, rows }) => [judged, rows]),
    [
      [[[0, 1]], [{ top: [0], right: 1 }]],
      [[], [{ top: [0], right: null }]],
    ],
  );
  assert.deepEqual(view.documents, [{ id: 'a', language: 'python', text: '' }]);
});
