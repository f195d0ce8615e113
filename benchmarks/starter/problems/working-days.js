function workingDays(from, until, holidays) {
  const day = 86400000;
  const closed = new Set(holidays);
  const end = Date.parse(until);
  let count = 0;
  for (let time = Date.parse(from); time < end; time += day) {
    const date = new Date(time);
    const weekday = date.getUTCDay();
    if (weekday === 0 || weekday === 6) continue;
    if (closed.has(date.toISOString().slice(0, 10))) continue;
    count += 1;
  }
  return count;
}
