function shareOut(total, weights) {
  const sum = weights.reduce((a, b) => a + b, 0);
  if (sum <= 0) return weights.map(() => 0);
  const shares = weights.map((weight) => Math.floor((total * weight) / sum));
  const remainders = weights.map((weight) => (total * weight) % sum);
  const left = total - shares.reduce((a, b) => a + b, 0);
  const order = [...weights.keys()].sort((a, b) => remainders[b] - remainders[a] || a - b);
  for (const index of order.slice(0, left)) shares[index] += 1;
  return shares;
}
