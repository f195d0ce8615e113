const POLYNOMIAL = 0xedb88320;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

/** The index in `TABLE` of the entry with each high byte: all 256 differ. */
const BY_HIGH_BYTE = Uint8Array.from({ length: 256 }, (_, high) =>
  TABLE.findIndex((entry) => entry >>> 24 === high),
);

/** The CRC-32 of zip; node:zlib offers it only from 20.15 on. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  for (let k = 0; k < bytes.length; k++) crc = TABLE[(crc ^ bytes[k]!) & 255]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** A byte that would have to be another one. */
export interface ByteChange {
  at: number;
  /** What it would have to be. */
  byte: number;
}

/**
 * Every change of a single byte that gives the bytes the wanted CRC-32. The sum is linear: what one byte's change
 * does to it depends on the change and on how many bytes follow, not on the others. Undoing byte by byte, from the
 * last to the first, what the following bytes did to the difference of the two sums shows where it may have begun.
 * Among n bytes there are some n ÷ 2^24 false ones. O(n).
 */
export function changesToward(bytes: Uint8Array, wanted: number): ByteChange[] {
  const found: ByteChange[] = [];
  let difference = (crc32(bytes) ^ wanted) >>> 0;
  for (let at = bytes.length - 1; at >= 0; at--) {
    const change = BY_HIGH_BYTE[difference >>> 24]!;
    if (change !== 0 && TABLE[change] === difference) found.push({ at, byte: bytes[at]! ^ change });
    difference = (((difference ^ TABLE[change]!) << 8) | change) >>> 0;
  }
  return found;
}
