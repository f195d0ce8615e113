// Counts, and how well the canonical of a family can be told from its variants without reading the query.
import { editDistance, tokenIds } from '../../dist/src/families/medoid.js';
import { BUG_TYPES, DOMAINS, LAYOUTS, VARIANTS } from './problems.mjs';

/** Artefacts: what a baseline that knows only the texts of a family would put first (greatest value). */
const ARTEFACTS = {
  medoid: (texts) => centralities(texts),
  outlier: (texts) => centralities(texts).map((value) => -value),
  longest: (texts) => texts.map((text) => text.length),
  shortest: (texts) => texts.map((text) => -text.length),
};

/** Minus the sum of token edit distances to the others. */
function centralities(texts) {
  const ids = new Map();
  const tokens = texts.map((text) => tokenIds(text, ids));
  return tokens.map((a) => -tokens.reduce((sum, b) => sum + editDistance(a, b), 0));
}

/** Mean chance that the canonical comes first when equal values are ordered at random. */
function shareFirst(families, rate) {
  const shares = families.map((texts) => {
    const values = rate(texts);
    const best = Math.max(...values);
    return values[0] === best ? 1 / values.filter((value) => value === best).length : 0;
  });
  return rounded(shares.reduce((sum, share) => sum + share, 0) / families.length);
}

function count(keys, values) {
  return Object.fromEntries(keys.map((key) => [key, values.filter((value) => value === key).length]));
}

const rounded = (value) => Math.round(value * 1000) / 1000;

export function figuresOf(problems, documents, verdicts) {
  const families = problems.map(({ members }) => members.map(({ text }) => text));
  const densities = Array.from({ length: VARIANTS }, (_, k) => k + 1);
  const thinned = (density) => families.map((texts) => texts.slice(0, density + 1));
  const outcomes = verdicts.map(({ outcome }) => outcome.is);
  return {
    families: problems.length,
    documents: documents.length,
    cases: problems.reduce((sum, { cases }) => sum + cases.length, 0),
    domains: count(
      DOMAINS,
      problems.map(({ domain }) => domain),
    ),
    layouts: count(
      LAYOUTS,
      problems.map(({ layout }) => layout),
    ),
    bugTypes: count(
      BUG_TYPES,
      problems.flatMap(({ variants }) => variants.map(({ type }) => type)),
    ),
    outcomes: count(['pass', 'fail', 'invalid', 'timeout'], outcomes),
    chance: rounded(1 / (VARIANTS + 1)),
    canonicalFirst: Object.fromEntries(
      Object.entries(ARTEFACTS).map(([name, rate]) => [name, shareFirst(families, rate)]),
    ),
    medoidByDensity: Object.fromEntries(
      densities.map((density) => [density, shareFirst(thinned(density), ARTEFACTS.medoid)]),
    ),
  };
}

/** The part of README.md that states the figures. */
export function figuresAsMarkdown({ families, documents, cases, chance, ...tables }) {
  const titles = {
    canonicalFirst: ['order', `canonical first (chance: ${chance})`],
    medoidByDensity: ['variants kept', 'canonical is the medoid (chance: 1 / (kept + 1))'],
    layouts: ['layout', 'families'],
    bugTypes: ['bug type', 'variants'],
    domains: ['domain', 'problems'],
    outcomes: ['outcome', 'runs of a function on a suite'],
  };
  const lines = [
    `${families} problems, ${families * 2} queries, ${documents} functions, ${cases} test cases.`,
  ];
  for (const [table, [key, value]] of Object.entries(titles))
    lines.push(
      '',
      `| ${key} | ${value} |`,
      '|---|---|',
      ...Object.entries(tables[table]).map((row) => `| ${row.join(' | ')} |`),
    );
  return lines.join('\n');
}
