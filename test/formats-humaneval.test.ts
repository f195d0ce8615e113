import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import vm from 'node:vm';
import { gzipSync } from 'node:zlib';
import { humaneval } from '../src/formats/humaneval.js';
import { RENAME } from '../src/formats/humaneval-read.js';
import {
  isDistinctive,
  spellingsOf,
  withoutExamples,
  withoutMarkers,
  withoutNames,
} from '../src/formats/humaneval-text.js';
import { humanevalX } from '../src/formats/humaneval-x.js';
import { root } from './files.js';
import { type Content, contentOf, fixture, readWith, spoilable } from './read-source.js';
import { refuses } from './scratch.js';

const data = join(root, '../shared/data');
const plainData = join(data, 'humaneval');
const xData = join(data, 'humaneval-x');
const skipPlain = existsSync(plainData) ? false : `the public data is not at ${plainData}`;
const skipX = existsSync(xData) ? false : `the public data is not at ${xData}`;

test('HumanEval: the query is the docstring, the document the function without it', async () => {
  const { queries, documents, suites, warnings } = await contentOf(humaneval, fixture('humaneval/plain'));
  assert.deepEqual(warnings, []);
  assert.deepEqual(Object.keys(queries), ['text-to-python', 'text-to-python-anonymised']);
  const [first] = queries['text-to-python']!;
  assert.equal(
    first!.query.text,
    'sum_of_gaps adds up the drops between neighbouring heights.\nA rise counts as nothing.\n>>> sum_of_gaps([3, 1, 2])\n2',
  );
  assert.deepEqual(first!.judgments, [{ doc: 'HumanEval/0', grade: 1 }]);
  assert.equal(first!.query.cluster, 'HumanEval/0');
  assert.equal(
    documents.python![0]!.text,
    'from typing import List\n\ndef sum_of_gaps(heights: List[int]) -> int:\n    total = 0\n' +
      '    for left, right in zip(heights, heights[1:]):\n        total += max(0, left - right)\n    return total',
  );
  const suite = suites.find(({ id }) => id === first!.query.suite)!;
  assert.equal(suite.entry, 'sum_of_gaps');
  assert.deepEqual(suite.tests, [
    {
      kind: 'source',
      language: 'python',
      source: '\n\ndef check(candidate):\n    assert candidate([3, 1, 2]) == 2\n\ncheck(sum_of_gaps)\n',
    },
  ]);
});

test('HumanEval: the anonymised version has neither names nor examples, and tests that follow it', async () => {
  const { queries, documents, suites } = await contentOf(humaneval, fixture('humaneval/plain'));
  const [first, second] = queries['text-to-python-anonymised']!;
  assert.equal(
    first!.query.text,
    'adds up the drops between neighbouring heights.\nA rise counts as nothing.',
  );
  assert.equal(second!.query.text, 'Tells whether n is even.\n\nZero is even.');
  assert.match(
    documents['python-anonymised']![0]!.text,
    /^from typing import List\n\ndef fa\(heights: List\[int\]\) -> int:\n {4}va = 0\n/,
  );
  const suite = suites.find(({ id }) => id === first!.query.suite)!;
  assert.equal(suite.entry, 'fa');
  assert.match((suite.tests[0] as { source: string }).source, /check\(fa\)/);
});

