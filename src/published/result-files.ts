import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../core/errors.js';
import { compareUtf8 } from '../core/order.js';
import { RESULTS, resultsDirs } from '../store/evaluation-folder.js';
import { readError } from '../store/lines.js';
import { MODEL_META } from './mteb-tree.js';

/**
 * The JSON files that a path stands for: the file itself; of an evaluation folder of Assay its results; of any
 * other folder every JSON file below it, in order of their names, without the model_meta.json of MTEB.
 *
 * @returns named: whether the path is the file itself
 * @throws UserError when there is nothing to read
 */
export async function resultFiles(path: string): Promise<{ files: string[]; named: boolean }> {
  const info = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw readError(
      path,
      error.code === 'ENOENT' ? 'there is no such file or folder' : messageOf(error),
      undefined,
      'Name a result file, a folder of them, or the folder that assay evaluate --out has written.',
    );
  });
  if (!info.isDirectory()) return { files: [path], named: true };
  const own = (await resultsDirs(path)).map((dir) => join(dir, RESULTS));
  if (own.length === 0 && (await isFolder(join(path, 'runs'))))
    throw readError(
      path,
      'the evaluation in it holds no results',
      undefined,
      'Finish it, with the command that began it.',
    );
  const files = own.length > 0 ? own : await jsonBelow(path);
  if (files.length === 0)
    throw readError(
      path,
      'there is no JSON file in it or below it',
      undefined,
      'Name a folder of MTEB results, or the folder that assay evaluate --out has written.',
    );
  return { files, named: false };
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}

/** A link to a file is followed, as the hub's cache is made of them; a link to a folder is not: it may lead in a circle. */
async function jsonBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => compareUtf8(a.name, b.name));
  const files: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) files.push(...(await jsonBelow(path)));
    else if (isResultName(entry.name) && (await isReadable(entry, path))) files.push(path);
  }
  return files;
}

function isResultName(name: string): boolean {
  return name.endsWith('.json') && name !== MODEL_META;
}

async function isReadable(entry: Dirent, path: string): Promise<boolean> {
  return entry.isFile() || (entry.isSymbolicLink() && (await isFile(path)));
}
