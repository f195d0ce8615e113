import { UserError } from '../../core/errors.js';
import { compareSystems } from '../../evaluate/compare.js';
import { type Evaluation, resultsPath } from '../../evaluate/evaluate.js';
import { profile } from '../../measures/profiles.js';
import { appraise, boardOf } from '../../report/appraisal.js';
import { comparisonText } from '../../report/comparison.js';
import { writeDerived } from '../../reproduce/derived.js';
import { comparisonFiles, type KeptComparison, keptComparison } from '../../reproduce/kept.js';
import type { Command } from '../command.js';
import { declareEvaluation, type Plan, plans } from '../evaluation.js';
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
async function keep(
  evaluation: Evaluation,
  { benchmark, settings, context }: Plan,
  kept: KeptComparison,
  io: Io,
): Promise<void> {
  const board = await boardOf(evaluation, settings, context);
  const folder = resultsPath(context.out!, benchmark);
  for (const file of comparisonFiles(board, kept)) await writeDerived(folder, file);
  io.note(`comparison kept in ${folder}`);
}

export const compareCommand: Command = {
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
    const json: KeptComparison[] = [];
    for await (const plan of plans(asked(args, options), io)) {
      const { benchmark, settings, context } = plan;
      const { evaluation } = await appraise(benchmark, plan.pipelines, settings, context);
      const { systems, table, profile: used } = evaluation;
      const comparison = await compareSystems(systems, table, {
        ...settings.resampling,
        mean: used.mean,
        progress: (share) => io.progress(`${benchmark.name} · resampling, ${Math.round(100 * share)} %`),
      });
      const kept = keptComparison(evaluation, settings, comparison);
      if (context.out !== undefined) await keep(evaluation, plan, kept, io);
      json.push(kept);
      if (!options.json)
        await io.result(`${comparisonText(benchmark, comparison, options.markdown === true)}\n`);
    }
    if (options.json) await io.result(`${JSON.stringify(json, null, 2)}\n`);
    return 0;
  },
};
