import type { Benchmark } from '../core/benchmark.js';
import type { Progress } from '../core/progress.js';
import { version } from '../core/version.js';
import { compareSystems } from '../evaluate/compare.js';
import { appraise, boardOf, type Settings } from '../report/appraisal.js';
import type { Leaderboard } from '../report/board.js';
import { type Results, resultsOf } from '../report/results.js';
import type { ResultsFolder } from '../store/evaluation-folder.js';
import type { Derived } from './derived.js';
import { comparisonFiles, evaluationFiles, type KeptComparison, keptComparison } from './kept.js';
import { depthOf, type Sought, type StoredResults, storedSystems } from './stored.js';

export interface RecomputeOptions {
  /** The benchmark is known to be damaged: see `storedSystems`. */
  lenient: boolean;
  /** How the benchmark is named on the command line. */
  named: string;
  progress: Progress;
}

/** What made the numbers may change, and so may the place of an input: its digest is part of the pipeline's id. */
function ignoredInResults(where: string): boolean {
  return where === 'versions' || /^systems\[\d+\]\.config\.retrieve\.path$/.test(where);
}

/**
 * Every file of a results folder as the stored runs give it, one after the other. Memory: that of an evaluation.
 *
 * @throws UserError where a run is missing, unfinished or damaged
 */
export async function* recomputed(
  folder: ResultsFolder,
  stored: StoredResults,
  benchmark: Benchmark,
  options: RecomputeOptions,
): AsyncIterable<Derived> {
  const { results, comparison } = stored;
  const prefix = `results/${folder.name}/`;
  if (results !== undefined)
    for (const file of await resultFiles(folder, results.content, results.settings, benchmark, options))
      yield { ...file, file: prefix + file.file };
  if (comparison !== undefined)
    for (const file of await testedFiles(folder, comparison, benchmark, options))
      yield { ...file, file: prefix + file.file };
}

/** The systems of a result, in the order in which they were given. */
export function soughtIn({ order, systems }: Results): Sought[] {
  return order.map((id) => ({ id, ...systems.find((system) => system?.id === id) }));
}

/** The same of a comparison, which does not tell configurations. */
export function soughtInOrder({ order }: KeptComparison): Sought[] {
  return order.map((id) => ({ id }));
}

async function resultFiles(
  folder: ResultsFolder,
  content: Results,
  asked: Settings,
  benchmark: Benchmark,
  options: RecomputeOptions,
): Promise<Derived[]> {
  const sought = { folder, systems: soughtIn(content), benchmark, settings: asked };
  const systems = await storedSystems({ ...sought, ...options });
  const settings = { ...asked, depth: depthOf(systems) };
  const { evaluation, analyses } = await appraise(benchmark, systems, settings, options);
  const board = await boardOf(evaluation, settings, options);
  const results = resultsOf(board, sameAnalyses(content, analyses), settings.task);
  return evaluationFiles(board, results).map((file) =>
    file.as === 'json' ? { ...file, ignored: ignoredInResults } : file,
  );
}

/** Tables that a later version of Assay has added are no difference. */
function sameAnalyses(content: Results, analyses: Results['analyses']): Results['analyses'] {
  if (content.versions?.assay === version || !Array.isArray(content.analyses)) return analyses;
  const known = new Set(content.analyses.map((table) => table?.name));
  return analyses.filter(({ name }) => known.has(name));
}

async function testedFiles(
  folder: ResultsFolder,
  comparison: KeptComparison,
  benchmark: Benchmark,
  options: RecomputeOptions,
): Promise<Derived[]> {
  const { settings: asked } = comparison;
  const sought = { folder, systems: soughtInOrder(comparison), benchmark, settings: asked };
  const systems = await storedSystems({ ...sought, ...options });
  const settings = { ...asked, depth: depthOf(systems) };
  const { evaluation } = await appraise(benchmark, systems, settings, options);
  const board = await boardOf(evaluation, settings, options);
  return comparisonFiles(board, keptComparison(evaluation, settings, await comparisonOf(board, options)));
}

/** Every pair of the systems of a leaderboard, as `assay compare` compares them. */
export function comparisonOf(
  { evaluation, resampling }: Pick<Leaderboard, 'evaluation' | 'resampling'>,
  { progress }: Pick<RecomputeOptions, 'progress'>,
) {
  const { systems, table, profile, benchmark } = evaluation;
  return compareSystems(systems, table, {
    ...resampling,
    mean: profile.mean,
    progress: (share) => progress(`${benchmark.name} · resampling, ${Math.round(100 * share)} %`),
  });
}
