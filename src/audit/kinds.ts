import { FAMILY_ORDERS } from '../families/registry.js';
import { ARTEFACT_MEASURES } from './artefacts.js';
import { JUDGMENTS, TEXTS } from './judgment-text-kinds.js';
import type { FigureKind } from './kind.js';
import { DUPLICATES, LEAKS } from './leak-duplicate-kinds.js';

const ARTEFACTS: Record<(typeof ARTEFACT_MEASURES)[number], Omit<FigureKind, 'name' | 'theme' | 'unit'>> = {
  first: {
    describe: 'puts a positive first (P@1 within the family); equal values share the place',
    reading: 'an order without understanding finds the answer',
    against: 'a random order of the family',
  },
  passes: {
    describe: 'puts code first that passes the tests of the query (exec@1), where all members were run',
    reading: 'an order without understanding finds code that works',
    against: 'a random order of the family',
  },
  prefers: {
    describe: 'puts the positive before the judged negative (PPA); equal values are half a win',
    reading: 'an order without understanding tells right from wrong',
    against: 'a random order of the family',
  },
};

const NAMES: readonly FigureKind[] = [
  {
    name: 'bm25',
    theme: 'names',
    unit: 'query',
    describe: 'nDCG@10 of BM25 on the benchmark as it is',
    reading: 'matching words goes far',
    against: 'a random order',
  },
  {
    name: 'bm25-without-comments',
    theme: 'names',
    unit: 'query',
    describe: 'nDCG@10 of BM25 with comments and docstrings cut from code',
    reading: 'near the reference: comments did not carry the score',
    against: 'BM25 on the benchmark as it is',
  },
  {
    name: 'bm25-locals',
    theme: 'names',
    unit: 'query',
    describe:
      'nDCG@10 of BM25 with own functions, types and locals of code renamed; comments and parameters stay',
    reading: 'near the reference: names did not carry the score',
    against: 'BM25 on the benchmark as it is',
  },
  {
    name: 'bm25-all',
    theme: 'names',
    unit: 'query',
    describe: 'nDCG@10 of BM25 with all own names of code renamed, parameters too; comments stay',
    reading: 'near the reference: names did not carry the score',
    against: 'BM25 on the benchmark as it is',
  },
];

/** Every kind of figure, in the order in which they are shown. */
export const FIGURE_KINDS: readonly FigureKind[] = [
  ...JUDGMENTS,
  ...TEXTS,
  ...LEAKS,
  ...DUPLICATES,
  ...FAMILY_ORDERS.flatMap((order) =>
    ARTEFACT_MEASURES.map(
      (measure): FigureKind => ({
        name: `${order.name}-${measure}`,
        theme: 'artefacts',
        unit: 'family',
        ...ARTEFACTS[measure],
        describe: `near-clone families of positives in which the order ${order.name} ${ARTEFACTS[measure].describe}`,
      }),
    ),
  ),
  ...NAMES,
];
