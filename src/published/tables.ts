import type { ResultTable, TableValue } from '../core/result-table.js';
import { notesOf } from './notes.js';
import type { StandingRow, Standings } from './standings.js';
import type { Origin } from './systems.js';

/** Published scores have five decimals, and neighbours often differ in the fourth. */
const DIGITS = 4;

/**
 * The tables in which published results and ours stand together: the scores with each row's origin, the means by
 * task type where there are several types, and what the same system scored here and elsewhere.
 *
 * @param metric a `metricKey`; undefined: the main scores
 */
export function standingsTables(standings: Standings, metric: string | undefined): ResultTable[] {
  return [
    scoreTable(standings, metric),
    ...(typesOf(standings).length > 1 ? [typeTable(standings)] : []),
    ...(standings.counterparts.length > 0 ? [counterpartTable(standings)] : []),
  ];
}

function shown(value: number | undefined): TableValue {
  return value === undefined ? null : { value };
}

/** How a table calls a row: with a star on artefact baselines, a dagger on what stands there from two origins. */
function headOf(row: StandingRow, { twice }: Standings): string {
  return [row.label, ...(row.system.baseline ? ['*'] : []), ...(twice.has(row) ? ['†'] : [])].join(' ');
}

function scoreTable(standings: Standings, metric: string | undefined): ResultTable {
  const { columns, rows } = standings;
  return {
    name: 'standings',
    title: 'Published results and ours',
    columns: ['system', 'origin', ...columns.map(({ name }) => name), 'mean', 'mean by type', 'Borda rank'],
    rows: rows.map((row) => {
      const { mean, meanByType, rank } = row.standing;
      const done = row.scores.filter((score) => score !== undefined).length;
      return [
        headOf(row, standings),
        originText(row.system.origin, done, columns.length),
        ...row.scores.map(shown),
        ...[shown(mean), shown(meanByType), rank ?? null],
      ];
    }),
    notes: notesOf(standings, metric),
    digits: DIGITS,
  };
}

/** `published, mteb 1.38.0, 2 of 3 tasks`. */
export function originText({ by, versions, profiles }: Origin, done: number, tasks: number): string {
  const names = [...versions].sort().join(', ');
  const who = {
    here: `computed here, Assay ${names}`,
    assay: `computed with Assay ${names}`,
    mteb: `published, mteb ${names === '' ? 'of unknown version' : names}`,
    execretrieval: 'published, ExecRetrieval',
  }[by];
  const profile = profiles.size === 0 ? [] : [`profile ${[...profiles].sort().join('; ')}`];
  return [who, ...profile, `${done} of ${tasks} ${tasks === 1 ? 'task' : 'tasks'}`].join(', ');
}

export function typesOf({ columns }: Standings): string[] {
  return [...new Set(columns.map(({ type }) => type))].filter((type) => type !== undefined);
}

function typeTable(standings: Standings): ResultTable {
  const types = typesOf(standings);
  const counts = types.map((type) => standings.columns.filter((column) => column.type === type).length);
  return {
    name: 'standings-by-type',
    title: 'Means by task type',
    columns: ['system', ...types.map((type, k) => `${type} (${counts[k]})`)],
    rows: standings.rows.map((row) => [
      headOf(row, standings),
      ...types.map((type) => shown(row.standing.byType.get(type))),
    ]),
    notes: ['In brackets: how many tasks. A mean needs a score on each of them.'],
    digits: DIGITS,
  };
}

function counterpartTable({ columns, counterparts }: Standings): ResultTable {
  return {
    name: 'here-and-elsewhere',
    title: 'The same system, computed here and elsewhere',
    columns: ['system', 'task', 'here', 'elsewhere', 'difference', 'same data'],
    rows: counterparts.map(({ here, other, column, difference }) => [
      here.label === other.label ? here.label : `${here.label} / ${other.label}`,
      columns[column]!.name,
      shown(here.scores[column]),
      shown(other.scores[column]),
      shown(difference),
      here.values[column]!.data.key === other.values[column]!.data.key ? 'yes' : 'not known',
    ]),
    notes: [
      'Systems are matched by name: that the same model, prompt and truncation stand behind it, no file tells.',
    ],
    digits: DIGITS,
  };
}
