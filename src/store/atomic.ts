import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** Work that was begun and not yet put in place, to be removed if the process is told to stop. */
const unfinished = new Set<string>();

/** Removes what an interrupted write would leave behind. Synchronous: it runs in signal handlers. */
export function removeUnfinished(): void {
  for (const path of unfinished) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
}

function temporaryName(path: string): string {
  return `${path}.partial-${process.pid}-${randomBytes(4).toString('hex')}`;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Removes from a folder what processes that were killed have left unfinished.
 *
 * @param of only what was to become this file or folder of it; absent: anything, also in the folders below
 */
export async function removeAbandoned(folder: string, of?: string): Promise<void> {
  const entries = await readdir(folder, { recursive: of === undefined, withFileTypes: true }).catch(() => []);
  for (const { name, parentPath } of entries) {
    const [, target, pid] = /^(.*)\.partial-(\d+)-[0-9a-f]{8}$/s.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid)) || (of !== undefined && of !== target)) continue;
    await rm(join(parentPath, name), { recursive: true, force: true });
  }
}

/** A full disk is told by a system call that knows no names: the message should have one. */
function naming(path: string, error: unknown): unknown {
  const unnamed = error instanceof Error && 'code' in error && !('path' in error);
  return unnamed ? Object.assign(error, { path }) : error;
}

/** Lets `make` write under another name; what it wrote takes the place of `path` when it has ended well. */
export async function viaTemporary(place: string, make: (temporary: string) => Promise<void>): Promise<void> {
  const path = resolve(place);
  await mkdir(dirname(path), { recursive: true });
  await removeAbandoned(dirname(path), basename(path));
  const temporary = temporaryName(path);
  unfinished.add(temporary);
  try {
    await make(temporary);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw naming(path, error);
  } finally {
    unfinished.delete(temporary);
  }
}

/**
 * Writes a file so that `path` holds the old content or the new, never a part.
 *
 * @param durable flushed to the disk before it takes its place; a file that is checked by a digest needs no flush
 */
export async function writeFileAtomic(
  path: string,
  content: string | Uint8Array,
  durable = true,
): Promise<void> {
  await viaTemporary(path, async (temporary) => {
    const file = await open(temporary, 'w');
    try {
      await file.writeFile(content);
      if (durable) await file.sync();
    } finally {
      await file.close();
    }
  });
}

/**
 * Makes a folder that appears under its name only when `fill` has ended well. `path` must not exist, or be an
 * empty folder.
 */
export async function writeFolderAtomic(
  path: string,
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  await viaTemporary(path, async (temporary) => {
    await mkdir(temporary);
    await fill(temporary);
  });
}
