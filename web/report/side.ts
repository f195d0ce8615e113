import { button, el, fill } from './dom.js';
import { swatch } from './marks.js';
import type { Page } from './page.js';
import type { Shortcuts } from './shortcuts.js';
import { labelOf, type System } from './systems.js';

/** Narrower than this the side stands on top, folded. */
const WIDE = '(min-width: 1000px)';

export interface Place {
  id: string;
  title: string;
}

/** Beside the report and always at hand: where to go, and which systems to show; it is the legend of all charts. */
export function side(page: Page, places: readonly Place[], shortcuts: Shortcuts): HTMLElement {
  const links = places.map(({ id, title }) => el('li', {}, el('a', { href: `#${id}` }, title)));
  const contents = el(
    'details',
    {},
    el('summary', {}, 'Contents'),
    el('nav', { 'aria-label': 'Contents' }, el('ul', {}, links)),
  );
  const systems = legend(page);
  const all = [contents, systems];
  const wide = matchMedia(WIDE);
  const paper = matchMedia('print');
  const fold = () => {
    if (!paper.matches) for (const one of all) one.open = wide.matches;
  };
  wide.addEventListener('change', fold);
  // Paper is narrow, but needs the legend.
  addEventListener('beforeprint', () => {
    systems.open = true;
  });
  addEventListener('afterprint', fold);
  fold();
  // Folded on top, an open one covers what was asked for.
  contents.addEventListener('click', (event) => {
    if (!wide.matches && event.target instanceof HTMLAnchorElement) contents.open = false;
  });
  return el(
    'aside',
    { class: 'side', 'aria-label': 'Contents and systems' },
    all,
    el(
      'div',
      { class: 'tools' },
      themeButton(),
      button('Keys', () => shortcuts.show(), { 'aria-label': 'Keys: keyboard shortcuts' }),
    ),
  );
}

function legend({ selection, systems }: Page): HTMLDetailsElement {
  const summary = el('summary');
  const boxes = systems.map((system) => {
    const box = el('input', { type: 'checkbox', checked: true });
    box.addEventListener('change', () =>
      selection.show((one) => (one === system ? box.checked : selection.has(one))),
    );
    return { system, box };
  });
  const update = () => {
    fill(summary, `Systems ${selection.shown.length}/${systems.length}`);
    for (const { system, box } of boxes) box.checked = selection.has(system);
  };
  selection.onChange(update);
  update();
  const shortcut = (label: string, keep: (system: System) => boolean) =>
    button(label, () => selection.show(keep), { class: 'quiet' });
  return el(
    'details',
    { class: 'systems' },
    summary,
    el(
      'fieldset',
      {},
      el('legend', { class: 'spoken' }, 'Systems to show in all charts'),
      el(
        'div',
        { class: 'some' },
        shortcut('All', () => true),
        systems.length > 6 && shortcut('Best five', ({ index }) => index < 5),
        systems.some(({ baseline }) => baseline) && shortcut('No baselines', ({ baseline }) => !baseline),
      ),
      boxes.map(({ system, box }) =>
        el('label', { class: 'check' }, box, swatch(system.mark), el('bdi', {}, labelOf(system))),
      ),
    ),
  );
}

/** Follows the system until it is pressed. Kept for as long as the page is open: a file has no safe store. */
function themeButton(): HTMLElement {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let chosen: boolean | undefined;
  const toggle = button('Dark theme', () => {
    chosen = !(chosen ?? dark.matches);
    apply();
  });
  const apply = () => {
    const on = chosen ?? dark.matches;
    document.documentElement.dataset.theme = on ? 'dark' : 'light';
    toggle.setAttribute('aria-pressed', String(on));
  };
  dark.addEventListener('change', apply);
  apply();
  return toggle;
}
