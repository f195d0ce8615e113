import type { Benchmark, Corpus, JudgedQuery, Sha, Task } from '../core/benchmark.js';
import type { Progress } from '../core/progress.js';
import { sha256 } from '../store/digest.js';
import { NOT_GIVEN } from './labels.js';
import { LengthGroups, type LengthTaker } from './lengths.js';
import { TagCounts } from './tags.js';

interface GradeCount {
  judgments: number;
  queries: number;
}

/** What was seen of a task while its queries were streamed once. */
export interface SeenTask {
  task: Task;
  queries: number;
  lengths: LengthGroups;
  texts: Set<Sha>;
  clusters: Set<string>;
  excluding: number;
  pooled: number;
  tested: number;
  judgments: number;
  /** Judgments on documents that the corpus lacks. */
  absent: number;
  grades: Map<number, GradeCount>;
  /** By query. */
  positives: number[];
  negatives: number[];
}

/** Ordinal → the suites of those queries that judge the document. */
export type JudgedFor = Map<number, Set<Sha>>;

/** What all tasks together tell. */
export interface SeenTasks {
  tasks: SeenTask[];
  tags: TagCounts;
  /** By corpus. */
  judgedFor: Map<string, JudgedFor>;
}

export async function readTasks(
  benchmark: Benchmark,
  take: LengthTaker,
  progress: Progress,
): Promise<SeenTasks> {
  const all: SeenTasks = { tasks: [], tags: new TagCounts(), judgedFor: new Map() };
  for (const task of benchmark.tasks) {
    const corpus = benchmark.corpora.get(task.corpus);
    const suites: JudgedFor = all.judgedFor.get(task.corpus) ?? new Map();
    all.judgedFor.set(task.corpus, suites);
    const seen = newTask(task);
    for await (const item of task.queries()) {
      take(item.query.text, seen.lengths.group(item.query.language ?? NOT_GIVEN));
      all.tags.add(item.query.tags);
      noteQuery(seen, item);
      noteJudgments(seen, item, corpus);
      noteSuite(suites, item, corpus);
      progress(`task ${task.id}`, ++seen.queries, task.size);
    }
    all.tasks.push(seen);
  }
  return all;
}

function newTask(task: Task): SeenTask {
  return {
    ...{ task, queries: 0, excluding: 0, pooled: 0, tested: 0, judgments: 0, absent: 0 },
    ...{ positives: [], negatives: [], grades: new Map(), lengths: new LengthGroups() },
    ...{ texts: new Set(), clusters: new Set() },
  };
}

function noteQuery(seen: SeenTask, { query }: JudgedQuery): void {
  seen.texts.add(sha256(query.text));
  seen.clusters.add(query.cluster);
  if (query.exclude.length > 0) seen.excluding++;
  if (query.candidates !== undefined) seen.pooled++;
  if (query.suite !== undefined) seen.tested++;
}

function noteJudgments(seen: SeenTask, { judgments }: JudgedQuery, corpus: Corpus | undefined): void {
  let positives = 0;
  const grades = new Set<number>();
  for (const { doc, grade } of judgments) {
    if (grade >= seen.task.level) positives++;
    if (corpus?.ordinal(doc) === undefined) seen.absent++;
    let count = seen.grades.get(grade);
    if (count === undefined) seen.grades.set(grade, (count = { judgments: 0, queries: 0 }));
    count.judgments++;
    if (!grades.has(grade)) count.queries++;
    grades.add(grade);
  }
  seen.judgments += judgments.length;
  seen.positives.push(positives);
  seen.negatives.push(judgments.length - positives);
}

function noteSuite(suites: JudgedFor, { query, judgments }: JudgedQuery, corpus: Corpus | undefined): void {
  if (query.suite === undefined) return;
  for (const { doc } of judgments) {
    const i = corpus?.ordinal(doc);
    if (i === undefined) continue;
    const known = suites.get(i);
    if (known === undefined) suites.set(i, new Set([query.suite]));
    else known.add(query.suite);
  }
}
