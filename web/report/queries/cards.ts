import type { QueryEntry, QueryView } from '../../../src/report/html/data.js';
import { el } from '../dom.js';
import { swatch } from '../marks.js';
import { labelOf, type System } from '../systems.js';
import { badges } from './badges.js';
import { gist } from './gist.js';
import { printable } from './printable.js';
import type { Standings } from './standing.js';

/** One system's ranking for a query, from rank 1 on; each document is a button that shows it. */
export function card(
  view: QueryView,
  query: QueryEntry,
  system: System,
  standings: Standings,
  choose: (document: number) => void,
): HTMLElement {
  const row = query.rows[system.row];
  const head = el(
    'h5',
    {},
    swatch(system.mark),
    el('bdi', {}, labelOf(system)),
    el('small', {}, bestOf(query, system, standings)),
  );
  if (!row) return el('article', { class: 'card' }, head);
  const below = row.right !== null && row.right > row.top.length ? row.right : undefined;
  return el(
    'article',
    { class: 'card' },
    head,
    el(
      'ol',
      {},
      row.top.map((document, r) => item(view, query, document, r + 1, standings, choose)),
      below !== undefined &&
        el('li', { value: below, class: 'below' }, el('span', {}, 'the best right document')),
    ),
  );
}

function item(
  view: QueryView,
  query: QueryEntry,
  document: number,
  rank: number,
  standings: Standings,
  choose: (document: number) => void,
): HTMLElement {
  const shown = view.documents[document];
  if (shown === undefined) return el('li', { value: rank }, 'a document that was left out');
  const press = el(
    'button',
    { type: 'button', 'data-document': document, 'aria-pressed': 'false', tabindex: -1 },
    el('span', { class: 'document-id' }, el('bdi', {}, printable(shown.id))),
    shown.text !== undefined && el('code', { class: 'gist', dir: 'ltr' }, printable(gist(shown.text))),
    el('span', { class: 'badges' }, badges(query, document, shown, standings)),
  );
  press.addEventListener('click', () => choose(document));
  return el('li', { value: rank, class: standings.of(query, document) }, press);
}

/** Where the best right document stands, in words. */
function bestOf(query: QueryEntry, system: System, standings: Standings): string {
  const row = query.rows[system.row];
  if (!row) return 'gave no result';
  const at = row.top.findIndex((document) => standings.of(query, document) === 'right');
  const rank = at < 0 ? row.right : at + 1;
  if (rank === null) return 'ranks no right document';
  return rank === 1 ? 'right at rank 1' : `best right at rank ${rank}`;
}

/**
 * The rankings are one stop of the Tab key, however many documents they show; the arrow keys move among them: up
 * and down in a ranking, left and right to the same place in the next one.
 */
export function arrowKeys(cards: HTMLElement): void {
  const move = (from: HTMLElement, key: string): HTMLElement | undefined => {
    const columns = [...cards.children].map((card) => [...card.querySelectorAll<HTMLElement>('button')]);
    const column = columns.findIndex((buttons) => buttons.includes(from));
    const place = columns[column]?.indexOf(from) ?? -1;
    if (key === 'ArrowDown') return columns[column]?.[place + 1];
    if (key === 'ArrowUp') return columns[column]?.[place - 1];
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return undefined;
    // Cards of systems that gave no result are passed over.
    let next = column + step;
    while (columns[next]?.length === 0) next += step;
    return columns[next]?.[place] ?? columns[next]?.at(-1);
  };
  cards.addEventListener('keydown', (event) => {
    const from = event.target;
    if (!(from instanceof HTMLElement) || !event.key.startsWith('Arrow')) return;
    event.preventDefault();
    move(from, event.key)?.focus();
  });
  cards.addEventListener('focusin', ({ target }) => {
    for (const one of cards.querySelectorAll('[tabindex="0"]')) one.setAttribute('tabindex', '-1');
    if (target instanceof HTMLElement) target.tabIndex = 0;
  });
}
