import type { ResultTable, TableValue } from '../core/result-table.js';
import { markdownTable, plainTable, printable, type TextTable, tableWidth } from './table.js';

const DIGITS = 3;

/** To so many decimals, and never −0.000. */
export function decimals(value: number, digits = DIGITS): string {
  const text = value.toFixed(digits);
  return Number(text) === 0 ? (0).toFixed(digits) : text;
}

export function valueText(value: TableValue, digits = DIGITS): string {
  if (value === null) return '–';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  const { value: mean, low, high } = value;
  if (low === undefined || high === undefined) return decimals(mean, digits);
  return `${decimals(mean, digits)} [${decimals(low, digits)}, ${decimals(high, digits)}]`;
}

/** A column of words is aligned like one; dashes for missing values do not count. */
function textTable({ columns, rows, digits }: ResultTable): TextTable {
  const isWords = (c: number) =>
    rows.some((row) => typeof row[c] === 'string') &&
    rows.every((row) => row[c] === null || typeof row[c] === 'string');
  return {
    head: [...columns],
    rows: rows.map((row) => row.map((value) => valueText(value, digits))),
    left: [...columns.keys()].filter(isWords),
  };
}

/** The table cut into tables that fit the width, each with the first column and as many of the others as fit. */
function cutToWidth(table: TextTable, width: number): TextTable[] {
  const tables: TextTable[] = [];
  let taken: number[] = [];
  const only = (columns: readonly number[]): TextTable => ({
    head: columns.map((c) => table.head[c]!),
    rows: table.rows.map((row) => columns.map((c) => row[c] ?? '')),
    left: columns.flatMap((c, k) => (table.left?.includes(c) ? [k] : [])),
  });
  for (let c = 1; c < table.head.length; c++) {
    if (taken.length > 0 && tableWidth(only([0, ...taken, c])) > width) {
      tables.push(only([0, ...taken]));
      taken = [];
    }
    taken.push(c);
  }
  return [...tables, only([0, ...taken])];
}

/**
 * Each with its title above and its notes below.
 *
 * @param width how many columns the terminal has
 */
export function terminalTables(tables: readonly ResultTable[], width: number): string {
  return tables
    .map((table) => {
      const parts = cutToWidth(textTable(table), width).flatMap((part) => [plainTable(part), '']);
      return [printable(table.title), '', ...parts, ...table.notes.map(printable), ''].join('\n');
    })
    .join('\n');
}

/** @param level of the headings */
export function markdownTables(tables: readonly ResultTable[], level = 2): string {
  return tables
    .map((table) => {
      const heading = `${'#'.repeat(level)} ${printable(table.title)}`;
      const notes = table.notes.length > 0 ? [...table.notes.map((note) => `- ${printable(note)}`), ''] : [];
      return [heading, '', markdownTable(textTable(table)), '', ...notes].join('\n');
    })
    .join('\n');
}
