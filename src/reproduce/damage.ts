import { readFile } from 'node:fs/promises';
import { isObject } from '../core/json.js';
import { counted } from '../core/words.js';
import { changesToward, crc32 } from '../store/crc32.js';
import { sha256 } from '../store/digest.js';
import {
  compareJson,
  type Difference,
  differ,
  emptyReport,
  type FileReport,
  labelOf,
  SHOWN,
  shownTexts,
} from './differences.js';
import { bordersOf, type Entry, sumsIn } from './manifest.js';

/** A larger file is not looked into: bytes. */
const LARGEST = 256 * 2 ** 20;

/**
 * Tells as exactly as can be told what was changed in a file whose digest is not the one in the manifest: where a
 * single byte was changed, what it was before, and with it the value; elsewhere, which lines or bytes.
 * Memory: twice the file.
 */
export async function tellDamage(report: FileReport, path: string, entry: Entry): Promise<void> {
  const found = await whole(path, entry);
  if (found === undefined) return;
  const { unit } = entry.pieces;
  const borders = bordersOf(found, unit);
  const wanted = sumsIn(entry.pieces);
  const sums = borders.slice(0, -1).map((start, k) => crc32(found.subarray(start, borders[k + 1])));
  const { first, foundEnd, wantedEnd } = changedRange(sums, wanted);
  const region = { start: borders[first]!, end: borders[foundEnd]! };
  const mended = wantedEnd - first === 1 ? mend(found, region, wanted[first]!, entry.sha256) : undefined;
  if (mended !== undefined) tellByte(report, entry.path, found, mended);
  else tellRange(report, found, entry, { first, foundEnd, wantedEnd, ...region });
}

async function whole(path: string, entry: Entry): Promise<Buffer | undefined> {
  if (entry.bytes > LARGEST) return undefined;
  const found = await readFile(path).catch(() => undefined);
  return found === undefined || found.length > LARGEST ? undefined : found;
}

/** The pieces that differ lie from `first` up to, not including, the ends, which count from either list. */
function changedRange(found: readonly number[], wanted: readonly number[]) {
  const shorter = Math.min(found.length, wanted.length);
  let first = 0;
  while (first < shorter && found[first] === wanted[first]) first++;
  let last = 0;
  while (last < shorter - first && found[found.length - 1 - last] === wanted[wanted.length - 1 - last])
    last++;
  return { first, foundEnd: found.length - last, wantedEnd: wanted.length - last };
}

interface Mended {
  at: number;
  original: Buffer;
}

/** The file with the one byte put back whose change explains sum and digest; undefined where there is none. */
function mend(
  found: Buffer,
  { start, end }: { start: number; end: number },
  sum: number,
  digest: string,
): Mended | undefined {
  for (const { at, byte } of changesToward(found.subarray(start, end), sum)) {
    const original = Buffer.from(found);
    original[start + at] = byte;
    if (sha256(original) === digest) return { at: start + at, original };
  }
  return undefined;
}

function tellByte(report: FileReport, path: string, found: Buffer, mended: Mended): void {
  const values = emptyReport(report.file, report.by);
  const { at, original } = mended;
  if (path.endsWith('.jsonl')) compareLine(values, found, original, at);
  else if (path.endsWith('.json')) compareParsed(values, found, original, '');
  for (const difference of values.differences) differ(report, difference);
  if (values.differing === 0) differ(report, byteDifference(path, found, mended));
}

/** A changed byte that is, or leaves, no JSON: as a number of a run, as a byte, or as text. */
function byteDifference(path: string, found: Buffer, { at, original }: Mended): Difference {
  const place = path.endsWith('.rows') ? rowPlace(original, at) : undefined;
  if (place !== undefined) {
    const number = (bytes: Buffer) => String(numberAt(bytes, place));
    return { where: place.where, stored: number(found), expected: number(original) };
  }
  if (original.includes(0)) {
    const byte = (bytes: Buffer) => `0x${bytes[at]!.toString(16).padStart(2, '0')}`;
    return { where: `byte ${at}`, stored: byte(found), expected: byte(original) };
  }
  const [line, from, to] = lineAround(original, at);
  const [stored, expected] = shownTexts(textOf(found, from, to), textOf(original, from, to));
  return { where: `line ${line}`, stored, expected };
}

