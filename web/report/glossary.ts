import { el } from './dom.js';
import type { Page } from './page.js';

/** What the measures mean, by the names they have without a cut-off. */
const MEANINGS: readonly [name: string, means: string][] = [
  [
    'nDCG',
    'right documents near the top, by grade and with a discount by rank; 1 is the best order there is',
  ],
  ['AP', 'the mean of the precisions at the ranks of the right documents'],
  ['R', 'the share of the right documents that stand among the first k'],
  ['P', 'the share of right documents among the first k'],
  ['RR', 'one divided by the rank of the first right document'],
  ['PPA', 'the share of pairs of a right and a judged wrong document in which the right one scores higher'],
  ['MRS', 'over the same pairs, the mean of 1/rank of the right document less 1/rank of the wrong one'],
  ['exec', 'the share of queries with a document among the first k that passes the query’s tests'],
  ['exec-gap', 'exec@k less nDCG@k by judgment: how far passing the tests and being relevant come apart'],
  [
    'intrusion',
    'where a right and a judged wrong document are both among the first k: how often a wrong one stands above',
  ],
  [
    'paired-miss',
    'of the failing documents at rank 1, the share that are variants planted from the query’s own answers',
  ],
  [
    'margin-lost',
    'the share of queries in which a planted variant scores higher than the best right document that has any',
  ],
  ['deception', 'how often a document with a planted bug scores higher than the right one it was made from'],
];

/** One line for each measure of the leaderboard that the page has words for. */
export function glossary({ measures }: Page): HTMLElement | false {
  const shown = new Set(measures.map(({ name }) => name.replace(/@.*$/, '')));
  const lines = MEANINGS.filter(([name]) => shown.has(name));
  const tie = ['Tie', 'systems that share a letter cannot be told apart by the leading measure'] as const;
  return (
    lines.length > 0 &&
    el(
      'details',
      { class: 'glossary' },
      el('summary', {}, 'What the measures mean'),
      el(
        'dl',
        {},
        [...lines, tie].map(([name, means]) => el('div', {}, el('dt', {}, name), el('dd', {}, means))),
      ),
    )
  );
}
