import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Work that was begun and not yet put in place, to be removed if the process is told to stop. */
const unfinished = new Set<string>();

/** Removes what an interrupted write would leave behind. Synchronous: it runs in signal handlers. */
export function removeUnfinished(): void {
  for (const path of unfinished) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
}

function temporaryName(path: string): string {
  return `${path}.partial-${process.pid}-${randomBytes(4).toString('hex')}`;
}

/** Lets `make` write under another name; what it wrote takes the place of `path` when it has ended well. */
export async function viaTemporary(path: string, make: (temporary: string) => Promise<void>): Promise<void> {
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

/** Writes a file so that `path` holds the old content or the new, never a part, also after a power cut. */
export async function writeFileAtomic(path: string, content: string | Uint8Array): Promise<void> {
  await viaTemporary(path, async (temporary) => {
    const file = await open(temporary, 'w');
    try {
      await file.writeFile(content);
      await file.sync();
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
