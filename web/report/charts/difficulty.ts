import type { ResultTable, TableValue } from '../../../src/core/result-table.js';
import { button } from '../dom.js';
import type { Page } from '../page.js';
import type { Chart } from './echarts.js';
import type { FigureSpec } from './figure.js';
import { ACCENT, columnAxis, FAMILY, grid, INK, indexOf, tip, tooltip, valueAxis } from './style.js';

const HEIGHT = 260;
const AXIS = 44;

/** By how many systems queries are solved; a bar opens its queries in the list. */
export function difficulty(page: Page, table: ResultTable): FigureSpec | undefined {
  const bars = table.rows.map((row) => ({
    solvedBy: Number.parseInt(String(row[0]), 10),
    count: countOf(row[1]),
  }));
  if (bars.length === 0 || bars.some(({ solvedBy }) => Number.isNaN(solvedBy))) return undefined;
  const most = Math.max(...bars.map(({ solvedBy }) => solvedBy));
  const said = ({ solvedBy, count }: (typeof bars)[number]) =>
    `${count} ${count === 1 ? 'query' : 'queries'} solved by ${solvedBy === 0 ? 'no system' : `${solvedBy} of ${most}`}`;
  const axis = columnAxis(
    bars.map(({ solvedBy }) => String(solvedBy)),
    'systems that solve the query',
  );
  return {
    name: table.name,
    title: table.title,
    draw: () => ({
      option: {
        grid: grid(48, AXIS, 22),
        xAxis: axis,
        yAxis: valueAxis(''),
        series: {
          type: 'bar',
          barCategoryGap: '25%',
          itemStyle: { color: ACCENT, opacity: 1 },
          emphasis: { disabled: true },
          label: { show: true, position: 'top', color: INK, fontFamily: FAMILY },
          data: bars.map(({ count }) => count),
        },
        ...tooltip('item', (params) => {
          const bar = bars[indexOf(params)];
          return bar === undefined ? '' : tip(said(bar));
        }),
      },
      height: HEIGHT,
      label: `${bars.map(said).join('; ')}.`,
      table: { columns: table.columns, rows: table.rows },
      notes: table.notes,
      ...(page.openSolvedBy ? { advice: pressed(page) } : {}),
      overlay: (chart) =>
        page.openSolvedBy &&
        bars.map(({ solvedBy, count }, b) => {
          const { left, top, width, height } = place(chart, b, count);
          const press = button('', () => page.openSolvedBy?.(solvedBy), {
            class: 'bar',
            'aria-label': `List ${said(bars[b]!)}`,
            title: said(bars[b]!),
          });
          press.style.cssText = `left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
          return press;
        }),
    }),
  };
}

/** The bars are of all queries; the list may hold a sample. */
function pressed({ data }: Page): string {
  const { queries, total } = data.queries;
  return `Press a bar to list its queries${queries.length < total ? ', as far as the page holds them' : ''}.`;
}

function countOf(value: TableValue | undefined): number {
  if (typeof value === 'number') return value;
  return value !== null && typeof value === 'object' ? value.value : 0;
}

/** Where the bar stands, as a place to press: the whole column up to the bar's top and its number. */
function place(chart: Chart, bar: number, count: number) {
  const [x, top] = chart.convertToPixel({ gridIndex: 0 }, [bar, count]) as [number, number];
  const [, floor] = chart.convertToPixel({ gridIndex: 0 }, [bar, 0]) as [number, number];
  const [next] = chart.convertToPixel({ gridIndex: 0 }, [bar + 1, 0]) as [number, number];
  const width = Number.isFinite(next) && next > x ? Math.min(next - x, 80) : 60;
  return { left: x - width / 2, top: top - 18, width, height: floor - top + 18 };
}
