function shiftMonths(date, months) {
  const [year, month, day] = date.split('-').map(Number);
  const index = year * 12 + (month - 1) + months;
  const newYear = Math.floor(index / 12);
  const newMonth = index - newYear * 12;
  const lastDay = new Date(Date.UTC(newYear, newMonth + 1, 0)).getUTCDate();
  const newDay = Math.min(day, lastDay);
  const pad = (value, width) => String(value).padStart(width, '0');
  return `${pad(newYear, 4)}-${pad(newMonth + 1, 2)}-${pad(newDay, 2)}`;
}
