import { bootstrap, type Resampling } from '../stats/bootstrap.js';
import { bootstrapP, type Interval, percentileInterval } from '../stats/interval.js';
import { mcnemarExact } from '../stats/mcnemar.js';
import type { Cells } from '../stats/sample.js';
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
  /** Queries on which both systems have a value; all numbers here are over these. */
  n: number;
  a: number;
  b: number;
  /** a − b; `low` and `high` are its paired-bootstrap 95 % percentile interval. */
  delta: number;
  /** Binary measures only. */
  discordant?: Discordance;
  /** Two-sided p-value of no difference, uncorrected, and the test that it comes from. */
  p: number;
  test: 'mcnemar' | 'bootstrap';
}

export interface TestOptions extends Resampling {
  unit: Uint32Array;
  units: number;
  /** Whether no two queries share a resampling unit or a cluster, as McNemar's test supposes. */
  independent: boolean;
  progress: ((share: number) => void) | undefined;
}

/** Bytes of bootstrapped differences and of masked columns that are held at a time. */
const HELD = 128 * 2 ** 20;

/** A difference this near to 0 is rounding: equal means may have been summed from different values. */
const ROUNDING = 1e-12;

/** Tests every contest; `undefined` where the two systems have no common query. */
export function testContests(contests: readonly Contest[], options: TestOptions): (PairedTest | undefined)[] {
  const supports = new Supports();
  const results: (PairedTest | undefined)[] = [];
  while (results.length < contests.length) {
    const columns = new CommonColumns(supports);
    const sides: [number, number][] = [];
    do {
      const { a, b } = contests[results.length + sides.length]!;
      sides.push([columns.place(a, b), columns.place(b, a)]);
    } while (
      results.length + sides.length < contests.length &&
      columns.bytes + sides.length * options.resamples * 8 < HELD
    );
    const draws = drawDifferences(columns.all, sides, options, (share) =>
      options.progress?.((results.length + sides.length * share) / contests.length),
    );
    for (const [k, [a, b]] of sides.entries()) {
      const type = contests[results.length]!.a.measure.type;
      results.push(
        testOne(columns.all[a]!, columns.all[b]!, draws[k]!, type === 'binary', options.independent),
      );
    }
  }
  return results;
}

/** For each pair of columns, the difference of their means in every resample; NaN where either has no value. */
function drawDifferences(
  columns: readonly Cells[],
  sides: readonly (readonly [number, number])[],
  { unit, units, resamples, seed }: TestOptions,
  progress: (share: number) => void,
): Float64Array[] {
  const draws = sides.map(() => new Float64Array(resamples));
  const sample = { unit, units, part: new Uint32Array(unit.length), parts: 1 };
  bootstrap(sample, columns, { resamples, seed }, (num, den, resample) => {
    for (let k = 0; k < sides.length; k++) {
      const [a, b] = sides[k]!;
      draws[k]![resample] = withoutRounding(num[a]! / den[a]! - num[b]! / den[b]!);
    }
    if (resample % REPORT_EVERY === 0) progress(resample / resamples);
  });
  return draws;
}

function withoutRounding(difference: number): number {
  return Math.abs(difference) < ROUNDING ? 0 : difference;
}

function testOne(
  a: Cells,
  b: Cells,
  draws: Float64Array,
  binary: boolean,
  independent: boolean,
): PairedTest | undefined {
  const n = a.den.reduce((count, den) => count + (den === 0 ? 0 : 1), 0);
  if (n === 0) return undefined;
  const meanA = sum(a.num) / sum(a.den);
  const meanB = sum(b.num) / sum(b.den);
  const delta = withoutRounding(meanA - meanB);
  // No interval: so few common queries that no resample drew one.
  const { low, high } = percentileInterval(draws) ?? { low: delta, high: delta };
  const discordant = binary ? discordanceOf(a, b) : undefined;
  const exact = discordant && independent;
  return {
    n,
    a: meanA,
    b: meanB,
    delta,
    low,
    high,
    ...(discordant ? { discordant } : {}),
    p: exact ? discordant.mcnemarP : bootstrapP(draws),
    test: exact ? 'mcnemar' : 'bootstrap',
  };
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
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
  bytes = 0;
  private readonly places = new Map<Column, Map<Support, number>>();

  constructor(private readonly supports: Supports) {}

  /** Index in `all` of the column's values on the queries common with the rival. */
  place(column: Column, rival: Column): number {
    const common = this.supports.common(column, rival);
    let places = this.places.get(column);
    if (!places) this.places.set(column, (places = new Map()));
    let place = places.get(common);
    if (place === undefined) {
      place = this.all.push(this.cut(column, common)) - 1;
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
