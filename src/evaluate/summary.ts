import type { Profile } from '../measures/profiles.js';
import { bootstrap } from '../stats/bootstrap.js';
import { type Interval, percentileInterval } from '../stats/interval.js';
import { meanOverGroups, sumByPart } from '../stats/sample.js';
import { REPORT_EVERY, type ResamplingOptions, resamplingOf, unitsOf } from './resampling.js';
import { type Scope, type Scopes, scopesOf } from './scopes.js';
import { type Column, type QueryTable, STATUSES, type SystemScores } from './scores.js';

/** What became of the queries of a scope. */
export interface Counts {
  scored: number;
  zeroFilled: number;
  dropped: number;
  excluded: number;
  notApplicable: number;
  refused: number;
}

export interface Mean extends Interval {
  mean: number;
}

/** A mean and how many queries with a value it is over. */
export interface MeanOf extends Mean {
  n: number;
}

export interface MacroMean extends MeanOf {
  /** How many subsets had a value and were averaged. */
  over: number;
}

/** A mean over a share's pairs, such as (canonical, variant): a query may have several. */
export interface Stratum {
  mean: number;
  /** Queries that have a pair in the stratum. */
  n: number;
  /** Σ den: what the mean divides by. */
  pairs: number;
}

/** One measure of one system, over the whole benchmark or over one task. */
export interface MeasureSummary extends MeanOf, Counts {
  /** Measures of type 'share' alone: Σ den, which the mean divides by. A query may have several pairs. */
  pairs?: number;
  /** Mean over the language subsets, without the queries that name no language; absent when fewer than two have a value. */
  macro?: MacroMean;
  /** Mean over the tasks; absent within a task, and when fewer than two have a value. */
  taskMacro?: MacroMean;
  /** The query-weighted mean, where the profile puts another one in front. */
  perQuery?: MeanOf;
  /** Why values were refused, with how many queries each; whole benchmark only. */
  refusals?: Record<string, number>;
  /** What the measure is broken down by → value → mean, such as bugType → wrong_operator. */
  strata: Record<string, Record<string, Stratum>>;
}

export interface SystemSummary {
  pipeline: string;
  id: string;
  /** By measure name; a measure without any value is absent. */
  measures: Record<string, MeasureSummary>;
  /** By task id, then by measure name. */
  tasks: Record<string, Record<string, MeasureSummary>>;
  /** The measures without any value, and why. */
  absent: Record<string, Counts & { refusals: Record<string, number> }>;
  /** Queries with a score tie across the cut-off k, by k. */
  tiesAtCut: Record<string, number>;
}

/** Bytes of bootstrapped means that are held at a time; columns are taken in batches that keep to it. */
const HELD = 64 * 2 ** 20;

/**
 * Means with percentile intervals of every measure of every system, query-weighted (Σ num ÷ Σ den) and macro,
 * over the whole benchmark and per task. Every system's mean is over its own queries with a value; systems
 * are set against each other on their common queries by `compareSystems`.
 */
export async function summarise(
  systems: readonly SystemScores[],
  table: QueryTable,
  options: ResamplingOptions,
): Promise<SystemSummary[]> {
  const scopes = scopesOf(table);
  const columns = systems.flatMap((system) => system.columns);
  const means = await meansOf(columns, table, scopes, options);
  const meansByColumn = new Map(columns.map((column, c) => [column, means[c]!]));
  return systems.map((system) => summariseSystem(system, scopes, meansByColumn));
}

/**
 * The same summaries with the mean that a profile asks for in front: under 'macro-language' a measure that has a
 * mean over languages shows that one, and keeps the query-weighted one as `perQuery`.
 */
export function withMean(mean: Profile['mean'], systems: readonly SystemSummary[]): SystemSummary[] {
  if (mean === 'query') return [...systems];
  const lead = (measures: Record<string, MeasureSummary>) =>
    Object.fromEntries(
      Object.entries(measures).map(([name, summary]) => {
        const { macro } = summary;
        if (macro === undefined) return [name, summary];
        return [name, { ...summary, ...pick(macro), perQuery: pick(summary) }];
      }),
    );
  return systems.map((system) => ({
    ...system,
    measures: lead(system.measures),
    tasks: Object.fromEntries(Object.entries(system.tasks).map(([id, measures]) => [id, lead(measures)])),
  }));
}

function pick({ mean, low, high, n }: MeanOf): MeanOf {
  return { mean, low, high, n };
}

/** The means of one column, by index of `Scopes.statistics`; undefined where there is no value. */
type ColumnMeans = (MacroMean | undefined)[];

