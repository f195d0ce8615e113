import { join, resolve, sep } from 'node:path';
import type { Benchmark } from '../core/benchmark.js';
import { messageOf } from '../core/errors.js';
import { chooseTasks } from '../evaluate/table.js';
import { openBenchmark } from '../store/benchmark-folder.js';
import { checkDerived, type Derived } from './derived.js';
import { execretrievalFiles, type LayoutOptions } from './execretrieval.js';
import { differ, emptyReport, type FileReport } from './file-report.js';
import { type RecomputeOptions, recomputed, soughtIn, soughtInOrder } from './recompute.js';
import { type ResultsFolder, readReadable, resultsFolders, type StoredResults } from './results-folder.js';
import { depthOf, storedSystems } from './stored-runs.js';
import { verifyFiles } from './verify.js';

type Progress = RecomputeOptions['progress'];

/** What came of checking results. */
export interface Outcome {
  /** Bundles: files that are as the manifest says. */
  intact?: number;
  reports: FileReport[];
}

export function isEqual({ reports }: Outcome): boolean {
  return reports.every(({ differing }) => differing === 0);
}

/**
 * Recomputes every file of a results folder from the stored runs and compares.
 *
 * @throws UserError where it cannot be done: a run is missing, unfinished, damaged or of another benchmark
 */
export async function checkResults(
  folder: ResultsFolder,
  stored: StoredResults,
  benchmark: Benchmark,
  options: Omit<RecomputeOptions, 'lenient'>,
): Promise<FileReport[]> {
  const reports: FileReport[] = [];
  for await (const derived of recomputed(folder, stored, benchmark, { ...options, lenient: false }))
    reports.push(await checkDerived(folder.root, derived));
  return reports;
}

/** Where a bundle keeps its benchmark. */
export function benchmarkIn(root: string): string {
  return join(root, 'benchmark');
}

/** What the files in ExecRetrieval's layout are made from: the results, or the comparison where there are none. */
export async function layoutFiles(
  folder: ResultsFolder,
  { results, comparison }: StoredResults,
  benchmark: Benchmark,
  { lenient, named, ...options }: RecomputeOptions & Pick<LayoutOptions, 'facts'>,
): Promise<AsyncIterable<Derived>> {
  const { settings } = results ?? comparison!;
  const systems = await storedSystems({
    ...{ folder, benchmark, named, settings, lenient },
    systems: results === undefined ? soughtInOrder(comparison!) : soughtIn(results.content),
  });
  return execretrievalFiles(benchmark, chooseTasks(benchmark, settings.task), systems, {
    ...options,
    depth: depthOf(systems),
    resampling: settings.resampling,
  });
}

/**
 * Holds every file of a bundle against its manifest, then recomputes all that follows from its benchmark and runs
 * and compares. Where files are damaged, what can still be recomputed is, and what cannot is a difference itself.
 *
 * @param analyses names of the analyses that evaluations run
 * @throws UserError where an intact bundle cannot be recomputed, as one of a later version
 */
export async function checkBundle(
  bundle: string,
  analyses: readonly string[],
  progress: Progress,
): Promise<Outcome> {
  const root = resolve(bundle);
  const verified = await verifyFiles(root, (done, total) => progress('verifying files', done, total));
  const reports = [...verified.reports];
  await new BundleCheck(root, reports.length > 0, progress, reports).run(analyses);
  return { ...verified, reports };
}

class BundleCheck {
  constructor(
    private readonly root: string,
    /** Whether any file is not as it was written, so that failing is no surprise. */
    private readonly damaged: boolean,
    private readonly progress: Progress,
    private readonly reports: FileReport[],
  ) {}

  async run(analyses: readonly string[]): Promise<void> {
    const { root, damaged, progress } = this;
    const options = { lenient: damaged, named: benchmarkIn(root), progress };
    const benchmark = await this.attempt('benchmark', () =>
      openBenchmark(benchmarkIn(root), { verify: !damaged }),
    );
    const folders = await this.attempt('results', () => resultsFolders(root));
    for (const folder of folders ?? []) {
      const stored = await readReadable(folder, analyses, (file, read) =>
        this.attempt(`results/${folder.name}/${file}`, read),
      );
      if (stored === undefined || benchmark === undefined) continue;
      await this.attempt(`results/${folder.name}`, () =>
        this.compare(recomputed(folder, stored, benchmark, options)),
      );
      await this.attempt('execretrieval', async () =>
        this.compare(await layoutFiles(folder, stored, benchmark, options)),
      );
    }
  }

  private async compare(files: AsyncIterable<Derived>): Promise<void> {
    for await (const derived of files) {
      const report = await this.attempt(derived.file, () => checkDerived(this.root, derived));
      if (report !== undefined) this.reports.push(report);
    }
  }

  /** In a damaged bundle anything may fail, and does so as a difference. */
  private async attempt<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!this.damaged) throw error;
      const report = emptyReport(what, 'recomputation');
      const message = messageOf(error).replaceAll(`${this.root}${sep}`, '').replace(/\s+/g, ' ');
      differ(report, { where: '', note: `it cannot be checked: ${message}` });
      this.reports.push(report);
      return undefined;
    }
  }
}
