import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocMeta, Edit } from '../src/core/benchmark.js';
import { type Setup, scoreOne, valueFor } from './measures-world.js';

const edit = (type: string, removed: number, insert: string): Edit => ({
  type,
  start: 3,
  end: 3 + removed,
  insert,
});
const variant = (edits: Edit[], parent = 'c', root = 'c'): Partial<DocMeta> => ({
  variant: { parent, root, slot: 0, edits },
});

/** Ranking: v, c, w, x, u. v, w, u are variants of c. */
const SETUP: Setup = {
  grades: { c: 2, v: 1, w: 1, u: 1, x: 1 },
  scores: { v: 9, c: 7, w: 6.5, x: 6, u: 2 },
  level: 2,
  metas: {
    v: variant([edit('wrong_operator', 1, '')]),
    w: variant([edit('off_by_one', 2, 'abc')]),
    u: variant([edit('off_by_one', 40, 'x'.repeat(61))]),
  },
};

test('margin: the best canonical against its best variant', () => {
  assert.equal(valueFor('margin', SETUP), 7 - 9);
  assert.equal(valueFor('margin-lost', SETUP), 1);
  const won: Setup = { ...SETUP, grades: { c: 2, w: 1, u: 1, x: 1 } };
  assert.equal(valueFor('margin', won), 0.5);
  assert.equal(valueFor('margin-lost', won), 0);
  const tied: Setup = { ...won, scores: { ...SETUP.scores!, w: 7 } };
  assert.equal(valueFor('margin', tied), 0);
  assert.equal(valueFor('margin-lost', tied), 0, 'a tie is not below 0');
});

test('only variants that are judged wrong for this query count', () => {
  const unjudged: Setup = { ...SETUP, grades: { c: 2, x: 1 } };
  const equivalent: Setup = { ...SETUP, grades: { c: 2, v: 2 } };
  const foreign: Setup = { ...SETUP, metas: { v: variant([], 'other', 'other') } };
  for (const setup of [unjudged, equivalent, foreign])
    for (const name of ['margin', 'margin-lost', 'deception'])
      assert.equal(valueFor(name, setup), 'not-applicable');
});

test('deception: one cell a pair, by bug type and by edit size', () => {
  const { cells } = scoreOne('deception', SETUP);
  assert.deepEqual(cells, [
    { num: 1, den: 1, strata: { bugType: 'wrong_operator', editSize: '1' }, doc: 0 },
    { num: 0, den: 1, strata: { bugType: 'off_by_one', editSize: '2–5' }, doc: 2 },
    { num: 0, den: 1, strata: { bugType: 'off_by_one', editSize: '>100' }, doc: 4 },
  ]);
  const tied = scoreOne('deception', { ...SETUP, scores: { ...SETUP.scores!, v: 7 } });
  assert.equal(
    tied.cells[0]!.num,
    0,
    'a variant that ties has not deceived, on whichever side of its canonical',
  );
});

test('edit sizes fall into five buckets, and an edit known by its type alone into none', () => {
  const sizes: [number, string][] = [
    [0, 'unknown'],
    [1, '1'],
    [2, '2–5'],
    [5, '2–5'],
    [6, '6–20'],
    [20, '6–20'],
    [21, '21–100'],
    [100, '21–100'],
    [101, '>100'],
  ];
  for (const [size, bucket] of sizes) {
    const metas = { v: variant([edit('t', size, '')]) };
    assert.equal(scoreOne('deception', { ...SETUP, metas }).cells[0]!.strata!.editSize, bucket);
  }
  const nothing = scoreOne('deception', { ...SETUP, metas: { v: variant([]) } }).cells[0]!.strata;
  assert.deepEqual(nothing, { bugType: 'unknown', editSize: 'unknown' });
});

test('a variant of a variant bears all edits since the root', () => {
  const metas = {
    w: variant([edit('off_by_one', 1, '')]),
    v: variant([edit('wrong_operator', 3, '==')], 'w'),
  };
  const strata = scoreOne('deception', { ...SETUP, metas }).cells.map((cell) => cell.strata);
  assert.deepEqual(strata[0], { bugType: '2 stacked edits', editSize: '6–20' });
  const circular = { v: variant([edit('a', 1, '')], 'w'), w: variant([edit('b', 1, '')], 'v') };
  const [first] = scoreOne('deception', { ...SETUP, metas: circular }).cells;
  assert.deepEqual(
    first!.strata,
    { bugType: '2 stacked edits', editSize: '2–5' },
    'ends on parents that form a circle',
  );
});

test('two canonicals: each pairs with its own variants, the margin takes the best of both sides', () => {
  const setup: Setup = {
    grades: { c: 2, e: 2, v: 1, w: 1 },
    scores: { c: 9, v: 8, w: 7, e: 6 },
    level: 2,
    metas: { v: variant([]), w: variant([], 'e', 'e') },
  };
  assert.deepEqual(
    scoreOne('deception', setup).cells.map((cell) => cell.num),
    [0, 1],
  );
  assert.equal(valueFor('margin', setup), 1);
});

test('full: refused without all scores; cut: what is beyond the prefix stands below', () => {
  const { u: _u, ...scores } = SETUP.scores!;
  const setup: Setup = { ...SETUP, scores };
  for (const name of ['margin', 'margin-lost', 'deception'])
    assert.equal(scoreOne(name, setup).refused, 'some judged documents have no score');
  const cut: Setup = { ...SETUP, profile: 'coquir', depth: 2 };
  assert.deepEqual(
    scoreOne('deception', cut).cells.map((cell) => cell.num),
    [1, 0, 0],
  );
  assert.deepEqual(
    scoreOne('deception', { ...cut, depth: 1 }).cells.map((cell) => cell.num),
    [1],
  );
  assert.equal(valueFor('margin', { ...cut, depth: 1 }), 'not-applicable', 'no score to subtract');
  assert.equal(valueFor('margin-lost', { ...cut, depth: 1 }), 1, 'and yet below');
});

test('across tiers the order is known and the margin is not', () => {
  const setup: Setup = {
    grades: { c: 2, v: 1 },
    scores: { v: 2, c: 1 },
    level: 2,
    metas: { v: variant([]) },
  };
  const tiered: Setup = { ...setup, tiers: [1, 0] };
  assert.equal(
    scoreOne('margin', tiered).refused,
    'the canonical and its best variant were scored in different tiers',
  );
  assert.equal(valueFor('margin-lost', tiered), 1);
  assert.equal(valueFor('deception', tiered), 1);
});

test('intrusion: a hard negative above the best positive, where both are in the top k', () => {
  assert.equal(valueFor('intrusion@3', SETUP), 1);
  assert.equal(valueFor('intrusion@1', SETUP), 'not-applicable');
  const clean: Setup = { ...SETUP, scores: { c: 9, v: 8 } };
  assert.equal(valueFor('intrusion@2', clean), 0);
  assert.equal(valueFor('intrusion@10', { ...clean, scores: { v: 8 } }), 'not-applicable');
  assert.equal(
    valueFor('intrusion@10', { ...clean, scores: { c: 8, y: 7 } }),
    'not-applicable',
    'y is unjudged',
  );
});
