import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ANALYSES } from '../../analyses/registry.js';
import type { Benchmark } from '../../core/benchmark.js';
import { UserError } from '../../core/errors.js';
import { benchmarkIn, checkBundle, checkResults, isEqual, type Outcome } from '../../reproduce/check.js';
import { PACKAGE_ROOT } from '../../reproduce/environment.js';
import { isBundle } from '../../reproduce/manifest.js';
import { outcomeText } from '../../reproduce/outcome-text.js';
import {
  dirOf,
  type ResultsFolder,
  readStored,
  resultsFolders,
  type StoredResults,
} from '../../reproduce/results-folder.js';
import { benchmarkOf, builtInBenchmarks } from '../benchmarks.js';
import { type Command, several } from '../command.js';
import type { Io } from '../io.js';

export const ANALYSIS_NAMES = ANALYSES.map(({ name }) => name);

/** The folder of a benchmark that is named by folder, or by the name of one that ships. */
export async function benchmarkFolder(dirOrName: string): Promise<string> {
  const own = await stat(join(dirOrName, 'benchmark.json')).catch(() => undefined);
  return own === undefined ? join(PACKAGE_ROOT, 'benchmarks', dirOrName) : dirOrName;
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
  { benchmark: made }: StoredResults,
  named: readonly string[],
): Promise<Chosen> {
  const beside = benchmarkIn(folder.root);
  const isThere = (await stat(join(beside, 'benchmark.json')).catch(() => undefined)) !== undefined;
  const builtIn = (await builtInBenchmarks()).filter((name) => name === made.name);
  const candidates = named.length > 0 ? named : [...(isThere ? [beside] : []), ...builtIn];
  const others: string[] = [];
  for (const name of candidates) {
    const benchmark = await benchmarkOf(name);
    if (benchmark.digest === made.digest) return { benchmark, named: name, dir: await benchmarkFolder(name) };
    others.push(`${name} has ${benchmark.digest}`);
  }
  const where = `cannot reproduce ${dirOf(folder)}`;
  const next = 'Name the benchmark that the results were made on with --benchmark DIR.';
  if (others.length === 0)
    throw new UserError(`${where}: no benchmark named "${made.name}" ships with Assay`, next);
  throw new UserError(
    `${where}: the results were made on ${made.name} with digest ${made.digest}, but ${others.join(', and ')}`,
    next,
  );
}

async function checkEvaluation(run: string, benchmarks: readonly string[], io: Io): Promise<Outcome> {
  const reports: Outcome['reports'] = [];
  for (const folder of await resultsFolders(run)) {
    io.progress(`reading ${folder.name}`);
    const stored = await readStored(folder, ANALYSIS_NAMES);
    const { benchmark, named } = await chooseBenchmark(folder, stored, benchmarks);
    const options = { named, progress: io.progress.bind(io) };
    reports.push(...(await checkResults(folder, stored, benchmark, options)));
  }
  return { reports };
}

export const reproduceCommand: Command = {
  name: 'reproduce',
  summary: 'recompute every value of stored results from the stored runs, offline, and tell each difference',
  declare(parser) {
    parser
      .argument(
        '<run>',
        'the folder given to evaluate or compare as --out, one below its results/, or a bundle',
      )
      .option(
        '--benchmark <dir|name>',
        'what the results were made on (default: the built-in one of that name; a bundle has its own); repeatable',
        several,
      )
      .addHelpText('after', '\nExit code 1 when anything differs.');
  },
  async run([run], options, io) {
    const named = (options.benchmark as string[] | undefined) ?? [];
    const bundle = await isBundle(run!);
    if (bundle && named.length > 0)
      throw new UserError(
        `cannot use --benchmark with ${run}: a bundle is checked against its own`,
        'Leave the option out.',
      );
    const outcome = bundle
      ? await checkBundle(run!, ANALYSIS_NAMES, io.progress.bind(io))
      : await checkEvaluation(run!, named, io);
    const equal = isEqual(outcome);
    if (options.json) await io.result(`${JSON.stringify({ run, equal, ...outcome }, null, 2)}\n`);
    else await io.result(outcomeText(outcome));
    return equal ? 0 : 1;
  },
};
