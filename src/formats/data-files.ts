import { readdir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { readError } from '../store/lines.js';

export interface Wanted {
  ending: RegExp;
  /** The ending in words, for messages. */
  named: string;
  /** Whether files in folders of the folder count too. */
  below: boolean;
}

export const JSON_LINES: Wanted = { ending: /\.jsonl(\.gz)?$/, named: '.jsonl or .jsonl.gz', below: true };

/** A file that was found, and its path from the folder without its ending: `train/cwe-089`. */
export interface DataFile {
  path: string;
  name: string;
}

/**
 * The data files that PATH stands for, itself or those of the folder, by name, and the folder.
 *
 * @throws UserError when there is no such path, or no such file in it
 */
export async function dataFilesAt(
  path: string,
  { ending, named, below }: Wanted,
): Promise<{ folder: string; files: DataFile[] }> {
  const info = await stat(path).catch(() => undefined);
  if (info === undefined) throw readError(path, 'there is no such file or folder');
  const folder = info.isDirectory() ? path : dirname(path);
  const dataFile = (file: string): DataFile => ({
    path: file,
    name: relative(folder, file).replaceAll('\\', '/').replace(ending, ''),
  });
  if (!info.isDirectory()) return { folder, files: [dataFile(path)] };
  const entries = await readdir(path, { recursive: below, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => dataFile(join(entry.parentPath, entry.name)))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  if (files.length === 0) throw readError(path, `the folder holds no ${named} file`);
  return { folder, files };
}
