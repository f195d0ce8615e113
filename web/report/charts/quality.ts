import type { Measured, ResultTable } from '../../../src/core/result-table.js';
import { counted } from '../../../src/core/words.js';
import type { MeasureSummary } from '../../../src/evaluate/summary.js';
import { profile } from '../../../src/measures/profiles.js';
import { own } from '../own.js';
import { type Page, takeTables } from '../page.js';
import { labelOf, type System } from '../systems.js';
import { number } from '../tables.js';
import { headOf, type Measure, meanOf } from '../values.js';
import type { Option, Series } from './echarts.js';
import type { Drawing, FigureSpec } from './figure.js';
import { inShort, intervals, type Placed, placed, pointTip } from './forest.js';
import { grid, labelRoom, MUTED, rowAxis, tooltip, valueAxis } from './style.js';

/** What asks for the right document among similar ones, and what a coin would get where every pair is scored. */
const QUALITY: readonly { name: string; chance?: number }[] = [
  { name: 'PPA', chance: 0.5 },
  { name: 'MRS', chance: 0 },
  { name: 'exec@1' },
];

const ROW = 24;
const AXIS = 44;

/** Bars of each quality measure, a row of charts for every dimension of quality that tasks declare. */
export function quality(page: Page): { title: string; figures: FigureSpec[] }[] {
  const coin = scoresEveryPair(page.results.profile);
  const measures = QUALITY.flatMap(({ name, chance }) => {
    const measure = page.measures.find((one) => one.name === name);
    return measure === undefined ? [] : [{ measure, chance: coin ? chance : undefined }];
  });
  const { tasks } = page.results;
  const [table] = takeTables(page, 'quality-dimensions', (one) => one);
  const dimensions = [...new Set(tasks.map(({ dimension }) => dimension ?? ''))];
  return dimensions.map((dimension) => {
    const ids = tasks.filter((task) => (task.dimension ?? '') === dimension).map(({ id }) => id);
    const of = (system: System, name: string) =>
      inTable(table, system, `${dimension} ${name}`) ?? valueIn(page, system, name, ids);
    const figures = measures
      .filter(({ measure }) => page.systems.some((system) => of(system, measure.name) !== undefined))
      .map(({ measure, chance }): FigureSpec => {
        const slug = dimension === '' ? measure.name : `${dimension}-${measure.name}`;
        return {
          name: `quality-${slug}`,
          title: measure.name,
          draw: (width) => {
            const rows = placed(page.selection.shown, measure, (system) => of(system, measure.name));
            if (rows.length === 0) return 'No system that is shown has a value.';
            return drawing(rows, measure, chance, width);
          },
        };
      });
    return { title: dimension === '' ? page.results.benchmark : dimension, figures };
  });
}

/** Where pairs beyond the retrieved prefix count as lost, chance is below what a coin gets, and not known. */
function scoresEveryPair(name: string): boolean {
  try {
    return profile(name).pairs === 'full';
  } catch {
    return false;
  }
}

/** The analysis of dimensions has intervals also where several tasks share a dimension. */
function inTable(table: ResultTable | undefined, system: System, head: string): Measured | undefined {
  const value = table?.rows.find(([name]) => name === system.name)?.[table.columns.indexOf(head, 1)];
  return value !== null && typeof value === 'object' ? value : undefined;
}

/** All tasks: the system's mean. One: that task's. Several: the mean over their queries, without an interval. */
function valueIn(page: Page, system: System, name: string, ids: readonly string[]): Measured | undefined {
  const { measures, tasks } = system.result;
  if (ids.length === page.results.tasks.length) return meanOf(own(measures, name));
  const found = ids.flatMap((id): MeasureSummary[] => {
    const summary = own(own(tasks, id), name);
    return summary === undefined ? [] : [summary];
  });
  if (found.length < 2) return meanOf(found[0]);
  const overQueries = found.map((summary) => summary.perQuery ?? summary);
  const n = overQueries.reduce((sum, one) => sum + one.n, 0);
  return { value: overQueries.reduce((sum, one) => sum + one.n * one.mean, 0) / n };
}

function drawing(rows: Placed[], measure: Measure, chance: number | undefined, width: number): Drawing {
  const labels = rows.map(({ system }) => labelOf(system));
  const room = labelRoom(labels, width);
  const best = rows.find(({ system }) => system.baseline);
  const bars: Series = {
    type: 'bar',
    barWidth: 13,
    emphasis: { disabled: true },
    data: rows.map(({ system: { mark }, value }) => ({
      value: value.value,
      itemStyle: {
        color: mark.hollow ? 'var(--paper)' : mark.colour,
        opacity: 1,
        borderColor: mark.colour,
        borderWidth: mark.hollow ? 1.5 : 0,
        borderType: 'solid',
      },
    })),
    markLine: {
      silent: true,
      symbol: 'none',
      animation: false,
      precision: 6,
      label: { show: false },
      data: [
        ...(chance === undefined ? [] : [line(chance, [5, 4])]),
        ...(best === undefined ? [] : [line(best.value.value, [1.5, 2.5])]),
      ],
    },
  };
  const option: Option = {
    grid: grid(room, AXIS),
    xAxis: {
      ...valueAxis(headOf(measure)),
      splitNumber: width < 260 ? 2 : width < 400 ? 3 : 5,
      ...reaching(chance),
    },
    yAxis: rowAxis(labels, room),
    series: [bars, whiskers(rows)],
    ...tooltip('item', pointTip(rows, measure.name)),
  };
  const references = [
    ...(chance === undefined ? [] : [`Dashed line: chance, ${number(chance)}.`]),
    ...(best === undefined
      ? []
      : [`Dotted line: the best artefact baseline, ${best.system.name}, ${number(best.value.value)}.`]),
  ];
  return {
    option,
    height: rows.length * ROW + AXIS + 8,
    label: `${measure.name} of ${counted(rows.length, 'system')}. ${inShort(rows)} ${references.join(' ')}`,
    table: {
      columns: ['system', measure.name],
      rows: rows.map(({ system, value }) => [labelOf(system), value]),
    },
    notes: references,
  };
}

/** An axis that takes in a value, whatever the bars are; null leaves an end as it is. */
function reaching(value: number | undefined) {
  if (value === undefined) return {};
  return {
    min: ({ min }: { min: number }) => (value < min ? Math.min(0, value) : null) as number,
    max: ({ max }: { max: number }) => (value > max ? value : null) as number,
  };
}

function line(at: number, type: number[]) {
  return { xAxis: at, lineStyle: { color: MUTED, width: 1.5, type } };
}

/** The intervals in ink, for on a bar of its own colour a line would not be seen. */
function whiskers(rows: Placed[]): Series {
  const known = rows.map((row) => ({
    ...row,
    system: { ...row.system, mark: { ...row.system.mark, colour: 'var(--ink)' } },
  }));
  return { ...intervals(known), z: 5 } as Series;
}
