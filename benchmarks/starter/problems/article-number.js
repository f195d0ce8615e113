function isArticleNumber(code) {
  if (!/^\d{13}$/.test(code)) return false;
  let sum = 0;
  for (let k = 0; k < 12; k++) {
    const weight = k % 2 === 0 ? 1 : 3;
    sum += Number(code[k]) * weight;
  }
  const check = (10 - (sum % 10)) % 10;
  return check === Number(code[12]);
}
