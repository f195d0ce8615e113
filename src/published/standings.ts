import { compareUtf8 } from '../core/order.js';
import { type Standing, standingsOf } from './ranking.js';
import { type System, sameSystem, type TaskValue } from './systems.js';

/** A task that results are on: a column. */
export interface TaskColumn {
  key: string;
  /** As MTEB's own files spell it, where there are any. */
  name: string;
  type: string | undefined;
}

/** A system with its scores in the order of the columns, and its place among all. */
export interface StandingRow {
  system: System;
  /** What tells it from every other row of the same origin: the name, and revision and experiment where needed. */
  label: string;
  values: (TaskValue | undefined)[];
  /** undefined: no result, or none on some of the subsets that others have one on. */
  scores: (number | undefined)[];
  standing: Standing;
}

/** One system on one task, computed here and by others. */
export interface Counterpart {
  here: StandingRow;
  other: StandingRow;
  column: number;
  /** Computed here, less the other. */
  difference: number;
}

export interface Standings {
  columns: TaskColumn[];
  /** Best first: by Borda rank, then by mean, then by label. */
  rows: StandingRow[];
  /** Every pair of rows that are, by their names, one system, on each task that both have a score on. */
  counterparts: Counterpart[];
  /** Rows that have a counterpart of another origin. */
  twice: ReadonlySet<StandingRow>;
}

export function standingsAmong(systems: readonly System[]): Standings {
  const columns = columnsOf(systems);
  const values = systems.map((system) => columns.map(({ key }) => system.values.get(key)));
  const scores = scoresOf(values, columns.length);
  const standings = standingsOf(
    scores,
    columns.map(({ type }) => type),
  );
  const rows = systems.map((system, s) => ({
    ...{ system, label: labelOf(system, systems), values: values[s]!, scores: scores[s]! },
    standing: standings[s]!,
  }));
  rows.sort(
    (a, b) =>
      (a.standing.rank ?? Number.MAX_VALUE) - (b.standing.rank ?? Number.MAX_VALUE) ||
      (b.standing.mean ?? -Infinity) - (a.standing.mean ?? -Infinity) ||
      compareUtf8(a.label, b.label) ||
      compareUtf8(a.system.origin.by, b.system.origin.by),
  );
  return { columns, rows, ...counterpartsOf(rows) };
}

/** By type, then by name. A spelling of MTEB's own files is preferred to that of others. */
function columnsOf(systems: readonly System[]): TaskColumn[] {
  const columns = new Map<string, TaskColumn>();
  const ordered = [...systems].sort(
    (a, b) => Number(b.origin.by === 'mteb') - Number(a.origin.by === 'mteb'),
  );
  for (const { values } of ordered)
    for (const [key, { task, type }] of values) {
      const column = columns.get(key);
      if (column === undefined) columns.set(key, { key, name: task, type });
      else column.type ??= type;
    }
  return [...columns.values()].sort(
    (a, b) => compareUtf8(a.type ?? '~', b.type ?? '~') || compareUtf8(a.name, b.name),
  );
}

/**
 * The mean over a task's subsets. As in MTEB (`_null_incomplete_scores`), a system that lacks a subset which another
 * one has a score on has none on the task: its mean would be of something else.
 */
function scoresOf(values: readonly (TaskValue | undefined)[][], columns: number): (number | undefined)[][] {
  const required = Array.from({ length: columns }, (_, t) => {
    const parts = values.flatMap((row) => [...(row[t]?.parts ?? [])]);
    return new Set(parts.filter(([, score]) => score !== undefined).map(([part]) => part));
  });
  return values.map((row) =>
    row.map((value, t) => {
      if (value === undefined || required[t]!.size === 0) return undefined;
      let sum = 0;
      for (const part of required[t]!) {
        const score = value.parts.get(part);
        if (score === undefined) return undefined;
        sum += score;
      }
      return sum / required[t]!.size;
    }),
  );
}

function labelOf(system: System, systems: readonly System[]): string {
  const { name, revision, experiment, origin } = system;
  const namesakes = systems.filter((other) => other.name === name && other.origin.by === origin.by);
  const several = new Set(namesakes.map((other) => other.revision)).size > 1;
  return [
    name,
    ...(several && revision !== undefined ? [`@ ${revision.slice(0, 8)}`] : []),
    ...(experiment === undefined ? [] : [`(${experiment})`]),
  ].join(' ');
}

function counterpartsOf(rows: readonly StandingRow[]): Pick<Standings, 'counterparts' | 'twice'> {
  const counterparts: Counterpart[] = [];
  const twice = new Set<StandingRow>();
  for (const here of rows.filter(({ system }) => system.origin.by === 'here'))
    for (const other of rows) {
      if (other.system.origin.by === 'here' || !sameSystem(here.system, other.system)) continue;
      twice.add(here).add(other);
      for (const [column, score] of here.scores.entries()) {
        const theirs = other.scores[column];
        if (score === undefined || theirs === undefined) continue;
        counterparts.push({ here, other, column, difference: score - theirs });
      }
    }
  return { counterparts, twice };
}
