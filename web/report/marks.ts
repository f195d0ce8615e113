import { svg } from './dom.js';

/** How a system is drawn: a shape and a colour, so that neither alone has to tell it from the others. */
export interface Mark {
  /** Outline in a box of 10 × 10. */
  path: string;
  /** A colour of the style sheet: it follows the theme by itself, on screen and on paper. */
  colour: string;
  /** Artefact baselines are hollow, their lines dashed. */
  hollow: boolean;
  dash: number[] | 'solid';
}

/** The colours `--s0` … of report.css. */
const COLOURS = 8;
/** Their number shares no divisor with that of the colours: 56 systems have marks of their own. */
const SHAPES = [
  'M10 5A5 5 0 1 1 0 5A5 5 0 1 1 10 5Z',
  'M.5 .5H9.5V9.5H.5Z',
  'M5 0L10 9.5H0Z',
  'M5 0L10 5L5 10L0 5Z',
  'M0 .5H10L5 10Z',
  'M3.4 0H6.6V3.4H10V6.6H6.6V10H3.4V6.6H0V3.4H3.4Z',
  'M2 0L5 3L8 0L10 2L7 5L10 8L8 10L5 7L2 10L0 8L3 5L0 2Z',
] as const;
const DASHES = [
  [5, 3],
  [2, 2.5],
  [8, 3, 2, 3],
  [1, 3],
  [6, 2, 1, 2, 1, 2],
] as const;

export function markOf(n: number, baseline: boolean): Mark {
  return {
    path: SHAPES[n % SHAPES.length]!,
    colour: baseline ? 'var(--baseline)' : `var(--s${n % COLOURS})`,
    hollow: baseline,
    dash: baseline ? [...DASHES[n % DASHES.length]!] : 'solid',
  };
}

/** The mark as a picture of its own, beside the system's name. */
export function swatch({ path, colour, hollow }: Mark): SVGElement {
  const shape = svg('path', {
    d: path,
    fill: hollow ? 'var(--paper)' : colour,
    stroke: colour,
    'stroke-width': hollow ? 1.5 : 0,
  });
  return svg('svg', { class: 'swatch', viewBox: '-1 -1 12 12', 'aria-hidden': 'true' }, shape);
}
