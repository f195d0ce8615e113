import { counted } from '../../../src/core/words.js';
import { grouped } from '../../../src/report/html/grouped.js';
import { el } from '../dom.js';
import type { Page } from '../page.js';
import type { Shortcuts } from '../shortcuts.js';
import { type Filter, filterBar, filtered } from './filters.js';
import { QueryList } from './list.js';
import { OpenQuery } from './open.js';
import { Standings } from './standing.js';

/** Every query that the page holds, and the one that is open. */
export function queries(page: Page, shortcuts: Shortcuts): HTMLElement {
  const { data, systems, selection } = page;
  const view = data.queries;
  const ranked = systems.filter(({ row }) => row >= 0);
  const asked = ranked.filter(({ baseline }) => !baseline);
  const standings = new Standings(
    view,
    asked.map(({ row }) => row),
  );
  const detail = new OpenQuery(view, selection, standings, () => close());
  const list = new QueryList(view, standings, (q) => open(q));
  const count = el('p', { class: 'count', role: 'status' });
  const show = (filter: Filter) => {
    const found = filtered(view, standings, filter);
    count.textContent = `${grouped(found.length)} of ${counted(view.queries.length, 'query')}`;
    list.list(found);
  };
  const bar = filterBar(view, ranked, standings, show);
  const open = (q: number, focus = true) => {
    list.mark(q);
    detail.show(q);
    if (focus) detail.focus();
    const hash = hashOf(page, q);
    if (location.hash !== hash) location.hash = hash;
  };
  const back = () => list.element.focus();
  const close = () => {
    detail.showNone();
    list.mark(undefined);
    // An empty fragment would scroll to the top of the page.
    location.hash = '#queries';
    back();
  };
  const fromHash = () => {
    const q = queryIn(page, location.hash);
    if (q === undefined || q === detail.shown) return;
    open(q, false);
    detail.reveal();
  };
  addEventListener('hashchange', fromHash);
  page.openSolvedBy = (solvedBy) => {
    bar.onlySolvedBy(solvedBy);
    list.element.scrollIntoView({ block: 'nearest' });
    list.element.focus();
  };
  wireKeys({ list, detail, search: bar.search, shortcuts, open, back });
  show({ text: '' });
  queueMicrotask(fromHash);
  return el(
    'div',
    { class: 'queries' },
    view.left.map((sentence) => el('p', { class: 'left-out' }, sentence)),
    bar.element,
    el(
      'div',
      { class: 'query-panes' },
      el('div', { class: 'list-pane' }, count, list.element),
      detail.element,
    ),
  );
}

interface Keyed {
  list: QueryList;
  detail: OpenQuery;
  search: HTMLInputElement;
  shortcuts: Shortcuts;
  open(q: number): void;
  back(): void;
}

function wireKeys({ list, detail, search, shortcuts, open, back }: Keyed): void {
  const letter = (event: KeyboardEvent) => event.key.length === 1 && event.key !== ' ';
  const ours = (event: KeyboardEvent) =>
    !event.ctrlKey && !event.metaKey && !event.altKey && (shortcuts.letters || !letter(event));
  list.element.addEventListener('keydown', (event) => {
    if (ours(event) && list.key(event.key)) event.preventDefault();
  });
  search.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    event.preventDefault();
    back();
  });
  detail.element.addEventListener('keydown', (event) => {
    if (!ours(event) || event.target instanceof HTMLSelectElement) return;
    if (event.key === 'Escape') back();
    const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0;
    const next = step === 0 ? undefined : list.neighbour(step);
    if (next !== undefined) open(next);
    if (step !== 0 || event.key === 'Escape') event.preventDefault();
  });
  shortcuts.on('/', () => search.focus());
}

/** `#q=` and the query's id, with the task where several tasks have a query of that id. */
function hashOf({ data }: Page, q: number): string {
  const { queries, tasks } = data.queries;
  const { id, task } = queries[q]!;
  const alone = queries.every((one, o) => o === q || one.id !== id);
  const fragment = new URLSearchParams(alone ? { q: id } : { q: id, task: tasks[task] ?? '' });
  return `#${fragment}`;
}

function queryIn({ data }: Page, hash: string): number | undefined {
  const fragment = new URLSearchParams(hash.slice(1));
  const [id, task] = [fragment.get('q'), fragment.get('task')];
  if (id === null) return undefined;
  const { queries, tasks } = data.queries;
  const q = queries.findIndex((one) => one.id === id && (task === null || tasks[one.task] === task));
  return q < 0 ? undefined : q;
}
