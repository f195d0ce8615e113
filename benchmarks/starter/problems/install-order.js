function installOrder(requires) {
  const done = [];
  const waiting = new Set(Object.keys(requires));
  while (waiting.size > 0) {
    const ready = [...waiting].filter((name) => requires[name].every((need) => !waiting.has(need)));
    if (ready.length === 0) return null;
    const next = ready.sort()[0];
    waiting.delete(next);
    done.push(next);
  }
  return done;
}
