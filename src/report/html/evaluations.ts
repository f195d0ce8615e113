import { join } from 'node:path';
import { UserError } from '../../core/errors.js';
import { RESULTS, type ResultsFolder, resultsDirs, resultsFolderOf } from '../../store/evaluation-folder.js';
import { type Results, readResults } from '../results.js';

/** What `assay evaluate --out` left of one benchmark. */
export interface StoredEvaluation {
  results: Results;
  folder: ResultsFolder;
}

/**
 * The evaluations in a folder: `dir` is what `evaluate --out` named, one of the folders below its `results/`, or a
 * bundle.
 *
 * @throws UserError when there is none
 */
export async function storedEvaluations(dir: string): Promise<StoredEvaluation[]> {
  const evaluations: StoredEvaluation[] = [];
  for (const folder of await resultsDirs(dir))
    evaluations.push({
      results: await readResults(join(folder, RESULTS)),
      folder: resultsFolderOf(folder),
    });
  if (evaluations.length > 0) return evaluations;
  throw new UserError(
    `cannot report on ${dir}: there is no ${RESULTS} in it or below its results/`,
    'Name the folder that assay evaluate --out has filled.',
  );
}
