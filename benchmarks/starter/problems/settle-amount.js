function settleAmount(cents, step) {
  if (step <= 1) return cents;
  const sign = cents < 0 ? -1 : 1;
  const size = Math.abs(cents);
  const rest = size % step;
  const rounded = rest * 2 >= step ? size - rest + step : size - rest;
  return sign * rounded;
}
