import { el, fill, select } from './dom.js';
import { swatch } from './marks.js';
import { own } from './own.js';
import type { Page } from './page.js';
import { labelOf, type System } from './systems.js';
import { type SortableColumn, sortableTable, valueCell } from './tables.js';
import { headOf, MEANS, type MeanName, type Measure, meanOf } from './values.js';

/** All systems with all measures, best first; the heads sort. */
export function leaderboard(page: Page): HTMLElement {
  const place = el('div', {}, table(page, page.mean));
  const choices = page.means.map((name) => ({ value: name, label: MEANS[name] }));
  const mean = select('Mean', choices, (name) => {
    page.mean = name as MeanName;
    fill(place, table(page, page.mean));
    page.gallery.redrawAll();
  });
  const { notes } = page.results;
  return el(
    'div',
    {},
    el('div', { class: 'controls' }, choices.length > 1 && mean.field),
    place,
    notes.length > 0 &&
      el(
        'ul',
        { class: 'notes' },
        notes.map((note) => el('li', {}, note)),
      ),
  );
}

function table(page: Page, mean: MeanName): HTMLElement {
  const { measures, results, systems } = page;
  const columns = [
    nameColumn(),
    tieColumn(),
    ...measures.map((measure) => measureColumn(measure, mean, results.queries)),
  ];
  const primary = measures.findIndex(({ name }) => name === results.primary);
  const rowClass = ({ baseline }: System) => (baseline ? 'baseline' : undefined);
  const sorted = primary < 0 ? -1 : primary + 2;
  return sortableTable('Leaderboard', columns, systems, rowClass, sorted, 'more measure');
}

function nameColumn(): SortableColumn<System> {
  return {
    head: 'System',
    key: ({ name }) => name,
    cell: (system) => {
      const baseline = system.baseline && el('small', {}, 'artefact baseline');
      return el(
        'span',
        { class: 'system', title: system.result.id },
        swatch(system.mark),
        el('bdi', {}, labelOf(system)),
        baseline,
      );
    },
    first: 'ascending',
    numeric: false,
  };
}

function tieColumn(): SortableColumn<System> {
  return {
    head: 'Tie',
    key: ({ result }) => result.tie,
    cell: ({ result }) => result.tie,
    first: 'ascending',
    numeric: false,
  };
}

function measureColumn(measure: Measure, mean: MeanName, queries: number): SortableColumn<System> {
  const { name, better } = measure;
  return {
    head: headOf(measure),
    key: ({ result }) => meanOf(own(result.measures, name), mean)?.value,
    cell: ({ result }) => {
      const summary = own(result.measures, name);
      // In the line of the interval: a third line would stand empty under most values.
      const few = summary !== undefined && summary.n !== queries ? `n = ${summary.n}` : undefined;
      return valueCell(meanOf(summary, mean), undefined, few);
    },
    first: better === 'lower' ? 'ascending' : 'descending',
    numeric: true,
  };
}
