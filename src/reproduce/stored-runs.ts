import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Benchmark } from '../core/benchmark.js';
import { UserError } from '../core/errors.js';
import { isObject } from '../core/json.js';
import { type System, storedSystem } from '../evaluate/system.js';
import { chooseTasks } from '../evaluate/table.js';
import type { Settings } from '../report/appraisal.js';
import type { SystemResult } from '../report/results.js';
import { readError } from '../store/lines.js';
import { RunFolder } from '../store/run-folder.js';
import type { ResultsFolder } from './results-folder.js';

/** A system whose rankings are read from its stored run. */
export type StoredRun = System & { run: RunFolder };

/** What is known of a system whose run is looked for. */
export type Sought = Pick<SystemResult, 'id'> & Partial<Pick<SystemResult, 'config'>>;

export function runPath({ root, name }: ResultsFolder, id: string): string {
  return join(root, 'runs', name, id);
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
  return new UserError(
    `cannot reproduce ${folder.root}: the run of pipeline "${pipeline}" (${id}) is missing`,
    `Make it with: ${command}, then move NEW/${place} to ${join(folder.root, place)}.${told}`,
  );
}
