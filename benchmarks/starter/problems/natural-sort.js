function naturalSort(names) {
  const chunks = (name) => name.toLowerCase().match(/\d+|\D+/g) ?? [];
  const compare = (left, right) => {
    const a = chunks(left);
    const b = chunks(right);
    for (let k = 0; k < Math.min(a.length, b.length); k++) {
      const bothNumbers = /^\d/.test(a[k]) && /^\d/.test(b[k]);
      if (bothNumbers && Number(a[k]) !== Number(b[k])) return Number(a[k]) - Number(b[k]);
      if (!bothNumbers && a[k] !== b[k]) return a[k] < b[k] ? -1 : 1;
    }
    return a.length - b.length;
  };
  return [...names].sort(compare);
}
