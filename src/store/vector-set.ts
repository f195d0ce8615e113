import { existsSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UserError } from '../core/errors.js';
import { writeFolderAtomic } from './atomic.js';
import { readError, readJson, readLines } from './lines.js';
import { type Matrix, readNpyIds, readNpyMatrix, writeNpy } from './npy.js';
import { Npz, writeNpz } from './npz.js';

/** Vectors with the id of each row. */
export interface NamedVectors {
  ids: string[];
  matrix: Matrix;
}

/** Vectors that some model made of documents and queries. */
export interface VectorSet {
  documents: NamedVectors;
  queries: NamedVectors;
}

const ID_ENDINGS = ['.ids.txt', '.ids.json', '.ids.npy'];
const LAYOUT =
  'Vectors are an .npz with the arrays document_ids, documents, query_ids and queries, or a folder with ' +
  'documents.npy, documents.ids.txt (or .json), queries.npy and queries.ids.txt (or .json).';

/**
 * The files that a vector set is made of: one archive, or four files of a folder.
 *
 * @throws UserError naming what is missing
 */
export function vectorFiles(path: string): string[] {
  const info = statSync(path, { throwIfNoEntry: false });
  if (info === undefined) throw readError(path, 'there is no such file or folder', undefined, LAYOUT);
  if (!info.isDirectory()) return [path];
  return ['documents', 'queries'].flatMap((part) => {
    const matrix = join(path, `${part}.npy`);
    if (!existsSync(matrix)) throw readError(path, `it has no file ${part}.npy`, undefined, LAYOUT);
    const ids = ID_ENDINGS.map((ending) => join(path, part + ending)).find((file) => existsSync(file));
    if (ids === undefined) throw readError(path, `it has no file ${part}.ids.txt`, undefined, LAYOUT);
    return [matrix, ids];
  });
}

async function readIdFile(path: string): Promise<string[]> {
  if (path.endsWith('.npy')) return readNpyIds(path);
  if (path.endsWith('.json')) {
    const value = await readJson(path);
    if (!Array.isArray(value) || !value.every((id) => typeof id === 'string' || typeof id === 'number'))
      throw readError(path, 'an array of ids was expected');
    return value.map(String);
  }
  const ids: string[] = [];
  for await (const { text } of readLines(path)) ids.push(text);
  return ids;
}

function check({ ids, matrix }: NamedVectors, what: 'document' | 'query', path: string): void {
  if (ids.length !== matrix.rows)
    throw readError(path, `there are ${matrix.rows} ${what} vectors, but ${ids.length} ${what} ids`);
  if (ids.length === 0 || matrix.columns === 0) throw readError(path, `there is no ${what} vector`);
  const seen = new Set<string>();
  for (const [row, id] of ids.entries()) {
    if (id === '') throw readError(path, `the id of ${what} vector ${row} (from 0) is empty`);
    if (seen.has(id)) throw readError(path, `the ${what} id "${id}" occurs twice`);
    seen.add(id);
  }
  const bad = firstNotFinite(matrix);
  if (bad !== undefined)
    throw readError(
      path,
      `the vector of ${what} "${ids[bad]}" holds NaN or a number beyond float32`,
      undefined,
      'Make the vectors again: a ranking by them would mean nothing.',
    );
}

/** The first row with an entry that is not finite: x − x is 0 for finite x and NaN for the others. */
function firstNotFinite({ rows, columns, data }: Matrix): number | undefined {
  for (let row = 0; row < rows; row++) {
    let sum = 0;
    for (let k = row * columns; k < (row + 1) * columns; k++) sum += data[k]! - data[k]!;
    if (sum !== 0) return row;
  }
  return undefined;
}

/**
 * Reads vectors with their ids; every value is finite, every id occurs once, both sides have one width.
 *
 * @throws UserError
 */
export async function readVectorSet(path: string): Promise<VectorSet> {
  const files = vectorFiles(path);
  const set = files.length === 1 ? await readArchive(path) : await readFolder(files);
  check(set.documents, 'document', path);
  check(set.queries, 'query', path);
  if (set.documents.matrix.columns !== set.queries.matrix.columns) throw widthsDiffer(path, set);
  return set;
}

function widthsDiffer(path: string, { documents, queries }: VectorSet): UserError {
  return readError(
    path,
    `document vectors have ${documents.matrix.columns} dimensions, query vectors ${queries.matrix.columns}`,
    undefined,
    'Make both with one model.',
  );
}

async function readFolder(files: readonly string[]): Promise<VectorSet> {
  const [documents, documentIds, queries, queryIds] = files as [string, string, string, string];
  return {
    documents: { ids: await readIdFile(documentIds), matrix: await readNpyMatrix(documents) },
    queries: { ids: await readIdFile(queryIds), matrix: await readNpyMatrix(queries) },
  };
}

async function readArchive(path: string): Promise<VectorSet> {
  const npz = await Npz.open(path);
  try {
    return {
      documents: { ids: await npz.ids('document_ids'), matrix: await npz.matrix('documents') },
      queries: { ids: await npz.ids('query_ids'), matrix: await npz.matrix('queries') },
    };
  } finally {
    npz.close();
  }
}

/** Writes an archive when `path` ends with `.npz`, otherwise a folder. */
export async function writeVectorSet(path: string, { documents, queries }: VectorSet): Promise<void> {
  if (path.endsWith('.npz')) {
    await writeNpz(path, {
      document_ids: documents.ids,
      documents: documents.matrix,
      query_ids: queries.ids,
      queries: queries.matrix,
    });
    return;
  }
  await writeFolderAtomic(path, async (folder) => {
    await mkdir(folder, { recursive: true });
    for (const [part, { ids, matrix }] of Object.entries({ documents, queries })) {
      await writeNpy(join(folder, `${part}.npy`), matrix);
      // JSON, because an id may hold a line break.
      await writeFile(join(folder, `${part}.ids.json`), `${JSON.stringify(ids)}\n`);
    }
  });
}
