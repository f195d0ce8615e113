import { counted } from '../../../src/core/words.js';
import type { QueryView } from '../../../src/report/html/data.js';
import { button, el, fill, newId } from '../dom.js';
import { hinted } from '../hint.js';
import type { Selection } from '../systems.js';
import { badges } from './badges.js';
import { arrowKeys, card } from './cards.js';
import { code, goesOn } from './code.js';
import { Comparison } from './compare.js';
import { printable, shownText } from './printable.js';
import type { Standings } from './standing.js';

/** The query that is open: what was asked, who found what, and what beat the right answer. */
export class OpenQuery {
  readonly element: HTMLElement;
  private query: number | undefined;
  private document: number | undefined;
  private heading = el('h3', { tabindex: -1 });
  /** What the document that is shown was opened with. */
  private opener: Element | null = null;
  private comparison: Comparison | undefined;
  private readonly cards = el('div', {
    class: 'cards',
    role: 'group',
    'aria-label': 'Rankings; arrow keys move',
  });
  private readonly text = el('div', { class: 'document' });

  constructor(
    private readonly view: QueryView,
    private readonly selection: Selection,
    private readonly standings: Standings,
    private readonly close: () => void,
  ) {
    this.element = el('section', { class: 'open-query', 'aria-label': 'Open query' });
    this.showNone();
    arrowKeys(this.cards);
    // From the document back to the ranking it was opened from, and only from there to the list.
    this.text.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !(this.opener instanceof HTMLElement) || !this.opener.isConnected) return;
      event.stopPropagation();
      this.opener.focus();
    });
    selection.onChange(() => {
      if (this.query !== undefined) this.show(this.query);
    });
  }

  /** Index of the query that is open. */
  get shown(): number | undefined {
    return this.query;
  }

  /** With the query's head at the top of the window, not just inside it. */
  focus(): void {
    this.heading.focus({ preventScroll: true });
    this.reveal();
  }

  /** At once: on the way, charts are drawn and the page would still be moving when it is read. */
  reveal(): void {
    this.element.scrollIntoView({ block: 'start', behavior: 'instant' });
  }

  showNone(): void {
    this.query = undefined;
    this.element.classList.add('nothing');
    fill(
      this.element,
      el(
        'p',
        { class: 'empty' },
        'Choose a query to see what each system ranked for it, and what stood above the right answer.',
      ),
    );
  }

  show(q: number): void {
    if (this.query !== q) this.document = undefined;
    this.query = q;
    const query = this.view.queries[q]!;
    // Artefact baselines last: each kind keeps its order, the best first.
    const systems = this.selection.shown
      .filter(({ row }) => row >= 0)
      .sort((a, b) => Number(a.baseline) - Number(b.baseline));
    this.comparison = new Comparison(this.view, query, systems, this.standings);
    this.heading = el('h3', { tabindex: -1, id: newId() }, el('bdi', {}, printable(query.id)));
    fill(
      this.cards,
      systems.map((system) => card(this.view, query, system, this.standings, (one) => this.open(one))),
    );
    this.cards.querySelector('button')?.setAttribute('tabindex', '0');
    this.element.classList.remove('nothing');
    this.element.setAttribute('aria-labelledby', this.heading.id);
    fill(
      this.element,
      el(
        'div',
        { class: 'open-head' },
        this.heading,
        button('Close', () => this.close(), { class: 'quiet' }),
      ),
      el('p', { class: 'facts-line' }, this.facts(q)),
      el('div', { class: 'asked', dir: 'auto' }, shownText(query.text)),
      goesOn(query.cut),
      el('h4', {}, 'What each system ranked'),
      hinted(this.cards, (hidden) => counted(hidden, 'more ranking')),
      el('h4', {}, 'The right answer, and what stands above it'),
      this.comparison.element,
      this.text,
    );
    if (this.document === undefined) fill(this.text);
    else this.choose(this.document);
  }

  private facts(q: number): string {
    const query = this.view.queries[q]!;
    const { task, language, level } = query;
    const solvers = this.standings.solvers(query);
    const asked = this.standings.asked.length;
    const facts = [
      this.view.tasks[task] ?? '',
      ...(language === undefined ? [] : [language]),
      ...(solvers === undefined ? [] : [`solved by ${solvers} of ${asked} (artefact baselines aside)`]),
      `a document is right from grade ${level} on`,
    ];
    return printable(facts.join(' · '));
  }

  /** On the reader's word: the keyboard goes along. */
  private open(document: number): void {
    this.opener = globalThis.document.activeElement;
    this.choose(document);
    this.text.querySelector('h4')?.focus({ preventScroll: true });
    this.text.scrollIntoView({ block: 'nearest' });
  }

  private choose(document: number): void {
    if (this.query === undefined) return;
    this.document = document;
    for (const press of this.cards.querySelectorAll<HTMLElement>('[data-document]'))
      press.setAttribute('aria-pressed', String(press.dataset.document === String(document)));
    const shown = this.view.documents[document];
    if (shown === undefined) return;
    const query = this.view.queries[this.query]!;
    const as = (side: 'before' | 'after') => () => this.comparison?.place(document, side);
    fill(
      this.text,
      el('h4', { tabindex: -1 }, 'Document ', el('bdi', { class: 'document-id' }, printable(shown.id))),
      el('p', { class: 'badges' }, badges(query, document, shown, this.standings)),
      el(
        'div',
        { class: 'controls' },
        button('Compare as −', as('before')),
        button('Compare as +', as('after')),
      ),
      code(shown),
    );
    this.text.setAttribute('role', 'region');
    this.text.setAttribute('aria-label', `Document ${printable(shown.id)}`);
  }
}
