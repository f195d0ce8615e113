import { counted } from '../../../src/core/words.js';
import { labelOf, type System } from '../systems.js';
import { number } from '../tables.js';
import type { Groups } from '../values.js';
import type { Option, Series } from './echarts.js';
import type { Drawing } from './figure.js';
import { groupTable, shownOf } from './group-table.js';
import {
  columnAxis,
  FAMILY,
  grid,
  INK,
  indexOf,
  labelRoom,
  rowAxis,
  textWidth,
  tip,
  tipLine,
  tooltip,
} from './style.js';

const ROW = 28;
const COLUMN = 58;

interface Cell {
  system: System;
  row: number;
  group: number;
  value: number;
}

/** A map of systems × groups: the greater a value, the deeper the colour; the number stands in its cell. */
export function heat(groups: Groups, selected: readonly System[], width: number): Drawing | string {
  const shown = shownOf(groups, selected);
  if (shown.length === 0) return 'No system that is shown has a value.';
  const cells = shown.flatMap((system, row) =>
    groups.values.flatMap((values, group): Cell[] => {
      const value = values[system.index];
      return value === undefined ? [] : [{ system, row, group, value: value.value }];
    }),
  );
  const labels = shown.map(labelOf);
  const room = labelRoom(labels, width);
  const minWidth = room + groups.groups.length * COLUMN + 16;
  const across = (Math.max(width, minWidth) - room - 16) / groups.groups.length;
  const longest = Math.min(150, Math.max(...groups.groups.map(textWidth)));
  const slanted = longest > across - 8;
  const top = slanted ? Math.min(130, 24 + longest * 0.65) : 26;
  const x = columnAxis(groups.groups);
  const option: Option = {
    grid: grid(room, 8, top),
    xAxis: {
      ...x,
      position: 'top',
      axisLine: { show: false },
      axisLabel: {
        ...x.axisLabel,
        hideOverlap: false,
        rotate: slanted ? 40 : 0,
        width: 150,
        overflow: 'truncate',
      },
    },
    yAxis: rowAxis(labels, room),
    series: [cellSeries(cells, groups.digits)],
    ...tooltip('item', (params) => {
      const cell = cells[indexOf(params)];
      if (cell === undefined) return '';
      return tip(groups.groups[cell.group]!, tipLine(cell.system, number(cell.value, groups.digits)));
    }),
  };
  return {
    option,
    title: groups.title,
    height: labels.length * ROW + top + 8,
    minWidth,
    label: `${counted(shown.length, 'system')} by ${counted(groups.groups.length, 'group')}. ${peak(cells, groups)}`,
    table: groupTable(groups, shown),
    notes: groups.notes,
  };
}

function peak(cells: readonly Cell[], { groups, digits }: Groups): string {
  const top = cells.reduce((best, cell) => (cell.value > best.value ? cell : best));
  return `Greatest value ${number(top.value, digits)}: ${top.system.name} at ${groups[top.group]}.`;
}

function cellSeries(cells: readonly Cell[], digits: number | undefined): Series {
  const values = cells.map(({ value }) => value);
  const low = Math.min(0, ...values);
  const high = Math.max(...values);
  return {
    type: 'custom',
    data: cells.map(({ group, row, value }) => [group, row, value]),
    encode: { x: 0, y: 1 },
    renderItem: (params, api) => {
      const { value } = cells[params.dataIndex]!;
      const [cx, cy] = api.coord([api.value(0), api.value(1)]) as [number, number];
      const [w, h] = api.size!([1, 1]) as [number, number];
      const share = high > low ? (value - low) / (high - low) : 0.5;
      // So deep at most that the ink stays legible on it.
      const percent = Math.round(4 + share * 52);
      const box = { x: cx - w / 2 + 1, y: cy - h / 2 + 1, width: w - 2, height: h - 2, r: 2 };
      return {
        type: 'group',
        children: [
          {
            type: 'rect',
            shape: box,
            style: { fill: `color-mix(in srgb, var(--heat) ${percent}%, var(--paper))` },
          },
          {
            type: 'text',
            silent: true,
            style: {
              ...{ x: cx, y: cy, align: 'center', verticalAlign: 'middle' },
              ...{ text: number(value, digits), fontSize: 12, fontFamily: FAMILY },
              fill: INK,
            },
          },
        ],
      };
    },
  };
}
