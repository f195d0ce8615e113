/*!
 * The report of Assay (Apache-2.0). It contains
 * Apache ECharts, Copyright 2017-2026 The Apache Software Foundation (Apache-2.0);
 * ZRender, Copyright 2017 Baidu Inc. (BSD-3-Clause); tslib, Copyright Microsoft Corporation (0BSD);
 * jsdiff, Copyright 2009-2015 Kevin Decker (BSD-3-Clause).
 */
import './report.css';
import { readData } from './data.js';
import { el, fill } from './dom.js';
import { header } from './header.js';
import { pageOf } from './page.js';
import { sections } from './sections.js';
import { Shortcuts } from './shortcuts.js';
import { side } from './side.js';

async function show(place: HTMLElement): Promise<void> {
  const data = await readData(document.getElementById('data'));
  const page = pageOf(data);
  const shortcuts = new Shortcuts();
  const shown = sections(page, shortcuts);
  const none =
    shown.length === 0 && el('p', { class: 'empty' }, 'No system was evaluated: there is nothing to show.');
  fill(
    place,
    el('a', { class: 'skip', href: '#content' }, 'Skip to the report'),
    side(page, shown, shortcuts),
    el(
      'div',
      { id: 'content', class: 'content', tabindex: -1 },
      header(page),
      none,
      shown.map(({ element }) => element),
    ),
    shortcuts.element,
  );
}

const place = document.getElementById('report');
if (place)
  show(place).catch((error: unknown) => {
    fill(
      place,
      el('p', { class: 'failed', role: 'alert' }, error instanceof Error ? error.message : String(error)),
    );
    throw error;
  });
