import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Sha } from '../core/benchmark.js';
import { UserError } from '../core/errors.js';
import { isObject } from '../core/json.js';
import { RESAMPLE_BY } from '../evaluate/resampling.js';
import type { Settings } from '../report/appraisal.js';
import { type Results, readResults } from '../report/results.js';
import { Fields } from '../store/fields.js';
import { readError, readJson } from '../store/lines.js';
import { COMPARISON, type KeptComparison, RESULTS } from './kept.js';

/** One folder below `results/` of an evaluation; the runs it comes from lie below `runs/` under the same name. */
export interface ResultsFolder {
  /** The evaluation: what `--out` named, or a bundle. */
  root: string;
  name: string;
}

const NEXT = 'Name the folder that assay evaluate was given with --out, or a folder below its results/.';

async function has(...path: string[]): Promise<boolean> {
  return (await stat(join(...path)).catch(() => undefined)) !== undefined;
}

async function holdsResults(dir: string): Promise<boolean> {
  return (await has(dir, RESULTS)) || (await has(dir, COMPARISON));
}

/** The results folders that a path stands for. @throws UserError where there is none */
export async function resultsFolders(path: string): Promise<ResultsFolder[]> {
  if (!(await has(path))) throw new UserError(`cannot reproduce ${path}: there is no such folder`, NEXT);
  if (await holdsResults(path)) {
    const whole = resolve(path);
    return [{ root: dirname(dirname(whole)), name: basename(whole) }];
  }
  const names = (await readdir(join(path, 'results')).catch(() => [])).sort();
  const folders: ResultsFolder[] = [];
  for (const name of names)
    if (await holdsResults(join(path, 'results', name))) folders.push({ root: path, name });
  if (folders.length > 0) return folders;
  const what = (await has(path, 'run.json')) ? 'it is the run of one pipeline' : 'it holds no results';
  throw new UserError(`cannot reproduce ${path}: ${what}`, NEXT);
}

export function dirOf({ root, name }: ResultsFolder): string {
  return join(root, 'results', name);
}

/** What a results folder holds, each with the choices that its numbers depend on. */
export interface StoredResults {
  results?: { content: Results; settings: Settings };
  comparison?: KeptComparison;
  /** What both were made on. */
  benchmark: { name: string; digest: Sha };
}

/**
 * @param analyses names of the analyses that evaluations run
 * @throws UserError where a file cannot be read, or does not tell its settings, or two are of different benchmarks
 */
export async function readStored(folder: ResultsFolder, analyses: readonly string[]): Promise<StoredResults> {
  const stored = await readReadable(folder, analyses, (_, read) => read());
  if (stored === undefined) throw readError(dirOf(folder), 'it holds no results', undefined, NEXT);
  return stored;
}

/**
 * The same of a folder that may be damaged.
 *
 * @param attempt reads one file; undefined where that failed
 * @returns undefined where no file could be read
 * @throws UserError where two files are of different benchmarks
 */
export async function readReadable(
  folder: ResultsFolder,
  analyses: readonly string[],
  attempt: <T>(file: string, read: () => Promise<T>) => Promise<T | undefined>,
): Promise<StoredResults | undefined> {
  const dir = dirOf(folder);
  const read = async <T>(file: string, of: (path: string) => Promise<T>) =>
    (await has(dir, file)) ? attempt(file, () => of(join(dir, file))) : undefined;
  const results = await read(RESULTS, async (path) => {
    const content = await readResults(path);
    return { content, settings: settingsIn(content, path, analyses) };
  });
  const comparison = await read(COMPARISON, readComparison);
  const [first, second] = [results?.content, comparison?.benchmark];
  const digest = first?.digest ?? second?.digest;
  if (digest === undefined) return undefined;
  if (second !== undefined && second.digest !== digest)
    throw readError(dir, `${RESULTS} and ${COMPARISON} are of two benchmarks`);
  return {
    ...(results === undefined ? {} : { results }),
    ...(comparison === undefined ? {} : { comparison }),
    benchmark: { name: first?.benchmark ?? second!.name, digest },
  };
}

/** Checks what decides the numbers; all else in the file is compared, not used. */
function settingsIn(content: Results, path: string, analyses: readonly string[]): Settings {
  const fields = new Fields(content as unknown as Record<string, unknown>, { path });
  fields.id('benchmark');
  fields.id('digest');
  fields.array('systems');
  orderIn(fields);
  const measures = fields.array('measures').map((measure) => {
    if (!isObject(measure)) throw fields.fail('every measure must be an object');
    return new Fields(measure, { path }).string('name');
  });
  return { ...choicesIn(fields), measures, analyses };
}

function choicesIn(fields: Fields): Omit<Settings, 'measures' | 'analyses'> {
  const resampling = fields.object('resampling');
  const { seed } = resampling.record;
  const resamples = resampling.number('resamples');
  if (!Number.isInteger(resamples) || resamples < 1)
    throw resampling.fail('field "resamples" must be a whole number');
  return {
    profile: fields.string('profile'),
    depth: fields.number('depth'),
    task: fields.optionalString('task'),
    resampling: {
      resample: resampling.oneOf('resample', RESAMPLE_BY),
      resamples,
      seed: typeof seed === 'string' ? seed : resampling.number('seed'),
    },
  };
}

/** Ids of pipelines are names of folders: none may lead elsewhere. */
function orderIn(fields: Fields): string[] {
  const order = fields.strings('order');
  const bad = order.find((id) => !/^[^/\\]+$/.test(id) || /^\.*$/.test(id));
  if (bad !== undefined) throw fields.fail(`"${bad}" is no id of a pipeline`);
  if (order.length === 0) throw fields.fail('field "order" names no system');
  return order;
}

async function readComparison(path: string): Promise<KeptComparison> {
  const json = await readJson(path);
  if (!isObject(json) || !isObject(json.settings))
    throw readError(path, 'it does not tell its settings', undefined, 'Make it again: assay compare --all');
  const fields = new Fields(json, { path });
  const benchmark = fields.object('benchmark');
  benchmark.id('name');
  benchmark.id('digest');
  orderIn(fields);
  const settings = fields.object('settings');
  const chosen = { ...choicesIn(settings), measures: settings.strings('measures'), analyses: [] };
  return { ...(json as unknown as KeptComparison), settings: chosen };
}
