import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's own folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Absolute paths below `folder` (relative to the repository) whose name ends with `ending`, sorted. */
export function glob(folder: string, ending: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
