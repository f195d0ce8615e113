function turnDirection(corners) {
  let doubled = 0;
  for (let k = 0; k < corners.length; k++) {
    const [x1, y1] = corners[k];
    const [x2, y2] = corners[(k + 1) % corners.length];
    doubled += x1 * y2 - x2 * y1;
  }
  if (doubled === 0) return 'degenerate';
  return doubled > 0 ? 'counterclockwise' : 'clockwise';
}
