import type { Profile } from '../measures/profiles.js';
import { bootstrap, type Resampling } from '../stats/bootstrap.js';
import { bootstrapP, type Interval, percentileInterval } from '../stats/interval.js';
import { mcnemarExact } from '../stats/mcnemar.js';
import {
  type Cells,
  type Groups,
  meanOverGroups,
  type PartSums,
  type Sample,
  sumByPart,
} from '../stats/sample.js';
import { REPORT_EVERY } from './resampling.js';
import type { Column } from './scores.js';

/** Two systems' values of one measure. */
export interface Contest {
  a: Column;
  b: Column;
}

/** A binary measure: on how many queries just one side, both, or neither succeeded. */
export interface Discordance {
  aOnly: number;
  bOnly: number;
  both: number;
  neither: number;
  mcnemarP: number;
}

export interface PairedTest extends Interval {
  /** Queries that the means are over: on each both systems have a value, under 'macro-language' also a language. */
  n: number;
  /** Which mean is compared: over languages where that was asked for and several have a value, else over queries. */
  mean: Profile['mean'];
  a: number;
  b: number;
  /** a − b; `low` and `high` are its paired-bootstrap 95 % percentile interval. */
  delta: number;
  /** Binary measures compared by the mean over queries only: it weighs every query alike, as these counts do. */
  discordant?: Discordance;
  /** Two-sided p-value of no difference, uncorrected, and the test that it comes from. */
  p: number;
  test: 'mcnemar' | 'bootstrap';
}

export interface TestOptions extends Resampling {
  sample: Sample;
  /** The parts of each language, where means over languages are to be compared. */
  languages: Groups | undefined;
  /** Whether no two queries share a resampling unit or a cluster, as McNemar's test supposes. */
  independent: boolean;
  progress: ((share: number) => void) | undefined;
}

/** Bytes of bootstrapped differences and of masked columns that are held at a time. */
const HELD = 128 * 2 ** 20;

/** A difference this near to 0 is rounding: equal means may have been summed from different values. */
const ROUNDING = 1e-12;

/** Two columns cut down to their common queries, and the mean by which they are compared. */
interface Bout {
  /** Indices into the columns. */
  a: number;
  b: number;
  mean: Profile['mean'];
  groups: Groups;
}

/** Tests every contest; `undefined` where the two systems have no common query. */
export async function testContests(
  contests: readonly Contest[],
  options: TestOptions,
): Promise<(PairedTest | undefined)[]> {
  const supports = new Supports();
  const results: (PairedTest | undefined)[] = [];
  while (results.length < contests.length) {
    const columns = new CommonColumns(supports, options.sample);
    const bouts: Bout[] = [];
    do {
      const { a, b } = contests[results.length + bouts.length]!;
      const place = columns.place(a, b);
      bouts.push({ a: place, b: columns.place(b, a), ...meanOf(columns.sums[place]!, options.languages) });
    } while (
      results.length + bouts.length < contests.length &&
      columns.bytes + bouts.length * options.resamples * 8 < HELD
    );
    const draws = await drawDifferences(columns.all, bouts, options, (share) =>
      options.progress?.((results.length + bouts.length * share) / contests.length),
    );
    for (const [k, bout] of bouts.entries()) {
      const binary = contests[results.length]!.a.measure.type === 'binary';
      results.push(testOne(columns, bout, draws[k]!, binary, options));
    }
  }
  return results;
}

/** The mean over languages is the mean over queries where fewer than two languages have a value. */
function meanOf({ den }: PartSums, languages: Groups | undefined): Pick<Bout, 'mean' | 'groups'> {
  const valued = languages?.filter((parts) => parts.some((part) => den[part] !== 0)) ?? [];
  return valued.length > 1
    ? { mean: 'macro-language', groups: valued }
    : { mean: 'query', groups: [[...den.keys()]] };
}

/** For each bout, the difference of the two means in every resample; NaN where there is no value. */
async function drawDifferences(
  columns: readonly Cells[],
  bouts: readonly Bout[],
  { sample, resamples, seed }: TestOptions,
  progress: (share: number) => void,
): Promise<Float64Array[]> {
  const draws = bouts.map(() => new Float64Array(resamples));
  const { parts } = sample;
  await bootstrap(sample, columns, { resamples, seed }, (num, den, resample) => {
    for (let k = 0; k < bouts.length; k++) {
      const { a, b, groups } = bouts[k]!;
      draws[k]![resample] = withoutRounding(
        meanOverGroups(groups, num, den, a * parts) - meanOverGroups(groups, num, den, b * parts),
      );
    }
    if (resample % REPORT_EVERY === 0) progress(resample / resamples);
  });
  return draws;
}

function withoutRounding(difference: number): number {
  return Math.abs(difference) < ROUNDING ? 0 : difference;
}

