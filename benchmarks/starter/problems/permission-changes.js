function permissionChanges(before, after, names) {
  const changes = { granted: [], revoked: [] };
  for (let bit = 0; bit < names.length; bit++) {
    const flag = 1 << bit;
    if ((before & flag) === (after & flag)) continue;
    const list = (after & flag) !== 0 ? changes.granted : changes.revoked;
    list.push(names[bit]);
  }
  return changes;
}
