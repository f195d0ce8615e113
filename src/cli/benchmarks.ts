import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Benchmark } from '../core/benchmark.js';
import { UserError } from '../core/errors.js';
import { suggestion } from '../core/suggest.js';
import { openBenchmark } from '../store/benchmark-folder.js';

/** The benchmarks that ship with Assay: folders of `benchmarks/` at the package's root. */
const SHIPPED = fileURLToPath(new URL('../../../benchmarks', import.meta.url));
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
  if (await isBenchmark(dirOrName)) return openBenchmark(dirOrName);
  const names = await builtInBenchmarks();
  if (names.includes(dirOrName)) return openBenchmark(join(SHIPPED, dirOrName));
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
