/** Two-sided 95 % throughout. */
const LEVEL = 0.95;

export interface Interval {
  low: number;
  high: number;
}

/**
 * The p-quantile of ascending values, linear between the order statistics around (n − 1)·p: definition 7 of
 * Hyndman and Fan (1996), the default of R and NumPy.
 */
export function quantile(sorted: Float64Array, p: number): number {
  const position = (sorted.length - 1) * p;
  const below = Math.floor(position);
  const low = sorted[below]!;
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!;
  return low === high ? low : low + (position - below) * (high - low);
}

/** The middle value, halfway between the two middle ones of an even number; NaN of none. */
export function median(values: ArrayLike<number>): number {
  return values.length === 0 ? Number.NaN : quantile(Float64Array.from(values).sort(), 0.5);
}

/**
 * The percentile interval of bootstrapped values (Efron 1979). Resamples that drew nothing the measure applies
 * to are NaN and are left out; `undefined` when none is left.
 */
export function percentileInterval(values: Float64Array, level = LEVEL): Interval | undefined {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  if (sorted.length === 0) return undefined;
  const tail = (1 - level) / 2;
  return { low: quantile(sorted, tail), high: quantile(sorted, 1 - tail) };
}

/**
 * Two-sided p-value of "the difference is zero" from bootstrapped differences: twice the smaller of the shares
 * at or beyond zero on either side, at most 1, each with one added to count and total so that it is never 0
 * (Davison and Hinkley 1997, § 4.2). The smallest value is 2 ÷ (resamples + 1). It inverts the percentile
 * interval: p < 0.05 just when the 95 % interval leaves out zero, up to one resample.
 */
export function bootstrapP(differences: Float64Array): number {
  let atMost = 1;
  let atLeast = 1;
  let total = 1;
  for (const d of differences) {
    if (Number.isNaN(d)) continue;
    total++;
    if (d <= 0) atMost++;
    if (d >= 0) atLeast++;
  }
  return Math.min(1, (2 * Math.min(atMost, atLeast)) / total);
}
