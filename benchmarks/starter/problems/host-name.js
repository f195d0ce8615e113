function isHostName(text) {
  if (text.length > 253) return false;
  const labels = text.split('.');
  const valid = (label) => {
    if (label.length < 1 || label.length > 63) return false;
    if (label.startsWith('-') || label.endsWith('-')) return false;
    return /^[a-z0-9-]+$/i.test(label);
  };
  return labels.every(valid) && !/^\d+$/.test(labels[labels.length - 1]);
}
