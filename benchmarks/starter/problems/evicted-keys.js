function evictedKeys(requests, capacity) {
  const recent = new Map();
  const evicted = [];
  if (capacity <= 0) return evicted;
  for (const key of requests) {
    recent.delete(key);
    if (recent.size >= capacity) {
      const oldest = recent.keys().next().value;
      recent.delete(oldest);
      evicted.push(oldest);
    }
    recent.set(key, true);
  }
  return evicted;
}
