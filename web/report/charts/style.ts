import { el } from '../dom.js';
import { swatch } from '../marks.js';
import { labelOf, type System } from '../systems.js';
import type { Option } from './echarts.js';

/** Pixels between a label and its axis, and around a chart. */
export const GAP = 8;
export const FONT = 12;
/** Named and not inherited: ECharts has to measure texts. */
export const FAMILY = 'system-ui, sans-serif';

/** Colours are names of the style sheet: a chart follows the theme without being drawn again. */
export const INK = 'var(--ink)';
export const MUTED = 'var(--muted)';
export const LINE = 'var(--line)';
export const RULE = 'var(--rule)';
export const ACCENT = 'var(--accent)';

const pen = document.createElement('canvas').getContext('2d');

/** Pixels that a label takes. */
export function textWidth(text: string): number {
  if (pen === null) return text.length * 7;
  pen.font = `${FONT}px ${FAMILY}`;
  return pen.measureText(text).width;
}

/** Room for the labels of a vertical axis: what they need, and at most half of the chart. */
export function labelRoom(labels: readonly string[], width: number): number {
  const longest = Math.max(0, ...labels.map(textWidth));
  return Math.ceil(Math.min(longest + GAP + 2, width * 0.5, 220));
}

/** A name and what stands behind it, the name cut where both find no room. */
export function fitted(name: string, tail: string, room: number): string {
  if (textWidth(name + tail) <= room) return name + tail;
  let kept = name.slice(0, 80);
  while (kept !== '' && textWidth(`${kept}…${tail}`) > room) kept = kept.slice(0, -1);
  return `${kept}…${tail}`;
}

const label = { color: MUTED, fontSize: FONT, fontFamily: FAMILY } as const;

export function valueAxis(name: string) {
  return {
    type: 'value' as const,
    name,
    nameLocation: 'middle' as const,
    nameGap: 26,
    nameTextStyle: label,
    axisLabel: { ...label, hideOverlap: true, showMinLabel: true, showMaxLabel: true },
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { lineStyle: { color: RULE } },
    splitNumber: 4,
  };
}

/** Rows from top to bottom. */
export function rowAxis(labels: readonly string[], room: number) {
  return {
    type: 'category' as const,
    inverse: true,
    data: [...labels],
    axisLabel: { ...label, color: INK, interval: 0, width: room - GAP, overflow: 'truncate' as const },
    axisLine: { show: false },
    axisTick: { show: false },
  };
}

export function columnAxis(labels: readonly string[], name?: string) {
  return {
    type: 'category' as const,
    data: [...labels],
    name: name ?? '',
    nameLocation: 'middle' as const,
    nameGap: 26,
    nameTextStyle: label,
    axisLabel: { ...label, interval: 0, hideOverlap: true, showMaxLabel: true },
    axisLine: { lineStyle: { color: LINE } },
    axisTick: { show: false },
  };
}

/**
 * Which labels of a horizontal axis are shown where not all find room: the last, and backwards from it what fits.
 *
 * @param apart pixels from one label to the next
 */
export function labelsThatFit(labels: readonly string[], apart: number): (index: number) => boolean {
  const shown = new Set<number>();
  let right = Infinity;
  for (let l = labels.length - 1; l >= 0; l--) {
    const half = textWidth(labels[l]!) / 2;
    if (l * apart + half > right - 3) continue;
    shown.add(l);
    right = l * apart - half;
  }
  return (index) => shown.has(index);
}

export function grid(left: number, bottom: number, top: number = GAP, right: number = 2 * GAP) {
  return { left, right, top, bottom, outerBoundsMode: 'none' as const };
}

/** A box beside the pointer; its content is made of elements, so that no name of the data is read as markup. */
export function tooltip(trigger: 'item' | 'axis', content: (params: unknown) => HTMLElement | ''): Option {
  return {
    tooltip: {
      trigger,
      confine: true,
      className: 'tip',
      backgroundColor: 'transparent',
      borderWidth: 0,
      padding: 0,
      transitionDuration: 0,
      extraCssText: 'box-shadow:none;white-space:normal;max-width:min(360px,92vw)',
      axisPointer: { type: 'line', lineStyle: { color: LINE, type: 'solid' } },
      formatter: content,
    },
  };
}

/** A line of a tooltip: a system and its value. */
export function tipLine(system: System, ...values: string[]): HTMLElement {
  return el(
    'div',
    { class: 'tip-line' },
    swatch(system.mark),
    el('span', {}, labelOf(system)),
    values.map((value) => el('b', {}, value)),
  );
}

export function tip(title: string, ...lines: HTMLElement[]): HTMLElement {
  return el('div', { class: 'tip-box' }, title !== '' && el('div', { class: 'tip-title' }, title), lines);
}

/** Index of the datum that the pointer is on, as ECharts hands it to a formatter. */
export function indexOf(params: unknown): number {
  const one = Array.isArray(params) ? params[0] : params;
  return typeof one?.dataIndex === 'number' ? one.dataIndex : -1;
}

export function markStyle({ mark }: System) {
  return {
    symbol: `path://${mark.path}`,
    itemStyle: {
      color: mark.hollow ? 'var(--paper)' : mark.colour,
      borderColor: mark.colour,
      borderWidth: mark.hollow ? 1.5 : 0,
      opacity: 1,
    },
  };
}