/** A stretch of text; where it is not UTF-8, each byte as one sign. */
function textOf(bytes: Buffer, from: number, to: number): string {
  const part = bytes.subarray(from, to);
  const text = part.toString('utf8');
  return text.includes('\uFFFD') ? part.toString('latin1') : text;
}

/** The number of the line that holds a byte, where it begins and where it ends, with its break only if that is the byte. */
function lineAround(bytes: Buffer, at: number): [number: number, from: number, to: number] {
  let number = 1;
  for (let k = 0; k < at; k++) if (bytes[k] === 0x0a) number++;
  const from = at === 0 ? 0 : bytes.lastIndexOf(0x0a, at - 1) + 1;
  const end = bytes.indexOf(0x0a, at);
  return [number, from, end < 0 ? bytes.length : end === at ? end + 1 : end];
}

function compareLine(report: FileReport, found: Buffer, original: Buffer, at: number): void {
  const [number, from, to] = lineAround(original, at);
  const record = parsed(original.subarray(from, to));
  const label = isObject(record) ? labelOf(record) : '';
  const [before, after] = [original.subarray(from, to), found.subarray(from, to)];
  compareParsed(report, after, before, `line ${number}${label}: `);
}

/** Where a changed byte leaves no JSON behind, the difference is one of text. */
function compareParsed(report: FileReport, found: Buffer, original: Buffer, where: string): void {
  const [stored, expected] = [parsed(found), parsed(original)];
  if (stored !== undefined && expected !== undefined) compareJson(report, stored, expected, where);
  else if (where !== '') {
    const [a, b] = shownTexts(textOf(found, 0, found.length), textOf(original, 0, original.length));
    differ(report, { where: where.replace(/: $/, ''), stored: a, expected: b });
  }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

interface Range {
  first: number;
  foundEnd: number;
  wantedEnd: number;
  start: number;
  end: number;
}

function tellRange(report: FileReport, found: Buffer, entry: Entry, range: Range): void {
  const { first, foundEnd, wantedEnd, start, end } = range;
  const [now, before] = [foundEnd - first, wantedEnd - first];
  if (now === 0 && before === 0) return;
  if (entry.pieces.unit !== 'line') {
    const where = now === 0 ? `from byte ${start} on` : `bytes ${start} to ${end - 1}`;
    differ(report, { where, note: now === 0 ? 'the rest is missing' : 'not as they were written' });
    return;
  }
  if (now !== before)
    differ(report, {
      where: now === 0 ? `after line ${first}` : `from line ${first + 1} on`,
      note: `${counted(now, 'line')} instead of ${before}`,
    });
  const texts = textOf(found, start, end).split('\n');
  for (let k = 0; k < Math.min(now, SHOWN); k++) {
    const record = parsed(Buffer.from(texts[k]!));
    const label = isObject(record) ? labelOf(record) : '';
    const [stored] = shownTexts(texts[k]!, '');
    differ(report, { where: `line ${first + k + 1}${label}`, stored, note: 'not as it was written' });
  }
}

/** What `store/row-codec` writes of each row into line 1 of a part. */
interface RowHead {
  query: string;
  hits: number;
  judged: number;
  tiers?: true;
}

/** One number in the part of a run. */
interface NumberPlace {
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
function rowPlace(part: Buffer, offset: number): NumberPlace | undefined {
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
function numberAt(part: Buffer, { start, bytes }: NumberPlace): number {
  if (bytes === 8) return part.readDoubleLE(start);
  return bytes === 4 ? part.readUInt32LE(start) : part.readUInt8(start);
}
