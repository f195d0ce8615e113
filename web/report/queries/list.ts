import type { QueryEntry, QueryView } from '../../../src/report/html/data.js';
import { el, newId } from '../dom.js';
import { printable } from './printable.js';
import type { Standings } from './standing.js';

/** Pixels that a query takes; the style sheet keeps to it. */
const ROW = 56;
/** Rows drawn above and below what is in sight. */
const SPARE = 6;

/**
 * A list box of queries. Only the rows in sight are elements, so that 40,000 queries are as fast as 40; the
 * arrow keys, j and k move, Enter opens.
 */
export class QueryList {
  readonly element: HTMLElement;
  private readonly sizer = el('div', { role: 'presentation', class: 'sizer' });
  private readonly prefix = newId();
  private items: readonly number[] = [];
  /** Place in `items` that the keyboard stands on. */
  private active = 0;
  private opened: number | undefined;

  constructor(
    private readonly view: QueryView,
    private readonly standings: Standings,
    private readonly open: (query: number) => void,
  ) {
    this.element = el(
      'div',
      { role: 'listbox', tabindex: 0, class: 'query-list', 'aria-label': 'Queries' },
      this.sizer,
    );
    this.element.addEventListener('scroll', () => this.draw(), { passive: true });
    this.element.addEventListener('click', (event) => this.click(event));
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  /** @param items indices of the queries to list */
  list(items: readonly number[]): void {
    this.items = items;
    this.active = Math.max(0, this.opened === undefined ? 0 : items.indexOf(this.opened));
    this.sizer.style.height = `${items.length * ROW}px`;
    this.reveal();
  }

  /** Marks a query as the one that is open. */
  mark(query: number | undefined): void {
    this.opened = query;
    const place = query === undefined ? -1 : this.items.indexOf(query);
    if (place >= 0) this.active = place;
    this.reveal();
  }

  /** The query that lies so many places from the open one. */
  neighbour(step: number): number | undefined {
    return this.items[this.active + step];
  }

  /** Whether the key was one of the list's. */
  key(key: string): boolean {
    const page = Math.max(1, Math.floor(this.element.clientHeight / ROW) - 1);
    const steps: ReadonlyMap<string, number> = new Map([
      ['ArrowDown', 1],
      ['j', 1],
      ['ArrowUp', -1],
      ['k', -1],
      ['PageDown', page],
      ['PageUp', -page],
      ['Home', -this.items.length],
      ['End', this.items.length],
    ]);
    const step = steps.get(key);
    if (step !== undefined) {
      this.active = Math.min(Math.max(this.active + step, 0), Math.max(0, this.items.length - 1));
      this.reveal();
      return true;
    }
    if (key !== 'Enter' && key !== ' ') return false;
    const query = this.items[this.active];
    if (query !== undefined) this.open(query);
    return true;
  }

  private click(event: MouseEvent): void {
    const option = event.target instanceof Element ? event.target.closest('[role=option]') : null;
    const query = option instanceof HTMLElement ? this.items[Number(option.dataset.place)] : undefined;
    if (query !== undefined) this.open(query);
  }

  /** Scrolls the active row into sight, within the list alone, and draws. */
  private reveal(): void {
    const top = this.active * ROW;
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (top + ROW > scrollTop + clientHeight) this.element.scrollTop = top + ROW - clientHeight;
    this.draw();
  }

  private draw(): void {
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / ROW) - SPARE);
    const last = Math.min(this.items.length, Math.ceil((scrollTop + clientHeight) / ROW) + SPARE);
    const rows: HTMLElement[] = [];
    for (let place = first; place < last; place++) rows.push(this.row(place));
    // Named below as the active one, so that it must be there even when it is scrolled out of sight.
    const hidden = this.active < first || this.active >= last;
    if (hidden && this.active < this.items.length) rows.push(this.row(this.active));
    this.sizer.replaceChildren(...rows);
    if (this.items.length > 0)
      this.element.setAttribute('aria-activedescendant', `${this.prefix}-${this.active}`);
    else this.element.removeAttribute('aria-activedescendant');
  }

  private solvedText(query: QueryEntry): string {
    const solvers = this.standings.solvers(query);
    return solvers === undefined ? '' : `solved by ${solvers}/${this.standings.asked.length}`;
  }

  private row(place: number): HTMLElement {
    const query = this.items[place]!;
    const entry = this.view.queries[query]!;
    const { id, text } = entry;
    const option = el(
      'div',
      {
        role: 'option',
        id: `${this.prefix}-${place}`,
        class: place === this.active ? 'active' : undefined,
        'aria-selected': String(query === this.opened),
        'aria-setsize': this.items.length,
        'aria-posinset': place + 1,
        'data-place': place,
        'data-query': id,
      },
      el(
        'div',
        { class: 'query-line' },
        el('span', { class: 'query-id' }, el('bdi', {}, printable(id))),
        el('span', { class: 'solved' }, this.solvedText(entry)),
      ),
      el('div', { class: 'query-text', dir: 'auto' }, printable(text.slice(0, 200))),
    );
    option.style.top = `${place * ROW}px`;
    return option;
  }
}
