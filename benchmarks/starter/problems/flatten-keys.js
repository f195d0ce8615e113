function flattenKeys(value, prefix) {
  const isBranch = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  if (!isBranch) return { [prefix]: value };
  const flat = {};
  for (const [key, child] of Object.entries(value)) {
    const step = Array.isArray(value) ? `[${key}]` : `.${key}`;
    const path = prefix === '' ? step.replace(/^\./, '') : prefix + step;
    Object.assign(flat, flattenKeys(child, path));
  }
  return flat;
}
