/**
 * Ascending order of two strings by their UTF-8 bytes. It differs from JavaScript's own order only where one
 * side has a surrogate pair (UTF-8 puts U+10000 and above after U+FFFF, UTF-16 before U+E000).
 */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let k = 0; k < length; k++) {
    let x = a.charCodeAt(k);
    let y = b.charCodeAt(k);
    if (x === y) continue;
    if (x >= 0xd800 && y >= 0xd800) {
      x = x >= 0xe000 ? x - 0x800 : x + 0x2000;
      y = y >= 0xe000 ? y - 0x800 : y + 0x2000;
    }
    return x - y;
  }
  return a.length - b.length;
}

/** For each ordinal, its place in ascending UTF-8 order of the ids. O(n log n). */
export function byteOrderOf(ids: readonly string[]): Uint32Array {
  const sorted = Array.from(ids.keys()).sort((i, j) => compareUtf8(ids[i]!, ids[j]!));
  const place = new Uint32Array(ids.length);
  for (let k = 0; k < sorted.length; k++) place[sorted[k]!] = k;
  return place;
}
