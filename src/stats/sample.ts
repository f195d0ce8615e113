/** A measure's value per query as a ratio: the mean is Σ num ÷ Σ den, and den 0 means no value. */
export interface Cells {
  num: Float64Array;
  den: Float64Array;
}

/** How the queries of an evaluation are grouped; all arrays hold one element a query. */
export interface Sample {
  /** The resampling unit of each query, 0 … units − 1: its cluster, or itself. */
  unit: Uint32Array;
  units: number;
  /** The part of each query, 0 … parts − 1. Sums are kept apart by part, so that macro means can be formed. */
  part: Uint32Array;
  parts: number;
}

/**
 * The queries of a sample gathered into entries, one for each (part, unit) pair that occurs, ordered by part
 * and then by unit. Queries of one entry always move together, so their cells can be added up beforehand.
 */
export interface Entries {
  /** Number of entries. */
  size: number;
  /** The entry of each query. */
  ofQuery: Uint32Array;
  /** The unit of each entry. */
  unit: Uint32Array;
  /** Part p holds the entries partStart[p] … partStart[p + 1] − 1. */
  partStart: Uint32Array;
}

/** Queries in ascending order of key, equal keys in the order given: counting sort, O(queries + keys). */
function stableOrder(order: Uint32Array, key: Uint32Array, keys: number): Uint32Array {
  const next = new Uint32Array(keys + 1);
  for (const q of order) next[key[q]! + 1]!++;
  for (let k = 0; k < keys; k++) next[k + 1]! += next[k]!;
  const sorted = new Uint32Array(order.length);
  for (const q of order) sorted[next[key[q]!]!++] = q;
  return sorted;
}

export function entriesOf(sample: Sample): Entries {
  const { unit, part, parts } = sample;
  const byUnit = stableOrder(Uint32Array.from(unit.keys()), unit, sample.units);
  const order = stableOrder(byUnit, part, parts);
  const ofQuery = new Uint32Array(unit.length);
  const entryUnit = new Uint32Array(unit.length);
  const partStart = new Uint32Array(parts + 1);
  let size = 0;
  let last = -1;
  for (const q of order) {
    if (last < 0 || unit[q] !== unit[last] || part[q] !== part[last]) {
      entryUnit[size++] = unit[q]!;
      partStart[part[q]! + 1]!++;
    }
    ofQuery[q] = size - 1;
    last = q;
  }
  for (let p = 0; p < parts; p++) partStart[p + 1]! += partStart[p]!;
  return { size, ofQuery, unit: entryUnit.subarray(0, size), partStart };
}

/** Adds up one value a query by entry. */
export function gather(values: Float64Array, entries: Entries): Float64Array {
  const sums = new Float64Array(entries.size);
  for (let q = 0; q < values.length; q++) sums[entries.ofQuery[q]!]! += values[q]!;
  return sums;
}

/** A column's sums over the queries of each part, and how many of those have a value. */
export interface PartSums extends Cells {
  n: Uint32Array;
}

export function sumByPart({ num, den }: Cells, { part, parts }: Pick<Sample, 'part' | 'parts'>): PartSums {
  const sums = { num: new Float64Array(parts), den: new Float64Array(parts), n: new Uint32Array(parts) };
  for (let q = 0; q < num.length; q++) {
    const p = part[q]!;
    sums.num[p]! += num[q]!;
    sums.den[p]! += den[q]!;
    if (den[q] !== 0) sums.n[p]!++;
  }
  return sums;
}

/** Groups of parts: a mean is formed in each group, and the groups' means are averaged. */
export type Groups = readonly (readonly number[])[];

/**
 * The mean, over those groups that have a value, of Σ num ÷ Σ den over the parts of the group. One group of
 * all parts gives the query-weighted mean; one group a language gives the macro mean over languages.
 *
 * @param num sums by part, the part p at `offset + p`
 * @returns NaN when no group has a value
 */
export function meanOverGroups(groups: Groups, num: Float64Array, den: Float64Array, offset: number): number {
  let total = 0;
  let counted = 0;
  for (const group of groups) {
    let n = 0;
    let d = 0;
    for (const part of group) {
      n += num[offset + part]!;
      d += den[offset + part]!;
    }
    if (d === 0) continue;
    total += n / d;
    counted++;
  }
  return total / counted;
}
