import { DIRECTIONS, type Direction } from '../core/benchmark.js';
import { PROFILES } from '../measures/profiles.js';
import { RESULTS_FORMAT, RESULTS_VERSION } from '../store/evaluation-folder.js';
import type { JsonPlace } from './json-place.js';
import type { JsonNode } from './json-text.js';
import { corebTask, EXEC_TASK, knownTask, type MtebTask, ownTask } from './tasks.js';

/** A mean over the queries of one task of a benchmark. */
interface OwnMean {
  mean: number;
  /** What the mean divides by: queries, or pairs where the measure is a share of pairs. */
  weight: number;
}

export interface OwnSystem {
  /** The pipeline's name, or its id where two systems share the name. */
  name: string;
  id: string;
  /** Whether it is an artefact baseline. */
  baseline: boolean;
  /** By task id, then by measure name. */
  tasks: ReadonlyMap<string, ReadonlyMap<string, OwnMean>>;
}

/** What is used of a `results.json` of `assay evaluate --out`. */
export interface OwnResults {
  file: string;
  /** Of Assay. */
  version: string;
  benchmark: string;
  benchmarkVersion: string;
  digest: string;
  profile: string;
  depth: number;
  seed: number | string;
  /** Which tasks were asked for; undefined: all. */
  chosen: string | undefined;
  /** Names of the measures that were computed. */
  measures: string[];
  tasks: { id: string; direction: Direction; queries: number }[];
  systems: OwnSystem[];
}

export function looksLikeOwnResults(node: JsonNode): boolean {
  return node instanceof Map && node.get('format') === RESULTS_FORMAT;
}

/** @throws UserError naming the place of what is missing or wrong */
export function ownResultsOf(top: JsonPlace): OwnResults {
  if (top.get('format').string() !== RESULTS_FORMAT) throw top.fail('it is not a result of assay evaluate');
  const formatVersion = top.get('formatVersion');
  if (formatVersion.number() !== RESULTS_VERSION)
    throw formatVersion.fail(`is ${formatVersion.number()}, this Assay reads ${RESULTS_VERSION}`);
  const seed = top.get('resampling').get('seed');
  return {
    file: top.file,
    version: top.get('versions').get('assay').name(),
    benchmark: top.get('benchmark').name(),
    benchmarkVersion: top.get('version').string(),
    digest: top.get('digest').name(),
    profile: top.get('profile').name(),
    depth: top.get('depth').number(),
    seed: typeof seed.node === 'string' ? seed.node : seed.number(),
    chosen: top.get('task').optionalString(),
    measures: top
      .get('measures')
      .items()
      .map((measure) => measure.get('name').name()),
    tasks: top
      .get('tasks')
      .items()
      .map((task) => ({
        id: task.get('id').name(),
        direction: directionOf(task.get('direction')),
        queries: task.get('queries').number(),
      })),
    systems: top.get('systems').items().map(systemOf),
  };
}

function directionOf(place: JsonPlace): Direction {
  const direction = DIRECTIONS.find((one) => one === place.string());
  if (direction === undefined) throw place.fail(`must be one of ${DIRECTIONS.join(', ')}`);
  return direction;
}

function systemOf(place: JsonPlace): OwnSystem {
  const tasks = place.get('tasks').members();
  return {
    name: place.get('name').name(),
    id: place.get('id').name(),
    baseline: place.get('baseline').node === true,
    tasks: new Map(
      tasks.map(([id, measures]) => [
        id,
        new Map(measures.members().map(([name, summary]) => [name, meanOf(summary)])),
      ]),
    ),
  };
}

/** The mean over queries, also where the profile puts the mean over languages in front. */
function meanOf(summary: JsonPlace): OwnMean {
  const perQuery = summary.get('perQuery');
  const { mean, n } = readMean(perQuery.present ? perQuery : summary);
  const pairs = summary.get('pairs');
  return { mean, weight: pairs.present ? pairs.number() : n };
}

function readMean(place: JsonPlace): { mean: number; n: number } {
  return { mean: place.get('mean').number(), n: place.get('n').number() };
}

/** Tasks of ours that are together one task of MTEB. */
export interface Target extends MtebTask {
  tasks: OwnResults['tasks'];
  /** In what the task differs from MTEB's of the same name, a sentence each; empty where nothing is known. */
  differs: string[];
}

/**
 * Which tasks of MTEB an evaluation is of. The release of CoREB, and its reranker set, are one task for each
 * direction, whatever the subtasks; a benchmark that is called after a task of MTEB, or after its data set, is that
 * task; of any other, each task stands for itself.
 */
export function targetsOf({ benchmark, profile, tasks, chosen }: OwnResults): Target[] {
  const coreb =
    benchmark === 'coreb' ? 'retrieval' : benchmark === 'coreb-reranker' ? 'reranking' : undefined;
  if (coreb !== undefined)
    return DIRECTIONS.flatMap((direction) => {
      const grouped = tasks.filter((task) => task.direction === direction);
      if (grouped.length === 0) return [];
      const differs = coreb === 'retrieval' ? releaseDiffers(direction, profile) : [];
      return [{ ...corebTask(direction, coreb), tasks: grouped, differs }];
    });
  const known = knownTask(benchmark);
  if (known !== undefined) return [{ ...known, tasks, differs: [] }];
  // Which tasks were left out by --task is not kept, so that only a whole benchmark of one task has its name.
  if (tasks.length === 1 && chosen === undefined) return [{ ...ownTask(benchmark), tasks, differs: [] }];
  return tasks.map((task) => ({ ...ownTask(`${benchmark}.${task.id}`), tasks: [task], differs: [] }));
}

/** Known differences between CoREB as its authors release it and the data sets that MTEB made from it. */
function releaseDiffers(direction: Direction, profile: string): string[] {
  if (direction === 'c2c')
    return ['Assay does not rank the code that a query was made from, in MTEB it stays in the corpus'];
  const base = profile.replace(/, pairs .*$/, '');
  const zero = Object.hasOwn(PROFILES, base) && PROFILES[base]!.noPositives === 'zero';
  return direction === 'c2t' && zero
    ? ['for Assay queries that have hard negatives only count as 0, in MTEB they are left out']
    : [];
}

/** Whether a profile, by name, averages as MTEB does: its rule for pairs has no part in MTEB's measures. */
export function isMtebProfile(name: string): boolean {
  return /^mteb(-skip-first)?(, pairs (full|cut))?$/.test(name);
}

/** Whether a profile averages as the published results on a task do. */
export function isProfileOf(task: MtebTask, name: string): boolean {
  return task.name === EXEC_TASK.name ? /^execretrieval(, |$)/.test(name) : isMtebProfile(name);
}

/** A mean over the queries of several tasks. */
export interface GroupMean {
  mean: number;
  weight: number;
  /** Ids of tasks without a value. */
  without: string[];
}

/** Query-weighted: Σ mean × n ÷ Σ n over the tasks, which is the mean over all their queries. */
export function groupMean(system: OwnSystem, target: Target, measure: string): GroupMean | undefined {
  const without: string[] = [];
  const means: OwnMean[] = [];
  for (const { id } of target.tasks) {
    const mean = system.tasks.get(id)?.get(measure);
    if (mean === undefined) without.push(id);
    else means.push(mean);
  }
  const weight = means.reduce((sum, one) => sum + one.weight, 0);
  if (weight === 0) return undefined;
  // A single mean is kept to the last bit.
  const mean =
    means.length === 1 ? means[0]!.mean : means.reduce((sum, one) => sum + one.mean * one.weight, 0) / weight;
  return { mean, weight, without };
}
