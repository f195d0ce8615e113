import type { DocumentView, OutcomeCode, QueryEntry } from '../../../src/report/html/data.js';
import { el } from '../dom.js';
import { printable } from './printable.js';
import type { Standings } from './standing.js';

/** Outcomes of running tests: a sign and a word, so that colour is not needed. */
const OUTCOMES: Record<OutcomeCode, { sign: string; word: string; kind: string }> = {
  p: { sign: '✓', word: 'passes', kind: 'good' },
  f: { sign: '✗', word: 'fails', kind: 'bad' },
  i: { sign: '⊘', word: 'invalid', kind: 'bad' },
  t: { sign: '◷', word: 'timeout', kind: 'bad' },
  k: { sign: '≈', word: 'flaky', kind: 'dim' },
  u: { sign: '?', word: 'unavailable', kind: 'dim' },
};

function badge(text: string, kind: string, title?: string): HTMLElement {
  return el('span', { class: `badge ${kind}`, title }, text);
}

/** What is known of a document for a query: its grade, its tests, its bugs, its language. */
export function badges(
  query: QueryEntry,
  document: number,
  view: DocumentView,
  standings: Standings,
): HTMLElement[] {
  const grade = standings.grade(query, document);
  const outcome = standings.outcome(query, document);
  const shown: HTMLElement[] = [];
  if (grade === undefined) shown.push(badge('unjudged', 'dim'));
  else {
    const right = grade >= query.level;
    const title = `Grade ${grade}; a document is right from grade ${query.level} on`;
    shown.push(
      badge(
        `${right ? '●' : '○'} grade ${grade} ${right ? 'right' : 'wrong'}`,
        right ? 'good' : 'bad',
        title,
      ),
    );
  }
  if (outcome !== undefined) {
    const { sign, word, kind } = OUTCOMES[outcome];
    shown.push(badge(`${sign} ${word}`, kind, "What became of the query's tests"));
  } else if (query.outcomes.length > 0) shown.push(badge('not run', 'dim'));
  for (const bug of view.bugs ?? []) shown.push(badge(printable(bug), 'plain', 'Type of the planted bug'));
  if (view.language !== undefined && view.language !== query.language)
    shown.push(badge(printable(view.language), 'plain', 'Language'));
  return shown;
}
