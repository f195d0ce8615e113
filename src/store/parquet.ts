import { type FileHandle, open, stat } from 'node:fs/promises';
import {
  type AsyncBuffer,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { messageOf, type UserError } from '../core/errors.js';
import { readError } from './lines.js';

/** The four bytes that begin and end every parquet file. */
const MARK = 'PAR1';
/** Opening mark, closing mark, length of the footer. */
const SMALLEST = 12;

/** How the stand-in begins that Git has where a large file was not fetched. */
const LFS_POINTER = 'version https://git-lfs';

/** Rows in a group: more would not fit into memory. */
const MOST_ROWS = 50_000_000;

export interface ParquetRow {
  value: Record<string, unknown>;
  /** 1-based, over the whole file. */
  number: number;
}

async function readSlice(file: FileHandle, size: number, start: number, end: number): Promise<ArrayBuffer> {
  if (!Number.isInteger(start) || !Number.isInteger(end) || start < 0 || end < start || end > size)
    throw new Error(`it points to bytes ${start} to ${end} of ${size}`);
  const bytes = new Uint8Array(end - start);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
  if (bytesRead < bytes.length) throw new Error(`it ends at byte ${start + bytesRead}`);
  return bytes.buffer;
}

function bufferOf(file: FileHandle, byteLength: number): AsyncBuffer {
  return {
    byteLength,
    slice(start, end = byteLength) {
      const bytes = readSlice(file, byteLength, start, end);
      // The reader asks ahead and may give up before it looks: a failure that nobody awaits must not end the program.
      bytes.catch(() => {});
      return bytes;
    },
  };
}

/** Parquet's values as JSON has them: 64-bit integers as numbers where that is exact, times as ISO text. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value.toString();
  }
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
  return value;
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead).toString('latin1');
}

/** Whether the file begins as a parquet file does, whatever it is called. */
export async function isParquet(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    return (await bytesAt(file, 0, 4)) === MARK;
  } finally {
    await file.close();
  }
}

async function assertWhole(path: string, file: FileHandle, size: number): Promise<void> {
  const head = await bytesAt(file, 0, LFS_POINTER.length);
  if (head === LFS_POINTER)
    throw readError(path, 'it is a Git LFS pointer, not the file', undefined, 'Fetch it: git lfs pull');
  if (!head.startsWith(MARK)) throw readError(path, 'it is not a parquet file (it does not begin with PAR1)');
  if (size < SMALLEST || (await bytesAt(file, size - 4, 4)) !== MARK)
    throw readError(
      path,
      'the parquet file is cut short (it does not end with PAR1)',
      undefined,
      'Fetch the file again.',
    );
}

function damaged(path: string, what: string, error: unknown): UserError {
  return readError(path, `${what} (${messageOf(error)})`, undefined, 'Fetch the file again.');
}

/**
 * The rows of one row group. Columns are read one after the other: asked for several, the reader decodes them all
 * at once, and when one fails the failures of the others reach nobody.
 */
async function rowsOf(
  path: string,
  file: AsyncBuffer,
  metadata: FileMetaData,
  range: { rowStart: number; rowEnd: number },
  columns: readonly string[],
): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for (const column of columns) {
    try {
      const cells = await parquetReadObjects({ file, metadata, compressors, ...range, columns: [column] });
      if (cells.length !== range.rowEnd - range.rowStart) throw new Error(`it has ${cells.length} values`);
      for (const [k, cell] of cells.entries()) {
        const row = rows[k] ?? {};
        row[column] = cell[column];
        rows[k] = row;
      }
    } catch (error) {
      throw damaged(
        path,
        `column "${column}" of rows ${range.rowStart + 1} to ${range.rowEnd} cannot be decoded`,
        error,
      );
    }
  }
  return rows;
}

/** The wanted columns that the file has, or all; an absent one is left to the reader of the record to miss. */
function present(metadata: FileMetaData, wanted: readonly string[] | undefined): string[] {
  const names = parquetSchema(metadata).children.map(({ element }) => element.name);
  return wanted === undefined ? names : wanted.filter((name) => names.includes(name));
}

async function footerOf(path: string, file: AsyncBuffer, columns: readonly string[] | undefined) {
  try {
    const metadata = await parquetMetadataAsync(file);
    const counts = metadata.row_groups.map(({ num_rows }) => Number(num_rows));
    if (counts.some((count) => !(count >= 0 && count <= MOST_ROWS)))
      throw new Error('its row counts cannot be');
    return { metadata, counts, wanted: present(metadata, columns) };
  } catch (error) {
    throw damaged(path, 'the parquet footer is damaged', error);
  }
}

/**
 * The rows of a parquet file, one row group at a time. Memory: one row group.
 *
 * @param columns only these; all when absent
 * @throws UserError when the file is missing, foreign, cut short or damaged
 */
export async function* readParquet(path: string, columns?: readonly string[]): AsyncIterable<ParquetRow> {
  const info = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw readError(path, error.code === 'ENOENT' ? 'there is no such file' : messageOf(error));
  });
  if (info.isDirectory()) throw readError(path, 'it is a directory, a file was expected');
  const handle = await open(path);
  try {
    await assertWhole(path, handle, info.size);
    const file = bufferOf(handle, info.size);
    const { metadata, counts, wanted } = await footerOf(path, file, columns);
    let rowStart = 0;
    for (const count of counts) {
      const rowEnd = rowStart + count;
      const rows = await rowsOf(path, file, metadata, { rowStart, rowEnd }, wanted);
      // Of a file without any wanted column the rows are empty, and the reader of the records says what they lack.
      for (let k = 0; k < count; k++)
        yield { value: plain(rows[k] ?? {}) as Record<string, unknown>, number: rowStart + k + 1 };
      rowStart = rowEnd;
    }
  } finally {
    await handle.close();
  }
}
