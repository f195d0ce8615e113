import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ResultTable } from '../src/core/result-table.js';
import { decimals, markdownTables, terminalTables } from '../src/report/result-table.js';
import { markdownTable, plainTable, printable, tableWidth } from '../src/report/table.js';

/** Clears the screen; sets the window's title; the same by a single C1 character; moves back over what was printed. */
const HOSTILE = ['\x1b[2J', '\x1b]0;owned\x07', '\x9b2J', 'right\rwrong', 'a\bb', '\x7f'];

test('names of others cannot move the cursor, colour or clear the terminal', () => {
  const table: ResultTable = {
    name: 'x',
    title: `title ${HOSTILE.join('')}`,
    columns: ['system', ...HOSTILE],
    rows: HOSTILE.map((text) => [text, ...HOSTILE]),
    notes: HOSTILE,
  };
  const controls = /[^\P{Cc}\n]/u;
  for (const text of [terminalTables([table], 200), terminalTables([table], 20), markdownTables([table])]) {
    assert.doesNotMatch(text, controls);
    assert.ok(text.includes('\uFFFD[2J') && text.includes('owned') && text.includes('right wrong'), text);
  }
  const cells = { head: ['a', ...HOSTILE], rows: [['b', ...HOSTILE]] };
  for (const text of [plainTable(cells), markdownTable(cells)]) assert.doesNotMatch(text, controls);
});

test('a cell stays on its line, and its width is that of what is printed', () => {
  const table = { head: ['h'], rows: [['one\n\t two']] };
  assert.equal(plainTable(table), 'h\n───────\none two');
  assert.equal(tableWidth(table), 'one two'.length);
  assert.equal(markdownTable(table), '| h |\n|---|\n| one two |');
  assert.equal(
    printable('two  spaces, ünï, 漢 and \u{1d11e} stay'),
    'two  spaces, ünï, 漢 and \u{1d11e} stay',
  );
});

test('numbers have three decimals, and none is minus zero', () => {
  assert.deepEqual(
    [0.12345, -0.0004, -0.0006, 0, 1].map((value) => decimals(value)),
    [...['0.123', '0.000', '-0.001', '0.000', '1.000']],
  );
});
