import type { Benchmark, Corpus, JudgedQuery, Suite, Task } from '../core/benchmark.js';
import type { Progress } from '../core/progress.js';
import type { Row } from '../core/ranking.js';
import { type Evaluation, evaluate } from '../evaluate/evaluate.js';
import { layoutCutoffs, layoutMeasures, layoutMetrics } from '../evaluate/execretrieval-layout.js';
import type { Observer } from '../evaluate/observer.js';
import { namesOf } from '../evaluate/resampling.js';
import { type SystemSummary, summarise } from '../evaluate/summary.js';
import type { System } from '../evaluate/system.js';
import { fileNamesOf } from '../formats/task-files.js';
import { profile } from '../measures/profiles.js';
import { parseMeasures } from '../measures/registry.js';
import type { Leaderboard } from '../report/board.js';
import type { Derived } from './derived.js';
import {
  cacheRecord,
  corpusRecord,
  type LayoutSuite,
  layoutSuites,
  queryRecord,
  type Standing,
  topRecord,
} from './execretrieval-records.js';
import { testFiles } from './kept.js';
import { comparisonOf } from './recompute.js';
import type { StoredRun } from './stored.js';

const FOLDER = 'execretrieval';
/** Its rules for means and resampling. */
const PROFILE = 'execretrieval';

/** What ExecRetrieval's layout has no place for, or cannot be given, in one task. */
export interface LayoutFacts {
  folder: string;
  task: string;
  queries: number;
  withoutTests: number;
  withoutPositives: number;
  /** Verdicts that prove something. */
  verdicts: number;
  /** Systems that answer none of the queries. */
  silent: string[];
}

export interface LayoutOptions {
  depth: number;
  resampling: Pick<Leaderboard['resampling'], 'resamples' | 'seed'>;
  progress: Progress;
  /** Told once for each task, after its last file. */
  facts?(facts: LayoutFacts): void;
}

/**
 * A benchmark's tasks with the systems' results as ExecRetrieval publishes them: one folder, or one below it for
 * each of several tasks. Metrics, tests and intervals are those of its profile.
 *
 * Memory: the ten best documents of every system and query, 12 bytes each, beside that of an evaluation.
 */
export async function* execretrievalFiles(
  benchmark: Benchmark,
  tasks: readonly Task[],
  systems: readonly StoredRun[],
  options: LayoutOptions,
): AsyncIterable<Derived> {
  const names = fileNamesOf(tasks.map(({ id }) => id));
  for (const [k, task] of tasks.entries()) {
    const folder = tasks.length === 1 ? FOLDER : `${FOLDER}/${names[k]}`;
    const layout = await TaskLayout.read(benchmark, task, folder);
    yield* layout.files(systems, options);
  }
}

class TaskLayout {
  /** Of each document. */
  private readonly standings: Uint8Array;
  private readonly suites = new Map<string, LayoutSuite>();
  private readonly facts: LayoutFacts;

  private constructor(
    private readonly benchmark: Benchmark,
    private readonly task: Task,
    private readonly corpus: Corpus,
    folder: string,
  ) {
    this.standings = new Uint8Array(corpus.size);
    const counts = { queries: 0, withoutTests: 0, withoutPositives: 0, verdicts: 0 };
    this.facts = { folder, task: task.id, ...counts, silent: [] };
  }

  static async read(benchmark: Benchmark, task: Task, folder: string): Promise<TaskLayout> {
    const layout = new TaskLayout(benchmark, task, benchmark.corpora.get(task.corpus)!, folder);
    const ids = new Set<string>();
    for await (const item of task.queries()) {
      layout.judge(item);
      if (item.query.suite !== undefined) ids.add(item.query.suite);
    }
    const suites: Suite[] = [];
    for (const id of ids) if (benchmark.suiteIds.has(id)) suites.push(await benchmark.suite(id));
    for (const [id, suite] of layoutSuites(suites)) layout.suites.set(id, suite);
    return layout;
  }

