import type { Command as Parser } from 'commander';
import { UserError } from '../core/errors.js';
import { compareSystems } from '../evaluate/compare.js';
import { type Evaluation, evaluate } from '../evaluate/evaluate.js';
import { DEFAULT_SEED, RESAMPLE_BY } from '../evaluate/resampling.js';
import { type SystemSummary, summarise, withMean } from '../evaluate/summary.js';
import { leaderboard as standingsOf } from '../evaluate/tie-groups.js';
import { hasFamilies } from '../families/groups.js';
import { PROFILES, type Profile, profile as profileOf } from '../measures/profiles.js';
import { parseMeasures } from '../measures/registry.js';
import { BASELINES, BUILT_IN, type Pipeline, resolvePipeline, stageContext } from '../pipeline/resolve.js';
import type { Leaderboard } from '../report/board.js';
import { RESAMPLES } from '../stats/bootstrap.js';
import { DEFAULT_CACHE, folderCache } from '../store/cache.js';
import { benchmarkOf, DEFAULT_BENCHMARK } from './benchmarks.js';
import { several } from './command.js';
import type { Io } from './io.js';
import { wholeNumber } from './numbers.js';

/** What evaluate and compare understand alike. */
interface Options {
  benchmark?: string[];
  pipeline?: string[];
  measures?: string;
  profile: string;
  pairs?: 'full' | 'cut';
  task?: string;
  depth: number;
  resamples: number;
  resample?: 'cluster' | 'query';
  seed: number;
  baselines: boolean;
  out?: string;
  cache?: string;
}

export function declareEvaluation(parser: Parser): void {
  const names = BUILT_IN.map(({ name }) => name).join(', ');
  parser
    .option(
      '--benchmark <dir|name>',
      `benchmark folder, or a built-in one (default: ${DEFAULT_BENCHMARK}); repeatable`,
      several,
    )
    .option(
      '--pipeline <name|file>',
      `${names}; a pipeline file (.json), a TREC run or a folder of them, vectors (.npz), or ExecRetrieval results (.json); repeatable`,
      several,
    )
    .option('--measures <list>', 'measures, separated by commas (default: those of the profile)')
    .option('--profile <name>', `how edge cases count: ${Object.keys(PROFILES).join(', ')}`, 'assay')
    .option(
      '--pairs <full|cut>',
      'PPA and MRS: need every judged score (full), or count the unretrieved as lost (cut)',
    )
    .option('--task <id>', 'only this task; * stands for anything')
    .option('--depth <n>', 'retrieved documents kept for each query', wholeNumber(1), 1000)
    .option(
      '--resamples <n>',
      'bootstrap resamples (tests of many pairs take more)',
      wholeNumber(20, 1_000_000),
      RESAMPLES,
    )
    .option('--resample <cluster|query>', 'what the bootstrap draws (default: that of the profile)')
    .option('--seed <n>', 'seed of the bootstrap', wholeNumber(0), DEFAULT_SEED)
    .option('--no-baselines', 'leave out the artefact baselines')
    .option(
      '--out <dir>',
      'keep runs here, and the results of the last evaluation; the same command continues a run that was stopped',
    )
    .option('--cache <dir>', 'where expensive readings of corpora are kept (default: .cache/assay at home)');
}

function oneOf<T extends string>(
  option: string,
  value: string | undefined,
  known: readonly T[],
): T | undefined {
  if (value === undefined || known.includes(value as T)) return value as T | undefined;
  throw new UserError(`cannot use --${option} ${value}: it must be ${known.join(' or ')}`);
}

function chosenProfile(options: Options): Profile {
  const chosen = profileOf(options.profile);
  const pairs = oneOf('pairs', options.pairs, ['full', 'cut'] as const);
  return pairs === undefined ? chosen : { ...chosen, name: `${chosen.name}, pairs ${pairs}`, pairs };
}

