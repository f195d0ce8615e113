import { readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { canonicalJson, type Json } from '../core/json.js';
import { writeFileAtomic } from './atomic.js';
import { sha256 } from './digest.js';

/** Results that are kept under a digest of everything that decides them, so that nothing ever goes stale. */
export interface Cache {
  /** @param kind what is kept, with a version that is raised when its computation changes: `medoid-1` */
  get(kind: string, key: Json): Promise<Uint8Array | undefined>;
  put(kind: string, key: Json, content: Uint8Array): Promise<void>;
}

/** Where the cache lies unless the user says otherwise. It may be deleted at any time. */
export const DEFAULT_CACHE = join(homedir(), '.cache', 'assay');

const DIGEST_BYTES = 64;

/**
 * A cache in a folder: one file for each entry, its own SHA-256 in front. Writers may race: an entry appears
 * whole, and both write the same. A damaged entry is removed and made again; a folder that cannot be written
 * to costs time, never a result.
 */
export function folderCache(dir: string): Cache {
  const pathOf = (kind: string, key: Json) => {
    const digest = sha256(canonicalJson(key));
    return join(dir, kind, digest.slice(0, 2), digest);
  };
  return {
    async get(kind, key) {
      const path = pathOf(kind, key);
      const bytes = await readFile(path).catch(() => undefined);
      if (bytes === undefined) return undefined;
      const content = bytes.subarray(DIGEST_BYTES);
      if (bytes.subarray(0, DIGEST_BYTES).toString('latin1') === sha256(content)) return content;
      await rm(path, { force: true });
      return undefined;
    },
    async put(kind, key, content) {
      const bytes = Buffer.concat([Buffer.from(sha256(content), 'latin1'), content]);
      await writeFileAtomic(pathOf(kind, key), bytes).catch(() => {});
    },
  };
}
