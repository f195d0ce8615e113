import type { Measured } from '../../../src/core/result-table.js';
import { counted } from '../../../src/core/words.js';
import { select } from '../dom.js';
import { own } from '../own.js';
import type { Page } from '../page.js';
import { labelOf, type System } from '../systems.js';
import { intervalText, number } from '../tables.js';
import { headOf, MEANS, type MeanName, type Measure, meanOf } from '../values.js';
import type { Option, Series } from './echarts.js';
import type { Drawing, FigureSpec } from './figure.js';
import { grid, indexOf, labelRoom, markStyle, rowAxis, tip, tipLine, tooltip, valueAxis } from './style.js';

const ROW = 24;
const AXIS = 44;

export interface Placed {
  system: System;
  value: Measured;
}

/** Systems that have a value, the best one first; where neither way is better, the greatest. */
export function placed(
  systems: readonly System[],
  { better }: Pick<Measure, 'better'>,
  valueIn: (system: System) => Measured | undefined,
): Placed[] {
  const sign = better === 'lower' ? -1 : 1;
  return systems
    .flatMap((system) => {
      const value = valueIn(system);
      return value === undefined ? [] : [{ system, value }];
    })
    .sort((a, b) => sign * (b.value.value - a.value.value));
}

/** `best bm25 0.351, last random 0.025`: what a chart of one measure comes to. */
export function inShort(rows: readonly Placed[]): string {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return '';
  const said = ({ system, value }: Placed) => `${system.name} ${number(value.value)}`;
  return first === last ? said(first) : `First ${said(first)}, last ${said(last)}.`;
}

/** 95 % intervals as lines behind the points of the same rows. */
export function intervals(rows: readonly Placed[]): Series {
  return {
    type: 'custom',
    silent: true,
    data: rows.map(({ value }, r) => [r, value.low ?? value.value, value.high ?? value.value]),
    encode: { x: [1, 2], y: 0 },
    renderItem: (params, api) => {
      const [x1, y] = api.coord([api.value(1), api.value(0)]) as [number, number];
      const [x2] = api.coord([api.value(2), api.value(0)]) as [number, number];
      const { mark } = rows[params.dataIndex]!.system;
      const line = { x1, y1: y, x2, y2: y };
      return { type: 'line', shape: line, style: { stroke: mark.colour, lineWidth: 2, opacity: 0.75 } };
    },
  };
}

export function pointTip(rows: readonly Placed[], measure: string) {
  return (params: unknown) => {
    const row = rows[indexOf(params)];
    if (row === undefined) return '';
    const { system, value } = row;
    const interval = intervalText(value);
    const line = tipLine(system, number(value.value));
    return interval === undefined ? tip(measure, line) : tip(measure, line, tip(`95 % interval ${interval}`));
  };
}

/** One measure of all systems with intervals, best first: a forest plot. */
export function forest(page: Page): FigureSpec | undefined {
  const { measures, results, selection } = page;
  let measure = measures.find(({ name }) => name === results.primary) ?? measures[0];
  if (measure === undefined) return undefined;
  const first = measure;
  return {
    name: 'forest',
    title: 'Means with 95 % intervals',
    controls: (redraw) => {
      const choices = measures.map((one) => ({ value: one.name, label: headOf(one) }));
      const choose = (name: string) => {
        measure = measures.find((one) => one.name === name);
        redraw();
      };
      return select('Measure', choices, choose, first.name).field;
    },
    draw: (width) => {
      const shown = measure ?? first;
      const valueIn = ({ result }: System) => meanOf(own(result.measures, shown.name), page.mean);
      const rows = placed(selection.shown, shown, valueIn);
      if (rows.length === 0) return 'No system that is shown has a value.';
      return drawing(rows, shown, page.mean, width);
    },
  };
}

function drawing(rows: Placed[], measure: Measure, mean: MeanName, width: number): Drawing {
  const labels = rows.map(({ system }) => labelOf(system));
  const room = labelRoom(labels, width);
  const points: Series = {
    type: 'scatter',
    symbolSize: 10,
    emphasis: { disabled: true },
    data: rows.map(({ system, value }, r) => ({ value: [value.value, r], ...markStyle(system) })),
  };
  const option: Option = {
    grid: grid(room, AXIS),
    xAxis: { ...valueAxis(headOf(measure)), scale: true },
    yAxis: rowAxis(labels, room),
    series: [intervals(rows), points],
    ...tooltip('item', pointTip(rows, measure.name)),
  };
  return {
    option,
    title: `${headOf(measure)} with 95 % intervals`,
    height: rows.length * ROW + AXIS + 8,
    label: `${counted(rows.length, 'system')}. ${inShort(rows)}`,
    table: {
      columns: ['system', measure.name],
      rows: rows.map(({ system, value }) => [labelOf(system), value]),
    },
    notes: mean === 'lead' ? [] : [`Mean ${MEANS[mean]}.`],
  };
}
