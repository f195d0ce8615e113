function debounceSignal(samples, stable) {
  const changes = [];
  let state = samples[0];
  let candidate = state;
  let seen = 0;
  samples.forEach((sample, time) => {
    seen = sample === candidate ? seen + 1 : 1;
    candidate = sample;
    if (candidate !== state && seen >= stable) {
      state = candidate;
      changes.push({ time, state });
    }
  });
  return changes;
}
