import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { createGunzip } from 'node:zlib';
import { messageOf, UserError } from '../core/errors.js';
import { isObject } from '../core/json.js';

/** A longer line is refused rather than held in memory: bytes. */
const MAX_LINE = 64 * 1024 * 1024;

/** A line of a text file, without its line break, and its 1-based number. */
export interface Line {
  text: string;
  number: number;
  /** Byte offset and length in the file as stored; meaningless in a compressed file. */
  offset: number;
  bytes: number;
}

/** `cannot read FILE: …`, at a line where one is known. */
export function readError(path: string, reason: string, line?: number, next?: string): UserError {
  return new UserError(`cannot read ${path}${line === undefined ? '' : `, line ${line}`}: ${reason}`, next);
}

/** @throws UserError when there is no such file, or it is a directory */
export async function assertReadableFile(path: string): Promise<void> {
  const info = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw readError(path, error.code === 'ENOENT' ? 'there is no such file' : messageOf(error));
  });
  if (info.isDirectory()) throw readError(path, 'it is a directory, a file was expected');
  if (info.isCharacterDevice() || info.isBlockDevice())
    throw readError(path, 'it is a device, a file was expected');
}

/** Whether the file begins with the two bytes of gzip, whatever it is called. */
async function isGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}

/** A part of an uncompressed file, in bytes: from `start` up to, not including, `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

async function* chunksOf(path: string, range?: ByteRange): AsyncIterable<Buffer> {
  await assertReadableFile(path);
  if (range !== undefined) {
    if (range.end <= range.start) return;
    yield* createReadStream(path, { highWaterMark: 1 << 20, start: range.start, end: range.end - 1 });
    return;
  }
  const zipped = await isGzip(path);
  if (!zipped && basename(path).endsWith('.gz'))
    throw readError(
      path,
      'its name ends in .gz but it is not gzip data',
      undefined,
      'Rename it, or fetch it again.',
    );
  const file = createReadStream(path, { highWaterMark: 1 << 20 });
  if (!zipped) {
    yield* file as AsyncIterable<Buffer>;
    return;
  }
  const unzip = createGunzip();
  file.on('error', (error) => unzip.destroy(error));
  file.pipe(unzip);
  try {
    yield* unzip as AsyncIterable<Buffer>;
  } catch (error) {
    throw readError(
      path,
      `the gzip data is damaged (${messageOf(error)})`,
      undefined,
      'Fetch the file again.',
    );
  } finally {
    file.destroy();
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(path: string, bytes: Buffer, number: number): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw readError(path, 'it is not UTF-8 text', number, 'Convert the file to UTF-8.');
  }
}

function assertUtf8Mark(path: string, first: Buffer): void {
  const mark = (first[0] ?? 0) * 256 + (first[1] ?? 0);
  if (mark === 0xfffe || mark === 0xfeff)
    throw readError(
      path,
      'it is UTF-16 text',
      1,
      `Convert it to UTF-8, for example: iconv -f UTF-16 -t UTF-8 ${path}`,
    );
}

function lineOf(path: string, bytes: Buffer, number: number, offset: number): Line {
  if (bytes.length > MAX_LINE) throw tooLong(path, number);
  let end = bytes.length;
  if (end > 0 && bytes[end - 1] === 0x0d) end--;
  let start = 0;
  if (number === 1 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) start = 3;
  return { text: decode(path, bytes.subarray(start, end), number), number, offset, bytes: bytes.length };
}

function tooLong(path: string, number: number): UserError {
  return readError(
    path,
    `the line is longer than ${MAX_LINE / 2 ** 20} MB`,
    number,
    'Is it a JSON array rather than one JSON object a line?',
  );
}

/**
 * The lines of a UTF-8 text file, plain or gzip, streamed. CR LF and LF both end a line; a byte-order mark is
 * skipped. Memory: one line and one block.
 *
 * @throws UserError when the file is missing, a directory, damaged, not UTF-8, or has a line over `MAX_LINE`
 */
export async function* readLines(path: string, range?: ByteRange): AsyncIterable<Line> {
  let parts: Buffer[] = [];
  let held = 0;
  let offset = range?.start ?? 0;
  let number = 1;
  let first = true;
  for await (const chunk of chunksOf(path, range)) {
    if (first) assertUtf8Mark(path, chunk);
    first = false;
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(0x0a, start);
      if (end < 0) break;
      const piece = chunk.subarray(start, end);
      const line = parts.length > 0 ? Buffer.concat([...parts, piece]) : piece;
      yield lineOf(path, line, number++, offset);
      offset += line.length + 1;
      parts = [];
      held = 0;
      start = end + 1;
    }
    if (start < chunk.length) {
      parts.push(chunk.subarray(start));
      held += chunk.length - start;
      if (held > MAX_LINE) throw tooLong(path, number);
    }
  }
  if (held > 0) yield lineOf(path, Buffer.concat(parts), number, offset);
}

export interface JsonLine extends Line {
  value: Record<string, unknown>;
}

/** The JSON objects of a JSONL file, one a line; blank lines are skipped. */
export async function* readJsonLines(path: string, range?: ByteRange): AsyncIterable<JsonLine> {
  for await (const line of readLines(path, range)) {
    if (line.text.trim() === '') continue;
    let value: unknown;
    try {
      value = JSON.parse(line.text);
    } catch (error) {
      throw readError(path, `it is not JSON (${messageOf(error)})`, line.number);
    }
    if (!isObject(value)) throw readError(path, 'a JSON object was expected', line.number);
    yield { ...line, value };
  }
}

/** A whole JSON file of at most `MAX_LINE` × 4 bytes, plain or gzip. */
export async function readJson(path: string): Promise<unknown> {
  const parts: Buffer[] = [];
  let held = 0;
  for await (const chunk of chunksOf(path)) {
    if (parts.length === 0) assertUtf8Mark(path, chunk);
    parts.push(chunk);
    held += chunk.length;
    if (held > MAX_LINE * 4) throw readError(path, `it is larger than ${(MAX_LINE * 4) / 2 ** 20} MB`);
  }
  if (held === 0) throw readError(path, 'the file is empty');
  const text = decode(path, Buffer.concat(parts), 1).replace(/^\uFEFF/, '');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw readError(path, `it is not JSON (${messageOf(error)})`);
  }
}
