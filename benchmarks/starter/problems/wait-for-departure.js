function waitForDeparture(weekday, minute, slots) {
  const week = 7 * 1440;
  const now = weekday * 1440 + minute;
  let best = null;
  for (const slot of slots) {
    const due = slot.weekday * 1440 + slot.minute;
    const wait = due > now ? due - now : due - now + week;
    if (best === null || wait < best) best = wait;
  }
  return best;
}
