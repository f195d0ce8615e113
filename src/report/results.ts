import type { Dimension, Direction } from '../core/benchmark.js';
import { isObject, type Json } from '../core/json.js';
import type { Measure } from '../core/measure.js';
import type { ResultTable } from '../core/result-table.js';
import { version } from '../core/version.js';
import type { Correlation } from '../evaluate/correlation.js';
import type { SystemSummary } from '../evaluate/summary.js';
import { RESULTS_FORMAT, RESULTS_VERSION } from '../store/evaluation-folder.js';
import { readError, readJson } from '../store/lines.js';
import { type Leaderboard, type RankedSystem, ranked } from './board.js';
import { correlationsOf, notes } from './notes.js';

/** One system of a result: its means, and all that says what it was. */
export interface SystemResult extends Omit<SystemSummary, 'pipeline'> {
  pipeline: string;
  /** The pipeline's name, or the id where two systems share the name. */
  name: string;
  /** Present on artefact baselines. */
  baseline?: true;
  config: Json;
  /** SHA-256 of every outside file, by name. */
  inputs: Readonly<Record<string, string>>;
  /** Letters of the tie groups by the primary measure. */
  tie: string;
}

/** The machine-readable result of one benchmark: `results.json`, and what `assay evaluate --json` prints an array of. */
export interface Results {
  format: typeof RESULTS_FORMAT;
  formatVersion: number;
  benchmark: string;
  version: string;
  digest: string;
  versions: Record<string, string>;
  /** Name of the profile; `profile()` reads it back. */
  profile: string;
  queries: number;
  clusters: number;
  depth: number;
  /** Which tasks were asked for; absent: all. */
  task?: string;
  /** The measures asked for, in order. */
  measures: Pick<Measure, 'name' | 'type' | 'better'>[];
  /** The one that systems are ordered by. */
  primary: string;
  resampling: { resample: 'cluster' | 'query'; resamples: number; seed: number | string };
  tasks: {
    id: string;
    corpus: string;
    direction: Direction;
    level: number;
    dimension?: Dimension;
    labels: Record<string, string>;
    queries: number;
  }[];
  correlations: Correlation[];
  notes: string[];
  /** Ids of the systems as they were given: per-query lines and the columns of analyses are in this order. */
  order: string[];
  /** Best first. */
  systems: SystemResult[];
  /** Tables of the analyses that were run. */
  analyses: ResultTable[];
}

export function resultsOf(board: Leaderboard, analyses: ResultTable[], task: string | undefined): Results {
  const { benchmark, profile, depth, table, tasks, pipelines, systems } = board.evaluation;
  const system = ({ letters, ...summary }: RankedSystem): SystemResult => {
    const pipeline = pipelines.find(({ id }) => id === summary.id)!;
    return {
      pipeline: summary.pipeline,
      name: summary.name,
      id: summary.id,
      ...(pipeline.baseline ? { baseline: true as const } : {}),
      config: pipeline.config,
      inputs: pipeline.inputs,
      tie: letters,
      measures: summary.measures,
      tasks: summary.tasks,
      absent: summary.absent,
      tiesAtCut: summary.tiesAtCut,
    };
  };
  return {
    format: RESULTS_FORMAT,
    formatVersion: RESULTS_VERSION,
    benchmark: benchmark.name,
    version: benchmark.version,
    digest: benchmark.digest,
    versions: { assay: version, node: process.versions.node },
    profile: profile.name,
    queries: table.ids.length,
    clusters: table.clusters,
    depth,
    ...(task === undefined ? {} : { task }),
    measures: systems[0]!.columns.map(({ measure: { name, type, better } }) => ({ name, type, better })),
    primary: board.primary,
    resampling: board.resampling,
    tasks: tasks.map(({ id, corpus, direction, dimension, level, labels, size }) => ({
      ...{ id, corpus, direction, level },
      ...(dimension === undefined ? {} : { dimension }),
      ...{ labels, queries: size },
    })),
    correlations: correlationsOf(board),
    notes: notes(board),
    order: pipelines.map(({ id }) => id),
    systems: ranked(board).map(system),
    analyses,
  };
}

/**
 * Reads a `results.json`. Its inside is ours and not looked at further.
 *
 * @throws UserError when it is no result, or one of another version
 */
export async function readResults(path: string): Promise<Results> {
  const json = await readJson(path);
  if (!isObject(json) || json.format !== RESULTS_FORMAT)
    throw readError(path, 'it is not a result of assay evaluate');
  if (json.formatVersion !== RESULTS_VERSION)
    throw readError(
      path,
      `it has format version ${String(json.formatVersion)}, this Assay reads ${RESULTS_VERSION}`,
      undefined,
      'Make it again from the stored runs, with the command that made it.',
    );
  return json as unknown as Results;
}
