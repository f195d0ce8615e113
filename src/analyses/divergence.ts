import type { ResultTable, TableValue } from '../core/result-table.js';
import { parseMeasure } from '../measures/registry.js';
import type { Analysis, Shared, Subject } from './analysis.js';
import type { Statistic } from './estimates.js';
import { byTask, type Grouping, wholeOf } from './grouping.js';
import { QUERIES_NOTE, systemColumns, valuedQueries } from './tables.js';

const PRECISION = 'nDCG@10';
const COVERAGE = 'R@10';

const NOTES = [
  `The gap is ${COVERAGE} − ${PRECISION}.`,
  'A large one: the right documents are in the top 10 and stand low in it, so that reranking can help; a small one at a low recall: they are not found.',
];

/** [nDCG, R, gap] of a system in a group. */
function statisticsOf(
  { scores }: Shared,
  grouping: Grouping,
  group: number,
  system: number,
): (Statistic | undefined)[] {
  const [ndcg, recall] = [PRECISION, COVERAGE].map((name) => {
    const values = scores.cells(parseMeasure(name), system);
    return values && { values, grouping, group };
  });
  return [ndcg, recall, ndcg && recall && { ...recall, less: ndcg }];
}

async function bySystem(subject: Subject, shared: Shared): Promise<ResultTable[]> {
  const { systems, table } = subject;
  const grouping = wholeOf(table);
  const wanted = systems.flatMap((_, s) => statisticsOf(shared, grouping, 0, s));
  const found = await shared.estimates.of(wanted);
  if (found.every((value) => value === null)) return [];
  return [
    {
      name: 'divergence',
      title: 'Coverage and ranking precision',
      columns: ['system', PRECISION, COVERAGE, 'gap'],
      rows: systems.map(({ name }, s): TableValue[] => [name, ...found.slice(3 * s, 3 * s + 3)]),
      notes: [...NOTES],
    },
  ];
}

async function gapsByTask(subject: Subject, shared: Shared): Promise<ResultTable[]> {
  const { systems, table } = subject;
  const grouping = byTask(table);
  if (grouping.names.length < 2) return [];
  const found = await shared.estimates.of(
    grouping.names.flatMap((_, group) => systems.map((_, s) => statisticsOf(shared, grouping, group, s)[2])),
  );
  const queries = valuedQueries(
    grouping,
    systems.map((_, s) => statisticsOf(shared, grouping, 0, s)[2]?.values),
  );
  const rows = grouping.names.map((task, group): TableValue[] => [
    task,
    queries[group]!,
    ...found.slice(group * systems.length, (group + 1) * systems.length),
  ]);
  const valued = rows.filter(([, , ...gaps]) => gaps.some((gap) => gap !== null));
  if (valued.length === 0) return [];
  return [
    {
      name: 'divergence-by-task',
      title: `${COVERAGE} − ${PRECISION} by task`,
      columns: ['task', 'queries', ...systemColumns(systems)],
      rows: valued,
      notes: [...NOTES, QUERIES_NOTE],
    },
  ];
}

/** CoREB's appendix B.10: is it coverage or ranking precision that is missing? */
export const divergence: Analysis = {
  name: 'divergence',
  describe: `${COVERAGE} less ${PRECISION}: how much of what was found stands too low`,
  start(subject, shared) {
    if (![PRECISION, COVERAGE].map(parseMeasure).every((measure) => shared.scores.keep(measure)))
      return undefined;
    return {
      tables: async () =>
        (await Promise.all([bySystem(subject, shared), gapsByTask(subject, shared)])).flat(),
    };
  },
};
