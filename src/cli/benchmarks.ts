import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Benchmark } from '../core/benchmark.js';
import { UserError } from '../core/errors.js';
import { suggestion } from '../core/suggest.js';
import { openBenchmark } from '../store/benchmark-folder.js';
import { benchmarkIn, dirOf, type ResultsFolder } from '../store/evaluation-folder.js';
import { PACKAGE_ROOT } from '../store/package-root.js';

/** The benchmarks that ship with Assay. */
const SHIPPED = join(PACKAGE_ROOT, 'benchmarks');
export const DEFAULT_BENCHMARK = 'starter';

async function isBenchmark(dir: string): Promise<boolean> {
  return (await stat(join(dir, 'benchmark.json')).catch(() => undefined))?.isFile() ?? false;
}

export async function builtInBenchmarks(): Promise<string[]> {
  const names = await readdir(SHIPPED).catch(() => []);
  const held = await Promise.all(names.map((name) => isBenchmark(join(SHIPPED, name))));
  return names.filter((_, k) => held[k]).sort();
}

/** A benchmark by folder, or by the name of one that ships with Assay. */
export async function benchmarkOf(dirOrName: string): Promise<Benchmark> {
  return openBenchmark(await folderOf(dirOrName));
}

async function folderOf(dirOrName: string): Promise<string> {
  if (await isBenchmark(dirOrName)) return dirOrName;
  const names = await builtInBenchmarks();
  if (names.includes(dirOrName)) return join(SHIPPED, dirOrName);
  const exists = await stat(dirOrName).catch(() => undefined);
  if (exists === undefined)
    throw new UserError(
      `cannot open benchmark "${dirOrName}": it is neither a folder nor the name of a built-in benchmark`,
      suggestion(dirOrName, names),
    );
  throw new UserError(
    `cannot open benchmark "${dirOrName}": there is no benchmark.json in it`,
    'If it is in another format, bring it in first: assay import FORMAT PATH --out DIR (assay import --help lists them).',
  );
}

/** A benchmark with the folder that it lies in. */
export interface Chosen {
  benchmark: Benchmark;
  /** As it was named, or could be. */
  named: string;
  dir: string;
}

/**
 * The benchmark that results were made on: of those named or, where none is, one that lies beside the results or
 * ships under the same name.
 *
 * @throws UserError where its digest is not the one of the results
 */
export async function chooseBenchmark(
  folder: ResultsFolder,
  made: Pick<Benchmark, 'name' | 'digest'>,
  named: readonly string[],
): Promise<Chosen> {
  const beside = benchmarkIn(folder.root);
  const builtIn = (await builtInBenchmarks()).filter((name) => name === made.name);
  const candidates =
    named.length > 0 ? named : [...((await isBenchmark(beside)) ? [beside] : []), ...builtIn];
  const others: string[] = [];
  for (const name of candidates) {
    const dir = await folderOf(name);
    const benchmark = await openBenchmark(dir);
    if (benchmark.digest === made.digest) return { benchmark, named: name, dir };
    others.push(`${name} has ${benchmark.digest}`);
  }
  const where = `cannot find the benchmark of ${dirOf(folder)}`;
  const next = 'Name the benchmark that the results were made on with --benchmark DIR.';
  if (others.length === 0)
    throw new UserError(
      `${where}: it is not beside the results, and none named "${made.name}" ships with Assay`,
      next,
    );
  throw new UserError(
    `${where}: the results were made on ${made.name} with digest ${made.digest}, but ${others.join(', and ')}`,
    next,
  );
}
