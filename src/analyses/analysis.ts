import type { Benchmark, Task } from '../core/benchmark.js';
import type { ResultTable } from '../core/result-table.js';
import type { Observer } from '../evaluate/observer.js';
import type { ResamplingOptions } from '../evaluate/resampling.js';
import type { QueryTable } from '../evaluate/scores.js';
import type { Profile } from '../measures/profiles.js';
import type { Estimates } from './estimates.js';
import type { SharedScores } from './scores.js';

/** What an analysis may know before the first answer passes by. */
export interface Subject {
  benchmark: Benchmark;
  tasks: readonly Task[];
  /** The queries that answers are numbered by. */
  table: QueryTable;
  profile: Profile;
  /** Retrieved documents kept for each query. */
  depth: number;
  /** By the index that answers carry. `baseline`: an artefact baseline. */
  systems: readonly { name: string; baseline: boolean }[];
  resampling: ResamplingOptions;
}

/** What the analyses of one evaluation have in common: no answer is scored twice, and no sample drawn twice. */
export interface Shared {
  scores: SharedScores;
  estimates: Estimates;
}

export interface AnalysisRun {
  /** Absent where the shared scores are all that it needs. */
  see?: Observer;
  /** After the last answer. Empty where the analysis has nothing to say of the benchmark. */
  tables(): ResultTable[] | Promise<ResultTable[]>;
}

/** A question of the papers, asked of one evaluation. One file each, one line in `registry.ts`. */
export interface Analysis {
  readonly name: string;
  readonly describe: string;
  /** undefined: the benchmark has nothing that it asks about, so that it costs nothing. */
  start(subject: Subject, shared: Shared): AnalysisRun | undefined;
}
