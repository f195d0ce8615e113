import type { Measured } from '../core/result-table.js';
import { resamplingOf, unitsOf } from '../evaluate/resampling.js';
import { bootstrap, type Resampling } from '../stats/bootstrap.js';
import { percentileInterval } from '../stats/interval.js';
import { type Cells, type Groups, meanOverGroups, sumByPart } from '../stats/sample.js';
import type { Subject } from './analysis.js';
import { byLanguage, type Grouping } from './grouping.js';
import { Parts } from './parts.js';

/** The mean of values over the queries of one group. */
export interface Term {
  /** Values per query. */
  values: Cells;
  grouping: Grouping;
  /** Index into the grouping's names. */
  group: number;
}

/** A mean, or the difference of two. */
export interface Statistic extends Term {
  less?: Term;
}

interface Request {
  statistics: readonly (Statistic | undefined)[];
  resolve(found: (Measured | null)[]): void;
  reject(reason: unknown): void;
}

/** Bytes of bootstrapped values that are held at a time. */
const HELD = 128 * 2 ** 20;

/** More change nothing that three decimals show, and analyses ask for hundreds of intervals. */
export const MOST_RESAMPLES = 5000;

/** A difference this near to 0 is rounding: equal means may have been summed from different values. */
const ROUNDING = 1e-12;

/**
 * Means with percentile bootstrap intervals, of 5,000 resamples at the most. Every draw starts from the same seed, so
 * that an interval does not depend on what else is asked for; what is asked for in one turn of the event loop is
 * answered from one pass of draws, which only makes ten tables cost little more than one. A mean is the one that the
 * profile leads with: over queries, or over languages first.
 */
export class Estimates {
  private readonly waiting: Request[] = [];

  private readonly resampling: Resampling;

  constructor(private readonly subject: Pick<Subject, 'table' | 'profile' | 'resampling'>) {
    const { resamples, seed } = resamplingOf(subject.resampling);
    this.resampling = { resamples: Math.min(resamples, MOST_RESAMPLES), seed };
  }

  /** What readers of the intervals must know; undefined where they are drawn as was asked for. */
  get note(): string | undefined {
    if (resamplingOf(this.subject.resampling).resamples <= MOST_RESAMPLES) return undefined;
    return `Intervals of analyses are drawn from ${MOST_RESAMPLES.toLocaleString('en')} resamples at the most.`;
  }

  /** For each statistic its value and interval; null where it is undefined, or no query has a value. */
  of(statistics: readonly (Statistic | undefined)[]): Promise<(Measured | null)[]> {
    if (!statistics.some(isDefined)) return Promise.resolve(statistics.map(() => null));
    return new Promise((resolve, reject) => {
      if (this.waiting.push({ statistics, resolve, reject }) === 1) setImmediate(() => this.answer());
    });
  }

  private async answer(): Promise<void> {
    const requests = this.waiting.splice(0);
    try {
      const found = await this.drawAll(requests.flatMap(({ statistics }) => statistics.filter(isDefined)));
      let at = 0;
      for (const { statistics, resolve } of requests)
        resolve(statistics.map((one) => (one === undefined ? null : found[at++]!)));
    } catch (error) {
      for (const { reject } of requests) reject(error);
    }
  }

  private async drawAll(statistics: readonly Statistic[]): Promise<(Measured | null)[]> {
    const { resamples } = this.resampling;
    const batch = Math.max(1, Math.floor(HELD / (8 * resamples)));
    const found: (Measured | null)[] = [];
    for (let from = 0; from < statistics.length; from += batch)
      found.push(...(await this.draw(statistics.slice(from, from + batch))));
    return found;
  }

  private async draw(statistics: readonly Statistic[]): Promise<(Measured | null)[]> {
    const { table, profile, resampling } = this.subject;
    const { resamples, seed } = this.resampling;
    const terms = statistics.flatMap((one) => (one.less === undefined ? [one] : [one, one.less]));
    const columns = [...new Set(terms.map(({ values }) => values))];
    const groupings = [...new Set(terms.map(({ grouping }) => grouping))];
    const languages = profile.mean === 'query' ? undefined : byLanguage(table);
    const cut = new Parts(table.ids.length, groupings, languages);
    const placed = placeAll(statistics, columns, cut);
    const draws = new Float64Array(statistics.length * resamples);
    const sample = { ...unitsOf(table, resampling.resample), part: cut.part, parts: cut.parts };
    await bootstrap(sample, columns, { resamples, seed }, (num, den, resample) => {
      for (let s = 0; s < placed.all.length; s++)
        draws[s * resamples + resample] = statisticOf(placed.all[s]!, num, den);
    });
    return placed.all.map((one, s) => {
      const value = statisticOf(one, placed.num, placed.den);
      if (Number.isNaN(value)) return null;
      return { value, ...percentileInterval(draws.subarray(s * resamples, (s + 1) * resamples)) };
    });
  }
}

function isDefined(one: Statistic | undefined): one is Statistic {
  return one !== undefined;
}

/** Where the sums of a term lie, and how they are put together. */
interface Place {
  groups: Groups;
  offset: number;
}

interface Placed {
  mean: Place;
  less?: Place;
}

/** The statistics as places in sums of the columns by part, and these sums over all queries. */
function placeAll(
  statistics: readonly Statistic[],
  columns: readonly Cells[],
  cut: Parts,
): { all: Placed[]; num: Float64Array; den: Float64Array } {
  const num = new Float64Array(columns.length * cut.parts);
  const den = new Float64Array(columns.length * cut.parts);
  for (const [c, column] of columns.entries()) {
    const sums = sumByPart(column, cut);
    num.set(sums.num, c * cut.parts);
    den.set(sums.den, c * cut.parts);
  }
  const offsets = new Map(columns.map((column, c) => [column, c * cut.parts]));
  const place = ({ values, grouping, group }: Term): Place => {
    const offset = offsets.get(values)!;
    return {
      groups: cut.groupsOf(grouping, group, den.subarray(offset, offset + cut.parts)),
      offset,
    };
  };
  const all = statistics.map(({ less, ...term }) => ({
    mean: place(term),
    ...(less === undefined ? {} : { less: place(less) }),
  }));
  return { all, num, den };
}

function statisticOf({ mean, less }: Placed, num: Float64Array, den: Float64Array): number {
  const value = meanOverGroups(mean.groups, num, den, mean.offset);
  if (less === undefined) return value;
  const difference = value - meanOverGroups(less.groups, num, den, less.offset);
  return Math.abs(difference) < ROUNDING ? 0 : difference;
}
