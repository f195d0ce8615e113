import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Matrix, readNpyIds, readNpyMatrix, writeNpy } from '../src/store/npy.js';
import { npyHeader } from '../src/store/npy-header.js';
import { Npz, writeNpz } from '../src/store/npz.js';
import { readVectorSet, type VectorSet, writeVectorSet } from '../src/store/vector-set.js';
import { root } from './files.js';
import { refuses, scratchFolder } from './scratch.js';

const fixtures = join(root, 'test/fixtures/vectors');
const scratch = scratchFolder();
// The numbers of make.py: all of them exact in float16.
const NUMBERS = [0.5, -1.25, 3, 0, 2 ** -20, 65504, -0, 1, 1 / 1024, -7.5, 100, 2 ** -14];
const IDS = ['a', 'ünï', `${'x'.repeat(9)}\u{1F600}`];

function file(name: string, ...parts: (string | Uint8Array)[]): string {
  const path = join(scratch, name);
  writeFileSync(path, Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array))));
  return path;
}

function matrix(rows: number, columns: number, numbers: readonly number[]): Matrix {
  return { rows, columns, data: Float32Array.from(numbers) };
}

test('NumPy matrices of every float type, byte order, memory order and version hold the same numbers', async () => {
  const names = readdirSync(fixtures).filter((name) => /^(little|big|version)-.*\.npy$/.test(name));
  assert.equal(names.length, 14);
  for (const name of names) {
    const { rows, columns, data } = await readNpyMatrix(join(fixtures, name));
    assert.deepEqual([rows, columns], [3, 4], name);
    assert.deepEqual([...data], NUMBERS, name);
  }
});

test('NumPy ids are read from Unicode, bytes and whole numbers', async () => {
  for (const name of ['ids-unicode', 'ids-unicode-big', 'ids-bytes'])
    assert.deepEqual(await readNpyIds(join(fixtures, `${name}.npy`)), IDS, name);
  assert.deepEqual(await readNpyIds(join(fixtures, 'ids-int64.npy')), ['7', '-1', '1099511627776']);
});

test('float16 values are what IEEE 754 says for every bit pattern', async () => {
  const bits = Uint16Array.from({ length: 1 << 16 }, (_, k) => k);
  const path = file('halves.npy', npyHeader('<f2', [1, 1 << 16]), new Uint8Array(bits.buffer));
  const { data } = await readNpyMatrix(path);
  assert.equal(data[0x3c00], 1);
  assert.equal(data[0x0001], 2 ** -24);
  assert.equal(data[0x03ff], 1023 * 2 ** -24);
  assert.equal(data[0xfbff], -65504);
  assert.equal(data[0x7c00], Number.POSITIVE_INFINITY);
  assert.ok(Number.isNaN(data[0x7e00]));
  for (let k = 1; k < 0x7c00; k++) assert.ok(data[k]! > data[k - 1]!, `${k}`);
});

test('arrays that span many blocks are put together, in either memory order', async () => {
  const [rows, columns] = [7001, 53];
  const expected = Float32Array.from({ length: rows * columns }, (_, k) => k);
  const column = Float64Array.from(
    { length: rows * columns },
    (_, k) => (k % rows) * columns + Math.floor(k / rows),
  );
  const header = npyHeader('<f8', [rows, columns]).toString('latin1').replace('False', 'True ');
  const path = file('large.npy', Buffer.from(header, 'latin1'), new Uint8Array(column.buffer));
  assert.deepEqual((await readNpyMatrix(path)).data, expected);
  await writeNpy(path, { rows, columns, data: expected });
  assert.deepEqual(await readNpyMatrix(path), { rows, columns, data: expected });
});

