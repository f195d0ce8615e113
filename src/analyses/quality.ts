import type { Measure } from '../core/measure.js';
import type { ResultTable } from '../core/result-table.js';
import { QUALITY_MEASURES } from '../evaluate/correlation.js';
import { parseMeasure } from '../measures/registry.js';
import type { Analysis, Shared, Subject } from './analysis.js';
import { type Grouping, groupingOf, wholeOf } from './grouping.js';

/** One column of a table whose rows are systems: a measure over one group of queries. */
interface Column {
  head: string;
  measure: Measure;
  grouping: Grouping;
  group: number;
}

/** Columns in which no system has a value are left out. */
async function systemTable(
  { systems }: Subject,
  { scores, estimates }: Shared,
  columns: readonly Column[],
): Promise<{ heads: string[]; rows: ResultTable['rows'] }> {
  const found = await estimates.of(
    columns.flatMap(({ measure, grouping, group }) =>
      systems.map((_, s) => {
        const values = scores.cells(measure, s);
        return values && { values, grouping, group };
      }),
    ),
  );
  const ofColumn = columns.map((_, c) => found.slice(c * systems.length, (c + 1) * systems.length));
  const shown = [...columns.keys()].filter((c) => ofColumn[c]!.some((value) => value !== null));
  return {
    heads: shown.map((c) => columns[c]!.head),
    rows: systems.map(({ name, baseline }, s) => [
      name,
      baseline ? 'yes' : '',
      ...shown.map((c) => ofColumn[c]![s]!),
    ]),
  };
}

const RELEVANCE = 'nDCG@10';

/** CoQuIR's Figure 9: whether the systems that find the topic also prefer the right document. */
export const relevanceQuality: Analysis = {
  name: 'relevance-quality',
  describe: `${RELEVANCE} of every system beside ${QUALITY_MEASURES.join(', ')}`,
  start(subject, shared) {
    const measures = [RELEVANCE, ...QUALITY_MEASURES]
      .map(parseMeasure)
      .filter((one) => shared.scores.keep(one));
    return {
      async tables() {
        const grouping = wholeOf(subject.table);
        const columns = measures.map((measure) => ({ head: measure.name, measure, grouping, group: 0 }));
        const { heads, rows } = await systemTable(subject, shared, columns);
        if (!heads.includes(RELEVANCE) || heads.length < 2) return [];
        return [
          {
            name: 'relevance-quality',
            title: 'Relevance and quality of every system',
            columns: ['system', 'baseline', ...heads],
            rows,
            notes: [],
          },
        ];
      },
    };
  },
};

/** CoQuIR's Table 3: quality by the dimension that a task's judgments are about. */
export const qualityDimensions: Analysis = {
  name: 'quality-dimensions',
  describe: 'PPA of every system for each quality dimension, and exec@1 for correctness',
  start(subject, shared) {
    const { tasks, table } = subject;
    const dimension = new Map(tasks.map((task) => [task.id, task.dimension]));
    if (![...dimension.values()].some((one) => one !== undefined)) return undefined;
    const [ppa, exec] = [parseMeasure('PPA'), parseMeasure('exec@1')];
    for (const measure of [ppa, exec]) shared.scores.keep(measure);
    return {
      async tables() {
        const labels = Array.from(table.task, (t) => dimension.get(table.taskIds[t]!));
        const grouping = groupingOf(labels, 'as-found');
        const columns = grouping.names.flatMap((name, group) =>
          (name === 'correctness' ? [ppa, exec] : [ppa]).map((measure): Column => {
            return { head: `${name} ${measure.name}`, measure, grouping, group };
          }),
        );
        const { heads, rows } = await systemTable(subject, shared, columns);
        if (heads.length === 0) return [];
        return [
          {
            name: 'quality-dimensions',
            title: 'Quality by dimension',
            columns: ['system', 'baseline', ...heads],
            rows,
            notes: ['PPA of a random order is 0.5 where no scores tie.'],
          },
        ];
      },
    };
  },
};
