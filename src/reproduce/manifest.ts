import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sha } from '../core/benchmark.js';
import { isObject } from '../core/json.js';
import { compareUtf8 } from '../core/order.js';
import { crc32 } from '../store/crc32.js';
import { sha256 } from '../store/digest.js';
import { Fields } from '../store/fields.js';
import { readError } from '../store/lines.js';

export const MANIFEST = 'manifest.json';
const FORMAT = 'assay-bundle';
const VERSION = 1;

/** One file of a bundle; `path` is below the bundle, with `/`. */
export interface Entry extends Fingerprint {
  path: string;
}

export interface FoundFile {
  path: string;
  bytes: number;
  /** A link, a pipe or the like is not. */
  plain: boolean;
}

/** Every file below the folder but its manifest, in the order of their paths. */
export async function filesIn(root: string): Promise<FoundFile[]> {
  const files: FoundFile[] = [];
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) await walk(path);
      else if (path !== MANIFEST)
        files.push({ path, bytes: (await lstat(join(root, path))).size, plain: entry.isFile() });
    }
  };
  await walk('');
  return files.sort((a, b) => compareUtf8(a.path, b.path));
}

/** What the manifest says of a file. */
export async function entryOf(root: string, { path, bytes }: FoundFile): Promise<Entry> {
  return { path, ...(await fingerprintOf(join(root, path), bytes)) };
}

/** The digest over everything else in the manifest. */
function ownDigest(files: readonly unknown[]): Sha {
  return sha256(JSON.stringify([FORMAT, VERSION, files]));
}

/** The manifest as it is written: a file on each line. */
export function manifestText(files: readonly Entry[]): string {
  const rows = files.map((entry) => `    ${JSON.stringify(entry)}`);
  return [
    '{',
    `  "format": ${JSON.stringify(FORMAT)},`,
    `  "formatVersion": ${VERSION},`,
    '  "files": [',
    rows.join(',\n'),
    '  ],',
    `  "sha256": "${ownDigest(files)}"`,
    '}',
    '',
  ].join('\n');
}

/** Whether the folder is a bundle, be its manifest damaged or gone. */
export async function isBundle(root: string): Promise<boolean> {
  const text = await readFile(join(root, MANIFEST), 'utf8').catch(() => '');
  if (text.includes(`"${FORMAT}"`)) return true;
  return (await lstat(join(root, ENVIRONMENT)).catch(() => undefined)) !== undefined;
}

/** Beside the manifest, what only a bundle has. */
export const ENVIRONMENT = 'environment.json';

/** A stored manifest: its text, and its entries where every byte of it is as it was written. */
export interface StoredManifest {
  text: string;
  files: Entry[] | undefined;
}

/** @throws UserError when it is one of a later version */
export async function readManifest(root: string): Promise<StoredManifest | undefined> {
  const path = join(root, MANIFEST);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { text, files: undefined };
  }
  if (!isObject(json) || !Array.isArray(json.files)) return { text, files: undefined };
  const files = json.files as unknown[];
  const { formatVersion } = json;
  const later = typeof formatVersion === 'number' && formatVersion > VERSION;
  if (later && json.sha256 === sha256(JSON.stringify([FORMAT, formatVersion, files])))
    throw readError(
      path,
      `it has format version ${formatVersion}, this Assay reads ${VERSION}`,
      undefined,
      'Check it with a newer Assay.',
    );
  const intact = text === manifestText(files as Entry[]);
  return { text, files: intact ? files.map((entry) => checked(entry, path)) : undefined };
}

function checked(entry: unknown, path: string): Entry {
  if (!isObject(entry)) throw readError(path, 'every file must be an object');
  const fields = new Fields(entry, { path });
  const pieces = fields.object('pieces');
  const unit = pieces.record.unit === 'line' ? 'line' : pieces.number('unit');
  if (unit !== 'line' && !(Number.isInteger(unit) && unit > 0))
    throw fields.fail('"unit" must be "line" or a number of bytes');
  return {
    path: fields.id('path'),
    bytes: fields.number('bytes'),
    sha256: fields.id('sha256'),
    pieces: { unit, crc32: pieces.string('crc32') },
  };
}

