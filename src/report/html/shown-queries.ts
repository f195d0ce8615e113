import type { Benchmark, Corpus, JudgedQuery, Query, Task } from '../../core/benchmark.js';
import { hash32 } from '../../core/random.js';
import { chooseTasks } from '../../evaluate/table.js';
import { sampleQueries } from './sample.js';

/** A query that the page shows. */
export interface ShownQuery {
  /** Its index in the evaluation. */
  q: number;
  /** Index of its task among those evaluated, and its place there. */
  t: number;
  place: number;
  task: Task;
  corpus: Corpus;
  query: Query;
  /** By ordinal: the judged documents that are in the corpus and not excluded. */
  judged: { i: number; grade: number }[];
  /** By this, ascending, queries take turns where there is not room for all: it spreads them over the tasks. */
  turn: number;
}

/** The queries that a page shows, in order. */
export interface ShownQueries {
  tasks: { id: string; queries: string[] }[];
  /** How many the evaluation has. */
  total: number;
  queries: ShownQuery[];
  /** How they were chosen; empty when all are there. */
  left: string[];
}

/**
 * Chooses the queries to show, and reads them. In memory: the ids of all queries, and what is shown.
 *
 * @param task as `--task` chose them
 * @param most queries at the most
 */
export async function showQueries(
  benchmark: Benchmark,
  task: string | undefined,
  most: number,
): Promise<ShownQueries> {
  const chosen = chooseTasks(benchmark, task);
  const tasks: ShownQueries['tasks'] = [];
  for (const { id, queries } of chosen) {
    const ids: string[] = [];
    for await (const { query } of queries()) ids.push(query.id);
    tasks.push({ id, queries: ids });
  }
  const { places, said } = sampleQueries(tasks, most, benchmark.digest);
  const shown: ShownQuery[] = [];
  let first = 0;
  for (const [t, one] of chosen.entries()) {
    const wanted = new Set(places[t]);
    const corpus = benchmark.corpora.get(one.corpus)!;
    let place = 0;
    if (wanted.size > 0)
      for await (const item of one.queries()) {
        if (wanted.has(place)) {
          const turn = hash32(`${benchmark.digest} ${one.id} ${item.query.id}`);
          const { query } = item;
          const at = { q: first + place, t, place };
          shown.push({ ...at, task: one, corpus, query, judged: judgedIn(item, corpus), turn });
        }
        place++;
      }
    first += tasks[t]!.queries.length;
  }
  return { tasks, total: first, queries: shown, left: said === undefined ? [] : [said] };
}

function judgedIn({ query, judgments }: JudgedQuery, corpus: Corpus): ShownQuery['judged'] {
  const excluded = new Set(query.exclude);
  return judgments.flatMap(({ doc, grade }) => {
    const i = excluded.has(doc) ? undefined : corpus.ordinal(doc);
    return i === undefined ? [] : [{ i, grade }];
  });
}
