import { join } from 'node:path';
import type { Benchmark, Corpus, Task } from '../core/benchmark.js';
import { UserError } from '../core/errors.js';
import type { Measure } from '../core/measure.js';
import type { Progress } from '../core/progress.js';
import type { Searcher } from '../core/stage.js';
import { hasFamilies } from '../families/groups.js';
import type { Profile } from '../measures/profiles.js';
import { tieAtCut } from '../measures/score.js';
import { dirOf, type ResultsFolder, runsOf } from '../store/evaluation-folder.js';
import { fileNameOf } from '../store/file-name.js';
import { RunFolder } from '../store/run-folder.js';
import { ColumnBuilder } from './columns.js';
import { type Observer, type Seen, seenOf } from './observer.js';
import { answers, BATCH } from './rows.js';
import type { QueryTable, SystemScores } from './scores.js';
import { retrieverOf, type System } from './system.js';
import { chooseTasks, queryTable } from './table.js';

export interface EvaluateOptions {
  measures: readonly Measure[];
  profile: Profile;
  /** Retrieved documents kept for each query. */
  depth: number;
  /** Only the task of this id, or those matching it with `*`. */
  task?: string | undefined;
  /** Folder that runs are kept in, and continued from. */
  out?: string | undefined;
  /** Asked once, before the first answer, who is to be told of every one. */
  observe?(tasks: readonly Task[], table: QueryTable): readonly Observer[];
  progress: Progress;
}

/** Every system's per-query values on one benchmark: all else is derived from this. */
export interface Evaluation {
  benchmark: Benchmark;
  tasks: Task[];
  profile: Profile;
  depth: number;
  table: QueryTable;
  systems: SystemScores[];
  /** Whether the benchmark declares near-clone groups. */
  families: boolean;
  pipelines: readonly System[];
}

export async function evaluate(
  benchmark: Benchmark,
  pipelines: readonly System[],
  options: EvaluateOptions,
): Promise<Evaluation> {
  for (const { name, needs } of options.measures)
    if (Number.isFinite(needs.depth) && needs.depth > options.depth)
      throw new UserError(
        `cannot compute ${name} at depth ${options.depth}: the measure looks ${needs.depth} documents deep`,
        `Pass --depth ${needs.depth}.`,
      );
  const tasks = chooseTasks(benchmark, options.task);
  const table = await queryTable(tasks);
  if (table.ids.length === 0)
    throw new UserError(
      `cannot evaluate on benchmark "${benchmark.name}": it has no queries`,
      'A benchmark needs queries, and judgments of what answers them.',
    );
  const observers = options.observe?.(tasks, table) ?? [];
  const systems: SystemScores[] = [];
  for (const [index, pipeline] of pipelines.entries())
    systems.push(
      await new SystemEvaluation(benchmark, tasks, table, pipeline, index, options, observers).run(),
    );
  const { profile, depth } = options;
  const families = hasFamilies(benchmark);
  return { benchmark, tasks, profile, depth, table, systems, families, pipelines };
}

/** Results and runs of a benchmark below `out`: both lie in folders of its name and the beginning of its digest. */
function folderOf(out: string, { name, digest }: Benchmark): ResultsFolder {
  return { root: out, name: `${fileNameOf(name)}-${digest.slice(0, 8)}` };
}

/** Where the results on a benchmark are kept below `out`. */
export function resultsPath(out: string, benchmark: Benchmark): string {
  return dirOf(folderOf(out, benchmark));
}

/** Retrievers that share an index know a corpus by identity, so each has one watched twin. */
const watchedCorpora = new WeakMap<Corpus, Corpus>();

class SystemEvaluation {
  private readonly builder: ColumnBuilder;
  private readonly ties = new Map<number, number>();
  private readonly searchers = new Map<string, Promise<Searcher>>();
  private done = 0;
  private answered = 0;

  constructor(
    private readonly benchmark: Benchmark,
    private readonly tasks: readonly Task[],
    private readonly table: QueryTable,
    private readonly pipeline: System,
    private readonly index: number,
    private readonly options: EvaluateOptions,
    private readonly observers: readonly Observer[],
  ) {
    this.builder = new ColumnBuilder(options.measures, table.ids.length);
    for (const { needs } of options.measures)
      if (needs.depth > 0 && Number.isFinite(needs.depth)) this.ties.set(needs.depth, 0);
  }

  async run(): Promise<SystemScores> {
    const run = await this.openRun();
    for (const task of this.tasks) await this.runTask(task, run);
    const { name, id } = this.pipeline;
    if (this.answered === 0) {
      await run?.discard();
      throw new UserError(
        `cannot evaluate pipeline "${name}" on benchmark "${this.benchmark.name}": it answers none of its queries`,
        'Is the run, or are the vectors, of another benchmark? Query ids must be the same (CoREB: import with --ids published).',
      );
    }
    return { pipeline: name, id, columns: this.builder.columns, tiesAtCut: this.ties };
  }

  private async openRun(): Promise<RunFolder | undefined> {
    const { out, depth } = this.options;
    if ('run' in this.pipeline) return this.pipeline.run;
    if (out === undefined) return undefined;
    const { name, version, digest } = this.benchmark;
    return RunFolder.resume(join(runsOf(folderOf(out, this.benchmark)), this.pipeline.id), {
      benchmark: { name, version, digest },
      pipeline: {
        name: this.pipeline.name,
        id: this.pipeline.id,
        config: this.pipeline.config,
        seed: this.pipeline.seed,
        inputs: this.pipeline.inputs,
      },
      depth,
      batch: BATCH,
    });
  }

  private async runTask(task: Task, run: RunFolder | undefined): Promise<void> {
    const corpus = this.benchmark.corpora.get(task.corpus)!;
    const index = () => {
      let searcher = this.searchers.get(corpus.id);
      if (searcher === undefined) {
        this.searchers.set(corpus.id, (searcher = retrieverOf(this.pipeline).index(this.watched(corpus))));
      }
      return searcher;
    };
    for await (const { items, rows } of answers(task, corpus, this.options.depth, index, run)) {
      for (const [k, item] of items.entries()) {
        const place = { system: this.index, q: this.done, task, corpus, item, row: rows[k] };
        this.take(seenOf(place, this.benchmark, this.options.profile));
      }
      this.report(`${this.pipeline.name}: ${task.id}`);
    }
  }

  private take(seen: Seen): void {
    const { measures, profile } = this.options;
    for (const [m, { status, cells, refused }] of seen.score(measures).entries())
      this.builder.add(m, seen.q, status, cells, refused);
    for (const observer of this.observers) observer(seen);
    this.done++;
    if (seen.row === undefined) return;
    this.answered++;
    for (const [cut, count] of this.ties) if (tieAtCut(seen.row, cut, profile)) this.ties.set(cut, count + 1);
  }

  /** The same corpus, for every pipeline the same object, that tells how far reading its texts has come. */
  private watched(corpus: Corpus): Corpus {
    let watched = watchedCorpora.get(corpus);
    if (watched === undefined) {
      const { progress } = this.options;
      const texts = async function* () {
        for await (const one of corpus.texts()) {
          progress(`reading corpus ${corpus.id}`, one.i + 1, corpus.size);
          yield one;
        }
      };
      watched = Object.create(corpus, { texts: { value: texts } }) as Corpus;
      watchedCorpora.set(corpus, watched);
    }
    return watched;
  }

  private report(what: string): void {
    this.options.progress(`${this.benchmark.name} · ${what}`, this.done, this.table.ids.length);
  }
}
