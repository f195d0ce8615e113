import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { compareUtf8 } from '../core/order.js';

// How the folder lies that evaluate and compare are given with --out, and a bundle likewise:
// results/BENCHMARK-DIGEST/ and, under the same name, runs/BENCHMARK-DIGEST/PIPELINE-ID/.

/** What an evaluation, and what a comparison leaves in its folder below `results/`. */
export const RESULTS = 'results.json';
export const COMPARISON = 'comparison.json';

/** What `results.json` says of itself. */
export const RESULTS_FORMAT = 'assay-results';
export const RESULTS_VERSION = 1;

/** One folder below `results/` of an evaluation; the runs it comes from lie below `runs/` under the same name. */
export interface ResultsFolder {
  /** The evaluation: what `--out` named, or a bundle. */
  root: string;
  name: string;
}

export function dirOf({ root, name }: ResultsFolder): string {
  return join(root, 'results', name);
}

/** Holds a run for each pipeline, in a folder named by its id. */
export function runsOf({ root, name }: ResultsFolder): string {
  return join(root, 'runs', name);
}

/** Where a bundle keeps its benchmark. */
export function benchmarkIn(root: string): string {
  return join(root, 'benchmark');
}

export function resultsFolderOf(dir: string): ResultsFolder {
  const whole = resolve(dir);
  return { root: dirname(dirname(whole)), name: basename(whole) };
}

/**
 * The folders of results that a path stands for: itself where it holds one of the files, or else those below its
 * `results/` that do, in the order of their names; none where there are none.
 */
export async function resultsDirs(path: string, files: readonly string[] = [RESULTS]): Promise<string[]> {
  if (await holdsAny(path, files)) return [path];
  const names = await readdir(join(path, 'results')).catch((): string[] => []);
  const dirs = names.sort(compareUtf8).map((name) => join(path, 'results', name));
  const held = await Promise.all(dirs.map((dir) => holdsAny(dir, files)));
  return dirs.filter((_, k) => held[k]);
}

async function holdsAny(dir: string, files: readonly string[]): Promise<boolean> {
  for (const file of files) if ((await stat(join(dir, file)).catch(() => undefined))?.isFile()) return true;
  return false;
}