test('what is no usable array is refused', async () => {
  const good = readFileSync(join(fixtures, 'little-f4-c.npy'));
  const fixture = (name: string) => () => readNpyMatrix(join(fixtures, name));
  const bytes =
    (...parts: (string | Uint8Array)[]) =>
    () =>
      readNpyMatrix(file('bad.npy', ...parts));
  const header = (text: string) => {
    const raw = Buffer.from(`\x93NUMPY\x01\x00  ${text}\n`, 'latin1');
    raw.writeUInt16LE(raw.length - 10, 8);
    return raw;
  };
  const cases: [string, () => Promise<unknown>, RegExp][] = [
    ['no file', () => readNpyMatrix(join(scratch, 'none.npy')), /no such file/],
    ['a directory', () => readNpyMatrix(scratch), /it is a directory/],
    ['an empty file', bytes(''), /it is empty/],
    ['three bytes', bytes('abc'), /too short/],
    ['text', bytes('id,vector\n1,0.5\n'), /it is not a NumPy array/],
    ['an archive', fixture('stored.npz'), /it is a zip archive/],
    ['truncated data', bytes(good.subarray(0, -5)), /needs 48 bytes, but 43 are there: it is truncated/],
    ['truncated header', bytes(good.subarray(0, 40)), /its header claims to be 118 bytes long/],
    ['two arrays in a row', bytes(good, good), /followed by something else/],
    ['version 9', bytes('\x93NUMPY'.slice(1), good), /not a NumPy array/],
    [
      'a future version',
      bytes(Buffer.from('\x93NUMPY\x09\x00aaaaaaaaa', 'latin1')),
      /version 9 is not known/,
    ],
    [
      'a header without a shape',
      bytes(header("{'descr': '<f4', 'fortran_order': False}")),
      /header is damaged/,
    ],
    [
      'a shape beyond all bounds',
      bytes(header("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999, 99999999999), }")),
      /is not possible/,
    ],
    [
      'a shape beyond the file',
      bytes(header("{'descr': '<f4', 'fortran_order': False, 'shape': (1000000, 1000000), }")),
      /truncated/,
    ],
    [
      'endless empty strings',
      bytes(header("{'descr': '|S0', 'fortran_order': False, 'shape': (99999999999,), }")),
      /is not a plain number or string/,
    ],
    ['a structured type', fixture('structured.npy'), /not a plain number or string/],
    ['whole numbers for vectors', fixture('int8.npy'), /elements are "\|i1".*astype\('float32'\)/s],
    ['ids for vectors', fixture('ids-unicode.npy'), /elements are "<U10"/],
    ['one dimension', fixture('one-dimension.npy'), /its shape is \(4\)/],
    ['a pickle for vectors', fixture('ids-object.npy'), /a pickle.*run code/],
    [
      'a pickle for ids',
      () => readNpyIds(join(fixtures, 'ids-object.npy')),
      /a pickle.*run code.*astype\(str\)/s,
    ],
    [
      'vectors for ids',
      () => readNpyIds(join(fixtures, 'little-f4-c.npy')),
      /ids must be a 1-D array of strings/,
    ],
    [
      'ids that are not UTF-8',
      () => readNpyIds(file('bad.npy', npyHeader('|S1', [2]), Buffer.from('a\xe9', 'latin1'))),
      /element 1 is not UTF-8/,
    ],
    [
      'ids beyond Unicode',
      () => readNpyIds(file('bad.npy', npyHeader('<U1', [1]), Buffer.from([1, 2, 3, 4]))),
      /no Unicode character/,
    ],
  ];
  for (const [name, work, message] of cases) await test(name, () => refuses(work, message));
});

const SET: VectorSet = {
  documents: { ids: ['d1', 'ünï\u{1F600}', 'line\nbreak'], matrix: matrix(3, 2, [1, 2, 3, 4, 5, 6]) },
  queries: { ids: ['q'], matrix: matrix(1, 2, [0.5, -1]) },
};

test('archives and folders of vectors read back as they were written; equal sets make equal bytes', async () => {
  const npz = join(scratch, 'set.npz');
  const folder = join(scratch, 'set');
  for (const path of [npz, folder]) {
    await writeVectorSet(path, SET);
    assert.deepEqual(await readVectorSet(path), SET);
  }
  const bytes = readFileSync(npz);
  await writeVectorSet(npz, SET);
  assert.deepEqual(readFileSync(npz), bytes);
  const archive = await Npz.open(npz);
  assert.deepEqual(archive.names, ['document_ids', 'documents', 'query_ids', 'queries']);
  archive.close();
});

test('archives of NumPy itself are read, stored or deflated', async () => {
  for (const name of ['stored.npz', 'deflated.npz']) {
    const { documents, queries } = await readVectorSet(join(fixtures, name));
    assert.deepEqual(
      [documents.ids, queries.ids],
      [
        ['d1', 'd2', 'd3'],
        ['q1', 'q2'],
      ],
    );
    assert.deepEqual([...documents.matrix.data], NUMBERS);
    assert.deepEqual([...queries.matrix.data], NUMBERS.slice(0, 8));
  }
});

