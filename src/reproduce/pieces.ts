import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Sha } from '../core/benchmark.js';
import { crc32 } from './crc32.js';

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
