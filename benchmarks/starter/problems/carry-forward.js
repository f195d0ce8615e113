function carryForward(readings, limit) {
  const filled = [];
  let known = null;
  let age = 0;
  for (const reading of readings) {
    if (reading !== null) {
      known = reading;
      age = 0;
    } else {
      age += 1;
    }
    filled.push(age <= limit ? known : null);
  }
  return filled;
}
