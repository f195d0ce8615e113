import type { Benchmark, Sha } from '../core/benchmark.js';
import type { ResultTable } from '../core/result-table.js';
import { artefactFigures, familyReader } from './artefacts.js';
import { corpusFigures, twinFigures } from './documents.js';
import type { Figure } from './figure.js';
import { judgmentFigures } from './judgments.js';
import { codelessQueries, leakFigures } from './leaks.js';
import { elsewhereFigures, inOtherFigures, TraceCollector, type Traces } from './overlap.js';
import { renamedFigures } from './renamed.js';
import { type AuditOptions, readSubject, readTask, type Subject } from './subject.js';
import { auditTables } from './tables.js';
import { Texts } from './texts.js';

export type { AuditOptions } from './subject.js';

/** The figures of one benchmark. */
export interface AuditedBenchmark {
  name: string;
  version: string;
  digest: Sha;
  /** For each place of each kind; kinds that do not apply have a value of null, or no figure. */
  figures: Figure[];
  /** Code documents whose syntax was not read, by why; they count in no figure that needs names or renaming. */
  unread: Record<string, number>;
}

export interface AuditReport {
  seed: number;
  /** The one that was asked about and, where there is one, the other. */
  benchmarks: AuditedBenchmark[];
  tables: ResultTable[];
}

/**
 * How far a benchmark can be trusted, as numbers: the structural flaws that CoREB (appendix B.12) lists of its
 * predecessors, each set against chance where that is not zero. With two benchmarks, also what they share.
 *
 * Memory: metadata, and for every distinct text its distinct tokens and shingles (4 bytes each); the queries of
 * one task at a time; for BM25 on changed code, the texts of the corpora.
 *
 * @throws UserError when no task matches `options.task`
 */
export async function audit(
  benchmark: Benchmark,
  other: Benchmark | undefined,
  options: AuditOptions,
): Promise<AuditReport> {
  const texts = new Texts();
  const subjects: Subject[] = [];
  for (const one of other === undefined ? [benchmark] : [benchmark, other])
    subjects.push(await readSubject(one, texts, options));
  if (options.near)
    await texts.compare((done, total) => options.progress('looking for near duplicates', done, total));
  const figures: Figure[][] = [];
  const traces: Traces[] = [];
  for (const subject of subjects) {
    const collector = new TraceCollector();
    figures.push(await figuresOf(subject, collector));
    traces.push(collector.traces());
  }
  for (const [own, subject] of subjects.entries()) {
    figures[own]!.push(...elsewhereFigures(subject, traces[own]!));
    const rest = 1 - own;
    if (subjects[rest] !== undefined)
      figures[own]!.push(...inOtherFigures(subject, traces[own]!, subjects[rest], traces[rest]!));
    if (options.renamed) figures[own]!.push(...(await renamedFigures(subject)));
  }
  const benchmarks = subjects.map((subject, own) => {
    const { name, version, digest } = subject.benchmark;
    return { name, version, digest, figures: figures[own]!, unread: unreadOf(subject) };
  });
  return { seed: options.seed, benchmarks, tables: auditTables(benchmarks) };
}

async function figuresOf(subject: Subject, collector: TraceCollector): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const corpus of subject.corpora) figures.push(...(await corpusFigures(subject, corpus)));
  const familiesOf = familyReader(subject);
  for (const task of subject.tasks) {
    subject.options.progress(`${subject.benchmark.name} · task ${task.id}`);
    const read = await readTask(subject, task);
    collector.add(read);
    figures.push(
      ...(await judgmentFigures(read)),
      await codelessQueries(read),
      ...(await leakFigures(read)),
      ...twinFigures(read),
      ...artefactFigures(read, await familiesOf(read.corpus.corpus)),
    );
  }
  return figures;
}

function unreadOf({ corpora }: Subject): Record<string, number> {
  const all = new Map<string, number>();
  for (const { unread } of corpora)
    for (const [why, count] of unread) all.set(why, (all.get(why) ?? 0) + count);
  return Object.fromEntries([...all].sort(([a], [b]) => (a < b ? -1 : 1)));
}
