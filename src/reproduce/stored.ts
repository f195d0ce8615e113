import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Benchmark, Sha } from '../core/benchmark.js';
import type { UserError } from '../core/errors.js';
import { isObject } from '../core/json.js';
import { RESAMPLE_BY } from '../evaluate/resampling.js';
import { type System, storedSystem } from '../evaluate/system.js';
import { chooseTasks } from '../evaluate/table.js';
import type { Settings } from '../report/appraisal.js';
import { type Results, readResults, type SystemResult } from '../report/results.js';
import {
  COMPARISON,
  dirOf,
  RESULTS,
  type ResultsFolder,
  resultsDirs,
  resultsFolderOf,
  runsOf,
} from '../store/evaluation-folder.js';
import { Fields } from '../store/fields.js';
import { readError, readJson } from '../store/lines.js';
import { RunFolder } from '../store/run-folder.js';
import type { KeptComparison } from './kept.js';

const NEXT = 'Name the folder that assay evaluate was given with --out, or a folder below its results/.';

async function has(...path: string[]): Promise<boolean> {
  return (await stat(join(...path)).catch(() => undefined)) !== undefined;
}

/** The results folders that a path stands for. @throws UserError where there is none */
export async function resultsFolders(path: string): Promise<ResultsFolder[]> {
  if (!(await has(path))) throw readError(path, 'there is no such folder', undefined, NEXT);
  const dirs = await resultsDirs(path, [RESULTS, COMPARISON]);
  if (dirs.length > 0) return dirs.map(resultsFolderOf);
  const what = (await has(path, 'run.json')) ? 'it is the run of one pipeline' : 'it holds no results';
  throw readError(path, what, undefined, NEXT);
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

/** A system whose rankings are read from its stored run. */
export type StoredRun = System & { run: RunFolder };

/** What is known of a system whose run is looked for. */
export type Sought = Pick<SystemResult, 'id'> & Partial<Pick<SystemResult, 'config'>>;

export function runPath(folder: ResultsFolder, id: string): string {
  return join(runsOf(folder), id);
}

export interface RunsSought {
  folder: ResultsFolder;
  /** The systems whose runs are wanted, in order. */
  systems: readonly Sought[];
  benchmark: Benchmark;
  /** How the benchmark is named on the command line, for messages. */
  named: string;
  settings: Settings;
  /** The benchmark is known to be damaged, so that its digest is not the one of the runs. */
  lenient: boolean;
}

/**
 * The stored runs of systems, in their order. Nothing is searched and nothing is written: every run has finished
 * every one of the tasks.
 *
 * @throws UserError naming the run that is missing, unfinished or of another benchmark
 */
export async function storedSystems(sought: RunsSought): Promise<StoredRun[]> {
  const { folder, systems, benchmark, settings, lenient } = sought;
  const tasks = chooseTasks(benchmark, settings.task);
  const opened: StoredRun[] = [];
  for (const system of systems) {
    const dir = runPath(folder, system.id);
    if ((await stat(join(dir, 'run.json')).catch(() => undefined)) === undefined)
      throw missingRun(sought, system);
    const run = await RunFolder.open(dir);
    const { benchmark: made, pipeline } = run.manifest;
    if (pipeline.id !== system.id) throw readError(dir, `it is the run of pipeline ${pipeline.id}`);
    if (made.digest !== benchmark.digest && !lenient)
      throw readError(dir, `it was made on another benchmark (${made.name}, digest ${made.digest})`);
    const finished = await run.finished();
    const open = tasks.find(({ id }) => !finished.includes(id));
    if (open !== undefined)
      throw readError(
        dir,
        `the run of pipeline "${pipeline.name}" has not finished task "${open.id}"`,
        undefined,
        'Finish the evaluation with the command that began it.',
      );
    opened.push({ ...storedSystem(run), run });
  }
  return opened;
}

/** @throws UserError where the runs of one result are of different depths: they were never evaluated together */
export function depthOf(systems: readonly { run: RunFolder }[]): number {
  const depths = new Set(systems.map(({ run }) => run.manifest.depth));
  if (depths.size === 1) return [...depths][0]!;
  throw readError(
    systems[0]!.run.dir,
    `runs of one result are of different depths (${[...depths].join(', ')})`,
    undefined,
    'Evaluate again, into a new folder.',
  );
}

function missingRun({ folder, named, settings }: RunsSought, { id, config }: Sought): UserError {
  const retrieve = isObject(config) && isObject(config.retrieve) ? config.retrieve : undefined;
  const pipeline =
    isObject(config) && typeof config.name === 'string' ? config.name : id.replace(/-[^-]*$/, '');
  const { depth, task, measures } = settings;
  const command = [
    `assay evaluate --benchmark ${named}`,
    `--pipeline ${typeof retrieve?.path === 'string' ? retrieve.path : pipeline}`,
    `--depth ${depth} --measures ${measures.join(',')}`,
    ...(task === undefined ? [] : [`--task ${task}`]),
    '--no-baselines --out NEW',
  ].join(' ');
  const place = `runs/${folder.name}/${id}`;
  const told = retrieve === undefined ? '' : ` Its configuration was ${JSON.stringify(retrieve)}.`;
  return readError(
    folder.root,
    `the run of pipeline "${pipeline}" (${id}) is missing`,
    undefined,
    `Make it with: ${command}, then move NEW/${place} to ${join(folder.root, place)}.${told}`,
  );
}
