import type { Measure } from '../core/measure.js';
import type { ResultTable, TableValue } from '../core/result-table.js';
import { lastRank, value } from '../measures/family.js';
import { parseMeasure } from '../measures/registry.js';
import type { Analysis, Shared, Subject } from './analysis.js';
import { byTask, type Grouping, groupingOf, wholeOf } from './grouping.js';
import { breakdown } from './tables.js';

const K = 10;

/** Applies where a hard negative is judged. A list without one in the top k counts as 0. */
const hardNegatives: Measure = {
  name: `hard-negatives@${K}`,
  type: 'continuous',
  better: 'neither',
  needs: { depth: K },
  cells(input) {
    const wrong = input.judged.filter(({ grade }) => grade < input.level);
    return wrong.length === 0 ? [] : value(wrong.filter(({ rank }) => rank <= lastRank(input, K)).length);
  },
};

async function summary(subject: Subject, { scores, estimates }: Shared): Promise<ResultTable[]> {
  const { systems, table } = subject;
  const intrusion = parseMeasure(`intrusion@${K}`);
  const grouping = wholeOf(table);
  const over = (measure: Measure) =>
    systems.map((_, s) => {
      const values = scores.cells(measure, s);
      return values && { values, grouping, group: 0 };
    });
  const found = await estimates.of([...over(intrusion), ...over(hardNegatives)]);
  const [shares, counts] = [found.slice(0, systems.length), found.slice(systems.length)];
  if (shares.every((share) => share === null)) return [];
  return [
    {
      name: 'intrusion',
      title: `Hard-negative intrusion in the top ${K}`,
      columns: ['system', `intrusion@${K}`, 'queries with both', 'hard negatives per query'],
      rows: systems.map(({ name }, s): TableValue[] => {
        const den = scores.cells(intrusion, s)?.den ?? new Float64Array(0);
        return [name, shares[s]!, den.filter((one) => one > 0).length, counts[s]!];
      }),
      notes: [
        `Of the queries with a positive and a hard negative in the top ${K}, the share in which a hard negative stands above the best positive.`,
        'Each system has its own such queries: one that finds more of a problem’s documents meets more intruders.',
        `Hard negatives per query: in the top ${K}, over all queries that have one judged.`,
      ],
    },
  ];
}

/** CoREB's Figure 7. */
export const intrusion: Analysis = {
  name: 'intrusion',
  describe: 'how often a hard negative stands above the best positive, and how many the top 10 holds',
  start(subject, shared) {
    const { tasks, table } = subject;
    const measure = parseMeasure(`intrusion@${K}`);
    if (!shared.scores.keep(measure)) return undefined;
    shared.scores.keep(hardNegatives);
    const directions = new Map(tasks.map(({ id, direction }) => [id, direction]));
    const by = (what: string, grouping: Grouping) =>
      grouping.names.length < 2
        ? []
        : breakdown(subject, shared, {
            name: `intrusion-by-${what}`,
            title: `${measure.name} by ${what}`,
            ...{ head: what, grouping, measure },
          });
    return {
      tables: async () =>
        (
          await Promise.all([
            summary(subject, shared),
            by(
              'direction',
              groupingOf(
                Array.from(table.task, (t) => directions.get(table.taskIds[t]!)),
                'as-found',
              ),
            ),
            by('task', byTask(table)),
          ])
        ).flat(),
    };
  },
};
