import type { Benchmark, DocMeta, JudgedQuery, Query, Task } from '../core/benchmark.js';
import { poolOf } from '../core/pool.js';
import type { Progress } from '../core/progress.js';
import { chooseTasks } from '../evaluate/table.js';
import type { FamilyOrder } from '../families/order.js';
import type { Facts, ReadCorpus, Texts } from './texts.js';

export interface AuditOptions {
  /** Seed of the random documents that leaks are set against. */
  seed: number;
  /** Only the task of this id, or those matching it with `*`, and the corpora that they search. */
  task?: string | undefined;
  /** Whether near duplicates are looked for. */
  near: boolean;
  /** Whether BM25 is measured on the benchmark as it is, without comments, and renamed. */
  renamed: boolean;
  /** Where expensive readings of near-clone groups are kept. */
  cache?: Parameters<FamilyOrder['prepare']>[2];
  progress: Progress;
  warn(message: string): void;
}

/** A benchmark with its texts read. */
export interface Subject {
  benchmark: Benchmark;
  tasks: readonly Task[];
  corpora: readonly ReadCorpus[];
  texts: Texts;
  options: AuditOptions;
}

/** A document that answers a query: grade ≥ level, in the corpus, and not excluded. */
export interface Answer {
  /** Ordinal. */
  i: number;
  facts: Facts;
}

/** A task with all its queries. */
export interface ReadTask {
  subject: Subject;
  task: Task;
  corpus: ReadCorpus;
  queries: readonly JudgedQuery[];
  /** Of the queries that have any. */
  answers: ReadonlyMap<JudgedQuery, readonly Answer[]>;
  /** `task ID`, as places are named. */
  where: string;
}

/** The language that documents of a corpus are in unless they say otherwise: the one that all its tasks name. */
function languageOf(corpusId: string, tasks: readonly Task[]): string | undefined {
  const named = tasks.filter(({ corpus }) => corpus === corpusId).map(({ labels }) => labels.language);
  return new Set(named).size === 1 ? named[0] : undefined;
}

/** Reads every document of the corpora that the tasks search. */
export async function readSubject(
  benchmark: Benchmark,
  texts: Texts,
  options: AuditOptions,
): Promise<Subject> {
  const tasks = chooseTasks(benchmark, options.task);
  const searched = new Set(tasks.map(({ corpus }) => corpus));
  const corpora: ReadCorpus[] = [];
  for (const corpus of benchmark.corpora.values()) {
    if (options.task !== undefined && !searched.has(corpus.id)) continue;
    const what = `${benchmark.name} · reading corpus ${corpus.id}`;
    const progress = (done: number) => options.progress(what, done, corpus.size);
    corpora.push(await texts.read(corpus, languageOf(corpus.id, tasks), progress));
  }
  return { benchmark, tasks, corpora, texts, options };
}

export async function readTask(subject: Subject, task: Task): Promise<ReadTask> {
  const corpus = subject.corpora.find((read) => read.corpus.id === task.corpus)!;
  const queries: JudgedQuery[] = [];
  for await (const item of task.queries()) queries.push(item);
  const answers = new Map<JudgedQuery, Answer[]>();
  for (const item of queries) {
    const own = item.judgments.flatMap(({ doc, grade }): Answer[] => {
      const i = corpus.corpus.ordinal(doc);
      if (i === undefined || grade < task.level || item.query.exclude.includes(doc)) return [];
      return [{ i, facts: subject.texts.facts[corpus.text[i]!]! }];
    });
    if (own.length > 0) answers.set(item, own);
  }
  return { subject, task, corpus, queries, answers, where: `task ${task.id}` };
}

export function metaOf({ corpus }: ReadTask, i: number): DocMeta {
  return corpus.corpus.meta(i);
}

/** Whether a query may rank a document. */
export function reachable(query: Query, { corpus }: ReadCorpus): (i: number) => boolean {
  const { excluded, candidates } = poolOf(query, corpus);
  return candidates === undefined ? (i) => !excluded.has(i) : (i) => candidates.has(i);
}

/** `query → document`, as a pair is named. */
export function pairName({ corpus }: ReadTask, { query }: JudgedQuery, { i }: Answer): string {
  return `${query.id} → ${corpus.corpus.meta(i).id}`;
}