test('HumanEval-X: a corpus for each language, and one of all where the anchor is excluded', async () => {
  const { source, queries, documents } = await contentOf(humanevalX, fixture('humaneval/x'));
  assert.deepEqual(
    source.tasks.map(({ id, corpus, direction, level }) => [id, corpus, direction, level]),
    ['', '-anonymised'].flatMap((variant) => [
      [`text-to-go${variant}`, `go${variant}`, 't2c', 1],
      [`text-to-javascript${variant}`, `javascript${variant}`, 't2c', 1],
      [`text-to-python${variant}`, `python${variant}`, 't2c', 1],
      [`code-to-code${variant}`, `all${variant}`, 'c2c', 1],
    ]),
  );
  assert.equal(documents.all!.length, 4);
  // Python/1 exists in one language only, so nothing would be right for it.
  assert.deepEqual(
    queries['code-to-code']!.map(({ query, judgments }) => [query.exclude, judgments.map(({ doc }) => doc)]),
    [
      [['Go/0'], ['JavaScript/0', 'Python/0']],
      [['JavaScript/0'], ['Go/0', 'Python/0']],
      [['Python/0'], ['Go/0', 'JavaScript/0']],
    ],
  );
  const [anchor] = queries['code-to-code']!;
  assert.equal(anchor!.query.text, documents.all!.find(({ meta }) => meta.id === 'Go/0')!.text);
  assert.equal(anchor!.query.kind, 'code');
});

