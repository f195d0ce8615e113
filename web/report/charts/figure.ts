import { type Child, el, fill, newId } from '../dom.js';
import { dataTable, type Grid } from '../tables.js';
import { type Chart, newChart, type Option } from './echarts.js';

/** One state of a chart: the picture, the same in words, and the same in numbers. */
export interface Drawing {
  option: Option;
  /** In the place of the figure's own, where the picture changes what it shows. */
  title?: string;
  /** Pixels. */
  height: number;
  /** Below this width the chart scrolls in its own box. */
  minWidth?: number;
  /** What the picture shows, for those who do not see it. */
  label: string;
  table: Grid;
  notes?: readonly string[];
  /** What the reader can do with the chart; of no use on paper. */
  advice?: string;
  /** What lies over the drawn picture, such as buttons. */
  overlay?(chart: Chart): Child;
}

export interface FigureSpec {
  /** kebab-case, unique on the page. */
  name: string;
  title: string;
  /** Selects that change the picture; they call `redraw`. */
  controls?(redraw: () => void): Child;
  /** @param width pixels there are; a text instead of a drawing says why there is none */
  draw(width: number): Drawing | string;
}

/** One chart on the page, with its title, controls, notes and data table. */
export class Figure {
  readonly element: HTMLElement;
  private readonly title: HTMLElement;
  private readonly picture: HTMLElement;
  private readonly canvas: HTMLElement;
  private readonly over: HTMLElement;
  private readonly notes: HTMLElement;
  private readonly numbers: HTMLElement;
  private chart: Chart | undefined;
  private width = 0;

  constructor(
    private readonly spec: FigureSpec,
    redraw: (figure: Figure) => void,
  ) {
    const id = newId();
    this.title = el('h3', { id }, spec.title);
    this.canvas = el('div', { class: 'canvas', role: 'img', 'data-chart': spec.name, 'data-drawn': 'false' });
    this.over = el('div', { class: 'over' });
    this.picture = el('div', { class: 'picture' }, el('div', { class: 'stage' }, this.canvas, this.over));
    this.notes = el('figcaption');
    this.numbers = el('div');
    const controls = spec.controls?.(() => redraw(this));
    const table = el('details', { class: 'data' }, el('summary', {}, 'Data table'), this.numbers);
    const bar = controls !== undefined && el('div', { class: 'controls' }, controls);
    this.element = el(
      'figure',
      { 'aria-labelledby': id },
      el('div', { class: 'figure-head' }, this.title, bar),
      this.picture,
      this.notes,
      table,
    );
  }

  /** Says that the picture is out of date. */
  expire(): void {
    this.canvas.dataset.drawn = 'false';
  }

  get drawn(): boolean {
    return this.canvas.dataset.drawn === 'true';
  }

  /** Whether the room has changed since it was drawn. */
  get misfits(): boolean {
    return this.drawn && this.picture.clientWidth !== this.width;
  }

  draw(): void {
    this.width = this.picture.clientWidth;
    const drawing = this.spec.draw(this.width);
    if (typeof drawing === 'string') this.showReason(drawing);
    else this.show(drawing);
    this.canvas.dataset.drawn = 'true';
  }

  private showReason(reason: string): void {
    this.chart?.dispose();
    this.chart = undefined;
    this.canvas.setAttribute('aria-label', `${this.spec.title}: ${reason}`);
    fill(this.canvas, el('p', { class: 'empty' }, reason));
    this.canvas.removeAttribute('style');
    fill(this.over);
    fill(this.notes);
    fill(this.numbers);
  }

  private show(drawing: Drawing): void {
    const {
      option,
      title = this.spec.title,
      height,
      minWidth = 0,
      label,
      table,
      notes = [],
      advice,
    } = drawing;
    const width = Math.max(this.width, minWidth);
    this.picture.classList.toggle('wide', width > this.width);
    this.scrollable(width > this.width);
    if (this.chart === undefined) {
      fill(this.canvas);
      this.chart = newChart(this.canvas, width, height);
    } else this.chart.resize({ width, height });
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.chart.setOption({ animation: false, ...option }, { notMerge: true });
    // At once and not at the next frame: a page in the background gets none, and print would miss it.
    this.chart.getZr().flush();
    // With a view box the style sheet can fit the picture to the paper.
    this.canvas.querySelector('svg')?.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.title.textContent = title;
    this.canvas.setAttribute('aria-label', `${title}. ${label}`);
    fill(this.over, drawing.overlay?.(this.chart));
    fill(
      this.notes,
      notes.map((note) => el('p', {}, note)),
      advice !== undefined && el('p', { class: 'advice' }, advice),
    );
    fill(this.numbers, dataTable(`${title}, in numbers`, table));
  }

  /** A box that scrolls must be reachable with the keyboard. */
  private scrollable(yes: boolean): void {
    if (!yes) {
      for (const name of ['tabindex', 'role', 'aria-label']) this.picture.removeAttribute(name);
      return;
    }
    this.picture.tabIndex = 0;
    this.picture.setAttribute('role', 'region');
    this.picture.setAttribute('aria-label', `${this.spec.title}, scrolls sideways`);
  }
}
