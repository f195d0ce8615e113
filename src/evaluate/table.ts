import type { Benchmark, Query, Task } from '../core/benchmark.js';
import { UserError } from '../core/errors.js';
import { suggestion } from '../core/suggest.js';
import type { QueryTable } from './scores.js';

/**
 * The tasks whose id equals the wanted one, or matches it where `*` stands for anything.
 *
 * @throws UserError when none does
 */
export function chooseTasks(benchmark: Benchmark, wanted: string | undefined): Task[] {
  if (wanted === undefined) return [...benchmark.tasks];
  const pattern = new RegExp(
    `^${wanted
      .split('*')
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  );
  const chosen = benchmark.tasks.filter(({ id }) => pattern.test(id));
  if (chosen.length > 0) return chosen;
  throw new UserError(
    `cannot find task "${wanted}" of benchmark "${benchmark.name}": there is no such task`,
    suggestion(
      wanted,
      benchmark.tasks.map(({ id }) => id),
    ),
  );
}

/** How data sets mark a query that asks for no language in particular. */
const NO_LANGUAGE: readonly string[] = ['any', 'none'];

/** The query's language, or else that of its task; "" where there is none, for then it is in no language subset. */
function subsetOf(query: Query, task: Task): string {
  const language = query.language ?? task.labels.language ?? '';
  return NO_LANGUAGE.includes(language) ? '' : language;
}

/** Lists every query of the tasks once, in order: the rows that all systems' columns are aligned with. */
export async function queryTable(tasks: readonly Task[]): Promise<QueryTable> {
  const size = tasks.reduce((sum, task) => sum + task.size, 0);
  const table: QueryTable = {
    ids: [],
    task: new Uint16Array(size),
    taskIds: tasks.map(({ id }) => id),
    cluster: new Uint32Array(size),
    clusters: 0,
    language: [],
  };
  const clusters = new Map<string, number>();
  for (const [t, task] of tasks.entries()) {
    for await (const { query } of task.queries()) {
      const q = table.ids.length;
      table.ids.push(query.id);
      table.task[q] = t;
      let cluster = clusters.get(query.cluster);
      if (cluster === undefined) clusters.set(query.cluster, (cluster = clusters.size));
      table.cluster[q] = cluster;
      table.language.push(subsetOf(query, task));
    }
  }
  table.clusters = clusters.size;
  return table;
}
