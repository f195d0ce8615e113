import { sha256 } from './digest.js';

const LONGEST = 120;

/**
 * A file name for an id of outside data: reversible for most, never a path, never hidden, never too long for a
 * file system.
 */
export function fileNameOf(id: string): string {
  // A lone surrogate cannot be encoded: the digest tells such ids apart.
  const plain = id.isWellFormed() ? encodeURIComponent(id) : '';
  const name = plain.replace(/^\./, '%2E').replaceAll('*', '%2A');
  return name === '' || name.length > LONGEST
    ? `${name.slice(0, LONGEST - 17)}-${sha256(id).slice(0, 16)}`
    : name;
}