async function meansOf(
  columns: readonly Column[],
  table: QueryTable,
  scopes: Scopes,
  options: ResamplingOptions,
): Promise<ColumnMeans[]> {
  const { statistics, part, parts } = scopes;
  const { resamples, seed } = resamplingOf(options);
  const perColumn = statistics.length * resamples;
  const batch = Math.max(1, Math.floor(HELD / (8 * perColumn)));
  const sample = { ...unitsOf(table, options.resample), part, parts };
  const means: ColumnMeans[] = [];
  for (let from = 0; from < columns.length; from += batch) {
    const some = columns.slice(from, from + batch);
    const draws = new Float64Array(some.length * perColumn);
    await bootstrap(sample, some, { resamples, seed }, (num, den, resample) => {
      let at = resample;
      for (let c = 0; c < some.length; c++)
        for (let s = 0; s < statistics.length; s++, at += resamples)
          draws[at] = meanOverGroups(statistics[s]!, num, den, c * parts);
      if (resample % REPORT_EVERY === 0)
        options.progress?.((from + (some.length * resample) / resamples) / columns.length);
    });
    for (const [c, column] of some.entries())
      means.push(columnMeans(column, scopes, draws.subarray(c * perColumn, (c + 1) * perColumn), resamples));
  }
  return means;
}

function columnMeans(column: Column, scopes: Scopes, draws: Float64Array, resamples: number): ColumnMeans {
  const { num, den, n: valued } = sumByPart(column, scopes);
  return scopes.statistics.map((groups, s) => {
    const over = groups.filter((group) => group.some((part) => den[part] !== 0)).length;
    if (over === 0) return undefined;
    const mean = meanOverGroups(groups, num, den, 0);
    const n = groups.flat().reduce((count, part) => count + valued[part]!, 0);
    // No interval: so few queries have a value that no resample drew one. Then the mean is all that is known.
    const interval = percentileInterval(draws.subarray(s * resamples, (s + 1) * resamples));
    return { mean, low: interval?.low ?? mean, high: interval?.high ?? mean, n, over };
  });
}

function summariseSystem(
  system: SystemScores,
  scopes: Scopes,
  means: ReadonlyMap<Column, ColumnMeans>,
): SystemSummary {
  const measures: [string, MeasureSummary][] = [];
  const absent: [string, SystemSummary['absent'][string]][] = [];
  for (const column of system.columns) {
    const refusals = Object.fromEntries(column.refusals);
    const summary = summariseColumn(column, scopes.whole, means.get(column)!);
    if (summary) measures.push([column.measure.name, { ...summary, refusals }]);
    else absent.push([column.measure.name, { ...countsOf(column, scopes.whole.queries), refusals }]);
  }
  const tasks = [...scopes.tasks].map(([id, scope]) => {
    const inTask = system.columns.flatMap((column): [string, MeasureSummary][] => {
      const summary = summariseColumn(column, scope, means.get(column)!);
      return summary ? [[column.measure.name, summary]] : [];
    });
    return [id, Object.fromEntries(inTask)] as const;
  });
  return {
    pipeline: system.pipeline,
    id: system.id,
    measures: Object.fromEntries(measures),
    tasks: Object.fromEntries(tasks),
    absent: Object.fromEntries(absent),
    tiesAtCut: Object.fromEntries(system.tiesAtCut),
  };
}

function summariseColumn(column: Column, scope: Scope, means: ColumnMeans): MeasureSummary | undefined {
  const whole = means[scope.mean];
  if (!whole) return undefined;
  const { over: _one, ...mean } = whole;
  const macro = scope.macro === undefined ? undefined : means[scope.macro];
  const taskMacro = scope.taskMacro === undefined ? undefined : means[scope.taskMacro];
  const share = column.measure.type === 'share';
  return {
    ...mean,
    ...(share ? { pairs: scope.queries.reduce((sum, q) => sum + column.den[q]!, 0) } : {}),
    ...(macro && macro.over > 1 ? { macro } : {}),
    ...(taskMacro && taskMacro.over > 1 ? { taskMacro } : {}),
    ...countsOf(column, scope.queries),
    strata: strataOf(column, scope.queries),
  };
}

function countsOf(column: Column, queries: Uint32Array): Counts {
  const byStatus = new Array<number>(STATUSES.length).fill(0);
  for (const q of queries) byStatus[column.status[q]!]!++;
  const count = (status: (typeof STATUSES)[number]): number => byStatus[STATUSES.indexOf(status)]!;
  return {
    scored: count('scored'),
    zeroFilled: count('zero-filled'),
    dropped: count('dropped'),
    excluded: count('excluded'),
    notApplicable: count('not-applicable'),
    refused: count('refused'),
  };
}

/** Strata names and values come from outside data, so entries are defined, never assigned. */
function strataOf(column: Column, queries: Uint32Array): MeasureSummary['strata'] {
  const strata: [string, Record<string, Stratum>][] = [];
  for (const [name, values] of column.strata) {
    const means: [string, Stratum][] = [];
    for (const [value, cells] of values) {
      let num = 0;
      let den = 0;
      let n = 0;
      for (const q of queries) {
        if (cells.den[q] === 0) continue;
        num += cells.num[q]!;
        den += cells.den[q]!;
        n++;
      }
      if (n > 0) means.push([value, { mean: num / den, n, pairs: den }]);
    }
    if (means.length > 0) strata.push([name, Object.fromEntries(means)]);
  }
  return Object.fromEntries(strata);
}
