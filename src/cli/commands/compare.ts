import { join } from 'node:path';
import { UserError } from '../../core/errors.js';
import { type Comparison, compareSystems } from '../../evaluate/compare.js';
import { confidenceIntervals, pairwiseTests } from '../../evaluate/execretrieval-layout.js';
import { comparisonText } from '../../report/comparison.js';
import type { Leaderboard } from '../../report/leaderboard.js';
import { writeFileAtomic } from '../../store/atomic.js';
import type { Command } from '../command.js';
import { declareEvaluation, leaderboards } from '../evaluation.js';
import type { Io } from '../io.js';

async function writeLayout(board: Leaderboard, comparison: Comparison, out: string, io: Io): Promise<void> {
  const { benchmark } = board.evaluation;
  const folder = join(
    out,
    'results',
    `${encodeURIComponent(benchmark.name)}-${benchmark.digest.slice(0, 8)}`,
    'tests',
  );
  const files = {
    'pairwise_tests.json': pairwiseTests(comparison),
    'confidence_intervals.json': confidenceIntervals(board.summaries, board.resampling),
  };
  for (const [name, content] of Object.entries(files))
    await writeFileAtomic(join(folder, name), `${JSON.stringify(content, null, 2)}\n`);
  io.note(`tests kept in ${folder}`);
}

export const compareCommand: Command = {
  name: 'compare',
  summary: 'tell whether systems differ: paired tests and intervals on the queries that both answered',
  declare(parser) {
    parser
      .argument('[a]', 'pipeline name or file')
      .argument('[b]', 'pipeline name or file')
      .option('--all', 'every pair of the pipelines given by --pipeline (default: the built-in ones)')
      .option('--markdown', 'print Markdown tables');
    declareEvaluation(parser);
  },
  async run(args, options, io) {
    const asked = { ...options };
    if (!options.all) {
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
      Object.assign(asked, { pipeline: args, baselines: false });
    } else if (args.length > 0)
      throw new UserError(`cannot use "${args[0]}" with --all`, 'Give pipelines with --pipeline instead.');
    const json: object[] = [];
    for await (const board of leaderboards(asked, io)) {
      const { systems, table, benchmark } = board.evaluation;
      const comparison = compareSystems(systems, table, board.resampling);
      if (typeof options.out === 'string') await writeLayout(board, comparison, options.out, io);
      json.push({ benchmark: benchmark.name, profile: board.evaluation.profile.name, ...comparison });
      if (!options.json)
        await io.result(`${comparisonText(benchmark, comparison, options.markdown === true)}\n`);
    }
    if (options.json) await io.result(`${JSON.stringify(json, null, 2)}\n`);
    return 0;
  },
};