test('ids of a folder may be a text, JSON or NumPy file', async () => {
  const folder = join(scratch, 'mixed');
  await writeVectorSet(folder, SET);
  rmSync(join(folder, 'documents.ids.json'));
  rmSync(join(folder, 'queries.ids.json'));
  writeFileSync(join(folder, 'documents.ids.txt'), 'd1\r\nd 2\r\nd3\r\n');
  await writeNpy(join(folder, 'queries.ids.npy'), ['q9']);
  const { documents, queries } = await readVectorSet(folder);
  assert.deepEqual([documents.ids, queries.ids], [['d1', 'd 2', 'd3'], ['q9']]);
});

test('vector sets that cannot be used are refused', async () => {
  const npz = (change: Record<string, Matrix | string[]>) => async () => {
    const path = join(scratch, 'bad.npz');
    const { documents, queries } = SET;
    await writeNpz(path, {
      document_ids: documents.ids,
      documents: documents.matrix,
      query_ids: queries.ids,
      queries: queries.matrix,
      ...change,
    });
    return readVectorSet(path);
  };
  const damaged = (change: (bytes: Buffer) => Buffer) => async () => {
    const path = join(scratch, 'damaged.npz');
    await writeVectorSet(path, SET);
    writeFileSync(path, change(readFileSync(path)));
    return readVectorSet(path);
  };
  const folder =
    (...without: string[]) =>
    async () => {
      const path = join(scratch, `folder-${without.join()}`);
      await writeVectorSet(path, SET);
      for (const name of without) rmSync(join(path, name));
      return readVectorSet(path);
    };
  const flip = (bytes: Buffer) => {
    bytes[bytes.indexOf('documents.npy') + 13 + 128]! ^= 1;
    return bytes;
  };
  const cases: [string, () => Promise<unknown>, RegExp][] = [
    ['nothing there', () => readVectorSet(join(scratch, 'void')), /no such file or folder/],
    [
      'a missing array',
      async () => {
        await writeNpz(join(scratch, 'x.npz'), { documents: SET.documents.matrix });
        return readVectorSet(join(scratch, 'x.npz'));
      },
      /it has no array "document_ids" \(it has: documents\)/,
    ],
    [
      'a NumPy array for an archive',
      () => readVectorSet(join(fixtures, 'little-f4-c.npy')),
      /not an intact .npz/,
    ],
    ['a truncated archive', damaged((bytes) => bytes.subarray(0, -30)), /not an intact .npz/],
    ['a flipped bit', damaged(flip), /array "documents": the archive is damaged \(its CRC-32 differs\)/],
    ['too few ids', npz({ document_ids: ['a', 'b'] }), /3 document vectors, but 2 document ids/],
    ['an id twice', npz({ document_ids: ['a', 'b', 'a'] }), /document id "a" occurs twice/],
    ['an empty id', npz({ query_ids: [''] }), /id of query vector 0 \(from 0\) is empty/],
    [
      'NaN',
      npz({ documents: matrix(3, 2, [1, 2, 3, Number.NaN, 5, 6]) }),
      /vector of document "ünï😀" holds NaN/,
    ],
    [
      'infinity',
      npz({ queries: matrix(1, 2, [1, Number.NEGATIVE_INFINITY]) }),
      /vector of query "q" holds NaN or/,
    ],
    [
      'other widths',
      npz({ queries: matrix(1, 3, [1, 2, 3]) }),
      /document vectors have 2 dimensions, query vectors 3/,
    ],
    ['no queries', npz({ query_ids: [], queries: matrix(0, 2, []) }), /there is no query vector/],
    ['a folder without vectors', folder('queries.npy'), /it has no file queries.npy/],
    ['a folder without ids', folder('documents.ids.json'), /it has no file documents.ids.txt/],
  ];
  for (const [name, work, message] of cases) await test(name, () => refuses(work, message));
  mkdirSync(join(scratch, 'empty'));
  await refuses(() => readVectorSet(join(scratch, 'empty')), /no file documents.npy/);
});
