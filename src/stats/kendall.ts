/**
 * Kendall's rank correlation τ-b (1945): concordant less discordant pairs, over the geometric mean of the pairs that
 * each side does not tie. By looking at every pair: O(n²), for the few dozen systems of a leaderboard.
 *
 * @returns undefined for fewer than two values, when either side is constant, or when a value is NaN
 */
export function kendall(x: readonly number[], y: readonly number[]): number | undefined {
  if (x.length !== y.length) throw new RangeError(`${x.length} values cannot be paired with ${y.length}`);
  if ([...x, ...y].some(Number.isNaN)) return undefined;
  let [balance, untiedX, untiedY] = [0, 0, 0];
  for (let i = 1; i < x.length; i++)
    for (let j = 0; j < i; j++) {
      const signX = Math.sign(x[i]! - x[j]!);
      const signY = Math.sign(y[i]! - y[j]!);
      balance += signX * signY;
      untiedX += Math.abs(signX);
      untiedY += Math.abs(signY);
    }
  if (untiedX === 0 || untiedY === 0) return undefined;
  return balance / Math.sqrt(untiedX * untiedY);
}
