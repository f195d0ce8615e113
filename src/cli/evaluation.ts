import type { Command as Parser } from 'commander';
import { UserError } from '../core/errors.js';
import { compareSystems } from '../evaluate/compare.js';
import { type Evaluation, evaluate } from '../evaluate/evaluate.js';
import { DEFAULT_SEED, RESAMPLE_BY } from '../evaluate/resampling.js';
import { summarise, withMean } from '../evaluate/summary.js';
import { leaderboard as standingsOf } from '../evaluate/tie-groups.js';
import { declaresFamilies } from '../families/groups.js';
import { PROFILES, type Profile, profile as profileOf } from '../measures/profiles.js';
import { parseMeasures } from '../measures/registry.js';
import { BASELINES, BUILT_IN, type Pipeline, resolvePipeline, stageContext } from '../pipeline/resolve.js';
import type { Leaderboard } from '../report/leaderboard.js';
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
      `${names}; a pipeline file (.json), a TREC run, or vectors (.npz); repeatable`,
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
    .option('--resamples <n>', 'bootstrap resamples', wholeNumber(1), RESAMPLES)
    .option('--resample <cluster|query>', 'what the bootstrap draws (default: that of the profile)')
    .option('--seed <n>', 'seed of the bootstrap', wholeNumber(0), DEFAULT_SEED)
    .option('--no-baselines', 'leave out the artefact baselines')
    .option('--out <dir>', 'keep runs and results here; the same command continues a run that was stopped')
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

/** Evaluates everything that was asked for, one benchmark after the other. */
export async function* leaderboards(given: Record<string, unknown>, io: Io): AsyncIterable<Leaderboard> {
  const options = given as unknown as Options;
  const profile = chosenProfile(options);
  const measures = parseMeasures(options.measures ?? profile.measures.join(','));
  const resample = oneOf('resample', options.resample, RESAMPLE_BY) ?? profile.resample;
  const resampling = { resample, resamples: options.resamples, seed: options.seed };
  for (const name of options.benchmark ?? [DEFAULT_BENCHMARK]) {
    io.progress(`reading ${name}`);
    const benchmark = await benchmarkOf(name);
    const families = [...benchmark.corpora.values()].some(declaresFamilies);
    const pipelines = await pipelinesOf({ ...options, baselines: options.baselines && families }, io);
    const { task, out, depth } = options;
    const progress = io.progress.bind(io);
    const evaluation = await evaluate(benchmark, pipelines, {
      measures,
      profile,
      depth,
      task,
      out,
      progress,
    });
    yield leaderboard(evaluation, resampling, io);
  }
}

function leaderboard(evaluation: Evaluation, resampling: Leaderboard['resampling'], io: Io): Leaderboard {
  const { systems, table, profile, benchmark } = evaluation;
  const options = {
    ...resampling,
    progress: (share: number) => io.progress(`${benchmark.name} · resampling, ${Math.round(100 * share)} %`),
  };
  const summaries = withMean(profile.mean, summarise(systems, table, options));
  const names = systems[0]?.columns.map(({ measure }) => measure.name) ?? [];
  const primary = names.find((name) => summaries.some(({ measures }) => measures[name])) ?? names[0]!;
  const comparison = compareSystems(systems, table, { ...options, measures: [primary] });
  return {
    evaluation,
    summaries,
    primary,
    standings: standingsOf(summaries, comparison, primary),
    resampling,
  };
}
