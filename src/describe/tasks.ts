import type { ResultTable, TableValue } from '../core/result-table.js';
import { cells } from './distribution.js';
import { byName, label, MOST_VALUES } from './labels.js';
import {
  joined,
  type LengthGroup,
  LengthGroups,
  type LengthRow,
  lengthRows,
  lengthTables,
} from './lengths.js';
import type { SeenTask } from './read-tasks.js';

/** What is asked, how long it is, and how it is judged. */
export function taskTables(tasks: readonly SeenTask[]): ResultTable[] {
  const rows = queryRows(tasks);
  const of = { name: 'query-lengths', title: 'Queries', columns: ['task', 'language'], counted: 'queries' };
  return [overview(tasks), ...labelTables(tasks), ...lengthTables(of, rows), ...judgmentTables(tasks)];
}

function overview(tasks: readonly SeenTask[]): ResultTable {
  const columns = ['task', 'corpus', 'direction', 'dimension', 'level', 'queries', 'distinct'];
  return {
    name: 'tasks',
    title: 'Tasks',
    columns: [...columns, 'clusters', 'tested', 'excluding', 'pooled'],
    rows: tasks.map(({ task, queries, texts, clusters, tested, excluding, pooled }) => [
      ...[label(task.id), label(task.corpus), task.direction, task.dimension ?? null, String(task.level)],
      ...[queries, texts.size, clusters.size, tested, excluding, pooled],
    ]),
    notes: [
      'A document is right for a query when its grade is at least the level, and wrong when it is below.',
      'Distinct: different texts. Clusters: source problems. Tested, excluding, pooled: queries with a test suite, with documents that are left out (anchors), with a list of candidates.',
    ],
  };
}

function queryRows(tasks: readonly SeenTask[]): LengthRow[] {
  const rows = tasks.flatMap(({ task, lengths }) => lengthRows(task.id, lengths));
  if (tasks.length < 2) return rows;
  const together = new LengthGroups();
  for (const { lengths } of tasks)
    for (const [language, group] of lengths.entries()) together.take(language, group);
  return [...rows, ...lengthRows('all tasks', together)];
}

/** A label of tasks and a value of it, among the tasks of one direction. */
interface Labelled {
  direction: string;
  name: string;
  value: string;
  tasks: number;
  judgments: number;
  lengths: LengthGroup[];
}

/** What the tasks are labelled by: their labels, and the language of their queries. */
function labelled(tasks: readonly SeenTask[]): Labelled[] {
  const byKey = new Map<string, Labelled>();
  for (const { task, lengths, judgments } of tasks)
    for (const [name, value] of Object.entries(task.labels)) {
      const key = JSON.stringify([task.direction, name, String(value)]);
      let entry = byKey.get(key);
      if (entry === undefined) {
        const { direction } = task;
        byKey.set(
          key,
          (entry = { direction, name, value: String(value), tasks: 0, judgments: 0, lengths: [] }),
        );
      }
      entry.tasks++;
      entry.judgments += judgments;
      entry.lengths.push(lengths.all());
    }
  return [...byKey.values()].sort(
    (a, b) => byName(a.name, b.name) || byName(a.direction, b.direction) || byName(a.value, b.value),
  );
}

function labelTables(tasks: readonly SeenTask[]): ResultTable[] {
  const entries = labelled(tasks);
  if (entries.length === 0) return [];
  const withTokens = entries.some(({ lengths }) => lengths.some(({ tokens }) => tokens.length > 0));
  return [
    {
      name: 'query-labels',
      title: 'Queries by label of their task',
      columns: [
        ...['label', 'direction', 'value', 'tasks', 'queries', 'judgments'],
        ...(withTokens ? ['mean tokens'] : []),
        'mean words',
      ],
      rows: entries.map(({ name, direction, value, tasks: count, judgments, lengths }): TableValue[] => {
        const { tokens, words } = joined(lengths);
        return [
          ...[label(name), direction, label(value), count, words.length, judgments],
          ...(withTokens ? cells(tokens, 'mean') : []),
          ...cells(words, 'mean'),
        ];
      }),
      notes: [],
      digits: 1,
    },
  ];
}

function judgmentTables(tasks: readonly SeenTask[]): ResultTable[] {
  const sides = ['positives', 'negatives'] as const;
  return [
    {
      name: 'grades',
      title: 'Judgments by grade',
      columns: ['task', 'grade', 'meaning', 'judgments', 'queries with one'],
      rows: tasks.flatMap(gradeRows),
      notes: absentNote(tasks),
    },
    {
      name: 'judgments-per-query',
      title: 'Judgments per query',
      columns: ['task', 'judged', 'queries', 'total', 'none', 'one', 'min', 'median', 'mean', 'max'],
      rows: tasks.flatMap((seen) =>
        sides.map((side): TableValue[] => {
          const values = seen[side];
          const having = (count: number) => values.filter((value) => value === count).length;
          return [
            ...[label(seen.task.id), side === 'positives' ? 'right' : 'wrong (hard negatives)'],
            ...cells(values, 'n', 'total'),
            ...[having(0), having(1)],
            ...cells(values, 'min', 'median', 'mean', 'max'),
          ];
        }),
      ),
      notes: ['None and one: queries with no such judgment and with just one.'],
      digits: 1,
    },
  ];
}

function gradeRows({ task, grades }: SeenTask): TableValue[][] {
  const sorted = [...grades].sort(([a], [b]) => b - a);
  const rows = sorted
    .slice(0, MOST_VALUES)
    .map(([grade, { judgments, queries }]): TableValue[] => [
      ...[label(task.id), String(grade), grade >= task.level ? 'right' : 'wrong'],
      ...[judgments, queries],
    ]);
  const rest = sorted.slice(MOST_VALUES);
  if (rest.length > 0) {
    const judgments = rest.reduce((sum, [, count]) => sum + count.judgments, 0);
    rows.push([label(task.id), '(lower grades)', null, judgments, null]);
  }
  return rows;
}

function absentNote(tasks: readonly SeenTask[]): string[] {
  const absent = tasks.reduce((sum, seen) => sum + seen.absent, 0);
  return absent === 0 ? [] : [`Judgments on documents that the corpus lacks: ${absent}.`];
}
