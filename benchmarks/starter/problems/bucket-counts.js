function bucketCounts(values, edges) {
  const buckets = edges.length - 1;
  if (buckets < 1) return [];
  const counts = new Array(buckets).fill(0);
  for (const value of values) {
    if (value === edges[buckets]) counts[buckets - 1] += 1;
    for (let k = 0; k < buckets; k++) {
      if (value >= edges[k] && value < edges[k + 1]) counts[k] += 1;
    }
  }
  return counts;
}
