import assert from 'node:assert/strict';
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { cosqa } from '../src/formats/cosqa.js';
import { root } from './files.js';
import { contentOf, fixture, readWith, spoilable } from './read-source.js';
import { refuses } from './scratch.js';

const data = join(root, '../shared/data/cosqa');
const skip = existsSync(data) ? false : `the public data is not at ${data}`;

test('every code of the map is a document, every entry a query with one right code', async () => {
  const { documents, queries, warnings } = await contentOf(cosqa, fixture('cosqa'));
  assert.deepEqual(warnings, []);
  assert.deepEqual(
    documents.python!.map(({ meta, text }) => [meta.id, text.split('\n')[0]]),
    [
      ['0', 'def double(x):'],
      ['2', 'def half(x):'],
      ['1', 'def negate(x):'],
    ],
  );
  assert.deepEqual(
    queries['text-to-python']!.map(({ query, judgments }) => [
      query.id,
      query.text,
      query.cluster,
      judgments,
    ]),
    [
      ['cosqa-train-5', 'python twice a number', 'code 0', [{ doc: '0', grade: 1 }]],
      ['cosqa-train-9', 'halve number python', 'code 2', [{ doc: '2', grade: 1 }]],
      ['cosqa-train-11', 'python divide by two', 'code 2', [{ doc: '2', grade: 1 }]],
    ],
  );
});

test('one query file, or several: each is a task', async (t) => {
  const folder = spoilable(t, 'cosqa');
  const dev = join(folder, 'cosqa-retrieval-dev.json');
  cpSync(dev, join(folder, 'cosqa-retrieval-test.json'));
  assert.deepEqual(Object.keys((await contentOf(cosqa, dev)).queries), ['text-to-python']);
  assert.deepEqual(Object.keys((await contentOf(cosqa, folder)).queries), [
    'text-to-python-cosqa-retrieval-dev',
    'text-to-python-cosqa-retrieval-test',
  ]);
});

test('the public CoSQA is read whole', { skip }, async () => {
  const { documents, queries, warnings } = await contentOf(cosqa, data);
  assert.deepEqual(warnings, []);
  assert.equal(documents.python!.length, 6267);
  assert.equal(queries['text-to-python']!.length, 500);
});

test('bad input is refused with file and entry, or told of', async (t) => {
  const folder = spoilable(t, 'cosqa');
  const file = join(folder, 'cosqa-retrieval-dev.json');
  const map = join(folder, 'code_idx_map.txt');
  const entry = {
    idx: 'q1',
    doc: 'twice',
    code: 'def double(x):\n    return 2 * x',
    label: 1,
    retrieval_idx: 0,
  };
  const write = (value: unknown) => writeFileSync(file, JSON.stringify(value));
  const read = () => readWith(cosqa, folder);
  write([entry, { ...entry, idx: 'q2', retrieval_idx: 9 }]);
  await refuses(read, /cosqa-retrieval-dev\.json, entry 2: retrieval_idx 9 is not in code_idx_map\.txt/);
  write([entry, entry]);
  await refuses(read, /entry 2: idx "q1" is already another entry's/);
  write([{ ...entry, retrieval_idx: undefined }]);
  await refuses(read, /entry 1: field "retrieval_idx" must be a number, but it is missing/);
  write([{ ...entry, doc: ' ' }]);
  await refuses(read, /entry 1: field "doc", the query, is empty/);
  write(['x']);
  await refuses(read, /entry 1: a JSON object was expected/);
  write({ a: 1 });
  await refuses(read, /a JSON array of queries was expected/);
  write([]);
  await refuses(read, /it holds no query/);
  writeFileSync(file, '');
  await refuses(read, /the file is empty/);
  write([
    { ...entry, code: 'other' },
    { ...entry, idx: 'q2', label: 0 },
  ]);
  const { warnings } = await readWith(cosqa, folder);
  assert.match(warnings.join('\n'), /entry 1: its code is not the one.*\n.*1 entries are left out/);

  write([entry]);
  writeFileSync(map, '{"a": 0, "b": 0}');
  await refuses(read, /code_idx_map\.txt, entry 2: index 0 is already another code's/);
  writeFileSync(map, '{"a": "0"}');
  await refuses(read, /entry 1: the index must be a whole number, but it is "0"/);
  writeFileSync(map, '{}');
  await refuses(read, /code_idx_map\.txt: it holds no code/);
  writeFileSync(map, '[1]');
  await refuses(read, /a JSON object from code to index was expected/);
  rmSync(map);
  await refuses(read, /code_idx_map\.txt: there is no such file/);
  await refuses(() => readWith(cosqa, join(folder, 'none')), /there is no such file or folder/);
  await refuses(() => readWith(cosqa, fixture('safecoder')), /the folder holds no \.json file/);
});
