import { counted } from '../../../src/core/words.js';
import type { Page } from '../page.js';
import type { System } from '../systems.js';
import { number } from '../tables.js';
import { type Groups, sizesOf } from '../values.js';
import type { Series } from './echarts.js';
import type { Drawing, FigureSpec } from './figure.js';
import { groupTable, shownOf } from './group-table.js';
import {
  fitted,
  GAP,
  grid,
  labelRoom,
  markStyle,
  rowAxis,
  tip,
  tipLine,
  tooltip,
  valueAxis,
} from './style.js';

const AXIS = 44;
const SIZE = 9;
/** Groups of fewer pairs are drawn pale: their rates say little. */
const FEW = 10;
const PALE = 0.4;

/** A row of marks for each group: who is where on one measure. */
export function dots(page: Page, groups: Groups, measure: string): FigureSpec {
  return {
    name: groups.name,
    title: groups.title,
    draw: (width) => {
      const shown = shownOf(groups, page.selection.shown);
      if (shown.length === 0) return 'No system that is shown has a value.';
      return drawing(groups, shown, measure, width);
    },
  };
}

function drawing(groups: Groups, shown: readonly System[], measure: string, width: number): Drawing {
  const sizes = sizesOf(groups);
  const few = (g: number) => sizes !== undefined && sizes[g]! < FEW;
  const tail = (g: number) => (sizes === undefined ? '' : ` · ${sizes[g]}`);
  // A little more than the labels need, for ECharts measures texts in its own way and would cut them again.
  const named = groups.groups.map((group, g) => group + tail(g));
  const room = labelRoom(named, width) + GAP;
  const labels = groups.groups.map((group, g) => fitted(group, tail(g), room - 2 * GAP));
  // Marks of one row stand a little below each other: equal values must not hide one another.
  const step = shown.length > 8 ? 3.5 : 5;
  const band = (shown.length - 1) * step + SIZE + 8;
  const series = shown.map((system, s): Series => {
    const style = markStyle(system);
    const offset = (s - (shown.length - 1) / 2) * step;
    return {
      type: 'scatter',
      symbolSize: SIZE,
      symbolOffset: [0, offset],
      emphasis: { disabled: true },
      ...style,
      data: groups.values.flatMap((values, g) => {
        const value = values[system.index];
        if (value === undefined) return [];
        const itemStyle = { ...style.itemStyle, opacity: few(g) ? PALE : 1 };
        return [{ value: [value.value, g], itemStyle }];
      }),
    };
  });
  return {
    option: {
      grid: grid(room, AXIS),
      xAxis: valueAxis(measure),
      yAxis: {
        ...rowAxis(labels, room),
        splitLine: { show: true, lineStyle: { color: 'var(--rule)' } },
      },
      series,
      ...tooltip('item', (params) => atDot(groups, shown, params)),
    },
    height: labels.length * Math.max(26, band) + AXIS + 8,
    label: `${counted(shown.length, 'system')} in ${counted(labels.length, 'group')}. ${extremes(groups, shown)}`,
    table: groupTable(groups, shown),
    notes: notesOf(groups, sizes),
  };
}

function notesOf({ notes }: Groups, sizes: readonly number[] | undefined): string[] {
  if (sizes === undefined) return [...notes];
  const pale = sizes.some((size) => size < FEW) ? ` Pale: fewer than ${FEW} pairs.` : '';
  return [`The number behind a group is that of its pairs.${pale}`, ...notes];
}

function atDot(groups: Groups, shown: readonly System[], params: unknown): HTMLElement | '' {
  const { seriesIndex, value } = params as { seriesIndex: number; value: [number, number] };
  const system = shown[seriesIndex];
  const group = groups.groups[value[1]];
  if (system === undefined || group === undefined) return '';
  const extra = groups.extra.map(({ head, values }) => tip(`${head} ${String(values[value[1]] ?? '–')}`));
  return tip(group, tipLine(system, number(value[0], groups.digits)), ...extra);
}

/** Where the first system is lowest and highest. */
function extremes({ groups, values, digits }: Groups, shown: readonly System[]): string {
  const system = shown[0]!;
  const found = values.flatMap((ofGroup, g) => {
    const value = ofGroup[system.index];
    return value === undefined ? [] : [{ group: groups[g]!, value: value.value }];
  });
  found.sort((a, b) => a.value - b.value);
  const [low, high] = [found[0], found.at(-1)];
  if (low === undefined || high === undefined) return '';
  const said = ({ group, value }: { group: string; value: number }) => `${group} (${number(value, digits)})`;
  return `${system.name} is lowest at ${said(low)} and highest at ${said(high)}.`;
}
