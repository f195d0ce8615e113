import { setImmediate } from 'node:timers/promises';
import { type Random, seeded } from '../core/random.js';
import { type Cells, type Entries, entriesOf, gather, type Sample } from './sample.js';

/** What published code search evaluations use. */
export const RESAMPLES = 5000;

export interface Resampling {
  resamples: number;
  /** Any number or text; a number and its decimal text are the same seed. */
  seed: number | string;
}

/**
 * Receives the sums of one resample: the column c and the part p at `c * parts + p`. The arrays are reused for
 * the next resample.
 */
export type Visit = (num: Float64Array, den: Float64Array, resample: number) => void;

/** Resamples that are summed in one pass over the data: a value is loaded once for all of them. */
const LANES = 8;
/** How long the draws may keep the event loop waiting, in milliseconds: for an interrupt, or a redrawn line. */
const YIELD_MS = 100;
/** Entries whose weights (64 bytes each) stay in the first-level cache while all columns pass by. */
const TILE = 256;

/**
 * Non-parametric bootstrap (Efron 1979) of many columns at once: each resample draws as many units as there
 * are, with replacement, and every column is summed over that same draw. Two columns of one call, and two
 * calls on the same sample with the same seed, are therefore paired by construction. Drawing clusters instead
 * of queries is the cluster bootstrap (Davison and Hinkley 1997, § 3.8): queries about one source problem are
 * no independent evidence.
 *
 * Time O(resamples × (queries + entries × distinct vectors)); memory O(entries × (distinct vectors + LANES)),
 * because draws are kept as multiplicities for LANES resamples at a time and never stored. The columns must not
 * change before it is done: it lets the event loop run now and then.
 */
export async function bootstrap(
  sample: Sample,
  columns: readonly Cells[],
  options: Resampling,
  visit: Visit,
): Promise<void> {
  if (sample.units === 0 || columns.length === 0) return;
  const entries = entriesOf(sample);
  const { vectors, numAt, denAt } = distinctVectors(columns, entries);
  // As text: 7 from a file and "7" from the command line are one seed.
  const random = seeded(String(options.seed));
  const counts = new Uint32Array(sample.units);
  const weights = new Float64Array(entries.size * LANES);
  const sums = new Float64Array(vectors.length * sample.parts * LANES);
  const num = new Float64Array(columns.length * sample.parts);
  const den = new Float64Array(columns.length * sample.parts);
  let yielded = performance.now();
  for (let first = 0; first < options.resamples; first += LANES) {
    if (performance.now() - yielded > YIELD_MS) {
      await setImmediate();
      yielded = performance.now();
    }
    const lanes = Math.min(LANES, options.resamples - first);
    for (let lane = 0; lane < lanes; lane++) {
      draw(random, counts);
      for (let e = 0; e < entries.size; e++) weights[e * LANES + lane] = counts[entries.unit[e]!]!;
    }
    sumVectors(vectors, entries, weights, sums);
    for (let lane = 0; lane < lanes; lane++) {
      pick(sums, numAt, sample.parts, lane, num);
      pick(sums, denAt, sample.parts, lane, den);
      visit(num, den, first + lane);
    }
  }
}

/** Draws as many units as there are, with replacement; counts[u] becomes how often unit u was drawn. */
function draw(random: Random, counts: Uint32Array): void {
  counts.fill(0);
  for (let k = 0; k < counts.length; k++) counts[random.below(counts.length)]!++;
}

/**
 * The numerators and denominators of the columns by entry, each distinct vector once: denominators are mostly
 * the same for all systems, and many measures coincide when a query has one relevant document.
 */
function distinctVectors(
  columns: readonly Cells[],
  entries: Entries,
): { vectors: Float64Array[]; numAt: Uint32Array; denAt: Uint32Array } {
  const vectors: Float64Array[] = [];
  const byHash = new Map<number, number[]>();
  const place = (values: Float64Array): number => {
    const vector = gather(values, entries);
    const hash = hashOf(vector);
    const same = byHash.get(hash) ?? [];
    const known = same.find((at) => equal(vectors[at]!, vector));
    if (known !== undefined) return known;
    byHash.set(hash, [...same, vectors.length]);
    return vectors.push(vector) - 1;
  };
  const numAt = Uint32Array.from(columns, (column) => place(column.num));
  const denAt = Uint32Array.from(columns, (column) => place(column.den));
  return { vectors, numAt, denAt };
}

/** FNV-1a over the 32-bit halves of the values. */
function hashOf(vector: Float64Array): number {
  let h = 0x811c9dc5;
  for (const word of new Int32Array(vector.buffer)) h = Math.imul(h ^ word, 0x01000193);
  return h;
}

function equal(a: Float64Array, b: Float64Array): boolean {
  for (let e = 0; e < a.length; e++) if (a[e] !== b[e]) return false;
  return true;
}

/** sums[(vector * parts + part) * LANES + lane] = Σ of the vector over the part's entries × weights. */
function sumVectors(
  vectors: readonly Float64Array[],
  entries: Entries,
  weights: Float64Array,
  sums: Float64Array,
): void {
  const { partStart } = entries;
  const parts = partStart.length - 1;
  sums.fill(0);
  for (let part = 0; part < parts; part++) {
    const end = partStart[part + 1]!;
    for (let from = partStart[part]!; from < end; from += TILE) {
      const to = Math.min(from + TILE, end);
      for (let v = 0; v < vectors.length; v++)
        addTile(vectors[v]!, weights, from, to, sums, (v * parts + part) * LANES);
    }
  }
}

/** The inner loop, where nearly all the time goes. Written out for the 8 LANES, so that the sums stay in registers. */
function addTile(
  vector: Float64Array,
  weights: Float64Array,
  from: number,
  to: number,
  sums: Float64Array,
  at: number,
): void {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let s4 = 0;
  let s5 = 0;
  let s6 = 0;
  let s7 = 0;
  for (let e = from, w = from * LANES; e < to; e++, w += LANES) {
    const value = vector[e]!;
    s0 += value * weights[w]!;
    s1 += value * weights[w + 1]!;
    s2 += value * weights[w + 2]!;
    s3 += value * weights[w + 3]!;
    s4 += value * weights[w + 4]!;
    s5 += value * weights[w + 5]!;
    s6 += value * weights[w + 6]!;
    s7 += value * weights[w + 7]!;
  }
  sums[at]! += s0;
  sums[at + 1]! += s1;
  sums[at + 2]! += s2;
  sums[at + 3]! += s3;
  sums[at + 4]! += s4;
  sums[at + 5]! += s5;
  sums[at + 6]! += s6;
  sums[at + 7]! += s7;
}

/** Copies one lane of the sums, column by column. */
function pick(
  sums: Float64Array,
  vectorOf: Uint32Array,
  parts: number,
  lane: number,
  out: Float64Array,
): void {
  for (let c = 0, k = 0; c < vectorOf.length; c++) {
    let at = vectorOf[c]! * parts * LANES + lane;
    for (let p = 0; p < parts; p++, at += LANES) out[k++] = sums[at]!;
  }
}
