function instalmentsNeeded(balance, monthlyRate, payment) {
  let owed = balance;
  let months = 0;
  while (owed > 0) {
    const interest = Math.round(owed * monthlyRate);
    if (payment <= interest) return null;
    owed = owed + interest - payment;
    months += 1;
  }
  return months;
}
