/** The known word nearest to what was typed, when it is near enough to be a slip. */
export function nearest(typed: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(2, Math.floor(typed.length / 3)) + 1;
  for (const word of known) {
    const distance = slips(typed.toLowerCase(), word.toLowerCase());
    if (distance < least) {
      least = distance;
      best = word;
    }
  }
  return best;
}

/** `Did you mean X?`, or the whole list when nothing is near. */
export function suggestion(typed: string, known: readonly string[]): string {
  const near = nearest(typed, known);
  return near === undefined ? `Known: ${known.join(', ')}.` : `Did you mean ${near}?`;
}

/** Insertions, deletions, changes and swaps of neighbours (optimal string alignment). */
function slips(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, k) => k)];
  for (let x = 1; x <= a.length; x++) {
    const row = [x];
    for (let y = 1; y <= b.length; y++) {
      const change = rows[x - 1]![y - 1]! + (a[x - 1] === b[y - 1] ? 0 : 1);
      let least = Math.min(change, rows[x - 1]![y]! + 1, row[y - 1]! + 1);
      if (x > 1 && y > 1 && a[x - 1] === b[y - 2] && a[x - 2] === b[y - 1])
        least = Math.min(least, rows[x - 2]![y - 2]! + 1);
      row.push(least);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
