function toRgb565(red, green, blue) {
  const clamp = (value, low, high) => Math.min(Math.max(Math.round(value), low), high);
  const r = clamp(red, 0, 255) >> 3;
  const g = clamp(green, 0, 255) >> 2;
  const b = clamp(blue, 0, 255) >> 3;
  return (r << 11) | (g << 5) | b;
}