/** The pipelines asked for, and the artefact baselines, which every table shows. */
async function pipelinesOf(options: Options, io: Io): Promise<Pipeline[]> {
  const asked = options.pipeline ?? ['bm25', 'random'];
  const names = options.baselines ? [...asked, ...BASELINES.filter((name) => !asked.includes(name))] : asked;
  const context = stageContext((message) => io.warn(message), folderCache(options.cache ?? DEFAULT_CACHE));
  const pipelines: Pipeline[] = [];
  for (const name of names) {
    const pipeline = await resolvePipeline(name, context);
    if (pipelines.some(({ id }) => id === pipeline.id))
      throw new UserError(`cannot evaluate pipeline "${name}" twice`, 'Name each pipeline once.');
    pipelines.push(pipeline);
  }
  return pipelines;
}

/** One evaluation with how its intervals and tests are to be drawn. */
export interface Evaluated {
  evaluation: Evaluation;
  resampling: Leaderboard['resampling'];
}

/** Evaluates everything that was asked for, one benchmark after the other. */
export async function* evaluations(given: Record<string, unknown>, io: Io): AsyncIterable<Evaluated> {
  const options = given as unknown as Options;
  if (given.json && given.markdown)
    throw new UserError('cannot use --json with --markdown', 'Ask for one of them.');
  if (options.out === '') throw new UserError('cannot use --out "": it is empty', 'Name a folder.');
  const repeated = options.benchmark?.find((name, k, all) => all.indexOf(name) < k);
  if (repeated !== undefined)
    throw new UserError(`cannot evaluate benchmark "${repeated}" twice`, 'Name each once.');
  const profile = chosenProfile(options);
  const measures = parseMeasures(options.measures ?? profile.measures.join(','));
  const resample = oneOf('resample', options.resample, RESAMPLE_BY) ?? profile.resample;
  const resampling = { resample, resamples: options.resamples, seed: options.seed };
  const { task, out, depth } = options;
  const progress = io.progress.bind(io);
  for (const name of options.benchmark ?? [DEFAULT_BENCHMARK]) {
    io.progress(`reading ${name}`);
    const benchmark = await benchmarkOf(name);
    const baselines = options.baselines && hasFamilies(benchmark);
    const pipelines = await pipelinesOf({ ...options, baselines }, io);
    const settings = { measures, profile, depth, task, out, progress };
    yield { evaluation: await evaluate(benchmark, pipelines, settings), resampling };
  }
}

/** The resampling options that summaries and tests take, with a report of how far they have come. */
export function resamplingOptions({ evaluation, resampling }: Evaluated, io: Io) {
  const { name } = evaluation.benchmark;
  return {
    ...resampling,
    progress: (share: number) => io.progress(`${name} · resampling, ${Math.round(100 * share)} %`),
  };
}

/** @throws UserError when none of the measures has a value for any system */
export async function leaderboardOf(evaluated: Evaluated, io: Io): Promise<Leaderboard> {
  const { evaluation, resampling } = evaluated;
  const { systems, table, profile, benchmark } = evaluation;
  const options = resamplingOptions(evaluated, io);
  const summaries = withMean(profile.mean, await summarise(systems, table, options));
  const asked = systems[0]?.columns.map(({ measure }) => measure) ?? [];
  const primary = asked.find(({ name }) => summaries.some(({ measures }) => measures[name]));
  if (primary === undefined) throw nothingApplies(benchmark.name, summaries);
  const measures = [primary.name];
  const comparison = await compareSystems(systems, table, { ...options, mean: profile.mean, measures });
  const standings = standingsOf(summaries, comparison, primary);
  return { evaluation, summaries, primary: primary.name, standings, resampling };
}

function nothingApplies(benchmark: string, summaries: readonly SystemSummary[]): UserError {
  const absent = Object.entries(summaries[0]?.absent ?? {});
  const reasons = new Set(absent.flatMap(([, { refusals }]) => Object.keys(refusals)));
  const why = reasons.size > 0 ? [...reasons].join('; ') : 'they apply to none of its queries';
  return new UserError(
    `cannot evaluate on benchmark "${benchmark}": ${absent.map(([name]) => name).join(', ')} have no value (${why})`,
    'Measures of execution need a benchmark with verdicts, pair measures one with judged negatives.',
  );
}
