function collapseRuns(entries) {
  const runs = [];
  for (const { account, amount } of entries) {
    const last = runs[runs.length - 1];
    if (last !== undefined && last.account === account) {
      last.amount += amount;
      last.count += 1;
    } else {
      runs.push({ account, amount, count: 1 });
    }
  }
  return runs.filter((run) => run.amount !== 0);
}
