import { labelOf, type System } from '../systems.js';
import type { Grid } from '../tables.js';
import type { Groups } from '../values.js';

/** The systems of a selection that have a value in some group. */
export function shownOf({ values }: Groups, systems: readonly System[]): System[] {
  return systems.filter(({ index }) => values.some((ofGroup) => ofGroup[index] !== undefined));
}

/** The numbers behind a chart of groups: a row for each group, a column for each system that is shown. */
export function groupTable(groups: Groups, shown: readonly System[]): Grid {
  const { by, extra, values, digits } = groups;
  return {
    columns: [by, ...extra.map(({ head }) => head), ...shown.map(labelOf)],
    rows: groups.groups.map((group, g) => [
      group,
      ...extra.map((column) => column.values[g] ?? null),
      ...shown.map(({ index }) => values[g]![index] ?? null),
    ]),
    ...(digits === undefined ? {} : { digits }),
  };
}
