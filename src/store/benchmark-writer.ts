import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { JudgedQuery, Query, TaskHeader } from '../core/benchmark.js';
import { UserError } from '../core/errors.js';
import type { BenchmarkSource, TaskSource } from '../core/source.js';
import { version } from '../core/version.js';
import { writeFolderAtomic } from './atomic.js';
import { queryRow } from './benchmark-rows.js';
import { sha256 } from './digest.js';
import { LineWriter } from './line-writer.js';

export const BENCHMARK_FORMAT = 'assay-benchmark';
export const BENCHMARK_VERSION = 1;
export const BENCHMARK_FILES = [
  'corpus.jsonl',
  'queries.jsonl',
  'judgments.jsonl',
  'tests.jsonl',
  'verdicts.jsonl',
] as const;
/** Sums of gains stay exact enough and finite up to here. */
const MAX_GRADE = 1e9;
type BenchmarkFile = (typeof BENCHMARK_FILES)[number];

export interface WriteOptions {
  /** Judgments on documents that the corpus lacks: refuse the source, or keep them as they are. */
  missingDocuments?: 'refuse' | 'keep';
  progress?(what: string, count: number): void;
}

export interface WriteSummary {
  name: string;
  version: string;
  corpora: { id: string; documents: number }[];
  tasks: { id: string; queries: number; judgments: number }[];
  suites: number;
  verdicts: number;
  /** Judgments on absent documents, with the first few named. */
  missing: { count: number; examples: string[] };
}

/**
 * Writes a source as an Assay benchmark folder. The folder appears when all of it is written; a source that
 * fails half-way leaves nothing. Memory: the ids of one benchmark.
 *
 * @param dir must not exist, or hold no file of a benchmark but an older version of this one
 * @throws UserError on duplicate or dangling ids, grades that are not numbers, and empty corpora or tasks
 */
export async function writeBenchmark(
  source: BenchmarkSource,
  dir: string,
  options: WriteOptions = {},
): Promise<WriteSummary> {
  const existing = await readdir(dir).catch(() => undefined);
  if (existing === undefined || existing.length === 0) {
    if (existing !== undefined) await rm(dir, { recursive: true });
    return fill(source, dir, options);
  }
  // Into a folder that holds other things: each file takes its place by a rename, benchmark.json last.
  const staged = join(dir, '.staged');
  await rm(staged, { recursive: true, force: true });
  const summary = await fill(source, staged, options);
  for (const file of [...BENCHMARK_FILES, 'benchmark.json'])
    await rename(join(staged, file), join(dir, file));
  await rm(staged, { recursive: true });
  return summary;
}

async function fill(source: BenchmarkSource, dir: string, options: WriteOptions): Promise<WriteSummary> {
  let summary: WriteSummary | undefined;
  await writeFolderAtomic(dir, async (folder) => {
    summary = await new BenchmarkWriter(source, folder, options).run();
  });
  return summary!;
}

class BenchmarkWriter {
  private readonly ids = new Map<string, Set<string>>();
  private readonly files: Record<string, string> = {};
  private readonly missing: WriteSummary['missing'] = { count: 0, examples: [] };

  constructor(
    private readonly source: BenchmarkSource,
    private readonly folder: string,
    private readonly options: WriteOptions,
  ) {}

  async run(): Promise<WriteSummary> {
    const corpora = await this.writeCorpora();
    const tasks = await this.writeTasks();
    const suites = await this.writeAll('tests.jsonl', this.source.suites());
    const verdicts = await this.writeAll('verdicts.jsonl', this.source.verdicts());
    const summary: WriteSummary = {
      name: this.source.name,
      version: this.source.version,
      corpora,
      tasks,
      suites,
      verdicts,
      missing: this.missing,
    };
    await this.writeHead(summary);
    return summary;
  }

  private fail(reason: string, next?: string): UserError {
    return new UserError(`cannot write benchmark "${this.source.name}": ${reason}`, next);
  }

  private async writing(file: BenchmarkFile, body: (out: LineWriter) => Promise<void>): Promise<number> {
    const out = await LineWriter.create(join(this.folder, file));
    try {
      await body(out);
    } finally {
      const { sha256: digest } = await out.end();
      this.files[file] = digest;
    }
    return out.lines;
  }

  private async writeCorpora(): Promise<WriteSummary['corpora']> {
    const counts: WriteSummary['corpora'] = [];
    await this.writing('corpus.jsonl', async (out) => {
      for (const corpus of this.source.corpora) {
        if (this.ids.has(corpus.id)) throw this.fail(`there are two corpora named "${corpus.id}"`);
        const ids = new Set<string>();
        this.ids.set(corpus.id, ids);
        for await (const { meta, text } of corpus.documents()) {
          if (ids.has(meta.id))
            throw this.fail(`corpus "${corpus.id}" has two documents with id "${meta.id}"`);
          ids.add(meta.id);
          const { id, kind, ...rest } = meta;
          await out.write(
            JSON.stringify({ corpus: corpus.id, id, digest: sha256(text), kind, ...rest, text }),
          );
          this.options.progress?.(`corpus ${corpus.id}`, ids.size);
        }
        if (ids.size === 0) throw this.fail(`corpus "${corpus.id}" has no document`);
        counts.push({ id: corpus.id, documents: ids.size });
      }
    });
    if (counts.length === 0) throw this.fail('it has no corpus');
    return counts;
  }

