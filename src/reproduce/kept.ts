import type { Json } from '../core/json.js';
import type { Comparison } from '../evaluate/compare.js';
import { confidenceIntervals, pairwiseTests } from '../evaluate/execretrieval-layout.js';
import type { Settings } from '../report/appraisal.js';
import type { Leaderboard } from '../report/board.js';
import { comparisonText } from '../report/comparison.js';
import { markdownLeaderboard } from '../report/leaderboard.js';
import { perQueryLines } from '../report/per-query.js';
import type { Results } from '../report/results.js';
import { type Derived, jsonFile, textFile } from './derived.js';

export const RESULTS = 'results.json';
export const COMPARISON = 'comparison.json';

/** What an evaluation keeps in its folder below `results/`. */
export function evaluationFiles(board: Leaderboard, results: Results): Derived[] {
  return [
    jsonFile(RESULTS, results),
    textFile('results.md', markdownLeaderboard(board)),
    { file: 'per-query.jsonl', as: 'records', lines: perQueryLines(board.evaluation) },
  ];
}

/** `comparison.json`: a comparison with all that decides it. */
export interface KeptComparison extends Comparison {
  benchmark: { name: string; version: string; digest: string };
  settings: Settings;
  /** Ids of the systems as they were given: the first of each pair is the one that was given first. */
  order: string[];
}

/** What a comparison keeps in the same folder: itself, and ExecRetrieval's two files below `tests/`. */
export function comparisonFiles(board: Leaderboard, settings: Settings, comparison: Comparison): Derived[] {
  const { benchmark, pipelines } = board.evaluation;
  const { name, version, digest } = benchmark;
  const kept: KeptComparison = {
    benchmark: { name, version, digest },
    settings,
    order: pipelines.map(({ id }) => id),
    ...comparison,
  };
  return [
    jsonFile(COMPARISON, kept),
    textFile('comparison.md', comparisonText(benchmark, comparison, true)),
    ...testFiles(board, comparison),
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
