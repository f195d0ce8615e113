/**
 * 1-based ascending ranks; tied values share the mean of the ranks that they take up (Kendall and Gibbons 1990, § 3.8).
 * Infinite values have ranks as any others; with a value that is no number there is no order, and no rank means anything.
 */
export function meanRanks(values: readonly number[]): number[] {
  // Not by difference: that of two equal infinities is no number.
  const order = [...values.keys()].sort((i, j) =>
    values[i]! < values[j]! ? -1 : values[i]! > values[j]! ? 1 : 0,
  );
  const ranks = new Array<number>(values.length);
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && values[order[to]!] === values[order[from]!]) to++;
    for (let k = from; k < to; k++) ranks[order[k]!] = (from + 1 + to) / 2;
    from = to;
  }
  return ranks;
}

/** The same with the highest value first. */
export function meanRanksDescending(values: readonly number[]): number[] {
  return meanRanks(values.map((value) => -value));
}
