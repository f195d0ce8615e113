import { basename } from 'node:path';
import { UserError } from '../core/errors.js';
import type { BenchmarkSource } from '../core/source.js';
import { NAME_ROLES, type NameRole } from '../languages/language.js';
import { Fields } from '../store/fields.js';
import { readError, readJsonLines } from '../store/lines.js';
import { dataFilesAt, JSON_LINES } from './data-files.js';
import type { FormatOption, ReadContext } from './format.js';
import { namesIn, type Problem, problemOf, type Row } from './humaneval-problems.js';
import { tasksOf } from './humaneval-tasks.js';

async function readRows(
  path: string,
  rowOf: (fields: Fields) => Row,
): Promise<{ rows: Row[]; files: string[] }> {
  const files = (await dataFilesAt(path, JSON_LINES)).files.map((file) => file.path);
  const rows: Row[] = [];
  const places = new Map<string, string>();
  for (const file of files) {
    const before = rows.length;
    for await (const line of readJsonLines(file)) {
      const row = rowOf(new Fields(line.value, { path: file, line: line.number }));
      const first = places.get(row.id);
      if (first !== undefined)
        throw readError(
          file,
          `task_id "${row.id}" is already in ${first}`,
          line.number,
          'Is the same data there twice?',
        );
      places.set(row.id, `${file}, line ${line.number}`);
      rows.push(row);
    }
    if (rows.length === before) throw readError(file, 'the file is empty');
  }
  return { rows, files };
}

async function problemsOf(rows: readonly Row[], context: ReadContext): Promise<Problem[]> {
  const names = new Map<string, Set<string>>();
  let scanned = 0;
  for (const row of rows) {
    const known = names.get(row.problem) ?? new Set();
    for (const name of await namesIn(row)) known.add(name);
    names.set(row.problem, known);
    context.progress?.('looking for names in problem', ++scanned);
  }
  const renamed = DEGREES[context.options.rename as keyof typeof DEGREES];
  const problems: Problem[] = [];
  for (const row of rows) {
    problems.push(await problemOf(row, names.get(row.problem)!, renamed, context.warn));
    context.progress?.('parsing problem', problems.length);
  }
  return problems;
}

function listed(option: string | undefined): string[] | undefined {
  return option?.split(',').map((item) => item.trim());
}

function assertKnown(option: string, asked: readonly string[] | undefined, known: readonly string[]): void {
  const unknown = asked?.find((item) => !known.includes(item));
  if (unknown !== undefined)
    throw new UserError(
      `cannot use --${option} ${unknown}: the data has no such thing`,
      `It has: ${known.join(', ')}.`,
    );
}

export const TASKS: FormatOption = {
  name: 'tasks',
  describe: 'tasks to keep, separated by commas; all when absent',
};
/**
 * What the anonymised documents lose the names of. Descriptions speak of parameters by name, and the anonymised
 * ones keep that; to rename them on the side of the code alone measures a broken reference.
 */
const DEGREES = {
  functions: ['function', 'type'],
  locals: ['function', 'type', 'local'],
  all: NAME_ROLES,
} as const satisfies Record<string, readonly NameRole[]>;
export const RENAME: FormatOption = {
  name: 'rename',
  describe:
    'what the anonymised documents lose the names of: functions (with types), locals (functions, types, local ' +
    'variables and fields; parameters stay, for descriptions speak of them by name), or all (parameters too)',
  values: Object.keys(DEGREES),
  default: 'locals',
};
export const LANGUAGES: FormatOption = {
  name: 'languages',
  describe: 'programming languages to keep, separated by commas; all when absent',
};

/** Reads the files at PATH row by row, and makes of them all tasks, or those asked for. */
export async function readProblems(
  path: string,
  context: ReadContext,
  rowOf: (fields: Fields) => Row,
  about: { name: string; licence: string },
): Promise<BenchmarkSource> {
  const { rows, files } = await readRows(path, rowOf);
  const languages = listed(context.options.languages);
  assertKnown('languages', languages, [...new Set(rows.map((row) => row.language.name))]);
  const kept = rows.filter((row) => languages?.includes(row.language.name) ?? true);
  const problems = await problemsOf(kept, context);
  const all = tasksOf(problems);
  const wanted = listed(context.options.tasks);
  assertKnown(
    'tasks',
    wanted,
    all.map(({ task }) => task.id),
  );
  const chosen = all.filter(({ task }) => wanted?.includes(task.id) ?? true);
  const suites = new Map(chosen.flatMap((part) => part.suites.map((suite) => [suite.id, suite] as const)));
  return {
    name: about.name,
    version: '1',
    licence: about.licence,
    origin: { format: about.name, files: files.map((file) => basename(file)), ...context.options },
    corpora: chosen.map(({ corpus }) => corpus),
    tasks: chosen.map(({ task }) => task),
    suites: () => suites.values(),
    verdicts: () => [],
  };
}
