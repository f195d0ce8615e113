import type { Subject } from '../src/analyses/analysis.js';
import { ANALYSES, analysesNamed, startAnalyses } from '../src/analyses/registry.js';
import type {
  Benchmark,
  Corpus,
  DocMeta,
  JudgedQuery,
  Outcome,
  Query,
  Task,
  TaskHeader,
  Verdict,
} from '../src/core/benchmark.js';
import type { Row } from '../src/core/ranking.js';
import type { ResultTable, TableValue } from '../src/core/result-table.js';
import { type Seen, seenOf } from '../src/evaluate/observer.js';
import { queryTable } from '../src/evaluate/table.js';
import { profile } from '../src/measures/profiles.js';
import { corpusOf, judgmentsOf, outcomeOf, rowOf } from './measures-world.js';

export interface WorldQuery extends Partial<Query> {
  id: string;
  grades: Record<string, number>;
  /** Id of its task; default: `t`. */
  task?: string;
  /** What became of documents under the query's own tests. */
  outcomes?: Record<string, Outcome['is']>;
}

/** A benchmark and what systems answered, at its simplest but for what a test is about. */
export interface World {
  queries: WorldQuery[];
  /** System → query → the scores that it gave; a query without any has no row. */
  systems: Record<string, Record<string, Record<string, number>>>;
  /** Names of systems that are artefact baselines. */
  baselines?: string[];
  tasks?: (Partial<TaskHeader> & { id: string })[];
  metas?: Record<string, Partial<DocMeta>>;
  texts?: Record<string, string>;
  /** Documents beside those that are judged, scored or have metadata. */
  ids?: string[];
  profile?: string;
  depth?: number;
  resampling?: Subject['resampling'];
}

export interface Staged {
  subject: Subject;
  corpus: Corpus;
  /** All answers in the order in which an evaluation shows them. */
  answers(): Generator<Seen>;
}

function corpusOfWorld({ queries, systems, metas = {}, texts = {}, ids = [] }: World): Corpus {
  const scored = Object.values(systems).flatMap((rows) => Object.values(rows).flatMap(Object.keys));
  const judged = queries.flatMap(({ grades }) => Object.keys(grades));
  const all = [...new Set([...Object.keys(metas), ...judged, ...scored, ...ids])];
  const digested = Object.fromEntries(all.map((id) => [id, { digest: id, ...metas[id] }]));
  return {
    ...corpusOf(all, digested),
    async *texts() {
      for (const [i, id] of all.entries()) yield { i, text: texts[id] ?? '' };
    },
  };
}

function tasksOf({ queries, tasks = [{ id: 't' }] }: World, corpus: Corpus): Task[] {
  return tasks.map((header) => {
    const own = queries.filter(({ task = 't' }) => task === header.id);
    const items = own.map(
      ({ grades, task: _task, outcomes, ...query }): JudgedQuery => ({
        query: {
          ...{ text: '', kind: 'text', cluster: query.id, exclude: [] },
          ...query,
          ...(outcomes === undefined ? {} : { suite: query.id }),
        },
        judgments: judgmentsOf(grades),
      }),
    );
    return {
      ...{ corpus: corpus.id, direction: 't2c', labels: {}, level: 2, size: items.length },
      ...header,
      async *queries() {
        yield* items;
      },
    };
  });
}

function benchmarkOf({ queries }: World, corpus: Corpus, tasks: Task[]): Benchmark {
  const verdicts = new Map(
    queries.flatMap(({ id, outcomes = {} }) =>
      Object.entries(outcomes).map(([doc, is]): [string, Verdict] => [
        `${doc} ${id}`,
        {
          ...{ code: doc, suite: id, outcome: outcomeOf(is)! },
          ...{ isolation: 'none', toolchain: 'none', proof: 'compared' },
        },
      ]),
    ),
  );
  return {
    ...{ name: 'world', version: '1', digest: '', tasks, suiteIds: new Set(queries.map(({ id }) => id)) },
    corpora: new Map([[corpus.id, corpus]]),
    suite: async (id) => ({ id, tests: [] }),
    verdict: (code, suite) => verdicts.get(`${code} ${suite}`),
    verdicts: () => verdicts.values(),
  };
}

export async function staged(world: World): Promise<Staged> {
  const corpus = corpusOfWorld(world);
  const tasks = tasksOf(world, corpus);
  const benchmark = benchmarkOf(world, corpus, tasks);
  const names = Object.keys(world.systems);
  const used = profile(world.profile ?? 'assay');
  const depth = world.depth ?? 1000;
  const items: { task: Task; item: JudgedQuery }[] = [];
  for (const task of tasks) for await (const item of task.queries()) items.push({ task, item });
  const rowOfQuery = (system: string, { query, judgments }: JudgedQuery): Row | undefined => {
    const scores = world.systems[system]![query.id];
    return scores && { ...rowOf(corpus, scores, judgments, depth), query: query.id };
  };
  return {
    corpus,
    subject: {
      ...{ benchmark, tasks, depth, profile: used, table: await queryTable(tasks) },
      systems: names.map((name) => ({ name, baseline: world.baselines?.includes(name) ?? false })),
      resampling: world.resampling ?? { resample: 'query', resamples: 200, seed: 1 },
    },
    *answers() {
      for (const [system, name] of names.entries())
        for (const [q, { task, item }] of items.entries()) {
          const row = rowOfQuery(name, item);
          yield seenOf({ system, q, task, corpus, item, row }, benchmark, used);
        }
    },
  };
}

/** Runs analyses on a world, all of them unless named. */
export async function analysed(world: World, ...names: string[]): Promise<ResultTable[]> {
  const { subject, answers } = await staged(world);
  const run = startAnalyses(names.length === 0 ? ANALYSES : analysesNamed(names), subject);
  for (const seen of answers()) run.see(seen);
  return run.tables();
}

/** The rows of one table, measured values rounded to six decimals and without their intervals. */
export function rowsOf(tables: readonly ResultTable[], name: string): unknown[][] {
  const table = tables.find((one) => one.name === name);
  if (table === undefined) return [];
  return table.rows.map((row) => row.map(plain));
}

function plain(value: TableValue): unknown {
  return typeof value === 'object' && value !== null ? Number(value.value.toFixed(6)) : value;
}

/** Scores that rank the documents in the order given. */
export function inOrder(...ids: string[]): Record<string, number> {
  return Object.fromEntries(ids.map((id, k) => [id, ids.length - k]));
}

/** A variant of a root, by one edit unless it has a parent of its own. */
export function variantOf(
  root: string,
  slot: number,
  { parent = root, type = 'off_by_one', start = 0, end = 0, insert = '' } = {},
): Partial<DocMeta> {
  return { variant: { parent, root, slot, edits: [{ type, start, end, insert }] } };
}
