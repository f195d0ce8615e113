import type { Measure } from '../core/measure.js';
import type { ResultTable, TableValue } from '../core/result-table.js';
import { counted } from '../core/words.js';
import { spearman } from '../stats/correlation.js';
import { median } from '../stats/interval.js';
import { kendall } from '../stats/kendall.js';
import { meanRanks, meanRanksDescending } from '../stats/ranks.js';

/** What one evaluation says of its systems by one measure. No `Analysis`: it needs the means of two evaluations. */
export interface Standings {
  /** How tables call it, such as the benchmark with its version. */
  name: string;
  /** The measure that means are of. */
  measure: string;
  /** Which value of the measure has rank 1. Default: the highest. */
  better?: Measure['better'];
  systems: readonly {
    /** Name and hash of the configuration. */
    id: string;
    name: string;
    /** Mean of each task. */
    tasks: Readonly<Record<string, number>>;
    /** Mean over the whole benchmark. */
    overall: number;
  }[];
}

export interface SystemChange {
  name: string;
  /** Mean over the common tasks, each task alike. */
  a: number;
  b: number;
  /** b − a. */
  delta: number;
  /** 1 is the best; systems of equal value share the mean of their ranks. */
  rankA: number;
  rankB: number;
  /** The task on which it changed most. */
  most: { task: string; delta: number };
}

/** How well two evaluations, such as two releases of a benchmark, agree on the systems that both have. */
export interface Stability {
  a: string;
  b: string;
  measure: string;
  /** By their rank in A. */
  systems: SystemChange[];
  /** Tasks on which every system has a value on both sides; empty where there is none and the overall means are compared. */
  tasks: string[];
  /** Tasks that both have, and on which some system lacks a value. */
  partial: string[];
  /** Rank correlations over systems; absent for fewer than two, or where all are equal. */
  spearman?: number;
  kendall?: number;
  /** |Δ| over systems × common tasks. */
  medianChange: number;
  largestChange: { system: string; task: string; delta: number };
  /** How many of the best `of` in A are among the best `of` in B. */
  top: { common: number; of: number };
}

const TOP = 5;
const OVERALL = 'all';

type Standing = Standings['systems'][number];

/**
 * CoREB's section B.5: the systems of two evaluations are matched by id, and by name where a name stands for one
 * system on either side. The value of a system is the mean over the tasks that both evaluations have, each alike:
 * weighting by queries would mix changes of the systems with changes of the benchmark's make-up. All systems are
 * compared on the same tasks, those on which every one has a value on both sides.
 *
 * @returns undefined when the two have no system in common
 */
export function stability(a: Standings, b: Standings): Stability | undefined {
  const common = commonTasks(a, b);
  const pairs = match(a.systems, b.systems).filter(
    ([ofA, ofB]) => common.length === 0 || common.some((task) => hasBoth(ofA, ofB, task)),
  );
  const tasks = common.filter((task) => pairs.every(([ofA, ofB]) => hasBoth(ofA, ofB, task)));
  const partial = common.filter((task) => !tasks.includes(task));
  const changes = pairs.map(([ofA, ofB]) => ({ name: ofA.name, values: valuesOf(ofA, ofB, tasks) }));
  if (changes.length === 0) return undefined;
  const [meansA, meansB] = (['a', 'b'] as const).map((side) =>
    changes.map(({ values }) => values.reduce((sum, one) => sum + one[side], 0) / values.length),
  ) as [number[], number[]];
  const all = changes.flatMap(({ name, values }) =>
    values.map(({ task, a: before, b: after }) => ({ system: name, task, delta: after - before })),
  );
  const ranks = a.better === 'lower' ? meanRanks : meanRanksDescending;
  const [ranksA, ranksB] = [ranks(meansA), ranks(meansB)];
  const systems = changes.map(({ name }, s): SystemChange => {
    const { task, delta } = largest(all.filter(({ system }) => system === name));
    return {
      ...{ name, a: meansA[s]!, b: meansB[s]!, delta: meansB[s]! - meansA[s]! },
      ...{ rankA: ranksA[s]!, rankB: ranksB[s]!, most: { task, delta } },
    };
  });
  const [rho, tau] = [spearman(meansA, meansB), kendall(meansA, meansB)];
  return {
    ...{ a: a.name, b: b.name, measure: a.measure, tasks, partial },
    systems: systems.sort((one, other) => one.rankA - other.rankA),
    ...(rho === undefined ? {} : { spearman: rho }),
    ...(tau === undefined ? {} : { kendall: tau }),
    medianChange: median(all.map(({ delta }) => Math.abs(delta))),
    largestChange: largest(all),
    top: overlap(ranksA, ranksB),
  };
}

