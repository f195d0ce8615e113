import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { corebReranker } from '../src/formats/coreb-reranker.js';
import { contentOf, fixture, readWith, spoilable } from './read-source.js';

test('CoREB reranker set: the records of a query are merged into one pool', async () => {
  const { source, documents, queries } = await contentOf(corebReranker, fixture('coreb/reranker'));
  assert.deepEqual(
    source.tasks.map(({ id, corpus, direction }) => [id, corpus, direction]),
    [
      ['t2c_canonical_retro_any', 'code', 't2c'],
      ['c2t_full_retro_any', 'text', 'c2t'],
    ],
  );
  assert.equal(queries.t2c_canonical_retro_any!.length, 1);
  const { query, judgments } = queries.t2c_canonical_retro_any![0]!;
  const [c1, c2, c3, c4, c5, c6] = [1, 2, 3, 4, 5, 6].map((n) => `code_v202601_0000${n}`);
  assert.deepEqual(query.candidates, [c1, c2, c4, c5, c3, c6]);
  assert.deepEqual(
    judgments.map(({ doc, grade }) => [doc, grade]),
    [
      [c1, 2],
      [c2, 1],
      [c4, 1],
      [c3, 2],
    ],
  );
  assert.deepEqual([documents.code!.length, documents.text!.length], [6, 3]);
  const train = await contentOf(corebReranker, fixture('coreb/reranker'), { split: 'train' });
  assert.deepEqual(Object.keys(train.queries), ['t2c_canonical_retro_any']);
  await assert.rejects(
    readWith(corebReranker, fixture('coreb/reranker'), { split: 'dev' }),
    /cannot read the dev split/,
  );
});

test('CoREB reranker set: bad records are named', async (t) => {
  const folder = spoilable(t, 'coreb/reranker/data/train');
  const path = join(folder, 'data-train.jsonl');
  const row = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  const spoiled = async (change: object, expected: RegExp): Promise<void> => {
    writeFileSync(path, `${JSON.stringify(row)}\n${JSON.stringify({ ...row, ...change })}\n`);
    await assert.rejects(readWith(corebReranker, folder, { split: 'train' }), expected);
  };
  await spoiled(
    { pos: [{ id: 'code_v202601_00001', text: 'other' }] },
    /line 2: document .* has another text/,
  );
  await spoiled({ subtask: 't2c_search_any' }, /line 2: query .* is of subtask "t2c_canonical_retro_any"/);
  await spoiled({ task: 'x', subtask: 'y' }, /line 2: neither its task nor its subtask/);
  await spoiled({ hard_neg: ['x'] }, /line 2: every item of "hard_neg"/);
  await spoiled({ query_id: 'q', pos: [], hard_neg: [], easy_neg: [] }, /line 2: it has no candidates/);
});

test('CoREB reranker set: what is right in one record stays right in another', async (t) => {
  const folder = spoilable(t, 'coreb/reranker/data/train');
  const path = join(folder, 'data-train.jsonl');
  const row = JSON.parse(readFileSync(path, 'utf8')) as { pos: object[]; hard_neg: object[] };
  const other = { ...row, pos: [row.hard_neg[0]], hard_neg: row.pos };
  writeFileSync(path, `${JSON.stringify(row)}\n${JSON.stringify(other)}\n`);
  const { queries } = await contentOf(corebReranker, folder, { split: 'train' });
  const grades = queries.t2c_canonical_retro_any![0]!.judgments.map(({ grade }) => grade);
  assert.deepEqual(grades, [2, 2, 1]);
});