  private judge({ query, judgments }: JudgedQuery): void {
    const { facts, standings, task, corpus } = this;
    facts.queries++;
    if (query.suite === undefined) facts.withoutTests++;
    if (!judgments.some(({ doc, grade }) => grade >= task.level && !query.exclude.includes(doc)))
      facts.withoutPositives++;
    for (const { doc, grade } of judgments) {
      const i = corpus.ordinal(doc);
      if (i !== undefined) standings[i] = Math.max(standings[i]!, grade >= task.level ? 2 : 1);
    }
  }

  private standing(i: number): Standing {
    return (['unjudged', 'wrong', 'right'] as const)[this.standings[i]!]!;
  }

  async *files(systems: readonly StoredRun[], options: LayoutOptions): AsyncIterable<Derived> {
    const { folder } = this.facts;
    yield { file: `${folder}/corpus.jsonl`, as: 'records', lines: this.corpusLines() };
    yield { file: `${folder}/queries.jsonl`, as: 'records', lines: this.queryLines() };
    if (this.suites.size > 0)
      yield { file: `${folder}/execution_cache.jsonl`, as: 'records', lines: this.cacheLines() };
    yield* this.resultFiles(systems, options);
    options.facts?.(this.facts);
  }

  private async *corpusLines(): AsyncIterable<string> {
    for await (const { i, text } of this.corpus.texts())
      yield JSON.stringify(corpusRecord(this.corpus.meta(i), text, this.standing(i)));
  }

  private async *queryLines(): AsyncIterable<string> {
    for await (const { query, judgments } of this.task.queries()) {
      const tests = this.suites.get(query.suite ?? '')?.tests ?? [];
      yield JSON.stringify(queryRecord(query, judgments, this.task.level, tests));
    }
  }

  private *cacheLines(): Iterable<string> {
    this.facts.verdicts = 0;
    for (const verdict of this.benchmark.verdicts()) {
      const suite = this.suites.get(verdict.suite);
      const record = suite === undefined ? undefined : cacheRecord(verdict, suite);
      if (record === undefined) continue;
      this.facts.verdicts++;
      yield JSON.stringify(record);
    }
  }

  private async *resultFiles(all: readonly StoredRun[], options: LayoutOptions): AsyncIterable<Derived> {
    const { folder, silent } = this.facts;
    const names = namesOf(all.map(({ name, id }) => ({ pipeline: name, id })));
    const systems: StoredRun[] = [];
    for (const [k, system] of all.entries())
      if (await answersAny(system, this.task)) systems.push(system);
      else silent.push(names[k]!);
    if (systems.length === 0) return;
    const cutoffs = layoutCutoffs(options.depth);
    const tops = new TopRanks(systems.length, this.task.size, cutoffs.at(-1)!);
    const evaluation = await this.evaluated(systems, tops, options);
    const resampling = { ...options.resampling, resample: evaluation.profile.resample };
    const summaries = await summarise(evaluation.systems, evaluation.table, resampling);
    const files = fileNamesOf(names);
    for (const [s, summary] of summaries.entries()) {
      const of = all.indexOf(systems[s]!);
      const lines = this.modelLines(names[of]!, summary, tops, s, cutoffs);
      yield { file: `${folder}/results/${files[of]}.json`, as: 'records', lines };
    }
    const comparison = await comparisonOf({ evaluation, resampling }, options);
    for (const file of testFiles({ summaries, resampling }, comparison))
      yield { ...file, file: `${folder}/${file.file}` };
  }

  /** With two grades, for a set of canonical ids knows no others: what a reader of the files will compute. */
  private evaluated(systems: readonly System[], tops: TopRanks, options: LayoutOptions): Promise<Evaluation> {
    const { task } = this;
    const binary: Task = {
      ...task,
      size: task.size,
      level: 2,
      async *queries() {
        for await (const { query, judgments } of task.queries())
          yield {
            query,
            judgments: judgments.map(({ doc, grade }) => ({ doc, grade: grade >= task.level ? 2 : 1 })),
          };
      },
    };
    return evaluate({ ...this.benchmark, tasks: [binary] }, systems, {
      measures: parseMeasures(layoutMeasures(options.depth).join(',')),
      profile: profile(PROFILE),
      depth: options.depth,
      observe: () => [tops.see],
      progress: options.progress,
    });
  }