  private async writeTasks(): Promise<WriteSummary['tasks']> {
    const counts: WriteSummary['tasks'] = [];
    const judgments = await LineWriter.create(join(this.folder, 'judgments.jsonl'));
    try {
      await this.writing('queries.jsonl', async (queries) => {
        for (const task of this.source.tasks)
          counts.push(await this.writeTask(task, counts, queries, judgments));
      });
    } finally {
      this.files['judgments.jsonl'] = (await judgments.end()).sha256;
    }
    if (counts.length === 0) throw this.fail('it has no task');
    this.refuseMissing();
    return counts;
  }

  private async writeTask(
    task: TaskSource,
    before: WriteSummary['tasks'],
    queries: LineWriter,
    judgments: LineWriter,
  ): Promise<WriteSummary['tasks'][number]> {
    if (before.some(({ id }) => id === task.id)) throw this.fail(`there are two tasks named "${task.id}"`);
    const documents = this.ids.get(task.corpus);
    if (documents === undefined)
      throw this.fail(`task "${task.id}" names the unknown corpus "${task.corpus}"`);
    const seen = new Set<string>();
    let judged = 0;
    for await (const item of task.queries()) {
      const { id } = item.query;
      if (seen.has(id)) throw this.fail(`task "${task.id}" has two queries with id "${id}"`);
      seen.add(id);
      this.checkCandidates(task, item.query, documents);
      this.checkJudgments(task, item, documents);
      await queries.write(queryRow(task.id, item));
      for (const { doc, grade } of item.judgments)
        await judgments.write(JSON.stringify({ task: task.id, query: id, doc, grade }));
      judged += item.judgments.length;
      this.options.progress?.(`task ${task.id}`, seen.size);
    }
    if (seen.size === 0) throw this.fail(`task "${task.id}" has no query`);
    return { id: task.id, queries: seen.size, judgments: judged };
  }

  private checkCandidates(task: TaskHeader, query: Query, documents: ReadonlySet<string>): void {
    const absent = query.candidates?.find((doc) => !documents.has(doc));
    if (absent !== undefined)
      throw this.fail(`task "${task.id}", query "${query.id}" names the unknown candidate "${absent}"`);
  }

  private checkJudgments(
    task: TaskHeader,
    { query, judgments }: JudgedQuery,
    documents: ReadonlySet<string>,
  ): void {
    const judged = new Set<string>();
    for (const { doc, grade } of judgments) {
      const where = `task "${task.id}", query "${query.id}"`;
      if (!Number.isFinite(grade)) throw this.fail(`${where}: the grade of "${doc}" is not a number`);
      if (Math.abs(grade) > MAX_GRADE)
        throw this.fail(`${where}: the grade of "${doc}" is ${grade}, beyond ${MAX_GRADE}`);
      if (judged.has(doc)) throw this.fail(`${where} judges the document "${doc}" twice`);
      judged.add(doc);
      if (documents.has(doc)) continue;
      this.missing.count++;
      if (this.missing.examples.length < 3) this.missing.examples.push(`${where} judges "${doc}"`);
    }
  }

  private refuseMissing(): void {
    if (this.missing.count === 0 || this.options.missingDocuments === 'keep') return;
    throw this.fail(
      `${this.missing.count} judgments name documents that are not in the corpus (${this.missing.examples[0]})`,
      'Mend the source, or pass --keep-missing to keep them: they count as relevant, and no system can find them.',
    );
  }

  private async writeAll(
    file: BenchmarkFile,
    rows: AsyncIterable<object> | Iterable<object>,
  ): Promise<number> {
    return this.writing(file, async (out) => {
      for await (const row of rows) await out.write(JSON.stringify(row));
    });
  }

  private async writeHead(summary: WriteSummary): Promise<void> {
    const { name, version: release, licence, origin, seed, tasks } = this.source;
    const head = {
      format: BENCHMARK_FORMAT,
      formatVersion: BENCHMARK_VERSION,
      name,
      version: release,
      ...(licence === undefined ? {} : { licence }),
      ...(origin === undefined ? {} : { origin }),
      seed: seed ?? null,
      tool: `assay ${version}`,
      corpora: summary.corpora,
      tasks: tasks.map(({ id, corpus, direction, labels, level, dimension }, k) => ({
        ...{ id, corpus, direction, labels, level },
        ...(dimension === undefined ? {} : { dimension }),
        queries: summary.tasks[k]!.queries,
        judgments: summary.tasks[k]!.judgments,
      })),
      counts: { suites: summary.suites, verdicts: summary.verdicts },
      files: this.files,
    };
    const out = await LineWriter.create(join(this.folder, 'benchmark.json'));
    await out.write(JSON.stringify(head, null, 2));
    await out.end();
  }
}
