function stockDelta(current, target) {
  const balance = new Map();
  const tally = (items, step) => {
    for (const item of items) balance.set(item, (balance.get(item) ?? 0) + step);
  };
  tally(target, 1);
  tally(current, -1);
  const add = [];
  const remove = [];
  const repeat = (list, item, times) => {
    for (let k = 0; k < times; k++) list.push(item);
  };
  for (const [item, count] of balance) {
    repeat(add, item, count);
    repeat(remove, item, -count);
  }
  return { add: add.sort(), remove: remove.sort() };
}
