import type { ResultTable } from '../../../src/core/result-table.js';
import { counted } from '../../../src/core/words.js';
import type { Page } from '../page.js';
import type { System } from '../systems.js';
import { number } from '../tables.js';
import { type Groups, groupsOf } from '../values.js';
import type { Series } from './echarts.js';
import type { Drawing, FigureSpec } from './figure.js';
import { groupTable, shownOf } from './group-table.js';
import {
  columnAxis,
  GAP,
  grid,
  indexOf,
  labelsThatFit,
  markStyle,
  tip,
  tipLine,
  tooltip,
  valueAxis,
} from './style.js';

const HEIGHT = 280;
const AXIS = 44;
const LEFT = 48;

/** A line for each system over ordered groups, such as cut-offs or densities. */
export function lines(page: Page, table: ResultTable, axis: string): FigureSpec | undefined {
  const groups = groupsOf(table, page.systems);
  if (groups === undefined) return undefined;
  return {
    name: groups.name,
    title: groups.title,
    draw: (width) => {
      const shown = shownOf(groups, page.selection.shown);
      return shown.length === 0
        ? 'No system that is shown has a value.'
        : drawing(groups, shown, axis, width);
    },
  };
}

function drawing(groups: Groups, shown: readonly System[], axis: string, width: number): Drawing {
  const series = shown.map((system): Series => {
    const { colour, dash } = system.mark;
    const { symbol, itemStyle } = markStyle(system);
    return {
      type: 'line',
      symbol,
      itemStyle,
      symbolSize: 8,
      showAllSymbol: true,
      lineStyle: { color: colour, width: 1.75, type: dash, opacity: 1 },
      emphasis: { focus: 'series', lineStyle: { width: 3, color: colour }, itemStyle },
      data: groups.values.map((values) => values[system.index]?.value ?? '-'),
    };
  });
  const columns = columnAxis(groups.groups, axis);
  const apart = (width - LEFT - 2 * GAP) / Math.max(1, groups.groups.length - 1);
  return {
    option: {
      grid: grid(LEFT, AXIS),
      xAxis: {
        ...columns,
        boundaryGap: false,
        axisLabel: {
          ...columns.axisLabel,
          hideOverlap: false,
          interval: labelsThatFit(groups.groups, apart),
        },
      },
      yAxis: { ...valueAxis(''), ...upToOne(groups) },
      series,
      ...tooltip('axis', (params) => atGroup(groups, shown, axis, indexOf(params))),
    },
    height: HEIGHT,
    label: `${counted(shown.length, 'line')}, one for each system, over ${axis}. ${ends(groups, shown)}`,
    table: groupTable(groups, shown),
    notes: groups.notes,
  };
}

/** Shares that come close to 1 are shown against the whole. */
function upToOne({ values }: Groups) {
  const all = values.flat().flatMap((value) => (value === undefined ? [] : [value.value]));
  const close = all.some((value) => value > 0.8) && all.every((value) => value >= 0 && value <= 1);
  return close ? { max: 1, interval: 0.2 } : {};
}

/** Every system at one group, the greatest value first. */
function atGroup(groups: Groups, shown: readonly System[], axis: string, g: number): HTMLElement | '' {
  const values = groups.values[g];
  if (values === undefined) return '';
  const rows = shown.flatMap((system) => {
    const value = values[system.index];
    return value === undefined ? [] : [{ system, value: value.value }];
  });
  rows.sort((a, b) => b.value - a.value);
  return tip(
    `${axis} = ${groups.groups[g]}`,
    ...rows.map(({ system, value }) => tipLine(system, number(value, groups.digits))),
  );
}

function ends({ groups, values, digits }: Groups, shown: readonly System[]): string {
  const best = shown[0]!;
  const said = (g: number) => {
    const value = values[g]?.[best.index];
    return value === undefined ? [] : [`${number(value.value, digits)} at ${groups[g]}`];
  };
  const parts = [...said(0), ...(groups.length > 1 ? said(groups.length - 1) : [])];
  return parts.length === 0 ? '' : `${best.name}: ${parts.join(', ')}.`;
}
