import { grouped } from '../../src/report/html/grouped.js';
import { el } from './dom.js';
import type { Page } from './page.js';

const DIGEST = 12;

/** What was measured, on what, and by what. */
export function header({ data, results }: Page): HTMLElement {
  const { benchmark, version, digest, profile, queries, clusters, depth, task, tasks, systems } = results;
  const facts: [string, string, string?][] = [
    ['Version', version],
    ['Digest', digest.slice(0, DIGEST), digest],
    ['Profile', profile],
    ['Queries', `${grouped(queries)} in ${grouped(clusters)} ${clusters === 1 ? 'cluster' : 'clusters'}`],
    ['Tasks', task === undefined ? String(tasks.length) : `${tasks.length} (${task})`],
    ['Systems', String(systems.length)],
    ['Depth', grouped(depth)],
    ['Made by', data.madeBy],
  ];
  return el(
    'header',
    { class: 'top' },
    el('p', { class: 'kind' }, 'Code search, measured'),
    el('h1', {}, el('bdi', {}, benchmark)),
    el(
      'dl',
      { class: 'facts' },
      facts.map(([name, value, title]) =>
        el('div', {}, el('dt', {}, name), el('dd', { title }, el('bdi', {}, value))),
      ),
    ),
  );
}
