function shortDuration(seconds) {
  if (seconds < 1) return '0s';
  const units = [['d', 86400], ['h', 3600], ['m', 60], ['s', 1]];
  const parts = [];
  let rest = Math.floor(seconds);
  for (const [name, size] of units) {
    const amount = Math.floor(rest / size);
    rest = rest % size;
    if (amount > 0) parts.push(`${amount}${name}`);
  }
  return parts.slice(0, 2).join(' ');
}
