import type { ResultTable, TableValue } from '../../src/core/result-table.js';
import { el } from './dom.js';
import { swatch } from './marks.js';
import type { Page } from './page.js';
import { labelOf, type System } from './systems.js';
import { dataTable } from './tables.js';

/** A table as it came, but its systems in the order of the leaderboard and marked as there. */
export function systemTable({ systems }: Page, table: ResultTable): HTMLElement {
  const byName = new Map(systems.map((system) => [system.name, system]));
  const named = (value: TableValue | undefined) =>
    typeof value === 'string' ? byName.get(value) : undefined;
  const { columns, rows } = table;
  const across = reordered(columns.slice(1), named).map((at) => at + 1);
  const order = [0, ...across];
  const sorted = reordered(
    rows.map((row) => row[0]),
    named,
  ).map((r) => order.map((c) => rows[r]![c] ?? null));
  const label = (value: string) => {
    const system = named(value);
    return system === undefined ? value : labelOf(system);
  };
  const grid = { ...table, columns: order.map((c) => label(columns[c]!)), rows: sorted };
  return dataTable(table.title, grid, {
    rowClass: (row) => (named(row[0])?.baseline ? 'baseline' : undefined),
    head: (row) => {
      const system = named(row[0]);
      return system && el('span', { class: 'system' }, swatch(system.mark), el('bdi', {}, labelOf(system)));
    },
  });
}

/** Places in a new order: systems go by their rank into the places that systems had, the rest stays. */
function reordered(
  values: readonly (TableValue | undefined)[],
  named: (value: TableValue | undefined) => System | undefined,
): number[] {
  const places = [...values.keys()].filter((at) => named(values[at]) !== undefined);
  const ranked = [...places].sort((a, b) => named(values[a])!.index - named(values[b])!.index);
  const order = [...values.keys()];
  for (const [p, place] of places.entries()) order[place] = ranked[p]!;
  return order;
}
