import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { messageOf, UserError } from '../core/errors.js';
import { crc32 } from './crc32.js';
import { assertReadableFile, readError } from './lines.js';
import { encodeNpy, type Matrix, type NpySource, readIds, readMatrix, writeBlocks } from './npy.js';

const DAMAGED = 'Fetch the file again, or write it anew with numpy.savez.';

/** An open `.npz` archive: arrays by name. The stored sum of each array that is read is checked. */
export class Npz {
  private constructor(
    private readonly path: string,
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** @throws UserError when the file is missing, no zip archive, or damaged */
  static async open(path: string): Promise<Npz> {
    await assertReadableFile(path);
    let zip: ZipFile | undefined;
    const entries = new Map<string, Entry>();
    try {
      zip = await openPromise(path, { lazyEntries: true, autoClose: false });
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName.replace(/\.npy$/, ''), entry);
      return new Npz(path, zip, entries);
    } catch (error) {
      zip?.close();
      throw readError(
        path,
        `it is not an intact .npz (zip) archive (${messageOf(error)})`,
        undefined,
        DAMAGED,
      );
    }
  }

  get names(): string[] {
    return [...this.entries.keys()];
  }

  async matrix(name: string): Promise<Matrix> {
    return readMatrix(this.source(name));
  }

  async ids(name: string): Promise<string[]> {
    return readIds(this.source(name));
  }

  close(): void {
    this.zip.close();
  }

  private source(name: string): NpySource {
    const entry = this.entries.get(name);
    if (entry === undefined)
      throw readError(
        this.path,
        `it has no array "${name}" (it has: ${this.names.join(', ') || 'none'})`,
        undefined,
        `Write it with numpy.savez(path, ${name}=…, …).`,
      );
    const title = `${this.path}, array "${name}"`;
    return { name: title, size: entry.uncompressedSize, chunks: this.bytes(entry, title) };
  }

  private async *bytes(entry: Entry, title: string): AsyncIterable<Uint8Array> {
    let crc = 0;
    try {
      for await (const chunk of await this.zip.openReadStreamPromise(entry)) {
        crc = crc32(chunk as Uint8Array, crc);
        yield chunk as Uint8Array;
      }
    } catch (error) {
      throw readError(title, `the archive is damaged (${messageOf(error)})`, undefined, DAMAGED);
    }
    if (crc !== entry.crc32)
      throw readError(title, 'the archive is damaged (its CRC-32 differs)', undefined, DAMAGED);
  }
}

/** Sizes and offsets of a zip archive without its 64-bit extension. */
const ZIP_LIMIT = 0xffffffff;
/** 1 January 1980, so that equal arrays make equal files. */
const ZIP_DATE = 0x0021;

/** The fields that a local header and the central directory share, from "version needed" on. */
function commonFields(name: string, crc: number, size: number): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(ZIP_DATE, 8);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(size, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(Buffer.byteLength(name), 22);
  return fields;
}

function directoryEntry(common: Buffer, name: string, offset: number): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, Buffer.from(name)]);
}

/**
 * Writes matrices (float32) and id lists (Unicode) as an uncompressed `.npz` that `numpy.load` opens without
 * pickle. Equal arrays make equal bytes.
 *
 * @throws UserError beyond the 4 GiB of a plain zip archive
 */
export async function writeNpz(
  path: string,
  arrays: Readonly<Record<string, Matrix | readonly string[]>>,
): Promise<void> {
  const blocks: Uint8Array[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [key, array] of Object.entries(arrays)) {
    const name = `${key}.npy`;
    const [header, data] = encodeNpy(array);
    const size = header.length + data.length;
    const start = offset;
    offset += 30 + Buffer.byteLength(name) + size;
    if (offset > ZIP_LIMIT)
      throw new UserError(
        `cannot write ${path}: the arrays need more than the 4 GiB that an .npz of this kind holds`,
        'Write a folder of .npy files instead.',
      );
    const common = commonFields(name, crc32(data, crc32(header)), size);
    directory.push(directoryEntry(common, name, start));
    blocks.push(
      Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name)]),
      header,
      data,
    );
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  await writeBlocks(path, [...blocks, central, end]);
}
