function segmentDistance(point, from, to) {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const squared = dx * dx + dy * dy;
  if (squared === 0) return Math.hypot(point[0] - from[0], point[1] - from[1]);
  const raw = ((point[0] - from[0]) * dx + (point[1] - from[1]) * dy) / squared;
  const share = Math.min(1, Math.max(0, raw));
  return Math.hypot(point[0] - (from[0] + share * dx), point[1] - (from[1] + share * dy));
}
