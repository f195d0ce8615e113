import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sha } from '../core/benchmark.js';
import { isObject } from '../core/json.js';
import { compareUtf8 } from '../core/order.js';
import { sha256 } from '../store/digest.js';
import { Fields } from '../store/fields.js';
import { readError } from '../store/lines.js';
import { type Fingerprint, fingerprintOf } from './pieces.js';

export const MANIFEST = 'manifest.json';
const FORMAT = 'assay-bundle';
const VERSION = 1;

/** One file of a bundle; `path` is below the bundle, with `/`. */
export interface Entry extends Fingerprint {
  path: string;
}

export interface FoundFile {
  path: string;
  bytes: number;
  /** A link, a pipe or the like is not. */
  plain: boolean;
}

/** Every file below the folder but its manifest, in the order of their paths. */
export async function filesIn(root: string): Promise<FoundFile[]> {
  const files: FoundFile[] = [];
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) await walk(path);
      else if (path !== MANIFEST)
        files.push({ path, bytes: (await lstat(join(root, path))).size, plain: entry.isFile() });
    }
  };
  await walk('');
  return files.sort((a, b) => compareUtf8(a.path, b.path));
}

/** What the manifest says of a file. */
export async function entryOf(root: string, { path, bytes }: FoundFile): Promise<Entry> {
  return { path, ...(await fingerprintOf(join(root, path), bytes)) };
}

/** The digest over everything else in the manifest. */
function ownDigest(files: readonly unknown[]): Sha {
  return sha256(JSON.stringify([FORMAT, VERSION, files]));
}

/** The manifest as it is written: a file on each line. */
export function manifestText(files: readonly Entry[]): string {
  const rows = files.map((entry) => `    ${JSON.stringify(entry)}`);
  return [
    '{',
    `  "format": ${JSON.stringify(FORMAT)},`,
    `  "formatVersion": ${VERSION},`,
    '  "files": [',
    rows.join(',\n'),
    '  ],',
    `  "sha256": "${ownDigest(files)}"`,
    '}',
    '',
  ].join('\n');
}

/** Whether the folder is a bundle, be its manifest damaged or gone. */
export async function isBundle(root: string): Promise<boolean> {
  const text = await readFile(join(root, MANIFEST), 'utf8').catch(() => '');
  if (text.includes(`"${FORMAT}"`)) return true;
  return (await lstat(join(root, ENVIRONMENT)).catch(() => undefined)) !== undefined;
}

/** Beside the manifest, what only a bundle has. */
export const ENVIRONMENT = 'environment.json';

/** A stored manifest: its text, and its entries where every byte of it is as it was written. */
export interface StoredManifest {
  text: string;
  files: Entry[] | undefined;
}

/** @throws UserError when it is one of a later version */
export async function readManifest(root: string): Promise<StoredManifest | undefined> {
  const path = join(root, MANIFEST);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { text, files: undefined };
  }
  if (!isObject(json) || !Array.isArray(json.files)) return { text, files: undefined };
  const files = json.files as unknown[];
  const { formatVersion } = json;
  const later = typeof formatVersion === 'number' && formatVersion > VERSION;
  if (later && json.sha256 === sha256(JSON.stringify([FORMAT, formatVersion, files])))
    throw readError(
      path,
      `it has format version ${formatVersion}, this Assay reads ${VERSION}`,
      undefined,
      'Check it with a newer Assay.',
    );
  const intact = text === manifestText(files as Entry[]);
  return { text, files: intact ? files.map((entry) => checked(entry, path)) : undefined };
}

function checked(entry: unknown, path: string): Entry {
  if (!isObject(entry)) throw readError(path, 'every file must be an object');
  const fields = new Fields(entry, { path });
  const pieces = fields.object('pieces');
  const unit = pieces.record.unit === 'line' ? 'line' : pieces.number('unit');
  if (unit !== 'line' && !(Number.isInteger(unit) && unit > 0))
    throw fields.fail('"unit" must be "line" or a number of bytes');
  return {
    path: fields.id('path'),
    bytes: fields.number('bytes'),
    sha256: fields.id('sha256'),
    pieces: { unit, crc32: pieces.string('crc32') },
  };
}
