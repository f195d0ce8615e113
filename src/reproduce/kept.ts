import type { Json } from '../core/json.js';
import type { Comparison } from '../evaluate/compare.js';
import type { Evaluation } from '../evaluate/evaluate.js';
import { confidenceIntervals, pairwiseTests } from '../evaluate/execretrieval-layout.js';
import type { Settings } from '../report/appraisal.js';
import type { Leaderboard } from '../report/board.js';
import { comparisonText } from '../report/comparison.js';
import { markdownLeaderboard } from '../report/leaderboard.js';
import { perQueryLines } from '../report/per-query.js';
import type { Results } from '../report/results.js';
import { COMPARISON, RESULTS } from '../store/evaluation-folder.js';
import { type Derived, jsonFile, textFile } from './derived.js';

/** What an evaluation keeps in its folder below `results/`. */
export function evaluationFiles(board: Leaderboard, results: Results): Derived[] {
  return [
    jsonFile(RESULTS, results),
    textFile('results.md', markdownLeaderboard(board)),
    { file: 'per-query.jsonl', as: 'records', lines: perQueryLines(board.evaluation) },
  ];
}

/** `comparison.json`, and what `assay compare --json` prints an array of: a comparison with all that decides it. */
export interface KeptComparison extends Comparison {
  benchmark: { name: string; version: string; digest: string };
  settings: Settings;
  /** Ids of the systems as they were given: the first of each pair is the one that was given first. */
  order: string[];
}

export function keptComparison(
  { benchmark: { name, version, digest }, pipelines }: Evaluation,
  settings: Settings,
  comparison: Comparison,
): KeptComparison {
  return {
    benchmark: { name, version, digest },
    settings,
    order: pipelines.map(({ id }) => id),
    ...comparison,
  };
}

/** What a comparison keeps in the same folder: itself, and ExecRetrieval's two files below `tests/`. */
export function comparisonFiles(board: Leaderboard, kept: KeptComparison): Derived[] {
  return [
    jsonFile(COMPARISON, kept),
    textFile('comparison.md', comparisonText(board.evaluation.benchmark, kept, true)),
    ...testFiles(board, kept),
  ];
}

/** `tests/pairwise_tests.json` and `tests/confidence_intervals.json`, as ExecRetrieval publishes them. */
export function testFiles(
  { summaries, resampling }: Pick<Leaderboard, 'summaries' | 'resampling'>,
  comparison: Comparison,
): Derived[] {
  const files: Record<string, Json> = {
    pairwise_tests: pairwiseTests(comparison),
    confidence_intervals: confidenceIntervals(summaries, resampling),
  };
  return Object.entries(files).map(([name, content]) => jsonFile(`tests/${name}.json`, content));
}
