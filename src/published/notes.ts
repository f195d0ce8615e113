import { counted } from '../core/words.js';
import type { StandingRow, Standings, TaskColumn } from './standings.js';
import type { TaskValue } from './systems.js';

/** What a reader must know to read the table right; a sentence each. */
export function notesOf(standings: Standings, metric: string | undefined): string[] {
  const { columns, rows, twice } = standings;
  const ranked = rows.filter(({ standing }) => standing.rank !== undefined);
  const ofColumns = columns.flatMap((column, t) => columnNotes(column, valuesOf(rows, t), metric));
  return [
    metric === undefined ? 'Scores: the main score of each task.' : `Scores: ${metric}.`,
    `Borda rank, among ${counted(ranked.length, 'system')}: on each task a system gets a vote for every other one that scores less or has no score, half a vote for one that scores the same.`,
    'A mean needs a score on every task; the mean by type is over the means of the task types.',
    ...untypedNote(columns),
    ...(rows.some(({ system }) => system.baseline) ? [BASELINE] : []),
    ...(twice.size > 0
      ? ['† The same system, by its name, from two origins; each row counts for itself.']
      : []),
    ...ofColumns,
    ...profileNotes(rows),
    ...pipelineNotes(rows),
  ];
}

const BASELINE =
  '* Artefact baseline: BM25 orders the near-clone groups, the artefact orders within. It knows nothing of what code does.';

/** A row's value on one task, and the score that was made of it. */
interface Valued {
  row: StandingRow;
  value: TaskValue;
  score: number | undefined;
}

function valuesOf(rows: readonly StandingRow[], t: number): Valued[] {
  return rows.flatMap((row) => {
    const value = row.values[t];
    return value === undefined ? [] : [{ row, value, score: row.scores[t] }];
  });
}

/** How many systems a note names before it counts the rest. */
const NAMED = 6;

function labels(values: readonly Valued[]): string {
  const all = [...new Set(values.map(({ row }) => row.label))];
  if (all.length <= NAMED) return all.join(', ');
  return `${all.slice(0, NAMED - 1).join(', ')} and ${all.length - NAMED + 1} others`;
}

function untypedNote(columns: readonly TaskColumn[]): string[] {
  const untyped = columns.filter(({ type }) => type === undefined).map(({ name }) => name);
  return untyped.length === 0 ? [] : [`No mean by type: the type of ${untyped.join(', ')} is not known.`];
}

function columnNotes({ name }: TaskColumn, values: readonly Valued[], metric: string | undefined): string[] {
  return [
    ...dataNotes(values),
    ...(metric === undefined ? metricNotes(values) : []),
    ...missingNotes(values, metric),
    ...remarkNotes(values),
    ...percentNotes(values),
  ].map((note) => `${name}: ${note}`);
}

/** Same task, other data: said wherever not all scores are known to be on the same. */
function dataNotes(values: readonly Valued[]): string[] {
  const groups = groupBy(values, ({ value }) => value.data.key);
  if (groups.size < 2) return [];
  const parts = [...groups.values()].map((group) => `${group[0]!.value.data.label} (${labels(group)})`);
  const published = values.some(({ row }) => row.system.origin.by === 'mteb');
  const differs = published ? new Set(values.flatMap(({ value }) => value.differs)) : [];
  return [
    `not known to be on the same data: ${parts.join('; ')}.`,
    ...[...differs].map((difference) => `${difference}.`),
  ];
}

/** Main scores of one task that cannot be the same measure. */
function metricNotes(values: readonly Valued[]): string[] {
  const told = values.filter(({ value, score }) => value.metrics !== undefined && score !== undefined);
  const [first, ...rest] = told.map(({ value }) => value.metrics!);
  if (first === undefined) return [];
  const common = [...first].filter((key) => rest.every((keys) => keys.has(key)));
  if (common.length > 0) return [];
  const groups = groupBy(told, ({ value }) => [...value.metrics!].join(' = '));
  const parts = [...groups].map(([keys, group]) => `${keys} (${labels(group)})`);
  return [`the main scores are different measures: ${parts.join('; ')}. Choose one with --metric.`];
}

function missingNotes(values: readonly Valued[], metric: string | undefined): string[] {
  const lacking = values.filter(({ score }) => score === undefined);
  const isEmpty = ({ value }: Valued) => [...value.parts.values()].every((score) => score === undefined);
  const partial = lacking.filter((one) => !isEmpty(one));
  // What was not computed here has a remark of its own.
  const empty = lacking.filter((one) => isEmpty(one) && one.value.remarks.length === 0);
  const what = metric === undefined ? 'main score' : metric;
  return [
    ...(empty.length > 0 ? [`there is a result without ${what}: ${labels(empty)}.`] : []),
    ...(partial.length > 0
      ? [`no score, for a subset is missing that others have: ${labels(partial)}.`]
      : []),
  ];
}

function remarkNotes(values: readonly Valued[]): string[] {
  const remarks = values.flatMap((one) => one.value.remarks.map((remark) => ({ ...one, remark })));
  return [...groupBy(remarks, ({ remark }) => remark)].map(
    ([remark, group]) => `${remark}: ${labels(group)}.`,
  );
}

function percentNotes(values: readonly Valued[]): string[] {
  const over = values.filter(({ score }) => score !== undefined && Math.abs(score) > 1);
  return over.length === 0 ? [] : [`over 1, and so no share; is it in percent? ${labels(over)}.`];
}

function profileNotes(rows: readonly StandingRow[]): string[] {
  const profiles = new Set(rows.flatMap(({ system }) => [...system.origin.profiles]));
  if (profiles.size === 0) return [];
  return [
    `Profile ${[...profiles].sort().join('; ')} averages over other queries than the published results do: evaluate with --profile mteb (ExecRetrieval: --profile execretrieval) to compare.`,
  ];
}

function pipelineNotes(rows: readonly StandingRow[]): string[] {
  return rows
    .filter(({ system }) => system.pipelines.size > 1)
    .map(({ label, system }) => `${label}: put together from ${[...system.pipelines].sort().join(' and ')}.`);
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
