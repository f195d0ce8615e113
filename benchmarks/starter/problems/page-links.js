function pageLinks(current, total, reach) {
  const active = Math.min(Math.max(current, 1), total);
  const links = [];
  for (let page = 1; page <= total; page++) {
    const isEnd = page === 1 || page === total;
    const isNear = Math.abs(page - active) <= reach;
    if (isEnd || isNear) links.push(page);
    else if (links[links.length - 1] !== null) links.push(null);
  }
  return links;
}
