import type { Command as Parser } from 'commander';
import type { Benchmark } from '../core/benchmark.js';
import { UserError } from '../core/errors.js';
import { DEFAULT_SEED, RESAMPLE_BY } from '../evaluate/resampling.js';
import { hasFamilies } from '../families/groups.js';
import { PROFILES, type Profile, profile as profileOf, withPairs } from '../measures/profiles.js';
import { parseMeasures } from '../measures/registry.js';
import { BASELINES, BUILT_IN, type Pipeline, resolvePipeline, stageContext } from '../pipeline/resolve.js';
import type { AppraisalContext, Settings } from '../report/appraisal.js';
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
      'keep runs here, and what was made of them last; the same command continues a run that was stopped',
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
  return pairs === undefined ? chosen : withPairs(chosen, pairs);
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

/** One benchmark with the systems to be evaluated on it, and how. */
export interface Plan {
  benchmark: Benchmark;
  pipelines: Pipeline[];
  settings: Settings;
  context: AppraisalContext;
}

/**
 * What was asked for, one benchmark after the other.
 *
 * @param analyses names of the analyses to run beside the measures
 */
export async function* plans(
  given: Record<string, unknown>,
  io: Io,
  analyses: readonly string[] = [],
): AsyncIterable<Plan> {
  const options = given as unknown as Options;
  if (options.out === '') throw new UserError('cannot use --out "": it is empty', 'Name a folder.');
  const repeated = options.benchmark?.find((name, k, all) => all.indexOf(name) < k);
  if (repeated !== undefined)
    throw new UserError(`cannot evaluate benchmark "${repeated}" twice`, 'Name each once.');
  const settings = settingsOf(options, analyses);
  const context = { out: options.out, progress: io.progress.bind(io) };
  for (const name of options.benchmark ?? [DEFAULT_BENCHMARK]) {
    io.progress(`reading ${name}`);
    const benchmark = await benchmarkOf(name);
    const baselines = options.baselines && hasFamilies(benchmark);
    yield { benchmark, pipelines: await pipelinesOf({ ...options, baselines }, io), settings, context };
  }
}

function settingsOf(options: Options, analyses: readonly string[]): Settings {
  const profile = chosenProfile(options);
  const measures = options.measures ?? profile.measures.join(',');
  return {
    measures: parseMeasures(measures).map(({ name }) => name),
    profile: profile.name,
    depth: options.depth,
    task: options.task,
    resampling: {
      resample: oneOf('resample', options.resample, RESAMPLE_BY) ?? profile.resample,
      resamples: options.resamples,
      seed: options.seed,
    },
    analyses,
  };
}
