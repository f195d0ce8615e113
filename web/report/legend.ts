import { el, fill } from './dom.js';
import { swatch } from './marks.js';
import type { Page } from './page.js';
import { labelOf } from './systems.js';

/** The marks of the systems that are shown, above charts that name none themselves. */
export function marksLegend({ selection }: Page): HTMLElement {
  const list = el('ul', { class: 'marks', 'aria-label': 'Marks of the systems' });
  const update = () =>
    fill(
      list,
      selection.shown.map((system) => el('li', {}, swatch(system.mark), el('bdi', {}, labelOf(system)))),
    );
  selection.onChange(update);
  update();
  return list;
}
