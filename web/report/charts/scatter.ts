import { counted } from '../../../src/core/words.js';
import type { Results } from '../../../src/report/results.js';
import { select } from '../dom.js';
import { own } from '../own.js';
import type { Page } from '../page.js';
import { labelOf, type System } from '../systems.js';
import { number } from '../tables.js';
import type { FigureSpec } from './figure.js';
import { FAMILY, grid, INK, indexOf, markStyle, tip, tipLine, tooltip, valueAxis } from './style.js';

const HEIGHT = 380;
const AXIS = 44;
const LEFT = 56;

interface Point {
  system: System;
  x: number;
  y: number;
}

/** What ECharts tells of a label's place; pixels. */
type Rect = { x: number; width: number };

type Pair = Pick<Results['correlations'][number], 'x' | 'y'>;

/** Relevance against quality, a mark for each system: does one go with the other? */
export function scatter(page: Page): FigureSpec | undefined {
  const pairs = pairsOf(page);
  if (pairs.length === 0) return undefined;
  let pair = pairs[0]!;
  return {
    name: 'relevance-quality',
    title: 'Relevance against quality',
    controls: (redraw) => {
      if (pairs.length < 2) return undefined;
      const choices = pairs.map(({ x, y }, p) => ({ value: String(p), label: `${x} and ${y}` }));
      return select('Measures', choices, (p) => {
        pair = pairs[Number(p)] ?? pair;
        redraw();
      }).field;
    },
    draw: (width) => {
      const points = pointsOf(page.selection.shown, pair);
      if (points.length === 0) return 'No system that is shown has both measures.';
      return drawing(page, points, pair, width);
    },
  };
}

/** Every relevance measure with every quality measure that some system has both of. */
function pairsOf({ measures, systems }: Page): Pair[] {
  const named = (test: (name: string) => boolean) => measures.map(({ name }) => name).filter(test);
  const relevance = named((name) => name === 'nDCG' || name.startsWith('nDCG@'));
  const quality = named((name) => name === 'PPA' || name === 'MRS' || name === 'exec@1');
  return relevance
    .flatMap((x) => quality.map((y) => ({ x, y })))
    .filter((pair) => pointsOf(systems, pair).length > 0);
}

function pointsOf(systems: readonly System[], pair: Pair): Point[] {
  return systems.flatMap((system) => {
    const { measures } = system.result;
    const [x, y] = [own(measures, pair.x)?.mean, own(measures, pair.y)?.mean];
    return x === undefined || y === undefined ? [] : [{ system, x, y }];
  });
}

function drawing(page: Page, points: readonly Point[], { x, y }: Pair, width: number) {
  const found = page.results.correlations.find((one) => one.x === x && one.y === y);
  const correlation =
    found === undefined
      ? 'Pearson r needs three systems that are no artefact baselines.'
      : `Pearson r = ${found.r.toFixed(2)} over ${counted(found.n, 'system')}, without the artefact baselines.`;
  return {
    option: {
      grid: grid(LEFT, AXIS, 2 * 8, 24),
      xAxis: { ...valueAxis(x), scale: true },
      yAxis: { ...valueAxis(y), scale: true, nameGap: 40 },
      series: {
        type: 'scatter' as const,
        symbolSize: 11,
        emphasis: { disabled: true },
        // A label that finds no room is left out: the mark says who it is. One at an edge is moved inside.
        labelLayout: ({ labelRect: { x: from, width: length } }: { labelRect: Rect }) => ({
          hideOverlap: true,
          dx: Math.max(0, -from) - Math.max(0, from + length - width),
        }),
        data: points.map(({ system, ...point }) => ({
          value: [point.x, point.y],
          ...markStyle(system),
          label: {
            show: true,
            color: INK,
            fontFamily: FAMILY,
            position: 'top' as const,
            width: Math.min(160, width / 3),
            overflow: 'truncate' as const,
            formatter: () => labelOf(system),
          },
        })),
      },
      ...tooltip('item', (params) => {
        const point = points[indexOf(params)];
        if (point === undefined) return '';
        return tip('', tipLine(point.system), tip(`${x} ${number(point.x)}`), tip(`${y} ${number(point.y)}`));
      }),
    },
    height: HEIGHT,
    label: `${x} against ${y} of ${counted(points.length, 'system')}. ${correlation}`,
    table: {
      columns: ['system', x, y],
      rows: points.map(({ system, ...point }) => [labelOf(system), { value: point.x }, { value: point.y }]),
    },
    notes: [
      correlation,
      ...(points.some(({ system }) => system.baseline) ? ['Hollow: artefact baselines.'] : []),
    ],
  };
}
