import type { Measured, ResultTable, TableValue } from '../../src/core/result-table.js';
import type { MeasureSummary } from '../../src/evaluate/summary.js';
import type { Results } from '../../src/report/results.js';
import { own } from './own.js';
import type { System } from './systems.js';

export type Measure = Results['measures'][number];

/** Measures that some system has a value for, in the order asked for. */
export function measuresShown({ measures, systems }: Results): Measure[] {
  return measures.filter(({ name }) => systems.some((system) => own(system.measures, name) !== undefined));
}

/** How the page heads a measure: with an arrow where less is better. */
export function headOf({ name, better }: Measure): string {
  return better === 'lower' ? `${name} ↓` : name;
}

/** The means that a measure may have beside the one that its profile leads with. */
export const MEANS = {
  lead: 'main mean of the profile',
  perQuery: 'over queries',
  macro: 'over languages',
  taskMacro: 'over tasks',
} as const;
export type MeanName = keyof typeof MEANS;

export function meanOf(summary: MeasureSummary | undefined, mean: MeanName = 'lead'): Measured | undefined {
  const found = mean === 'lead' ? summary : summary?.[mean];
  return found && { value: found.mean, low: found.low, high: found.high };
}

/** Values of systems by group, such as a language: what most charts are drawn from. */
export interface Groups {
  name: string;
  title: string;
  /** What the groups are. */
  by: string;
  groups: string[];
  /** By group, then by index of the system. */
  values: (Measured | undefined)[][];
  /** Columns that belong to the group and not to a system, such as how many queries it has. */
  extra: { head: string; values: (TableValue | undefined)[] }[];
  notes: string[];
  digits?: number;
}

/**
 * Reads a table with a row for each group and a column for each system, or the other way round. undefined: it is
 * laid out in another way.
 */
export function groupsOf(table: ResultTable, systems: readonly System[]): Groups | undefined {
  return byColumn(table, systems) ?? byColumn(turned(table), systems);
}

function byColumn(table: ResultTable, systems: readonly System[]): Groups | undefined {
  const { name, title, columns, rows, notes, digits } = table;
  const places = systems.map((system) => columns.indexOf(system.name, 1));
  if (places.every((place) => place < 0)) return undefined;
  const others = [...columns.keys()].filter((c) => c > 0 && !places.includes(c));
  return {
    ...{ name, title, notes },
    by: columns[0] ?? '',
    groups: rows.map((row) => String(row[0] ?? '')),
    values: rows.map((row) => places.map((place) => (place < 0 ? undefined : measured(row[place])))),
    extra: others.map((c) => ({ head: columns[c]!, values: rows.map((row) => row[c]) })),
    ...(digits === undefined ? {} : { digits }),
  };
}

/** How many pairs each group has; undefined where the table does not say. */
export function sizesOf({ extra }: Groups): number[] | undefined {
  const pairs = extra.find(({ head }) => head === 'pairs')?.values;
  return pairs?.map((value) => measured(value)?.value ?? 0);
}

function turned(table: ResultTable): ResultTable {
  const { columns, rows } = table;
  return {
    ...table,
    columns: [columns[0] ?? '', ...rows.map((row) => String(row[0] ?? ''))],
    rows: columns.slice(1).map((column, c) => [column, ...rows.map((row) => row[c + 1] ?? null)]),
  };
}

function measured(value: TableValue | undefined): Measured | undefined {
  if (typeof value === 'number') return { value };
  return value !== null && typeof value === 'object' ? value : undefined;
}
