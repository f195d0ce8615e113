import { RESAMPLES, type Resampling } from '../stats/bootstrap.js';
import type { QueryTable } from './scores.js';

export const RESAMPLE_BY = ['cluster', 'query'] as const;

export interface ResamplingOptions {
  /** What one draw of the bootstrap is. Clusters are right wherever one source problem gave several queries. */
  resample: (typeof RESAMPLE_BY)[number];
  /** Default: 5,000. */
  resamples?: number;
  /** Default: `DEFAULT_SEED`. */
  seed?: number | string;
  /** Called now and then with the share of the work that is done. */
  progress?: (share: number) => void;
}

/** How many resamples pass between two reports of progress. */
export const REPORT_EVERY = 64;

/** The seed that ExecRetrieval published its intervals under. */
export const DEFAULT_SEED = 20260510;

export function resamplingOf(options: ResamplingOptions): Resampling {
  return { resamples: options.resamples ?? RESAMPLES, seed: options.seed ?? DEFAULT_SEED };
}

/** The resampling unit of every query. */
export function unitsOf(
  table: QueryTable,
  by: ResamplingOptions['resample'],
): { unit: Uint32Array; units: number } {
  if (by === 'cluster') return { unit: table.cluster, units: table.clusters };
  return { unit: Uint32Array.from(table.ids.keys()), units: table.ids.length };
}

/**
 * Names to show systems under: the pipeline's name, or, where several systems share it, the id with the hash
 * of the configuration.
 */
export function namesOf(systems: readonly { pipeline: string; id: string }[]): string[] {
  const seen = new Map<string, number>();
  for (const { pipeline } of systems) seen.set(pipeline, (seen.get(pipeline) ?? 0) + 1);
  return systems.map(({ pipeline, id }) => (seen.get(pipeline) === 1 ? pipeline : id));
}
