import type { Groups } from '../stats/sample.js';
import type { QueryTable } from './scores.js';

/** The queries that a summary is over, and the places of its means in `Scopes.statistics`. */
export interface Scope {
  queries: Uint32Array;
  mean: number;
  /** Present where there are several language subsets; queries without a language are in none. */
  macro?: number;
  /** Present over a benchmark of several tasks. */
  taskMacro?: number;
}

/** An evaluation's queries cut into parts, each of one task and one language; every mean is a grouping of them. */
export interface Scopes {
  /** The part of each query. */
  part: Uint32Array;
  parts: number;
  statistics: Groups[];
  whole: Scope;
  /** By task id. The only task of a benchmark is the whole. */
  tasks: Map<string, Scope>;
}

interface Part {
  task: number;
  language: string;
}

export function scopesOf(table: QueryTable): Scopes {
  const { part, parts } = partsOf(table);
  const statistics: Groups[] = [];
  const every = [...parts.keys()];
  const scope = (ofScope: number[], queries: Uint32Array): Scope => {
    const spoken = ofScope.filter((p) => parts[p]!.language !== '');
    const languages = groupBy(spoken, (p) => parts[p]!.language);
    return {
      queries,
      mean: statistics.push([ofScope]) - 1,
      ...(languages.length > 1 ? { macro: statistics.push(languages) - 1 } : {}),
    };
  };
  const whole = scope(every, Uint32Array.from(table.ids.keys()));
  const byTask = groupBy(every, (p) => parts[p]!.task);
  if (byTask.length === 1)
    return {
      part,
      parts: parts.length,
      statistics,
      whole,
      tasks: new Map([[table.taskIds[parts[0]!.task]!, whole]]),
    };
  if (byTask.length > 1) whole.taskMacro = statistics.push(byTask) - 1;
  const tasks = new Map<string, Scope>();
  for (const ofTask of byTask) {
    const task = parts[ofTask[0]!]!.task;
    const queries = whole.queries.filter((q) => table.task[q] === task);
    tasks.set(table.taskIds[task]!, scope(ofTask, queries));
  }
  return { part, parts: parts.length, statistics, whole, tasks };
}

/** Numbers the (task, language) pairs that occur, in order of task, then of first appearance. */
function partsOf(table: QueryTable): { part: Uint32Array; parts: Part[] } {
  const byTask = table.taskIds.map(() => new Map<string, number[]>());
  for (let q = 0; q < table.ids.length; q++) {
    const languages = byTask[table.task[q]!]!;
    const queries = languages.get(table.language[q]!);
    if (queries) queries.push(q);
    else languages.set(table.language[q]!, [q]);
  }
  const part = new Uint32Array(table.ids.length);
  const parts: Part[] = [];
  for (const [task, languages] of byTask.entries())
    for (const [language, queries] of languages) {
      for (const q of queries) part[q] = parts.length;
      parts.push({ task, language });
    }
  return { part, parts };
}

function groupBy<K>(parts: readonly number[], keyOf: (part: number) => K): number[][] {
  const groups = new Map<K, number[]>();
  for (const part of parts) {
    const key = keyOf(part);
    const group = groups.get(key);
    if (group) group.push(part);
    else groups.set(key, [part]);
  }
  return [...groups.values()];
}
