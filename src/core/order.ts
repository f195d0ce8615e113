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

/** How a stratum calls what is not known. */
const UNKNOWN = 'unknown';

/**
 * Order of the values of a stratum: words first, by name; then by the number that a value begins with, such as 2 in
 * `2–5`, and `>100` after all that begin with 100 or less; what is unknown last.
 */
export function bySize(a: string, b: string): number {
  const size = (value: string) => {
    if (value === UNKNOWN) return Infinity;
    const number = /^>?(\d+)/.exec(value)?.[1];
    return number === undefined ? -1 : Number(number) + (value.startsWith('>') ? 0.5 : 0);
  };
  const [sizeA, sizeB] = [size(a), size(b)];
  return sizeA === sizeB ? (a < b ? -1 : a > b ? 1 : 0) : sizeA - sizeB;
}