/**
 * Sums of the pieces of a file, so that a changed file also tells where it was changed. A digest of the whole
 * says that it was.
 */
export interface PieceSums {
  /** What a piece is: a line with its line break, or so many bytes. */
  unit: 'line' | number;
  /** CRC-32 of each piece, eight hexadecimal digits each, one after the other. */
  crc32: string;
}

export interface Fingerprint {
  bytes: number;
  sha256: Sha;
  pieces: PieceSums;
}

const TEXT = /\.(jsonl?|md|txt|tsv|run|trec)$/;
/** A text of more lines is cut by bytes: the sums of very short lines would weigh as much as the text. */
const MOST_LINES = 100_000;
const SMALLEST_BLOCK = 4096;
const MOST_BLOCKS = 65_536;
const DIGITS = 8;

/** A power of two. */
function blockOf(size: number): number {
  let block = SMALLEST_BLOCK;
  while (size / block > MOST_BLOCKS) block *= 2;
  return block;
}

/** Sums pieces of a file that passes by in chunks. */
class Summing {
  readonly sums: string[] = [];
  private crc = 0;
  private held = 0;

  constructor(readonly unit: PieceSums['unit']) {}

  add(chunk: Uint8Array): void {
    for (let start = 0; start < chunk.length; ) {
      const end = this.endIn(chunk, start);
      this.crc = crc32(chunk.subarray(start, end), this.crc);
      this.held += end - start;
      const whole = this.unit === 'line' ? chunk[end - 1] === 0x0a : this.held === this.unit;
      if (whole) this.close();
      start = end;
    }
  }

  end(): PieceSums {
    if (this.held > 0) this.close();
    return { unit: this.unit, crc32: this.sums.join('') };
  }

  private endIn(chunk: Uint8Array, start: number): number {
    if (this.unit !== 'line') return Math.min(chunk.length, start + this.unit - this.held);
    const lineBreak = chunk.indexOf(0x0a, start);
    return lineBreak < 0 ? chunk.length : lineBreak + 1;
  }

  private close(): void {
    this.sums.push(this.crc.toString(16).padStart(DIGITS, '0'));
    this.crc = 0;
    this.held = 0;
  }
}

/** Digest and sums of a file of `size` bytes, streamed. */
export async function fingerprintOf(path: string, size: number): Promise<Fingerprint> {
  const hash = createHash('sha256');
  const blocks = new Summing(blockOf(size));
  let lines = TEXT.test(path) ? new Summing('line') : undefined;
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    blocks.add(chunk as Buffer);
    lines?.add(chunk as Buffer);
    if (lines !== undefined && lines.sums.length > MOST_LINES) lines = undefined;
  }
  return { bytes, sha256: hash.digest('hex'), pieces: (lines ?? blocks).end() };
}

/** The single sums, as numbers. */
export function sumsIn({ crc32: digits }: PieceSums): number[] {
  const sums: number[] = [];
  for (let at = 0; at < digits.length; at += DIGITS)
    sums.push(Number.parseInt(digits.slice(at, at + DIGITS), 16));
  return sums;
}

/** Where each piece of the bytes begins; with the end of the last one behind. */
export function bordersOf(bytes: Uint8Array, unit: PieceSums['unit']): number[] {
  const borders: number[] = [];
  for (let start = 0; start < bytes.length; ) {
    borders.push(start);
    const lineBreak = unit === 'line' ? bytes.indexOf(0x0a, start) : start + unit - 1;
    start = lineBreak < 0 ? bytes.length : Math.min(bytes.length, lineBreak + 1);
  }
  return [...borders, bytes.length];
}
