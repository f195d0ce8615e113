/** The known word nearest to what was typed, by edit distance; undefined when none is near. */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Math.max(2, Math.ceil(typed.length / 3)) + 1;
  for (const word of known) {
    const distance = editDistance(typed.toLowerCase(), word.toLowerCase());
    if (distance < least) [best, least] = [word, distance];
  }
  return best;
}

/** Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let older: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, older[j - 2]! + 1);
      next.push(cost);
    }
    [older, row] = [row, next];
  }
  return row[b.length]!;
}
