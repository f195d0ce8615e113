import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { messageOf, UserError } from '../core/errors.js';
import { viaTemporary } from './atomic.js';
import { assertReadableFile, readError } from './lines.js';
import { floatGetter, idGetter } from './npy-elements.js';
import { type NpyHeader, npyHeader, parseNpyHeader } from './npy-header.js';

/** Vectors as rows, row-major: row r is data[r × columns … (r + 1) × columns). */
export interface Matrix {
  rows: number;
  columns: number;
  data: Float32Array;
}

/** The bytes of one stored array, wherever they lie. `name` is how messages call it. */
export interface NpySource {
  name: string;
  /** Bytes in all, as declared by the file system or the archive. */
  size: number;
  chunks: AsyncIterable<Uint8Array>;
}

const BLOCK_ITEMS = 1 << 16;
const PREFIX = Buffer.from('\x93NUMPY', 'latin1');

/** Reads exact numbers of bytes from a stream of blocks of any size. */
class ByteReader {
  private readonly blocks: AsyncIterator<Uint8Array>;
  private block: Uint8Array = new Uint8Array(0);
  private at = 0;

  constructor(private readonly source: NpySource) {
    this.blocks = source.chunks[Symbol.asyncIterator]();
  }

  async fill(target: Uint8Array): Promise<void> {
    let filled = 0;
    while (filled < target.length) {
      if (this.at === this.block.length && !(await this.advance()))
        throw readError(this.source.name, 'it ends too early', undefined, 'Fetch or write the file again.');
      const piece = this.block.subarray(this.at, this.at + target.length - filled);
      target.set(piece, filled);
      filled += piece.length;
      this.at += piece.length;
    }
  }

  /** Lets the source see its end, where an archive checks its sum. */
  async end(): Promise<void> {
    while (await this.advance());
  }

  async close(): Promise<void> {
    await this.blocks.return?.();
  }

  private async advance(): Promise<boolean> {
    const next = await this.blocks.next().catch((error: unknown) => {
      throw error instanceof UserError ? error : readError(this.source.name, messageOf(error));
    });
    this.at = 0;
    this.block = next.done === true ? new Uint8Array(0) : next.value;
    return next.done !== true;
  }
}

async function headerOf(reader: ByteReader, { name, size }: NpySource): Promise<NpyHeader> {
  const foreign = (reason: string): UserError =>
    readError(name, reason, undefined, 'Write it with numpy.save or numpy.savez.');
  if (size === 0) throw foreign('it is empty');
  if (size < 10) throw foreign('it is too short for a NumPy array');
  const start = Buffer.alloc(8);
  await reader.fill(start);
  if (start.subarray(0, 4).toString('latin1') === 'PK\x03\x04')
    throw foreign('it is a zip archive (.npz?), not a single NumPy array');
  if (!start.subarray(0, 6).equals(PREFIX)) throw foreign('it is not a NumPy array');
  const major = start[6]!;
  if (major < 1 || major > 3) throw foreign(`its NumPy format version ${major} is not known (1, 2 or 3)`);
  const lengthBytes = Buffer.alloc(major === 1 ? 2 : 4);
  await reader.fill(lengthBytes);
  const length = major === 1 ? lengthBytes.readUInt16LE() : lengthBytes.readUInt32LE();
  if (length > 1 << 20 || length > size) throw foreign(`its header claims to be ${length} bytes long`);
  const text = Buffer.alloc(length);
  await reader.fill(text);
  const header = parseNpyHeader(text.toString(major === 3 ? 'utf8' : 'latin1'), name);
  checkSize(header, size - 8 - lengthBytes.length - length, name);
  return header;
}

/** Compares what the header claims with what is there, before anything is allocated by that claim. */
function checkSize({ items, itemBytes, shape }: NpyHeader, bytes: number, name: string): void {
  const claimed = items * itemBytes;
  if (claimed === bytes) return;
  throw readError(
    name,
    `shape (${shape.join(', ')}) needs ${claimed} bytes, but ${bytes} are there: it is ` +
      `${claimed > bytes ? 'truncated' : 'followed by something else'}`,
    undefined,
    'Fetch or write the file again.',
  );
}

function allocate(length: number, name: string): Float32Array {
  try {
    return new Float32Array(length);
  } catch {
    throw readError(name, `its ${length} numbers do not fit in memory`, undefined, 'Use fewer dimensions.');
  }
}

/** Streams the items through a buffer of whole items and hands over each block. */
async function eachBlock(
  reader: ByteReader,
  { items, itemBytes }: NpyHeader,
  take: (view: DataView, first: number, count: number) => void,
): Promise<void> {
  const perBlock = Math.max(1, Math.floor((BLOCK_ITEMS * 4) / Math.max(1, itemBytes)));
  const buffer = new Uint8Array(Math.min(items, perBlock) * itemBytes);
  for (let first = 0; first < items; first += perBlock) {
    const count = Math.min(perBlock, items - first);
    const block = buffer.subarray(0, count * itemBytes);
    await reader.fill(block);
    take(new DataView(block.buffer, block.byteOffset, block.byteLength), first, count);
  }
}

