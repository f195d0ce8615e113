import type { Measure } from '../core/measure.js';
import type { Measured, ResultTable } from '../core/result-table.js';
import type { Cells } from '../stats/sample.js';
import type { Shared, Subject } from './analysis.js';
import type { Grouping } from './grouping.js';

export function measured(value: number | undefined): Measured | null {
  return value === undefined ? null : { value };
}

export function systemColumns(systems: Subject['systems']): string[] {
  return systems.map(({ name }) => name);
}

export const QUERIES_NOTE = 'Queries: those with a value, of the system that has most.';

/** For each group the queries that have a value, of the system that has most of them. */
export function valuedQueries(
  { of, names }: Grouping,
  bySystem: readonly (Pick<Cells, 'den'> | undefined)[],
): number[] {
  const most = names.map(() => 0);
  for (const cells of bySystem) {
    if (cells === undefined) continue;
    const own = names.map(() => 0);
    for (let q = 0; q < of.length; q++) if (of[q]! >= 0 && cells.den[q] !== 0) own[of[q]!]!++;
    for (const [group, count] of own.entries()) most[group] = Math.max(most[group]!, count);
  }
  return most;
}

export interface Breakdown {
  name: string;
  title: string;
  /** What the rows are, such as `language`. */
  head: string;
  grouping: Grouping;
  measure: Measure;
  notes?: string[];
}

/**
 * A measure of every system in every group of queries, with intervals and the number of queries that have a value.
 * No table where no system has one; groups in which none has one are left out.
 */
export async function breakdown(
  { systems }: Subject,
  { scores, estimates }: Shared,
  { name, title, head, grouping, measure, notes = [] }: Breakdown,
): Promise<ResultTable[]> {
  const bySystem = systems.map((_, s) => scores.cells(measure, s));
  const found = await estimates.of(
    grouping.names.flatMap((_, group) => bySystem.map((values) => values && { values, grouping, group })),
  );
  const queries = valuedQueries(grouping, bySystem);
  const rows = grouping.names.flatMap((label, group) => {
    const means = found.slice(group * systems.length, (group + 1) * systems.length);
    return means.every((mean) => mean === null) ? [] : [[label, queries[group]!, ...means]];
  });
  if (rows.length === 0) return [];
  const columns = [head, 'queries', ...systemColumns(systems)];
  return [{ name, title, columns, rows, notes: [...notes, QUERIES_NOTE] }];
}
