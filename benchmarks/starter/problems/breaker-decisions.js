function breakerDecisions(calls, threshold, cooldown) {
  let failures = 0;
  let openedAt = null;
  return calls.map(({ time, ok }) => {
    if (openedAt !== null && time - openedAt < cooldown) return 'blocked';
    if (ok) {
      failures = 0;
      openedAt = null;
      return 'ok';
    }
    failures += 1;
    if (openedAt !== null || failures >= threshold) openedAt = time;
    return 'failed';
  });
}
