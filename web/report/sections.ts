import { breakdown, deception } from './breakdowns.js';
import { difficulty } from './charts/difficulty.js';
import type { FigureSpec } from './charts/figure.js';
import { forest } from './charts/forest.js';
import { lines } from './charts/lines.js';
import { quality } from './charts/quality.js';
import { scatter } from './charts/scatter.js';
import { type Child, el } from './dom.js';
import { glossary } from './glossary.js';
import { leaderboard } from './leaderboard.js';
import { marksLegend } from './legend.js';
import { type Page, takeTables } from './page.js';
import { queries } from './queries/section.js';
import type { Shortcuts } from './shortcuts.js';
import { systemTable } from './system-table.js';

export interface Section {
  id: string;
  title: string;
  element: HTMLElement;
}

/** A section, or nothing where it would be empty. */
function section(id: string, title: string, about: string, ...children: Child[]): Section[] {
  const content = children.filter((child) => child !== undefined && child !== false);
  if (content.length === 0) return [];
  const heading = el('h2', { id: `${id}-title` }, title);
  const lead = about !== '' && el('p', { class: 'about' }, about);
  const element = el('section', { id, 'aria-labelledby': `${id}-title` }, heading, lead, content);
  return [{ id, title, element }];
}

/** Charts side by side as far as there is room; undefined without any. */
function charts(
  page: Page,
  figures: readonly (FigureSpec | undefined)[],
  kind = 'charts',
  legend = false,
): Child {
  const found = figures.filter((figure) => figure !== undefined);
  return (
    found.length > 0 && [
      legend && marksLegend(page),
      el(
        'div',
        { class: kind },
        found.map((figure) => page.gallery.add(figure)),
      ),
    ]
  );
}

/** The sections that the results have something for, in reading order. */
export function sections(page: Page, shortcuts: Shortcuts): Section[] {
  const { systems, data } = page;
  if (systems.length === 0) return [];
  // First, for bars of other charts open queries in it.
  const list = data.queries.queries.length > 0 && queries(page, shortcuts);
  const board = section(
    'leaderboard',
    'Leaderboard',
    '',
    leaderboard(page),
    glossary(page),
    charts(page, [forest(page)], 'chart'),
  );
  const pictures = [
    curves(page),
    qualities(page),
    byGroup(page),
    deceived(page),
    densities(page),
    difficulties(page),
  ];
  // Its numbers stand under the chart.
  takeTables(page, 'relevance-quality', () => true);
  const relevance = section(
    'relevance-quality',
    'Does relevance go with quality?',
    'A system may find the topic and still put a wrong answer first.',
    charts(page, [scatter(page)], 'chart', true),
  );
  const opened = section(
    'queries',
    'Query by query',
    'Every system’s ranking for a query, and how the document that stands above the right one differs from it.',
    list,
  );
  return [...board, ...pictures.flat(), ...relevance, ...opened, ...others(page)];
}

function curves(page: Page): Section[] {
  const figures = takeTables(page, 'curve-', (table) => lines(page, table, 'k'));
  const about = 'How far down the right documents lie: each measure at growing cut-offs.';
  return section('curves', 'Curves', about, charts(page, figures, 'charts', true));
}

function qualities(page: Page): Section[] {
  const rows = quality(page).filter(({ figures }) => figures.length > 0);
  const about =
    'Right documents against judged wrong ones. Artefact baselines, hollow, know nothing of what code does: what does not beat them has measured the artefact.';
  const shown = rows.map(({ title, figures }) => [
    el('h3', { class: 'dimension' }, el('bdi', {}, title)),
    charts(page, figures),
  ]);
  return section('quality', 'Quality', about, ...shown);
}

function byGroup(page: Page): Section[] {
  const figure = breakdown(page);
  return section('breakdown', figure?.title ?? '', '', charts(page, [figure], 'chart'));
}

function deceived(page: Page): Section[] {
  const about =
    'How often the same code with a planted bug scores higher than the right one. Less is better; a coin gets 0.5.';
  return section('deception', 'Deception', about, charts(page, deception(page), 'charts', true));
}

function densities(page: Page): Section[] {
  const figures = takeTables(page, 'density-', (table) => lines(page, table, 'density'));
  const about =
    'What remains of a measure as each right document gets more near-clones: density d keeps d of them.';
  return section('density', 'Density', about, charts(page, figures, 'charts', true));
}

function difficulties(page: Page): Section[] {
  const figures = takeTables(page, 'difficulty', (table) => difficulty(page, table));
  const about = 'By how many systems each query is solved, which is to have a right document at rank 1.';
  return section('difficulty', 'Difficulty', about, charts(page, figures, 'chart'));
}

/** Tables that no picture was made of. */
function others(page: Page): Section[] {
  const tables = [...page.unshown].map((table) =>
    el(
      'article',
      { class: 'more' },
      el('h3', {}, table.title),
      systemTable(page, table),
      table.notes.map((note) => el('p', { class: 'note' }, note)),
    ),
  );
  return section('more', 'More tables', '', ...tables);
}
