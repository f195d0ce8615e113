function fitWithin(width, height, maxWidth, maxHeight) {
  if (width <= 0 || height <= 0) return null;
  const scale = Math.min(1, maxWidth / width, maxHeight / height);
  const shrink = (size) => Math.max(1, Math.round(size * scale));
  return { width: shrink(width), height: shrink(height) };
}