/**
 * A 2-D array of float16, float32 or float64 in either byte order and either memory order. float64 is rounded to
 * float32. Memory: the matrix and one block.
 *
 * @throws UserError on anything else, a truncated or a foreign file
 */
export async function readMatrix(source: NpySource): Promise<Matrix> {
  const reader = new ByteReader(source);
  try {
    const header = await headerOf(reader, source);
    const get = floatGetter(header);
    if (get === undefined)
      throw readError(
        source.name,
        `its elements are "${header.descr}", but float16, float32 or float64 are needed`,
        undefined,
        "Convert the array: array.astype('float32').",
      );
    if (header.shape.length !== 2)
      throw readError(
        source.name,
        `its shape is (${header.shape.join(', ')}), but one row a vector is needed`,
      );
    const [rows, columns] = header.shape as [number, number];
    const data = allocate(header.items, source.name);
    if (header.itemBytes === 4 && header.little && !header.fortran)
      await reader.fill(new Uint8Array(data.buffer));
    else
      await eachBlock(reader, header, (view, first, count) => {
        for (let k = 0; k < count; k++) {
          const item = first + k;
          const at = header.fortran ? (item % rows) * columns + Math.floor(item / rows) : item;
          data[at] = get(view, k * header.itemBytes);
        }
      });
    await reader.end();
    return { rows, columns, data };
  } finally {
    await reader.close();
  }
}

/**
 * A 1-D array of ids: Unicode ('U'), bytes in UTF-8 ('S'), or whole numbers. Trailing NULs are padding, as NumPy
 * has it.
 *
 * @throws UserError on anything else; object arrays are pickles, and reading one would run code from the file
 */
export async function readIds(source: NpySource): Promise<string[]> {
  const reader = new ByteReader(source);
  try {
    const header = await headerOf(reader, source);
    const get = idGetter(header, source.name);
    if (get === undefined || header.shape.length !== 1)
      throw readError(
        source.name,
        `ids must be a 1-D array of strings, but it holds "${header.descr}" in shape (${header.shape.join(', ')})`,
        undefined,
        'Convert the array: array.astype(str).',
      );
    const ids: string[] = [];
    await eachBlock(reader, header, (view, first, count) => {
      for (let k = 0; k < count; k++) ids.push(get(view, k * header.itemBytes, first + k));
    });
    await reader.end();
    return ids;
  } finally {
    await reader.close();
  }
}

async function sourceOfFile(path: string): Promise<NpySource> {
  await assertReadableFile(path);
  const { size } = await stat(path);
  return { name: path, size, chunks: createReadStream(path, { highWaterMark: 1 << 20 }) };
}

/** @see readMatrix */
export async function readNpyMatrix(path: string): Promise<Matrix> {
  return readMatrix(await sourceOfFile(path));
}

/** @see readIds */
export async function readNpyIds(path: string): Promise<string[]> {
  return readIds(await sourceOfFile(path));
}

/** A matrix as float32, ids as Unicode, both in version 1.0, C order, little-endian: header, then data. */
export function encodeNpy(array: Matrix | readonly string[]): [Buffer, Uint8Array] {
  if ('data' in array) {
    const { rows, columns, data } = array;
    if (data.length !== rows * columns)
      throw new Error(`${data.length} numbers are not ${rows} × ${columns}`);
    return [npyHeader('<f4', [rows, columns]), new Uint8Array(data.buffer, data.byteOffset, data.byteLength)];
  }
  const codes = array.map((id) => Array.from(id, (character) => character.codePointAt(0)!));
  const width = codes.reduce((most, { length }) => Math.max(most, length), 1);
  const units = new Uint32Array(array.length * width);
  for (const [k, id] of codes.entries()) units.set(id, k * width);
  return [npyHeader(`<U${width}`, [array.length]), new Uint8Array(units.buffer)];
}

/** Writes an array that `numpy.load` opens without pickle. */
export async function writeNpy(path: string, array: Matrix | readonly string[]): Promise<void> {
  await writeBlocks(path, encodeNpy(array));
}

/** Writes blocks of bytes one after the other; `path` holds all of them or what it held before. */
export async function writeBlocks(path: string, blocks: readonly Uint8Array[]): Promise<void> {
  await viaTemporary(path, async (temporary) => {
    const file = await open(temporary, 'w');
    try {
      for (const block of blocks) await file.writeFile(block);
      await file.sync();
    } finally {
      await file.close();
    }
  });
}
