import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocMeta, Edit } from '../src/core/benchmark.js';
import { described, document, notesOf, rowsOf } from './describe-world.js';
import { scratchFolder } from './scratch.js';

const scratch = scratchFolder();

const edit = (type: string, deleted: number, insert: string): Edit => ({
  type,
  start: 3,
  end: 3 + deleted,
  insert,
});
const variant = (id: string, slot: number, edits: Edit[], parent = 'root', root = 'root') =>
  document(id, `variant ${id}`, { variant: { parent, root, slot, edits } satisfies DocMeta['variant'] });

/** Texts of 20 and of 9 units, from which the shares of the edits are taken. */
const planted = {
  documents: [
    document('root', 'x'.repeat(20)),
    variant('a', 0, [edit('swap', 1, 'y')]),
    variant('b', 1, [edit('off_by_one', 0, 'abc')]),
    variant('c', 1, [edit('swap', 4, '')], 'a'),
    variant('d', 2, [edit('swap', 1, 'y'), edit('swap', 0, '12345')]),
    document('alone', 'z'),
    document('pair', 'z2', { family: 'alone' }),
    document('single', 'z3'),
  ],
};

test('near-clone groups are counted by size, and what is left of them by density', async () => {
  const tables = await described(scratch, 'groups', planted);
  // groups, documents in them, share, alone, min, median, mean, max
  assert.deepEqual(rowsOf(tables, 'near-clones'), [['code', 2, 7, 7 / 8, 1, 2, 3.5, 3.5, 5]]);
  // size, groups, documents
  assert.deepEqual(rowsOf(tables, 'near-clone-sizes'), [
    ['code', 1, 1, 1],
    ['code', 2, 1, 2],
    ['code', 5, 1, 5],
  ]);
  // density, variants, documents
  assert.deepEqual(rowsOf(tables, 'densities'), [
    ['code', '0', 0, 4],
    ['code', '1', 1, 5],
    ['code', '2', 3, 7],
    ['code', '3', 4, 8],
  ]);
});

test('variants are counted by the types of the edits to their parent', async () => {
  const tables = await described(scratch, 'types', planted);
  assert.deepEqual(rowsOf(tables, 'bug-types'), [
    ['code', 'swap', 3, 0.75],
    ['code', 'off_by_one', 1, 0.25],
  ]);
  assert.match(notesOf(tables, 'bug-types'), /count under each type: 1\./);
});

test('edit sizes are of the edits to the parent and of all from the root, single and stacked', async () => {
  const tables = await described(scratch, 'edits', planted);
  // a: 2 of 20; b: 3 of 20; c: 4 of the 9 of a, 6 in all; d: 7 of 20, two edits at once.
  // variants, median, max, median %, max %, median in all, max in all
  const ninth = 400 / 9;
  assert.deepEqual(rowsOf(tables, 'edit-sizes'), [
    ['code', 'all', 4, 3.5, 7, 25, ninth, 4.5, 7],
    ['code', 'one (single)', 2, 2.5, 3, 12.5, 15, 2.5, 3],
    ['code', 'several (stacked)', 2, 5.5, 7, (35 + ninth) / 2, ninth, 6.5, 7],
    ['code', '2', 2, 5.5, 7, (35 + ninth) / 2, ninth, 6.5, 7],
  ]);
});

test('edits known by their type alone, an absent parent and a circle of parents have what can be said', async () => {
  const tables = await described(scratch, 'odd', {
    documents: [
      variant('typed', 0, [{ type: 'swap', start: 0, end: 0, insert: '' }]),
      variant('orphan', 0, [edit('swap', 2, '')], 'gone', 'gone'),
      variant('here', 0, [edit('swap', 1, '')], 'there', 'circle'),
      variant('there', 1, [edit('swap', 1, '')], 'here', 'circle'),
      variant('same', 0, []),
    ],
  });
  assert.deepEqual(rowsOf(tables, 'edit-sizes'), [
    ['code', 'all', 5, 1, 2, (100 / 12 + 100 / 13) / 2, 100 / 12, 2, 2],
    ['code', 'one (single)', 2, 2, 2, null, null, 2, 2],
    ['code', 'several (stacked)', 2, 1, 1, (100 / 12 + 100 / 13) / 2, 100 / 12, 2, 2],
    ['code', '2', 2, 1, 1, (100 / 12 + 100 / 13) / 2, 100 / 12, 2, 2],
    ['code', 'none', 1, null, null, null, null, null, null],
  ]);
  assert.match(notesOf(tables, 'edit-sizes'), /neither place nor text: 2\./);
  assert.deepEqual(rowsOf(tables, 'bug-types').at(-1), ['code', '(no edit)', 1, 0.2]);
});

test('a corpus without near-clones has none of these tables', async () => {
  const tables = await described(scratch, 'none', { documents: [document('a', 'x'), document('b', 'y')] });
  for (const name of ['near-clones', 'near-clone-sizes', 'densities', 'bug-types', 'edit-sizes'])
    assert.ok(!tables.some((table) => table.name === name), name);
});
