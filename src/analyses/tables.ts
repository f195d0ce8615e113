import type { Measure } from '../core/measure.js';
import type { Measured, ResultTable } from '../core/result-table.js';
import type { Shared, Subject } from './analysis.js';
import type { Grouping } from './grouping.js';

export function measured(value: number | undefined): Measured | null {
  return value === undefined ? null : { value };
}

export function systemColumns(systems: Subject['systems']): string[] {
  return systems.map(({ name }) => name);
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
 * A measure of every system in every group of queries, with intervals and the number of the group's queries. No
 * table where no system has a value; groups in which none has one are left out.
 */
export async function breakdown(
  { systems }: Subject,
  { scores, estimates }: Shared,
  { name, title, head, grouping, measure, notes = [] }: Breakdown,
): Promise<ResultTable[]> {
  const found = await estimates.of(
    grouping.names.flatMap((_, group) =>
      systems.map((_, s) => {
        const values = scores.cells(measure, s);
        return values && { values, grouping, group };
      }),
    ),
  );
  const rows = grouping.names.flatMap((label, group) => {
    const means = found.slice(group * systems.length, (group + 1) * systems.length);
    return means.every((mean) => mean === null) ? [] : [[label, grouping.sizes[group]!, ...means]];
  });
  if (rows.length === 0) return [];
  return [{ name, title, columns: [head, 'queries', ...systemColumns(systems)], rows, notes }];
}