  /** A head, a line for each answered query, and the end of the list. */
  private async *modelLines(
    model: string,
    summary: SystemSummary,
    tops: TopRanks,
    system: number,
    ks: number[],
  ): AsyncIterable<string> {
    const { task, corpus, benchmark } = this;
    const metrics = layoutMetrics(summary);
    const head = { model, n_queries: task.size, n_corpus: corpus.size, ks, metrics, per_query: [] };
    yield JSON.stringify(head).slice(0, -2);
    let q = -1;
    let before: string | undefined;
    for await (const { query, judgments } of task.queries()) {
      const top = tops.of(system, ++q);
      if (top === undefined) continue;
      if (before !== undefined) yield `${before},`;
      const { suite = '', exclude } = query;
      const tests = this.suites.get(suite)?.tests.length ?? 0;
      const right = judgments.filter(({ doc, grade }) => grade >= task.level && !exclude.includes(doc));
      before = JSON.stringify({
        query_id: query.id,
        query: query.text,
        correct_corpus_ids: right.map(({ doc }) => doc),
        top_results: top.map(({ i, ...place }) => {
          const meta = corpus.meta(i);
          const outcome = benchmark.verdict(meta.digest, suite)?.outcome;
          return topRecord(meta, this.standing(i), place, outcome, tests);
        }),
      });
    }
    if (before !== undefined) yield before;
    yield ']}';
  }
}

/** Whether the run has a result for any of the task's queries. */
async function answersAny({ run }: StoredRun, task: Task): Promise<boolean> {
  for await (const _ of run.rows(task)) return true;
  return false;
}

/** One of the best documents of an answer. */
interface TopRank {
  /** Ordinal in the corpus. */
  i: number;
  rank: number;
  similarity: number;
}

/** Keeps the first few documents of every answer that passes by. Memory: 12 bytes a document. */
class TopRanks {
  private readonly docs: Uint32Array;
  private readonly similarities: Float64Array;
  /** How many are kept of each answer, plus one; 0: no answer. */
  private readonly lengths: Uint8Array;

  constructor(
    systems: number,
    private readonly queries: number,
    private readonly most: number,
  ) {
    this.docs = new Uint32Array(systems * queries * most);
    this.similarities = new Float64Array(systems * queries * most);
    this.lengths = new Uint8Array(systems * queries);
  }

  readonly see: Observer = ({ system, q, row }) => {
    if (row === undefined) return;
    const answer = system * this.queries + q;
    const length = Math.min(this.most, row.docs.length);
    this.lengths[answer] = length + 1;
    this.docs.set(row.docs.subarray(0, length), answer * this.most);
    this.similarities.set(similaritiesOf(row, length), answer * this.most);
  };

  /** Best first; undefined where the system has no result for the query. */
  of(system: number, q: number): TopRank[] | undefined {
    const answer = system * this.queries + q;
    if (this.lengths[answer] === 0) return undefined;
    return Array.from({ length: this.lengths[answer]! - 1 }, (_, k) => ({
      i: this.docs[answer * this.most + k]!,
      rank: k + 1,
      similarity: this.similarities[answer * this.most + k]!,
    }));
  }
}

/** The scores; where those of several tiers cannot be compared, or JSON cannot hold one, what is 1 ÷ rank. */
function similaritiesOf({ scores, tiers }: Row, length: number): Float64Array {
  const top = scores.subarray(0, length);
  const oneTier = tiers === undefined || tiers.subarray(0, length).every((tier) => tier === tiers[0]);
  return oneTier && top.every(Number.isFinite) ? top : top.map((_, k) => 1 / (k + 1));
}
