import type { ResultTable } from '../src/core/result-table.js';
import type { MeasureSummary } from '../src/evaluate/summary.js';
import type { DocumentView, QueryEntry, QueryView } from '../src/report/html/data.js';
import type { Results, SystemResult } from '../src/report/results.js';

// A result made up for the page: every kind of table, and names that somebody might mean ill with.

const MEASURES: Results['measures'] = [
  { name: 'nDCG@10', type: 'continuous', better: 'higher' },
  { name: 'PPA', type: 'continuous', better: 'higher' },
  { name: 'exec@1', type: 'binary', better: 'higher' },
  { name: 'deception', type: 'share', better: 'lower' },
];

const COUNTS = { scored: 4, zeroFilled: 0, dropped: 0, excluded: 0, notApplicable: 0, refused: 0 };

function summary(mean: number): MeasureSummary {
  const stratum = { mean: mean / 2, n: 2, pairs: 3 };
  const bugs = Object.fromEntries([
    ['__proto__', stratum],
    ['2 stacked edits', stratum],
    ['constructor', stratum],
  ]);
  const sizes = { '>100': stratum, unknown: stratum, '1': stratum, '21–100': stratum };
  return {
    mean,
    low: mean - 0.05,
    high: mean + 0.05,
    n: 4,
    ...COUNTS,
    strata: { bugType: bugs, editSize: sizes },
  };
}

function system(name: string, s: number, baseline: boolean): SystemResult {
  const means = Object.fromEntries(
    MEASURES.map((measure, m) => [measure.name, summary(0.9 - 0.04 * s - 0.05 * m)]),
  );
  return {
    ...{ pipeline: name, name, id: `${name}-${s}`, config: {}, inputs: {}, tie: s < 2 ? 'a' : 'b' },
    ...(baseline ? { baseline: true as const } : {}),
    ...{ measures: means, tasks: { first: means, second: means }, absent: {}, tiesAtCut: {} },
  };
}

function table(name: string, by: string, groups: readonly string[], systems: readonly string[]): ResultTable {
  const rows = groups.map((group, g) => [
    group,
    ...systems.map((_, s) => ({ value: 0.9 - 0.04 * s - 0.1 * g })),
  ]);
  return { name, title: `${name} of all`, columns: [by, ...systems], rows, notes: [] };
}

function analyses(systems: readonly string[]): ResultTable[] {
  const counts = [2, 0, 1, 1];
  return [
    table('curve-nDCG', 'k', ['1', '5', '10'], systems),
    table('curve-exec', 'k', ['1', '5', '10'], systems),
    table('by-language-nDCG@10', 'language', ['python', 'go', '__proto__'], systems),
    table('by-subtask-PPA', 'subtask', ['search', 'retro'], systems),
    table('density-PPA', 'density', ['0', '1', '2', '3', '4'], systems),
    {
      ...{
        name: 'difficulty',
        title: 'Queries by systems that solve them',
        columns: ['solved by', 'queries'],
      },
      rows: counts.map((count, n) => [String(n), count]),
      notes: [],
    },
    {
      ...{ name: 'another', title: 'Another analysis', columns: ['what', 'share'] },
      rows: [['one', { value: 0.25, low: 0.2, high: 0.3 }]],
      notes: ['A note of the analysis.'],
    },
  ];
}

export function resultsWith(names: readonly string[]): Results {
  return {
    ...{ format: 'assay-results' as const, formatVersion: 1, benchmark: names[0] ?? 'none', version: '1' },
    ...{ digest: 'ab'.repeat(32), versions: {}, profile: 'assay', queries: 4, clusters: 4, depth: 100 },
    ...{
      measures: MEASURES,
      primary: 'nDCG@10',
      resampling: { resample: 'query' as const, resamples: 20, seed: 1 },
    },
    tasks: ['first', 'second'].map((id, t) => ({
      ...{ id, corpus: 'code', direction: 't2c' as const, level: 2, labels: {}, queries: 2 },
      dimension: t === 0 ? ('correctness' as const) : ('security' as const),
    })),
    correlations: [{ x: 'nDCG@10', y: 'PPA', r: 0.9876, n: 3 }],
    notes: names.map((name) => `A note on ${name}.`),
    order: names.map((name, s) => `${name}-${s}`),
    systems: names.map((name, s) => system(name, s, s === names.length - 1)),
    analyses: names.length === 0 ? [] : analyses(names),
  };
}

/**
 * Four queries over the given documents: 0 is right for all of them, 1 its near-clone, judged wrong. How many
 * systems solve a query goes 2, 0, 3, 0, the last system being a baseline; system 0 fails on the second and the fourth.
 */
export function queriesWith(
  names: readonly string[],
  texts: readonly string[],
  asked: readonly string[],
): QueryView {
  const documents = texts.map(
    (text, d): DocumentView => ({
      id: `d${d}`,
      language: 'python',
      text,
      ...(d === 1 ? { root: 0, bugs: ['off_by_one'] } : {}),
    }),
  );
  const others = documents.map((_, d) => d).slice(2);
  const solvers = [[0, 1], [], [0, 1, 2], []];
  const queries = solvers.map(
    (solving, q): QueryEntry => ({
      ...{
        id: `q${q}`,
        task: q % 2,
        text: asked[q % asked.length] ?? '',
        level: 2,
      },
      judged: [
        [0, 2],
        [1, 1],
      ],
      outcomes: [
        [0, 'p'],
        [1, 'f'],
      ],
      rows: names.map((_, s) =>
        solving.includes(s)
          ? { top: [0, 1, ...others], right: 1 }
          : { top: [1, ...others, 0], right: others.length + 2 },
      ),
    }),
  );
  return { systems: [...names], tasks: ['first', 'second'], total: 4, left: [], documents, queries };
}

/** What an ill-meaning benchmark would put into a name or a text. */
export const HOSTILE = [
  '</script><script>window.reached = 1</script><img src="x" onerror="window.reached = 2">',
  '__proto__',
  '<b onmouseover="window.reached = 3">{a|b} {value} %s constructor',
  `toString ${'long'.repeat(60)}`,
];
export const HOSTILE_TEXTS = [
  ...['def f(a):\n    return a < 1\n', 'def f(a):\n    return a <= 1\n'],
  '</script><!-- <script>window.reached = 4</script> <svg onload="window.reached = 5">',
  'if access != "user\u202e \u2066// admin\u2069 \u2066": \u0000 \u200b \u001b[31m 😀👩‍💻',
  'x'.repeat(100_000),
];

/** Three systems and a baseline, with every kind of table. */
export function madeUp(): [Results, QueryView] {
  const names = ['one', 'two', 'three', 'longest'];
  return [resultsWith(names), queriesWith(names, HOSTILE_TEXTS, ['Find a function f.', 'Another one.'])];
}

/** The same with two charts: for tests of the queries alone. */
export function madeUpLean(): [Results, QueryView] {
  const [results, queries] = madeUp();
  return [{ ...results, measures: results.measures.slice(0, 1), analyses: [], correlations: [] }, queries];
}
