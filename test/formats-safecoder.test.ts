import assert from 'node:assert/strict';
import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { safecoder } from '../src/formats/safecoder.js';
import { root } from './files.js';
import { contentOf, fixture, readWith, spoilable } from './read-source.js';
import { refuses } from './scratch.js';

const data = join(root, '../shared/data/safecoder');
const skip = existsSync(data) ? false : `the public data is not at ${data}`;

test('fixed functions are right, vulnerable ones wrong, all in one corpus without repeats', async () => {
  const { source, documents, queries, warnings } = await contentOf(safecoder, fixture('safecoder'));
  const [task] = source.tasks;
  assert.deepEqual(
    [task!.id, task!.direction, task!.level, task!.dimension],
    ['text-to-code', 't2c', 2, 'security'],
  );
  assert.equal(documents.code!.length, 6);
  assert.equal(new Set(documents.code!.map(({ meta }) => meta.id)).size, 6);
  assert.deepEqual(
    queries['text-to-code']!.map(({ query, judgments }) => [
      query.id,
      query.language,
      judgments.map(({ grade }) => grade),
    ]),
    [
      ['train/1', 'python', [2, 1]],
      ['train/2', 'python', [2, 1]],
      ['train/3', 'c', [2, 1]],
      ['val/1', 'python', [2, 1]],
    ],
  );
  assert.deepEqual(
    warnings.map((message) => message.replace(/\/\S*\//g, '')),
    [
      'train.jsonl, line 5: the fixed and the vulnerable function are the same text; the row is left out',
      '1 of 7 rows have no description and are left out',
      'train.jsonl, line 4: the same as train.jsonl, line 3; read once',
    ],
  );
});

test('a text that is fixed in one row and vulnerable in another is one document', async () => {
  const { documents, queries } = await contentOf(safecoder, fixture('safecoder'));
  const [first, , , last] = queries['text-to-code']!;
  const shared = first!.judgments.find(({ grade }) => grade === 2)!.doc;
  assert.deepEqual(last!.judgments.find(({ grade }) => grade === 1)!.doc, shared);
  const meta = documents.code!.find(({ meta }) => meta.id === shared)!.meta;
  assert.equal(meta.tags!.role, 'fixed+vulnerable');
  assert.equal(meta.tags!.cwe, 'cwe-089');
});

test('pairs are families, joined where they share a text; rows that share one are one cluster', async () => {
  const { documents, queries } = await contentOf(safecoder, fixture('safecoder'));
  const families = new Map(documents.code!.map(({ meta }) => [meta.id, meta.family]));
  const ofQueries = queries['text-to-code']!.map(({ judgments }) => [
    ...new Set(judgments.map(({ doc }) => families.get(doc))),
  ]);
  assert.deepEqual(
    ofQueries.map(({ length }) => length),
    [1, 1, 1, 1],
  );
  assert.equal(new Set(ofQueries.flat()).size, 2);
  const clusters = queries['text-to-code']!.map(({ query }) => query.cluster);
  assert.equal(new Set(clusters).size, 2);
  assert.equal(clusters[0], clusters[3]);
});

test('SVEN: without descriptions the vulnerable function is the query, its fix is right, itself is no answer', async () => {
  const { source, documents, queries, warnings } = await contentOf(safecoder, fixture('sven'));
  const [task] = source.tasks;
  assert.equal(source.name, 'sven');
  assert.deepEqual(
    [task!.id, task!.corpus, task!.direction, task!.level, task!.dimension],
    ['vulnerable-to-fixed', 'code', 'c2c', 2, 'security'],
  );
  const texts = new Map(documents.code!.map(({ meta, text }) => [meta.id, text]));
  assert.equal(texts.size, 7);
  const asked = queries['vulnerable-to-fixed']!;
  assert.deepEqual(
    asked.map(({ query }) => [query.id, query.kind, query.language, query.tags!.cwe]),
    [
      ['train/cwe-089/1', 'code', 'python', 'cwe-089'],
      ['train/cwe-089/2', 'code', 'python', 'cwe-089'],
      ['train/cwe-787/1', 'code', 'c', 'cwe-787'],
      ['val/cwe-089/1', 'code', 'python', 'cwe-089'],
    ],
  );
  for (const { query, judgments } of asked) {
    assert.deepEqual(
      query.exclude.map((doc) => texts.get(doc)),
      [query.text],
    );
    assert.deepEqual(
      judgments.map(({ grade }) => grade),
      [2],
    );
    assert.notEqual(texts.get(judgments[0]!.doc), query.text);
  }
  // The fix of one commit is what the next one calls vulnerable.
  assert.equal(texts.get(asked[0]!.judgments[0]!.doc), asked[3]!.query.text);
  assert.equal(asked[0]!.query.cluster, asked[3]!.query.cluster);
  assert.equal(new Set(asked.map(({ query }) => query.cluster)).size, 3);
  assert.deepEqual(
    warnings.map((message) => message.replace(/\/\S*\/train\//g, '')),
    [
      'cwe-787.jsonl, line 2: the fixed and the vulnerable function are the same text; the row is left out',
      'cwe-089.jsonl, line 3: the same as cwe-089.jsonl, line 1; read once',
    ],
  );
});

test('the order of ids says nothing about what is fixed', { skip }, async () => {
  const { queries } = await contentOf(safecoder, data);
  const above = queries['text-to-code']!.filter(
    ({ judgments: [fixed, flawed] }) => fixed!.doc > flawed!.doc,
  ).length;
  assert.ok(above > 220 && above < 320, `${above} of 540 fixed functions have the higher id`);
});

test('the public SafeCoder is read whole', { skip }, async () => {
  const { documents, queries, warnings } = await contentOf(safecoder, data);
  // 548 rows: 7 repeat another, and one has the same text on both sides.
  assert.equal(queries['text-to-code']!.length, 540);
  assert.equal(documents.code!.length, 1060);
  assert.equal(warnings.length, 8);
  const languages = new Set(queries['text-to-code']!.map(({ query }) => query.language));
  assert.deepEqual([...languages].sort(), ['c', 'cpp', 'go', 'java', 'javascript', 'python', 'ruby']);
});

test('bad input is refused with file and line', async (t) => {
  const folder = spoilable(t, 'safecoder');
  const file = join(folder, 'one.jsonl');
  const row = {
    func_src_before: 'a',
    func_src_after: 'b',
    file_name: 'x.py',
    vul_type: 'cwe-1',
    description: 'd',
  };
  const write = (...rows: unknown[]) =>
    writeFileSync(file, rows.map((each) => JSON.stringify(each)).join('\n'));
  const read = () => readWith(safecoder, file);
  write({ ...row, func_src_after: 7 });
  await refuses(read, /one\.jsonl, line 1: field "func_src_after" must be a string, but it is 7/);
  write({ ...row, description: ['d'] });
  await refuses(read, /line 1: field "description"/);
  write({ ...row, func_src_after: 'a' }, { ...row, func_src_before: ' ' });
  await refuses(read, /one\.jsonl: none of the 2 rows has a function before and after a fix/);
  write({ text: 'x' });
  await refuses(read, /line 1: field "file_name" must be a string, but it is missing/);
  writeFileSync(file, '');
  await refuses(() => readWith(safecoder, folder), /one\.jsonl: the file is empty/);
  writeFileSync(file, '{"a":');
  await refuses(read, /line 1: it is not JSON/);
  await refuses(() => readWith(safecoder, join(folder, 'none')), /there is no such file or folder/);
  await refuses(() => readWith(safecoder, fixture('cosqa')), /holds no \.jsonl/);
  write(row);
  copyFileSync(file, join(folder, 'one two.jsonl'));
  copyFileSync(file, join(folder, 'one_two.jsonl'));
  await refuses(() => readWith(safecoder, folder), /same ids as those of/);
});