function commonTasks(a: Standings, b: Standings): string[] {
  const ofB = new Set(b.systems.flatMap(({ tasks }) => Object.keys(tasks)));
  return [...new Set(a.systems.flatMap(({ tasks }) => Object.keys(tasks)))].filter((id) => ofB.has(id));
}

function match(a: readonly Standing[], b: readonly Standing[]): [Standing, Standing][] {
  const only = (systems: readonly Standing[], name: string) => {
    const named = systems.filter((one) => one.name === name);
    return named.length === 1 ? named[0] : undefined;
  };
  return a.flatMap((one): [Standing, Standing][] => {
    const same = b.find(({ id }) => id === one.id);
    const other = same ?? (only(a, one.name) && only(b, one.name));
    return other === undefined ? [] : [[one, other]];
  });
}

function hasBoth(a: Standing, b: Standing, task: string): boolean {
  return Number.isFinite(a.tasks[task]) && Number.isFinite(b.tasks[task]);
}

/** The means of the tasks; the overall ones where there is no task. */
function valuesOf(
  a: Standing,
  b: Standing,
  tasks: readonly string[],
): { task: string; a: number; b: number }[] {
  if (tasks.length === 0) return [{ task: OVERALL, a: a.overall, b: b.overall }];
  return tasks.map((task) => ({ task, a: a.tasks[task]!, b: b.tasks[task]! }));
}

function largest<T extends { delta: number }>(changes: readonly T[]): T {
  return changes.reduce((most, one) => (Math.abs(one.delta) > Math.abs(most.delta) ? one : most));
}

/** Systems that share the rank at the end of the top are all in it, so that it does not depend on their order. */
function overlap(ranksA: readonly number[], ranksB: readonly number[]): Stability['top'] {
  const top = (of: readonly number[]) => {
    const last = [...of].sort((one, other) => one - other)[Math.min(TOP, of.length) - 1]!;
    return new Set([...of.keys()].filter((s) => of[s]! <= last));
  };
  const [inA, inB] = [top(ranksA), top(ranksB)];
  return { common: [...inA].filter((s) => inB.has(s)).length, of: Math.max(inA.size, inB.size) };
}

export function stabilityTable(found: Stability): ResultTable {
  const { a, b, measure, tasks, partial, largestChange, medianChange, top } = found;
  const n = found.systems.length;
  const correlation = (name: string, value: number | undefined) =>
    `${name} ${value === undefined ? 'not defined' : value.toFixed(3)}`;
  const over = tasks.length === 0 ? 'the whole benchmark' : `each of ${counted(tasks.length, 'common task')}`;
  return {
    name: 'stability',
    title: `Stability: ${measure} on ${a} and on ${b}`,
    columns: ['system', a, b, 'Δ', `rank on ${a}`, `rank on ${b}`, 'largest Δ of a task', 'task'],
    rows: found.systems.map((one): TableValue[] => [
      one.name,
      ...[one.a, one.b, one.delta].map((value) => ({ value })),
      ...[one.rankA, one.rankB],
      { value: one.most.delta },
      one.most.task,
    ]),
    notes: [
      `Ranks of ${counted(n, 'system')}: ${correlation('Spearman’s ρ', found.spearman)}, ${correlation('Kendall’s τ-b', found.kendall)}; ${top.common} of the top ${top.of} are the same.`,
      `|Δ| over systems and ${over}: median ${medianChange.toFixed(3)}, at most ${Math.abs(largestChange.delta).toFixed(3)} (${largestChange.system}, ${largestChange.task}).`,
      ...tasksNotes(tasks, partial),
    ],
  };
}

function tasksNotes(tasks: readonly string[], partial: readonly string[]): string[] {
  if (tasks.length === 0)
    return partial.length === 0
      ? ['The two have no task in common: the means over all queries are compared.']
      : [
          'There is no task on which all systems have a value on both: the means over all queries are compared, each system’s over its own.',
        ];
  return [
    'A value is the mean over the common tasks, each alike.',
    ...(partial.length === 0
      ? []
      : [`Left out, for not every system has a value on both: ${partial.join(', ')}.`]),
  ];
}
