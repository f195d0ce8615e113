function nearestPrice(sorted, wanted) {
  if (sorted.length === 0) return null;
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return sorted[0];
  const below = sorted[low - 1];
  const above = sorted[low];
  return wanted - below <= above - wanted ? below : above;
}
