function pointAlong(path, distance) {
  if (distance <= 0) return path[0];
  let left = distance;
  for (let k = 1; k < path.length; k++) {
    const [x1, y1] = path[k - 1];
    const [x2, y2] = path[k];
    const length = Math.hypot(x2 - x1, y2 - y1);
    if (left <= length) {
      const share = left / length;
      return [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share];
    }
    left -= length;
  }
  return path[path.length - 1];
}
