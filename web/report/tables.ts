import type { Measured, ResultTable, TableValue } from '../../src/core/result-table.js';
import { counted } from '../../src/core/words.js';
import { valueText } from '../../src/report/result-table.js';
import { button, type Child, el, newId, spoken } from './dom.js';
import { hinted } from './hint.js';

export type Grid = Pick<ResultTable, 'columns' | 'rows' | 'digits'>;

/** A number as the page writes it, everywhere with three decimals unless its table says otherwise. */
export function number(value: number, digits?: number): string {
  return valueText({ value }, digits);
}

/** A value with its interval below it, smaller, and behind that what else there is to say. */
export function valueCell(value: TableValue | undefined, digits?: number, more?: string): Child {
  if (value === null || value === undefined) return '–';
  if (typeof value !== 'object') return valueText(value);
  const interval = intervalText(value, digits);
  const added =
    more !== undefined && el('span', { class: 'added' }, interval === undefined ? more : `; ${more}`);
  const below = (interval !== undefined || added) && el('small', {}, interval, added);
  return [number(value.value, digits), below];
}

export function intervalText({ low, high }: Measured, digits?: number): string | undefined {
  if (low === undefined || high === undefined) return undefined;
  return `${number(low, digits)}…${number(high, digits)}`;
}

/** A box of its own to scroll in, so that the page never has to scroll sideways. */
export function scroller(label: string, ...children: Child[]): HTMLElement {
  return el('div', { class: 'scroller', role: 'region', 'aria-label': label, tabindex: 0 }, children);
}

type Row = Grid['rows'][number];

/** What a table may show of its own: a class of a row, and what stands at a row's head in the place of its value. */
interface RowLooks {
  rowClass(row: Row): string | undefined;
  head(row: Row): Child;
}

/** @param caption names the table; spoken, not shown, for a heading already shows it */
export function dataTable(caption: string, grid: Grid, looks?: RowLooks): HTMLElement {
  const { columns, rows, digits } = grid;
  const numeric = columns.map((_, c) => c > 0 && rows.every((row) => typeof row[c] !== 'string'));
  const kind = (c: number) => (numeric[c] ? 'number' : undefined);
  const head = columns.map((column, c) => el('th', { scope: 'col', class: kind(c) }, column));
  const body = rows.map((row) =>
    el(
      'tr',
      { class: looks?.rowClass(row) },
      row.map((value, c) =>
        c === 0
          ? el('th', { scope: 'row' }, looks?.head(row) ?? valueCell(value, digits))
          : el('td', { class: kind(c) }, valueCell(value, digits)),
      ),
    ),
  );
  const title = el('caption', {}, spoken(caption));
  return scroller(
    caption,
    el('table', {}, title, el('thead', {}, el('tr', {}, head)), el('tbody', {}, body)),
  );
}

export interface SortableColumn<Row> {
  head: string;
  /** What a row is sorted by; undefined comes last whichever way. */
  key(row: Row): number | string | undefined;
  cell(row: Row): Child;
  /** The direction of the first press. */
  first: 'ascending' | 'descending';
  numeric: boolean;
}

/**
 * A table whose heads sort it.
 *
 * @param sorted the column that the rows arrive sorted by
 * @param beyond what a column out of sight is, such as 'more measure'
 */
export function sortableTable<Row>(
  caption: string,
  columns: readonly SortableColumn<Row>[],
  rows: readonly Row[],
  rowClass: (row: Row) => string | undefined,
  sorted: number,
  beyond: string,
): HTMLElement {
  const body = el('tbody');
  const heads = columns.map((column, c) => {
    const press = () => sort(c);
    const head = button([column.head, el('span', { class: 'arrow', 'aria-hidden': 'true' })], press);
    return el('th', { scope: 'col', class: column.numeric ? 'number' : undefined }, head);
  });
  const lines = new Map(
    rows.map((row) => {
      const cells = columns.map((column, c) =>
        c === 0
          ? el('th', { scope: 'row' }, column.cell(row))
          : el('td', { class: column.numeric ? 'number' : undefined }, column.cell(row)),
      );
      return [row, el('tr', { class: rowClass(row) }, cells)] as const;
    }),
  );
  const show = (c: number, direction: 'ascending' | 'descending') => {
    for (const head of heads) head.removeAttribute('aria-sort');
    heads[c]?.setAttribute('aria-sort', direction);
  };
  const sort = (c: number) => {
    const { key, first } = columns[c]!;
    const was = heads[c]!.getAttribute('aria-sort');
    const direction = was === null ? first : was === 'ascending' ? 'descending' : 'ascending';
    body.append(...ordered(rows, key, direction).map((row) => lines.get(row)!));
    show(c, direction);
  };
  body.append(...lines.values());
  show(sorted, columns[sorted]?.first ?? 'descending');
  const table = el(
    'table',
    { class: 'sortable', id: newId() },
    el('caption', {}, spoken(`${caption}; the column heads are buttons that sort`)),
    el('thead', {}, el('tr', {}, heads)),
    body,
  );
  return hinted(scroller(caption, table), (hidden) => counted(hidden, beyond));
}

const collator = new Intl.Collator('en', { numeric: true });

/** Equal rows keep the order they came in. */
function ordered<Row>(
  rows: readonly Row[],
  key: (row: Row) => number | string | undefined,
  direction: 'ascending' | 'descending',
): Row[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return [...rows].sort((a, b) => {
    const [x, y] = [key(a), key(b)];
    if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined);
    if (typeof x === 'number' && typeof y === 'number') return sign * (x - y);
    return sign * collator.compare(String(x), String(y));
  });
}
