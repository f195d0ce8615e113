import type { Measure } from '../core/measure.js';
import { compareUtf8 } from '../core/order.js';
import type { Comparison } from './compare.js';
import { namesOf } from './resampling.js';
import type { SystemSummary } from './summary.js';

/** A system's place on a leaderboard. */
export interface Standing {
  /** Index into the systems given. */
  index: number;
  name: string;
  /** Systems that share a letter cannot be told apart; empty when the system has no value. */
  letters: string;
}

/**
 * The leaderboard of a measure: best mean first (the highest of a measure that knows no better), equal means by
 * id, systems without a value last. The comparison must be of the same systems and lead with the same mean.
 */
export function leaderboard(
  systems: readonly SystemSummary[],
  comparison: Comparison,
  { name: measure, better }: Pick<Measure, 'name' | 'better'>,
): Standing[] {
  const names = namesOf(systems);
  const worth = (index: number): number => {
    const mean = systems[index]!.measures[measure]?.mean;
    if (mean === undefined) return Number.NEGATIVE_INFINITY;
    return better === 'lower' ? -mean : mean;
  };
  const order = [...systems.keys()].sort(
    (i, j) => compareDescending(worth(i), worth(j)) || compareUtf8(systems[i]!.id, systems[j]!.id),
  );
  const ranked = order.filter((index) => systems[index]!.measures[measure] !== undefined);
  const apart = apartOn(comparison, measure);
  const letters = letterGroups(ranked.length, (i, j) => apart(names[ranked[i]!]!, names[ranked[j]!]!));
  return order.map((index, place) => ({ index, name: names[index]!, letters: letters[place] ?? '' }));
}

function compareDescending(a: number, b: number): number {
  return a === b ? 0 : b - a;
}

/** Whether two systems were told apart on the measure; those without a common query were not. */
function apartOn(comparison: Comparison, measure: string): (a: string, b: string) => boolean {
  const apart = new Set<string>();
  for (const { a, b, differences } of comparison.pairs)
    if (differences.some((one) => one.measure === measure && one.apart))
      apart.add(JSON.stringify([a, b])).add(JSON.stringify([b, a]));
  return (a, b) => apart.has(JSON.stringify([a, b]));
}

/**
 * Compact letter display: two systems share a letter just when they cannot be told apart. Built by inserting
 * each pair that is apart and absorbing what becomes superfluous (Piepho 2004, "An Algorithm for a
 * Letter-Based Representation of All-Pairwise Comparisons"), so that also a display that is no run of
 * neighbours comes out right: where the first and the third cannot be told apart but the first and the second
 * can, the second does not carry the letter of the two.
 *
 * @param size number of systems, best first
 * @param apart whether systems i < j can be told apart
 * @returns for each system its letters, in alphabetical order; "a" is a group of the best system
 */
export function letterGroups(size: number, apart: (i: number, j: number) => boolean): string[] {
  let groups: Set<number>[] = size === 0 ? [] : [new Set(Array.from({ length: size }, (_, i) => i))];
  for (let i = 0; i < size; i++)
    for (let j = i + 1; j < size; j++) if (apart(i, j)) groups = separate(groups, i, j);
  const ordered = groups.map((group) => [...group].sort((i, j) => i - j)).sort(byMembers);
  const letters = Array.from({ length: size }, () => [] as string[]);
  for (const [g, group] of ordered.entries()) for (const i of group) letters[i]!.push(letter(g));
  return letters.map((own) => own.join(''));
}

/** Splits every group that holds both i and j, and drops groups that lie within another. */
function separate(groups: readonly Set<number>[], i: number, j: number): Set<number>[] {
  const kept = groups.filter((group) => !(group.has(i) && group.has(j)));
  const split = groups.filter((group) => group.has(i) && group.has(j));
  const without = (group: Set<number>, member: number): Set<number> =>
    new Set([...group].filter((other) => other !== member));
  for (const half of split.flatMap((group) => [without(group, i), without(group, j)]))
    if (!kept.some((group) => isWithin(half, group))) kept.push(half);
  return kept;
}

function isWithin(inner: Set<number>, outer: Set<number>): boolean {
  if (inner.size > outer.size) return false;
  for (const member of inner) if (!outer.has(member)) return false;
  return true;
}

/** Groups of better systems first. */
function byMembers(a: readonly number[], b: readonly number[]): number {
  for (let k = 0; k < Math.min(a.length, b.length); k++) if (a[k] !== b[k]) return a[k]! - b[k]!;
  return a.length - b.length;
}

/** a … z, then A … Z, then (53), (54) …: each one sign, so that they can be written one after the other. */
function letter(index: number): string {
  if (index < 26) return String.fromCharCode(97 + index);
  if (index < 52) return String.fromCharCode(65 + index - 26);
  return `(${index + 1})`;
}
