function lateSupplement(start, end, nightStart, nightEnd) {
  const dayLength = 1440;
  const overlap = (a, b, c, d) => Math.max(0, Math.min(b, d) - Math.max(a, c));
  const finish = end <= start ? end + dayLength : end;
  const nightFinish = nightEnd <= nightStart ? nightEnd + dayLength : nightEnd;
  let minutes = 0;
  for (let shift = -1; shift <= 1; shift++) {
    const offset = shift * dayLength;
    minutes += overlap(start, finish, nightStart + offset, nightFinish + offset);
  }
  return minutes;
}
