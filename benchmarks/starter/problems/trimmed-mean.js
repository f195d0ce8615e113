function trimmedMean(scores, share) {
  const sorted = [...scores].sort((a, b) => a - b);
  const cut = Math.floor(sorted.length * share);
  const kept = sorted.slice(cut, sorted.length - cut);
  if (kept.length === 0) return null;
  const total = kept.reduce((sum, score) => sum + score, 0);
  return total / kept.length;
}
