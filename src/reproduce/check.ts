import { resolve, sep } from 'node:path';
import type { Benchmark } from '../core/benchmark.js';
import { messageOf } from '../core/errors.js';
import type { Progress } from '../core/progress.js';
import { counted } from '../core/words.js';
import { chooseTasks } from '../evaluate/table.js';
import { openBenchmark } from '../store/benchmark-folder.js';
import { benchmarkIn, type ResultsFolder } from '../store/evaluation-folder.js';
import { checkDerived, type Derived } from './derived.js';
import { type Difference, differ, emptyReport, type FileReport } from './differences.js';
import { execretrievalFiles, type LayoutOptions } from './execretrieval.js';
import { MANIFEST } from './manifest.js';
import { type RecomputeOptions, recomputed, soughtIn, soughtInOrder } from './recompute.js';
import { depthOf, readReadable, resultsFolders, type StoredResults, storedSystems } from './stored.js';
import { verifyFiles } from './verify.js';

/** What came of checking results. */
export interface Outcome {
  /** Bundles: files that are as the manifest says. */
  intact?: number;
  /** Bundles: how many files the manifest names. */
  named?: number;
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
  if (verified.strange) reports.push(unopened());
  else await new BundleCheck(root, reports.length > 0, progress, reports).run(analyses);
  const { intact, named } = verified;
  return { ...(intact === undefined ? {} : { intact, named: named! }), reports };
}

/** A bundle comes from strangers: what is no file of its own is not opened, and so nothing can be recomputed. */
function unopened(): FileReport {
  const report = emptyReport('recomputation', 'recomputation');
  differ(report, { where: '', note: 'it was left out: the bundle holds what is no plain file' });
  return report;
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

/** A line for each difference that is told, and for each file that has none what was equal; then the sum. */
export function outcomeText(outcome: Outcome): string {
  const { intact, named, reports } = outcome;
  const files =
    intact === undefined ? [] : [`manifest.json: ${intact} of ${counted(named!, 'file')} as it says`];
  return [...files, ...reports.flatMap(reportLines), verdict(outcome), ''].join('\n');
}

function reportLines({ file, by, equal, within, differing, differences }: FileReport): string[] {
  const near = within === 0 ? '' : `, ${within} of them within 1e-9`;
  const noun = file.endsWith('.md') ? 'line' : 'value';
  if (differing === 0) return [`${file}: ${counted(equal, noun)} equal${near}`];
  // A damaged manifest is held against the files, anything else against the manifest.
  const right = by === 'recomputation' || file === MANIFEST ? 'recomputed' : 'was';
  const lines = differences.map((one) => `${file}: ${differenceText(one, right)}`);
  const rest = differing - differences.length;
  return rest === 0 ? lines : [...lines, `${file}: and ${counted(rest, 'difference')} more`];
}

function differenceText({ where, stored, expected, note }: Difference, right: string): string {
  const place = where === '' ? '' : `${where.replace(/: $/, '')}: `;
  if (stored === undefined) return place + note;
  const values = expected === undefined ? `stored ${stored}` : `stored ${stored}, ${right} ${expected}`;
  return `${place}${values}${note === undefined ? '' : `, ${note}`}`;
}

function verdict(outcome: Outcome): string {
  const { reports } = outcome;
  const equal = reports.reduce((sum, report) => sum + report.equal, 0);
  const recomputed = reports.filter(({ by }) => by === 'recomputation').length;
  const what = `${counted(equal, 'value')} in ${counted(recomputed, 'file')}`;
  if (isEqual(outcome)) return `reproduced: ${what}, all equal`;
  const bad = new Set(reports.filter(({ differing }) => differing > 0).map(({ file }) => file));
  return `not reproduced: ${counted(bad.size, 'file')} with differences (${[...bad].join(', ')})`;
}
