function turnstileLog(events) {
  let credits = 0;
  let passed = 0;
  let alarms = 0;
  for (const event of events) {
    if (event === 'coin') {
      credits = Math.min(credits + 1, 3);
    } else if (event === 'push' && credits > 0) {
      credits -= 1;
      passed += 1;
    } else if (event === 'push') {
      alarms += 1;
    }
  }
  return { passed, alarms, credits };
}
