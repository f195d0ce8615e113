/** What `store/row-codec` writes of each row into line 1 of a part. */
interface RowHead {
  query: string;
  hits: number;
  judged: number;
  tiers?: true;
}

/** One number in the part of a run. */
export interface NumberPlace {
  /** `query q7, score at rank 3` */
  where: string;
  start: number;
  bytes: number;
}

const JUDGED = [
  { name: 'document', bytes: 4 },
  { name: 'rank', bytes: 8 },
  { name: 'tier', bytes: 1 },
  { name: 'score', bytes: 8 },
] as const;
const JUDGED_BYTES = JUDGED.reduce((sum, { bytes }) => sum + bytes, 0);

/** The number that a byte of an intact part of a run belongs to; undefined in line 1. */
export function rowPlace(part: Buffer, offset: number): NumberPlace | undefined {
  const head = part.indexOf(0x0a);
  if (offset <= head) return undefined;
  const { rows } = JSON.parse(part.subarray(0, head).toString('utf8')) as { rows: (RowHead | null)[] };
  let at = head + 1;
  for (const row of rows) {
    if (row === null) continue;
    for (const { name, bytes, count } of stretchesOf(row)) {
      if (offset < at + bytes * count) {
        const item = Math.floor((offset - at) / bytes);
        return within(`query ${row.query}`, name, at + bytes * item, item + 1, offset);
      }
      at += bytes * count;
    }
  }
  return undefined;
}

function stretchesOf({ hits, judged, tiers }: RowHead): { name: string; bytes: number; count: number }[] {
  return [
    { name: 'document', bytes: 4, count: hits },
    { name: 'score', bytes: 8, count: hits },
    { name: 'tier', bytes: 1, count: tiers ? hits : 0 },
    { name: 'judged', bytes: JUDGED_BYTES, count: judged },
  ];
}

function within(query: string, name: string, start: number, item: number, offset: number): NumberPlace {
  if (name !== 'judged') {
    const bytes = name === 'document' ? 4 : name === 'score' ? 8 : 1;
    return { where: `${query}, ${name} at rank ${item}`, start, bytes };
  }
  let at = start;
  for (const { name: field, bytes } of JUDGED) {
    if (offset < at + bytes)
      return { where: `${query}, ${field} of judged document ${item}`, start: at, bytes };
    at += bytes;
  }
  throw new RangeError(`byte ${offset} is beyond judged document ${item}`);
}

/** The number at that place of a part: little-endian, an ordinal, a tier or a double. */
export function numberAt(part: Buffer, { start, bytes }: NumberPlace): number {
  if (bytes === 8) return part.readDoubleLE(start);
  return bytes === 4 ? part.readUInt32LE(start) : part.readUInt8(start);
}
