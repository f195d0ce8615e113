/**
 * Holm's step-down correction (1979): the r-th smallest of m p-values is multiplied by m − r + 1, and made at
 * least as large as the one before it. Rejecting where the result is ≤ α keeps the chance of any false
 * rejection in the family at or below α, whatever the dependence between the tests.
 *
 * @returns adjusted p-values, at most 1, in the order given
 */
export function holm(pValues: readonly number[]): number[] {
  const order = [...pValues.keys()].sort((i, j) => pValues[i]! - pValues[j]!);
  const adjusted = new Array<number>(pValues.length);
  let largest = 0;
  order.forEach((at, step) => {
    largest = Math.max(largest, Math.min(1, (pValues.length - step) * pValues[at]!));
    adjusted[at] = largest;
  });
  return adjusted;
}
