import { join } from 'node:path';
import { UserError } from '../../core/errors.js';
import { type Comparison, compareSystems } from '../../evaluate/compare.js';
import { resultsPath } from '../../evaluate/evaluate.js';
import { confidenceIntervals, pairwiseTests } from '../../evaluate/execretrieval-layout.js';
import { profile } from '../../measures/profiles.js';
import { comparisonText } from '../../report/comparison.js';
import { writeFileAtomic } from '../../store/atomic.js';
import type { Command } from '../command.js';
import {
  declareEvaluation,
  type Evaluated,
  evaluations,
  leaderboardOf,
  resamplingOptions,
} from '../evaluation.js';
import type { Io } from '../io.js';

/** The cut-offs that `--all` compares every measure at (ExecRetrieval's). */
const CUTOFFS = [1, 3, 5, 10];

/** The profile's measures, those with a cut-off at every one of `CUTOFFS` too. */
function everyCutoff(profileName: string): string {
  const names = profile(profileName).measures.flatMap((name) =>
    name.includes('@') ? [...CUTOFFS.map((k) => `${name.split('@')[0]}@${k}`), name] : [name],
  );
  return [...new Set(names)].join(',');
}

/** What is to be evaluated: two systems, or all that are named. */
function asked(args: readonly string[], options: Record<string, unknown>): Record<string, unknown> {
  if (options.all) {
    if (args.length > 0)
      throw new UserError(`cannot use "${args[0]}" with --all`, 'Give pipelines with --pipeline instead.');
    return { ...options, measures: options.measures ?? everyCutoff(options.profile as string) };
  }
  if (args.length !== 2)
    throw new UserError(
      `cannot compare ${args.length} ${args.length === 1 ? 'system' : 'systems'}: name two`,
      'For example: assay compare bm25 random; or every pair: assay compare --all.',
    );
  if (options.pipeline !== undefined)
    throw new UserError(
      'cannot use --pipeline here: it goes with --all',
      'Name the two systems as arguments.',
    );
  return { ...options, pipeline: args, baselines: false };
}

/** Keeps the comparison, and ExecRetrieval's two files below tests/. */
async function keep(evaluated: Evaluated, comparison: Comparison, out: string, io: Io): Promise<void> {
  const board = await leaderboardOf(evaluated, io);
  const { benchmark } = evaluated.evaluation;
  const folder = resultsPath(out, benchmark);
  const json = (content: unknown) => `${JSON.stringify(content, null, 2)}\n`;
  const files = {
    'comparison.json': json(comparison),
    'comparison.md': comparisonText(benchmark, comparison, true),
    'tests/pairwise_tests.json': json(pairwiseTests(comparison)),
    'tests/confidence_intervals.json': json(confidenceIntervals(board.summaries, evaluated.resampling)),
  };
  for (const [name, content] of Object.entries(files)) await writeFileAtomic(join(folder, name), content);
  io.note(`comparison kept in ${folder}`);
}

export const compareCommand: Command = {
  name: 'compare',
  summary: 'tell whether systems differ: paired tests and intervals on the queries that both answered',
  declare(parser) {
    parser
      .argument('[a]', 'pipeline name or file')
      .argument('[b]', 'pipeline name or file')
      .option(
        '--all',
        `every pair of the pipelines given by --pipeline (default: the built-in ones), the measures of the profile at ${CUTOFFS.join(', ')}, or --measures as given`,
      )
      .option('--markdown', 'print Markdown tables');
    declareEvaluation(parser);
  },
  async run(args, options, io) {
    const json: object[] = [];
    for await (const evaluated of evaluations(asked(args, options), io)) {
      const { systems, table, benchmark, profile: used } = evaluated.evaluation;
      const settings = { ...resamplingOptions(evaluated, io), mean: used.mean };
      const comparison = await compareSystems(systems, table, settings);
      if (typeof options.out === 'string') await keep(evaluated, comparison, options.out, io);
      json.push({ benchmark: benchmark.name, profile: used.name, ...comparison });
      if (!options.json)
        await io.result(`${comparisonText(benchmark, comparison, options.markdown === true)}\n`);
    }
    if (options.json) await io.result(`${JSON.stringify(json, null, 2)}\n`);
    return 0;
  },
};
