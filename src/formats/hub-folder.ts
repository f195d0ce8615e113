import { readdir, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { messageOf, UserError } from '../core/errors.js';
import { readError } from '../store/lines.js';

/** A data file of a folder as data-set hubs lay it out, with the words that its path is made of. */
export interface HubFile {
  path: string;
  /** Relative to the folder, for messages. */
  name: string;
  parquet: boolean;
  /** Every folder name and the file name, cut at "-", "." and nothing else, lower case. */
  words: ReadonlySet<string>;
}

const DATA_FILE = /\.(jsonl|jsonl\.gz|parquet)$/;
const SHARD = /-(\d{5})-of-(\d{5})/;

/** All data files below a folder, by name. @throws UserError when the folder cannot be read */
export async function hubFiles(folder: string): Promise<HubFile[]> {
  const info = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    throw readError(folder, error.code === 'ENOENT' ? 'there is no such folder' : messageOf(error));
  });
  if (!info.isDirectory()) throw readError(folder, 'it is a file, the folder of the data set was expected');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && DATA_FILE.test(entry.name))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const name = relative(folder, path);
      const words = new Set(name.toLowerCase().split(/[/\\.-]/));
      return { path, name, parquet: entry.name.endsWith('.parquet'), words };
    })
    .filter(({ name }) => !name.split(/[/\\]/).some((part) => part.startsWith('.')))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function assertAllShards(files: readonly HubFile[]): void {
  const bySet = new Map<string, { total: number; found: number }>();
  for (const { path } of files) {
    const shard = SHARD.exec(basename(path));
    if (shard === null) continue;
    const key = path.replace(SHARD, '');
    const set = bySet.get(key) ?? { total: Number(shard[2]), found: 0 };
    set.found++;
    bySet.set(key, set);
  }
  for (const [key, { total, found }] of bySet)
    if (found !== total)
      throw new UserError(
        `cannot read ${key}: it comes in ${total} parts, of which ${found} are there`,
        'Fetch the missing parts.',
      );
}

/**
 * The files of one part of a data set, in order. Where there are both JSONL and parquet files of the same
 * content, the JSONL files are taken.
 */
export function partOf(
  files: readonly HubFile[],
  names: readonly string[],
  warn: (message: string) => void,
): string[] {
  const found = files.filter(({ words }) => names.some((name) => words.has(name)));
  const lines = found.filter(({ parquet }) => !parquet);
  if (lines.length > 0 && lines.length < found.length)
    warn(`${names[0]}: both JSONL and parquet files are there, the JSONL files are read (${lines[0]!.name})`);
  const chosen = lines.length > 0 ? lines : found;
  assertAllShards(chosen);
  return chosen.map(({ path }) => path);
}
