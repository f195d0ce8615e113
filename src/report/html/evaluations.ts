import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { UserError } from '../../core/errors.js';
import { type Results, readResults } from '../results.js';

/** What `assay evaluate --out` left of one benchmark. */
export interface StoredEvaluation {
  results: Results;
  /** Holds the runs, each in a folder named by its pipeline's id; it may be gone. */
  runs: string;
}

/**
 * The evaluations in a folder: `dir` is what `evaluate --out` named, or one of the folders below its `results/`.
 *
 * @throws UserError when there is none
 */
export async function storedEvaluations(dir: string): Promise<StoredEvaluation[]> {
  const path = resolve(dir);
  if (await isFile(join(path, 'results.json'))) return [await evaluationIn(path)];
  const names = await readdir(join(path, 'results')).catch(() => []);
  const evaluations: StoredEvaluation[] = [];
  for (const name of names.sort()) {
    const folder = join(path, 'results', name);
    if (await isFile(join(folder, 'results.json'))) evaluations.push(await evaluationIn(folder));
  }
  if (evaluations.length > 0) return evaluations;
  throw new UserError(
    `cannot report on ${dir}: there is no results.json in it or below its results/`,
    'Name the folder that assay evaluate --out has filled.',
  );
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}

/** Results and runs of one benchmark lie in folders of the same name. */
async function evaluationIn(folder: string): Promise<StoredEvaluation> {
  return {
    results: await readResults(join(folder, 'results.json')),
    runs: join(folder, '..', '..', 'runs', basename(folder)),
  };
}
