import { meanRanks } from './ranks.js';

function assertPaired(x: readonly number[], y: readonly number[]): void {
  if (x.length !== y.length) throw new RangeError(`${x.length} values cannot be paired with ${y.length}`);
}

/**
 * Pearson's product-moment correlation, from centred sums (two passes, so that a large mean costs no digits).
 *
 * @returns undefined for fewer than two pairs, or when either side is constant
 */
export function pearson(x: readonly number[], y: readonly number[]): number | undefined {
  assertPaired(x, y);
  if (x.length < 2 || isConstant(x) || isConstant(y)) return undefined;
  const meanX = mean(x);
  const meanY = mean(y);
  let xy = 0;
  let xx = 0;
  let yy = 0;
  for (let k = 0; k < x.length; k++) {
    const dx = x[k]! - meanX;
    const dy = y[k]! - meanY;
    xy += dx * dy;
    xx += dx * dx;
    yy += dy * dy;
  }
  return Math.max(-1, Math.min(1, xy / Math.sqrt(xx) / Math.sqrt(yy)));
}

/**
 * Spearman's rank correlation: Pearson's of the ranks, where tied values share the mean of the ranks they take up
 * (Kendall and Gibbons 1990, § 3.8). Infinite values have ranks as any others.
 *
 * @returns undefined for fewer than two pairs, when either side is constant, or with a value that is no number
 */
export function spearman(x: readonly number[], y: readonly number[]): number | undefined {
  assertPaired(x, y);
  if (x.some(Number.isNaN) || y.some(Number.isNaN)) return undefined;
  return pearson(meanRanks(x), meanRanks(y));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function isConstant(values: readonly number[]): boolean {
  return values.every((value) => value === values[0]);
}
