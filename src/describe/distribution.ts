import type { TableValue } from '../core/result-table.js';

export interface Distribution {
  n: number;
  total: number;
  min: number;
  /** The middle value, or the mean of the two in the middle. */
  median: number;
  mean: number;
  /** The least value that at least 95 % of the values do not exceed (nearest rank). */
  p95: number;
  max: number;
}

/** @returns undefined where there is no value */
export function distributionOf(values: ArrayLike<number>): Distribution | undefined {
  const n = values.length;
  if (n === 0) return undefined;
  const sorted = Float64Array.from(values).sort();
  const total = sorted.reduce((sum, value) => sum + value, 0);
  return {
    ...{ n, total, mean: total / n },
    min: sorted[0]!,
    median: (sorted[(n - 1) >> 1]! + sorted[n >> 1]!) / 2,
    p95: sorted[Math.ceil((95 * n) / 100) - 1]!,
    max: sorted[n - 1]!,
  };
}

/** Which values are shown with decimals even where they are whole. */
const MEASURED: ReadonlySet<keyof Distribution> = new Set(['median', 'mean']);

/** Cells of the values asked for; null where there is nothing to take them of. */
export function cells(values: ArrayLike<number>, ...asked: (keyof Distribution)[]): TableValue[] {
  const distribution = distributionOf(values);
  return asked.map((key) => {
    if (distribution === undefined) return key === 'n' || key === 'total' ? 0 : null;
    return MEASURED.has(key) ? { value: distribution[key] } : distribution[key];
  });
}
