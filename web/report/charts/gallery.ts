import { Figure, type FigureSpec } from './figure.js';

/**
 * All charts of the page. What the reader looks at is drawn first, the rest one by one while the browser is idle,
 * and whatever is left when the page goes to print.
 */
export class Gallery {
  private readonly figures: Figure[] = [];
  private readonly byElement = new Map<Element, Figure>();
  private readonly seen = new Set<Figure>();
  private waiting = false;
  private readonly sight = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const figure = this.byElement.get(target);
        if (figure === undefined) continue;
        if (isIntersecting) this.seen.add(figure);
        else this.seen.delete(figure);
        if (isIntersecting && !figure.drawn) figure.draw();
      }
    },
    { rootMargin: '200px' },
  );
  private readonly room = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const figure = this.byElement.get(target);
      if (figure?.misfits) this.redraw(figure);
    }
  });

  constructor() {
    addEventListener('beforeprint', () => this.drawAll());
  }

  /** The chart's element; it is drawn once it stands in the page. */
  add(spec: FigureSpec): HTMLElement {
    const figure = new Figure(spec, (one) => this.redraw(one));
    this.figures.push(figure);
    this.byElement.set(figure.element, figure);
    this.sight.observe(figure.element);
    this.room.observe(figure.element);
    this.await();
    return figure.element;
  }

  /** Draws all anew, after something that all depend on has changed. */
  redrawAll(): void {
    for (const figure of this.figures) this.redraw(figure);
  }

  private redraw(figure: Figure): void {
    figure.expire();
    if (this.seen.has(figure)) figure.draw();
    else this.await();
  }

  private drawAll(): void {
    for (const figure of this.figures) if (!figure.drawn) figure.draw();
  }

  /** One chart in every idle moment, until none is left. */
  private await(): void {
    if (this.waiting) return;
    this.waiting = true;
    const next = () => {
      this.waiting = false;
      const figure = this.figures.find(({ drawn }) => !drawn);
      if (figure === undefined) return;
      figure.draw();
      this.await();
    };
    // A page in the background has no idle moments for long; the deadline draws its charts all the same.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(next, { timeout: 200 });
    else setTimeout(next);
  }
}
