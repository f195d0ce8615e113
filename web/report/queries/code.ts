import { counted } from '../../../src/core/words.js';
import type { DocumentView } from '../../../src/report/html/data.js';
import { grouped } from '../../../src/report/html/grouped.js';
import { button, type Child, el } from '../dom.js';
import { type DiffLine, inCommon, lineDiff } from './diff.js';
import { printable, shownText } from './printable.js';

/** Unchanged lines that stay in sight around a change. */
const CONTEXT = 4;
/** Texts that have a smaller share of their lines in common are shown whole, for a difference would say nothing. */
const RELATED = 0.3;
const SIGNS = { same: ' ', removed: '−', added: '+' } as const;

/** The text of a document, or why there is none. */
export function code({ text, cut }: Pick<DocumentView, 'text' | 'cut'>): HTMLElement {
  if (text === undefined)
    return el('p', { class: 'empty' }, 'The text was left out to keep this file small.');
  return el('div', {}, el('pre', { class: 'code', dir: 'ltr', tabindex: 0 }, shownText(text)), goesOn(cut));
}

/** Says that a text was cut. */
export function goesOn(cut: number | undefined): Child {
  return (
    cut !== undefined && el('p', { class: 'cut' }, `The text goes on for ${grouped(cut)} more characters.`)
  );
}

/** How two documents' texts differ: signs, and marks on the words that differ; unrelated ones side by side. */
export function diffView(before: DocumentView, after: DocumentView): HTMLElement {
  if (before.text === undefined || after.text === undefined)
    return el('p', { class: 'empty' }, 'A text was left out to keep this file small.');
  const lines = lineDiff(before.text.replaceAll('\r\n', '\n'), after.text.replaceAll('\r\n', '\n'));
  if (inCommon(lines) < RELATED) return unrelated(before, after);
  const count = (is: DiffLine['is']) => lines.filter((line) => line.is === is).length;
  const [removed, added] = [count('removed'), count('added')];
  const summary =
    removed + added === 0
      ? before.text === after.text
        ? 'The two texts are the same.'
        : 'The two texts differ in their line ends alone.'
      : `${counted(removed, 'line')} of the first (−) differ from ${counted(added, 'line')} of the second (+).`;
  const label = `Difference: ${summary}`;
  return el(
    'div',
    {},
    el('p', { class: 'diff-summary' }, summary),
    el(
      'div',
      { class: 'code diff', dir: 'ltr', role: 'group', 'aria-label': label, tabindex: 0 },
      folded(lines),
    ),
    goesOn(before.cut ?? after.cut),
  );
}

function unrelated(...both: DocumentView[]): HTMLElement {
  return el(
    'div',
    {},
    el('p', { class: 'diff-summary' }, 'Unrelated: the two share few lines and are shown side by side.'),
    el(
      'div',
      { class: 'unrelated' },
      both.map((one, b) =>
        el(
          'div',
          {},
          el('p', { class: 'document-id' }, `${'−+'[b]} `, el('bdi', {}, printable(one.id))),
          code(one),
        ),
      ),
    ),
  );
}

/** Long stretches without a change become a button that unfolds them. */
function folded(lines: readonly DiffLine[]): Child[] {
  const changed = lines.flatMap(({ is }, l) => (is === 'same' ? [] : [l]));
  const near = new Set<number>();
  for (const l of changed) for (let at = l - CONTEXT; at <= l + CONTEXT; at++) near.add(at);
  const shown: Child[] = [];
  for (let l = 0; l < lines.length; l++) {
    let end = l;
    while (end < lines.length && !near.has(end)) end++;
    if (changed.length > 0 && end - l > 2) {
      shown.push(fold(lines.slice(l, end)));
      l = end - 1;
    } else shown.push(line(lines[l]!));
  }
  return shown;
}

function fold(lines: readonly DiffLine[]): HTMLElement {
  const unfold = button(
    `⋯ ${counted(lines.length, 'unchanged line')}`,
    () => {
      const shown = lines.map(line);
      unfold.replaceWith(...shown);
      // Focus must not fall back to the top of the page.
      shown[0]!.tabIndex = -1;
      shown[0]!.focus();
    },
    { class: 'fold' },
  );
  return unfold;
}

function line({ is, parts }: DiffLine): HTMLElement {
  const tag = is === 'removed' ? 'del' : 'ins';
  return el(
    'div',
    { class: `line ${is}` },
    el('span', { class: 'sign' }, SIGNS[is]),
    el(
      'span',
      {},
      parts.map(({ text, marked }) => (marked ? el(tag, {}, shownText(text)) : shownText(text))),
    ),
  );
}
