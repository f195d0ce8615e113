function dealTurns(queues, perTurn) {
  if (perTurn < 1) return [];
  const served = [];
  const longest = Math.max(0, ...queues.map((queue) => queue.length));
  for (let from = 0; from < longest; from += perTurn) {
    for (const queue of queues) {
      served.push(...queue.slice(from, from + perTurn));
    }
  }
  return served;
}
