import type { Seen } from '../evaluate/observer.js';
import type { QueryTable } from '../evaluate/scores.js';

/** The queries of an evaluation cut into named groups. */
export interface Grouping {
  /** The group of each query; −1: it is in none. */
  of: Int32Array;
  names: readonly string[];
  /** Queries of each group. */
  sizes: readonly number[];
}

/**
 * @param labels the group of each query; undefined: it is in none
 * @param order how groups are listed; default: by name
 */
export function groupingOf(
  labels: readonly (string | undefined)[],
  order: 'by-name' | 'as-found' = 'by-name',
): Grouping {
  const found = new Set<string>();
  for (const label of labels) if (label !== undefined) found.add(label);
  const names = order === 'as-found' ? [...found] : [...found].sort((a, b) => (a < b ? -1 : 1));
  const place = new Map(names.map((name, group) => [name, group]));
  const of = Int32Array.from(labels, (label) => (label === undefined ? -1 : place.get(label)!));
  const sizes = names.map(() => 0);
  for (const group of of) if (group >= 0) sizes[group]!++;
  return { of, names, sizes };
}

/** One group of all queries. */
export function wholeOf(table: QueryTable): Grouping {
  return groupingOf(table.ids.map(() => 'all'));
}

export function byTask(table: QueryTable): Grouping {
  return groupingOf(
    Array.from(table.task, (t) => table.taskIds[t]!),
    'as-found',
  );
}

/** How the queries that ask for no language in particular are called. */
export const ANY_LANGUAGE = 'any';

export function byLanguage(table: QueryTable): Grouping {
  return groupingOf(table.language.map((language) => language || ANY_LANGUAGE));
}

/** Labels of queries that only the queries themselves tell, read as the first system's answers pass by. */
export class Labels {
  private readonly labels: (string | undefined)[] = [];

  constructor(private readonly labelOf: (seen: Seen) => string | undefined) {}

  see(seen: Seen): void {
    if (seen.system === 0) this.labels[seen.q] = this.labelOf(seen);
  }

  grouping(table: QueryTable): Grouping {
    return groupingOf(table.ids.map((_, q) => this.labels[q]));
  }
}
