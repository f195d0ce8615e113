import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Retriever } from '../core/stage.js';
import { DocNumbers } from '../formats/doc-numbers.js';
import { loadTrecRun } from '../formats/trec-run.js';
import { readError } from '../store/lines.js';
import { digestsOf, fingerprintOf } from './inputs.js';
import { type Listing, type Replay, replayRetriever } from './replay.js';

export interface RunOptions {
  /** A TREC run, or a folder of them that together are one system's run, such as one for each task. */
  path: string;
  /** What the system is called; the name of the file or folder otherwise. */
  label?: string;
  /** Told, for each corpus, how many lines name documents that it does not have. */
  warn?(message: string): void;
}

const RUN_FILE = /\.(run|trec)(\.gz)?$/;

/** The run files of a folder, in order. */
export async function runFilesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names
    .filter((name) => RUN_FILE.test(name))
    .sort()
    .map((name) => join(folder, name));
}

/**
 * Replays a TREC run: see `replay`. Where a folder has several files and two list one query, the file is taken
 * that knows the corpus; two that know it are refused.
 *
 * @throws UserError when a file cannot be read; `index` throws on lines that cannot be used
 */
export async function runRetriever({
  path,
  label = basename(resolve(path)),
  warn,
}: RunOptions): Promise<Retriever> {
  const folder = (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
  const files = folder ? await runFilesIn(path) : [path];
  if (files.length === 0)
    throw readError(path, 'the folder has no file that ends in .run, .run.gz, .trec or .trec.gz');
  const inputs = await digestsOf(files);
  const id = `run:${label}:${fingerprintOf(inputs)}`;
  return replayRetriever({ id, inputs, path, load: () => load(files), warn });
}

async function load(files: readonly string[]): Promise<Replay> {
  const numbers = new DocNumbers();
  const listings: Listing[] = [];
  for (const path of files) listings.push({ path, queries: await loadTrecRun(path, numbers) });
  return { ids: numbers.ids, listings };
}
