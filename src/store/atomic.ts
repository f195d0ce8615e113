import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

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

/** Removes from a folder, and from those below it, what processes that were killed have left unfinished. */
export async function removeAbandoned(folder: string, recursive = false): Promise<void> {
  const entries = await readdir(folder, { recursive, withFileTypes: true }).catch(() => []);
  for (const { name, parentPath } of entries) {
    const pid = Number(/\.partial-(\d+)-[0-9a-f]{8}$/.exec(name)?.[1] ?? 0);
    if (pid > 0 && !isAlive(pid)) await rm(join(parentPath, name), { recursive: true, force: true });
  }
}

/** Lets `make` write under another name; what it wrote takes the place of `path` when it has ended well. */
export async function viaTemporary(place: string, make: (temporary: string) => Promise<void>): Promise<void> {
  const path = resolve(place);
  await mkdir(dirname(path), { recursive: true });
  const temporary = temporaryName(path);
  unfinished.add(temporary);
  try {
    await make(temporary);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error;
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
  await removeAbandoned(dirname(resolve(path)));
  await viaTemporary(path, async (temporary) => {
    await mkdir(temporary);
    await fill(temporary);
  });
}
