import type { TableValue } from '../core/result-table.js';
import { counted } from '../core/words.js';

/** Rows of one kind at the most; the rest is added up in one row. */
export const MOST_VALUES = 50;
const LONGEST_LABEL = 60;

/** Values counted apart at the most: hostile metadata could hold one a query. */
const MOST_COUNTED = 5000;

/** How absence reads in a column of names. */
export const NOT_GIVEN = '(not given)';
export const ALL = 'all';

/** Outside text as the name of a row: on one line, cut where it is long. */
export function label(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const chars = [...line.slice(0, 2 * LONGEST_LABEL + 2)];
  if (chars.length > LONGEST_LABEL) return `${chars.slice(0, LONGEST_LABEL - 1).join('')}…`;
  return line === '' ? '(empty)' : line;
}

/** Names in alphabetical order, what is not given last. */
export function byName(a: string, b: string): number {
  if ((a === NOT_GIVEN) !== (b === NOT_GIVEN)) return a === NOT_GIVEN ? 1 : -1;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** How the values read that are added up for being too many. */
export const OTHERS = '(others)';

/**
 * The groups that have a row of their own, in order of name, and the rest as one, where there are more than can
 * be shown: the largest are shown.
 */
export function shownGroups<T>(
  groups: readonly [string, T][],
  sizeOf: (group: T) => number,
  join: (groups: T[]) => T,
): [string, T][] {
  const ordered = [...groups].sort(([a], [b]) => byName(a, b));
  if (ordered.length <= MOST_VALUES) return ordered;
  const bySize = [...ordered].sort(([, a], [, b]) => sizeOf(b) - sizeOf(a));
  const shown = new Set(bySize.slice(0, MOST_VALUES));
  const rest = bySize.slice(MOST_VALUES).map(([, group]) => group);
  return [...ordered.filter((group) => shown.has(group)), [OTHERS, join(rest)]];
}

/**
 * Counts by value, of which the most frequent are shown and the rest are added up. Of more than 5,000 values the
 * first 5,000 that came are counted apart, and the others belong to the rest however frequent.
 */
export class Counts {
  private readonly byValue = new Map<string, number>();
  private beyond = 0;
  total = 0;

  add(value: string, count = 1): void {
    this.total += count;
    const before = this.byValue.get(value);
    if (before === undefined && this.byValue.size >= MOST_COUNTED) this.beyond += count;
    else this.byValue.set(value, (before ?? 0) + count);
  }

  /** Whether there are more values than are shown. */
  get overflows(): boolean {
    return this.byValue.size > MOST_VALUES;
  }

  /** Value and count, the most frequent first, names as they are shown. */
  rows(): [string, number][] {
    const rows = [...this.byValue].sort(([a, x], [b, y]) => y - x || byName(a, b));
    const shown = rows.slice(0, MOST_VALUES).map(([value, count]): [string, number] => [label(value), count]);
    const rest = rows.slice(MOST_VALUES).reduce((sum, [, count]) => sum + count, this.beyond);
    return this.overflows ? [...shown, [OTHERS, rest]] : shown;
  }
}

/** count ÷ of, or no value where there is nothing to divide by. */
export function share(count: number, of: number): TableValue {
  return of === 0 ? null : { value: count / of };
}

/** A list in words that does not grow without end. */
export function listed(names: readonly string[], noun: string, most = 5): string {
  const shown = names.slice(0, most).map(label).join(', ');
  return names.length > most ? `${shown} and ${counted(names.length - most, `other ${noun}`)}` : shown;
}
