import type { Measure } from '../core/measure.js';

export { STATUSES, type Status } from '../core/measure.js';

/** One measure over all queries of an evaluation, in benchmark order. den[q] = 0: no value for query q. */
export interface Column {
  measure: Measure;
  num: Float64Array;
  den: Float64Array;
  status: Uint8Array;
  /** Breakdowns: stratum name → value → sums, such as bugType → wrong_operator. */
  strata: Map<string, Map<string, { num: Float64Array; den: Float64Array }>>;
  /** Why values were refused, with how many queries each. */
  refusals: Map<string, number>;
}

/** The queries that every system of an evaluation was scored on; columns are aligned with it. */
export interface QueryTable {
  ids: string[];
  /** Index into `taskIds`. */
  task: Uint16Array;
  taskIds: string[];
  /** Index of the query's cluster: queries of one source problem are resampled together. */
  cluster: Uint32Array;
  clusters: number;
  /** The language subset of each query for means over languages; "" where it is in none. */
  language: string[];
}

/** One system's per-query values: means, intervals and tests are derived from these alone. */
export interface SystemScores {
  pipeline: string;
  /** Name plus hash of the resolved configuration. */
  id: string;
  columns: Column[];
  /** Queries whose ranking has a score tie across the cut-off k, by k. */
  tiesAtCut: Map<number, number>;
}