function testOne(
  columns: CommonColumns,
  { a, b, mean, groups }: Bout,
  draws: Float64Array,
  binary: boolean,
  { independent, sample: { unit } }: TestOptions,
): PairedTest | undefined {
  const [ofA, ofB] = [columns.sums[a]!, columns.sums[b]!];
  const n = groups.flat().reduce((count, part) => count + ofA.n[part]!, 0);
  if (n === 0) return undefined;
  const meanA = meanOverGroups(groups, ofA.num, ofA.den, 0);
  const meanB = meanOverGroups(groups, ofB.num, ofB.den, 0);
  const delta = withoutRounding(meanA - meanB);
  // No interval: so few common queries that no resample drew one.
  const { low, high } = percentileInterval(draws) ?? { low: delta, high: delta };
  const discordant = binary && mean === 'query' ? discordanceOf(columns.all[a]!, columns.all[b]!) : undefined;
  const exact = discordant && independent;
  return {
    n,
    mean,
    a: meanA,
    b: meanB,
    delta,
    low,
    high,
    ...(discordant ? { discordant } : {}),
    p: exact
      ? discordant.mcnemarP
      : Math.max(bootstrapP(draws), leastPOfUnits(columns.all[a]!, columns.all[b]!, unit)),
    test: exact ? 'mcnemar' : 'bootstrap',
  };
}

/**
 * The smallest two-sided p that so many differing units can give: had each the other sign with chance one half, all
 * c of them would agree with chance 2^(1 − c). The bootstrap of one or two units knows no doubt, and would call
 * any difference certain.
 */
function leastPOfUnits(a: Cells, b: Cells, unit: Uint32Array): number {
  const differing = new Set<number>();
  for (let q = 0; q < a.den.length; q++)
    if (a.den[q] !== 0 && a.num[q]! * b.den[q]! !== b.num[q]! * a.den[q]!) differing.add(unit[q]!);
  return Math.min(1, 2 ** (1 - differing.size));
}

function discordanceOf(a: Cells, b: Cells): Discordance {
  const counts = { aOnly: 0, bOnly: 0, both: 0, neither: 0 };
  for (let q = 0; q < a.den.length; q++) {
    if (a.den[q] === 0) continue;
    const hitA = a.num[q]! > 0;
    const hitB = b.num[q]! > 0;
    counts[hitA ? (hitB ? 'both' : 'aOnly') : hitB ? 'bOnly' : 'neither']++;
  }
  return { ...counts, mcnemarP: mcnemarExact(counts.aOnly, counts.bOnly) };
}

/** The columns of a batch of contests, each cut down to the queries that it has in common with its rival. */
class CommonColumns {
  readonly all: Cells[] = [];
  /** The sums of each by part. */
  readonly sums: PartSums[] = [];
  bytes = 0;
  private readonly places = new Map<Column, Map<Support, number>>();

  constructor(
    private readonly supports: Supports,
    private readonly sample: Sample,
  ) {}

  /** Index in `all` of the column's values on the queries common with the rival. */
  place(column: Column, rival: Column): number {
    const common = this.supports.common(column, rival);
    let places = this.places.get(column);
    if (!places) this.places.set(column, (places = new Map()));
    let place = places.get(common);
    if (place === undefined) {
      const cells = this.cut(column, common);
      place = this.all.push(cells) - 1;
      this.sums.push(sumByPart(cells, this.sample));
      places.set(common, place);
    }
    return place;
  }

  private cut(column: Column, common: Support): Cells {
    this.bytes += column.num.length * 16;
    if (common === this.supports.of(column)) return column;
    this.bytes += column.num.length * 16;
    const keep = (value: number, q: number): number => (common.has[q] === 1 ? value : 0);
    return { num: column.num.map(keep), den: column.den.map(keep) };
  }
}

interface Support {
  /** 1 where the query has a value. */
  has: Uint8Array;
}

/** The sets of queries on which columns have a value, each distinct set once. */
class Supports {
  private readonly bySet = new Map<string, Support>();
  private readonly byColumn = new Map<Column, Support>();

  of(column: Column): Support {
    let support = this.byColumn.get(column);
    if (!support) {
      support = this.unique(Uint8Array.from(column.den, (den) => (den === 0 ? 0 : 1)));
      this.byColumn.set(column, support);
    }
    return support;
  }

  common(a: Column, b: Column): Support {
    const [ofA, ofB] = [this.of(a), this.of(b)];
    return ofA === ofB ? ofA : this.unique(ofA.has.map((bit, q) => bit & ofB.has[q]!));
  }

  private unique(has: Uint8Array): Support {
    const key = Buffer.from(has.buffer).toString('latin1');
    let support = this.bySet.get(key);
    if (!support) this.bySet.set(key, (support = { has }));
    return support;
  }
}
