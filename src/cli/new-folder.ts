import { readdir, stat } from 'node:fs/promises';
import { UserError } from '../core/errors.js';

/** @throws UserError when DIR exists and is not empty: what is written never mixes with what is there */
export async function assertNew(out: unknown): Promise<string> {
  if (typeof out !== 'string' || out === '')
    throw new UserError(
      'cannot write anywhere: --out DIR is missing',
      'Name a folder that does not exist yet.',
    );
  const info = await stat(out).catch(() => undefined);
  if (info === undefined) return out;
  if (!info.isDirectory())
    throw new UserError(`cannot write to ${out}: it is a file`, 'Name a folder that does not exist yet.');
  if ((await readdir(out)).length > 0)
    throw new UserError(
      `cannot write to ${out}: the folder is not empty`,
      'Name a folder that does not exist yet.',
    );
  return out;
}
