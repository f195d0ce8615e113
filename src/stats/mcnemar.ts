/**
 * ln(n!) less Stirling's approximation ½·ln(2πn) + n·ln(n) − n. From 16 on five terms of the asymptotic
 * series (Abramowitz and Stegun 6.1.41) are exact to double precision; below, the factorial itself is.
 */
function stirlingError(n: number): number {
  if (n < 16) {
    let factorial = 1;
    for (let k = 2; k <= n; k++) factorial *= k;
    return Math.log(factorial) - (0.5 * Math.log(2 * Math.PI * n) + n * Math.log(n) - n);
  }
  const s = 1 / (n * n);
  return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - s / 1188) * s) * s) * s) / n;
}

/** x·ln(x ÷ m) + m − x without cancellation where x is near m (Loader 2000). */
function deviance(x: number, m: number): number {
  if (Math.abs(x - m) >= 0.1 * (x + m)) return x * Math.log(x / m) + m - x;
  const v = (x - m) / (x + m);
  let sum = (x - m) * v;
  let term = 2 * x * v;
  for (let j = 3; ; j += 2) {
    term *= v * v;
    const next = sum + term / j;
    if (next === sum) return sum;
    sum = next;
  }
}

/**
 * Probability of k successes in n throws of a fair coin, by the saddle-point expansion of Loader, "Fast and
 * Accurate Computation of Binomial Probabilities" (2000): accurate where the factorials overflow.
 */
function fairCoin(k: number, n: number): number {
  if (k === 0 || k === n) return Math.exp(-n * Math.LN2);
  const half = n / 2;
  const exponent =
    stirlingError(n) - stirlingError(k) - stirlingError(n - k) - deviance(k, half) - deviance(n - k, half);
  return Math.exp(exponent) * Math.sqrt(n / (2 * Math.PI * k * (n - k)));
}

/**
 * Exact two-sided McNemar test of paired yes/no results: of the n pairs in which just one side succeeded, the
 * smaller count against a fair coin, p = min(1, 2·P(X ≤ min(aOnly, bOnly))). Without discordant pairs p is 1.
 * Terms are added downwards from the largest, each from the one before it, until they no longer count.
 */
export function mcnemarExact(aOnly: number, bOnly: number): number {
  const n = aOnly + bOnly;
  const smaller = Math.min(aOnly, bOnly);
  if (aOnly === bOnly) return 1;
  let term = fairCoin(smaller, n);
  let tail = term;
  for (let k = smaller; k > 0; k--) {
    term *= k / (n - k + 1);
    if (tail + term === tail) break;
    tail += term;
  }
  return Math.min(1, 2 * tail);
}
