function expiryProblem(text, year, month) {
  const match = /^(\d{2})\/(\d{2})$/.exec(text.trim());
  if (match === null) return 'format';
  const cardMonth = Number(match[1]);
  const cardYear = 2000 + Number(match[2]);
  if (cardMonth < 1 || cardMonth > 12) return 'month';
  const monthsLeft = (cardYear - year) * 12 + (cardMonth - month);
  if (monthsLeft < 0) return 'expired';
  return monthsLeft > 240 ? 'distant' : null;
}