test('HumanEval-X: Go takes imports and helpers from its prompt, and names go in every spelling', async () => {
  const { queries, documents } = await contentOf(humanevalX, fixture('humaneval/x'));
  assert.match(documents.go![0]!.text, /^import \(\n {4}"math"\n\)\n\nfunc Gap\(/);
  assert.doesNotMatch(documents.go![0]!.text, /\/\//);
  assert.equal(
    queries['text-to-go']![0]!.query.text,
    'Adds up the drops between neighbouring heights.\nSumOfGaps takes them in order.',
  );
  assert.equal(
    queries['text-to-go-anonymised']![0]!.query.text,
    'Adds up the drops between neighbouring heights.\n takes them in order.',
  );
  assert.equal(
    queries['text-to-python-anonymised']![0]!.query.text,
    'Adds up the drops between neighbouring heights, A rise counts as nothing.',
  );
});

test('the degrees of renaming: the queries lose the same in all of them', async () => {
  const degrees = {
    functions: 'def fa(heights):\n    total = 0\n    for left, right in zip(heights, heights[1:]):\n',
    locals: 'def fa(heights):\n    va = 0\n    for vb, vc in zip(heights, heights[1:]):\n',
    all: 'def fa(pa):\n    va = 0\n    for vb, vc in zip(pa, pa[1:]):\n',
  };
  const path = fixture('humaneval/x');
  const usual = await contentOf(humanevalX, path);
  assert.equal((usual.source.origin as { rename?: string }).rename, 'locals');
  assert.deepEqual(RENAME.values, Object.keys(degrees));
  const texts = (queries: Content['queries']) =>
    Object.entries(queries).flatMap(([id, each]) =>
      id.startsWith('text') ? each.map(({ query }) => [query.id, query.text]) : [],
    );
  for (const [rename, start] of Object.entries(degrees)) {
    const { source, queries, documents, suites } = await contentOf(humanevalX, path, { rename });
    assert.equal((source.origin as { rename?: string }).rename, rename);
    assert.ok(documents['python-anonymised']![0]!.text.startsWith(start), rename);
    assert.deepEqual(documents.all, usual.documents.all);
    assert.deepEqual(texts(queries), texts(usual.queries));
    const entries = new Map(suites.map(({ id, entry }) => [id, entry!]));
    for (const { query } of queries['text-to-go-anonymised']!)
      assert.match(entries.get(query.suite!)!, /^f[ab]$/, rename);
  }
});

test('the options keep some tasks and some languages', async () => {
  const path = fixture('humaneval/x');
  const { source } = await readWith(humanevalX, path, {
    languages: 'python',
    tasks: 'text-to-python-anonymised',
  });
  assert.deepEqual(
    source.tasks.map(({ id }) => id),
    ['text-to-python-anonymised'],
  );
  await refuses(
    () => readWith(humanevalX, path, { languages: 'cobol' }),
    /--languages cobol.*It has: go, javascript, python/,
  );
  await refuses(() => readWith(humanevalX, path, { tasks: 'code-to-text' }), /--tasks code-to-text/);
});

test('comment and docstring markers go, indentation in common too', () => {
  assert.equal(withoutMarkers('/** a\n     b\n       c */'), 'a\nb\n  c');
  assert.equal(withoutMarkers('/**\n * a\n * - b\n */'), 'a\n- b');
  assert.equal(withoutMarkers('// a\n// b'), 'a\nb');
  assert.equal(withoutMarkers("r'''a\n\n   b\n   '''"), 'a\n\nb');
});

const examples: [what: string, text: string, left: string][] = [
  [
    'doctests with output',
    'Doubles x.\n>>> f(1)\n2\n>>> f(2)\n[4,\n 5]\nNever fails.',
    'Doubles x.\nNever fails.',
  ],
  ['a doctest that states its result', 'Doubles x.\n>>> f(1) == 2\nNever fails.', 'Doubles x.\nNever fails.'],
  ['a doctest with brackets in strings', 'Balanced?\n>>> f(")(()")\nFalse\n', 'Balanced?'],
  ['blocks under a heading', 'A.\nExamples:\n  f(1) ➞ 2\n  # why\n\nNote: b.', 'A.\n\nNote: b.'],
  [
    'numbered blocks',
    'A.\n\nExample 1:\n    Input: [1]\n    Output: 2\n    Explanation: so\n\nConstraints:\n  * x > 0',
    'A.\n\nConstraints:\n  * x > 0',
  ],
  ['a block before prose', 'A.\nFor example:\nf("a") returns "b"\nAll is well.', 'A.\nAll is well.'],
  ['single lines', 'A.\nf([1, 2], "x") => 3\nfor f(1) == 2\nB.', 'A.\nB.'],
  ['sentences', 'A. For example, f(1) is 2. B. E.g. 1.5 is\none. C', 'A. B. C'],
  ['no definitions', 'f(n) == f(n-1) + f(n-2).', 'f(n) == f(n-1) + f(n-2).'],
];
for (const [what, text, left] of examples)
  test(`examples: ${what}`, () => {
    assert.equal(withoutExamples(text), left);
  });

test('names of several words go in every spelling, single words only where they must be the name', () => {
  assert.equal(
    withoutNames('Write sumOfGaps() or `sum_of_gaps` or SUM-OF-GAPS, the sum of gaps.', ['SumOfGaps']),
    'Write or or , the sum of gaps.',
  );
  assert.equal(
    withoutNames('Create a function add that can add: add(1).', ['add']),
    'Create a function that can add: (1).',
  );
  assert.equal(withoutNames('Nothing.', ['_']), 'Nothing.');
});

test('bad input is refused with file and line', async (t) => {
  const folder = spoilable(t, 'humaneval/x');
  const file = join(folder, 'humaneval_js.jsonl');
  const row = {
    task_id: 'JavaScript/0',
    prompt: '/* a */\nconst f = (x) => {\n',
    declaration: 'const f = (x) => {\n',
    canonical_solution: '  return x }',
    test: '',
  };
  const write = (...rows: unknown[]) =>
    writeFileSync(file, rows.map((each) => JSON.stringify(each)).join('\n'));
  const read = () => readWith(humanevalX, file);
  write(row, row);
  await refuses(read, /humaneval_js\.jsonl, line 2: task_id "JavaScript\/0" is already in .*line 1/);
  write({ ...row, task_id: 'Cobol/0' });
  await refuses(read, /line 1: task_id "Cobol\/0" is not LANGUAGE\/NUMBER/);
  write({ ...row, task_id: 'HumanEval/0' });
  await refuses(read, /the format humaneval/);
  write({ ...row, canonical_solution: undefined });
  await refuses(read, /line 1: field "canonical_solution" must be a string, but it is missing/);
  write({ ...row, prompt: 'const f = (x) => {\n' });
  await refuses(read, /line 1: the prompt of JavaScript\/0 has no description/);
  write({ ...row, declaration: 'let y = 1;\n{', canonical_solution: '}' });
  await refuses(read, /line 1: JavaScript\/0 declares no function/);
  writeFileSync(file, '');
  await refuses(read, /humaneval_js\.jsonl: the file is empty/);
  writeFileSync(file, '[]');
  await refuses(read, /line 1: a JSON object was expected/);
  await refuses(() => readWith(humanevalX, join(folder, 'none')), /there is no such file or folder/);
  await refuses(() => readWith(humaneval, fixture('humaneval/x')), /the format humaneval-x/);
  await refuses(() => readWith(humaneval, fixture('cosqa')), /holds no \.jsonl/);
});

test('a declaration that does not parse gives way to its prompt, with a warning', async (t) => {
  const folder = spoilable(t, 'humaneval/x');
  const file = join(folder, 'python.jsonl.gz');
  const row = {
    task_id: 'Python/7',
    prompt: 'def f(x):\n    """"\n    Doubles x.\n    """\n',
    declaration: 'def f(x):\n    "\n',
    canonical_solution: '    return 2 * x\n',
    test: '',
  };
  writeFileSync(file, gzipSync(`${JSON.stringify(row)}\n`));
  const { documents, warnings } = await contentOf(humanevalX, file);
  assert.equal(documents.python![0]!.text, 'def f(x):\n    return 2 * x');
  assert.match(
    warnings.join('\n'),
    /line 1: the declaration of Python\/7 does not parse; its prompt is used/,
  );
});

test('the public HumanEval is read whole', { skip: skipPlain }, async () => {
  const { queries, documents, suites, warnings } = await contentOf(humaneval, plainData);
  assert.deepEqual(warnings, []);
  for (const id of ['text-to-python', 'text-to-python-anonymised']) assert.equal(queries[id]!.length, 164);
  for (const id of ['python', 'python-anonymised']) assert.equal(documents[id]!.length, 164);
  assert.equal(suites.length, 328);
});

test('the public HumanEval-X is read whole, and no distinctive name is left in it', {
  skip: skipX,
}, async () => {
  const { queries, documents, suites, warnings } = await contentOf(humanevalX, xData);
  assert.equal(warnings.length, 4);
  assert.equal(Object.keys(queries).length, 14);
  for (const [id, each] of Object.entries(queries))
    assert.equal(each.length, id.startsWith('text') ? 164 : 984, id);
  assert.equal(documents.all!.length, 984);
  for (const { judgments } of queries['code-to-code']!) assert.equal(judgments.length, 5);
  const entries = new Map(suites.map(({ id, entry }) => [id, entry!]));
  for (const [id, plain] of Object.entries(queries).filter(
    ([id]) => id.startsWith('text') && !id.endsWith('anonymised'),
  ))
    for (const [k, { query }] of plain.entries()) {
      const name = entries.get(query.suite!)!;
      const { text } = queries[`${id}-anonymised`]![k]!.query;
      assert.doesNotMatch(text, />>>|\bexamples?\b\s*\d*:/i, query.id);
      if (isDistinctive(name)) assert.doesNotMatch(text, spellingsOf(name), query.id);
    }
});

test('anonymised JavaScript solutions pass the tests that the plain ones pass', { skip: skipX }, async () => {
  const passing = ({ queries, documents, suites }: Content, variant: string): string[] => {
    const texts = new Map(documents[`javascript${variant}`]!.map(({ meta, text }) => [meta.id, text]));
    return queries[`text-to-javascript${variant}`]!.flatMap(({ query, judgments: [judgment] }) => {
      const [tests] = suites.find(({ id }) => id === query.suite)!.tests;
      assert.ok(tests?.kind === 'source');
      try {
        const console = { assert: (value: unknown) => assert.ok(value), log() {} };
        vm.runInNewContext(`${texts.get(judgment!.doc)}\n${tests.source}`, { console }, { timeout: 10_000 });
        return [judgment!.doc];
      } catch {
        return [];
      }
    });
  };
  for (const rename of RENAME.values!) {
    const content = await contentOf(humanevalX, xData, { languages: 'javascript', rename });
    const plain = passing(content, '');
    assert.ok(plain.length >= 160, `${plain.length} of 164 plain solutions pass`);
    assert.deepEqual(passing(content, '-anonymised'), plain, rename);
  }
});
