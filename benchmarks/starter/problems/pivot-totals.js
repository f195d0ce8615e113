function pivotTotals(records, missing) {
  const columns = [...new Set(records.map((record) => record.column))].sort();
  const table = new Map();
  for (const { row, column, value } of records) {
    if (!table.has(row)) table.set(row, new Map());
    const cells = table.get(row);
    cells.set(column, (cells.get(column) ?? 0) + value);
  }
  const lines = [...table].map(([row, cells]) => {
    return [row, ...columns.map((column) => cells.get(column) ?? missing)];
  });
  return [['', ...columns], ...lines];
}
