import type { ResultTable, TableValue } from '../core/result-table.js';
import { counted } from '../core/words.js';
import { type Figure, pooled } from './figure.js';
import { type FigureKind, THEMES } from './kind.js';
import { FIGURE_KINDS } from './kinds.js';

/** What the tables need of an audited benchmark. */
export interface Audited {
  name: string;
  version: string;
  digest: string;
  figures: readonly Figure[];
  unread: Readonly<Record<string, number>>;
}

/** Ids that a row of examples shows. */
const SHOWN = 3;

/** The benchmarks by names that tell them apart. */
export function labelsOf(benchmarks: readonly Audited[]): string[] {
  const forms = [
    ({ name }: Audited) => name,
    ({ name, version }: Audited) => `${name} ${version}`,
    ({ name, digest }: Audited) => `${name} ${digest.slice(0, 8)}`,
  ];
  for (const form of forms) {
    const labels = benchmarks.map(form);
    if (new Set(labels).size === labels.length) return labels;
  }
  return benchmarks.map(({ name }, k) => `${name} (${k + 1})`);
}

/** All measured figures of one kind. */
function ofKind({ figures }: Audited, { name }: FigureKind): Figure[] {
  return figures.filter(({ figure, value }) => figure === name && value !== null);
}

/** One figure over all places; undefined where it does not apply. */
export function overall(benchmark: Audited, kind: FigureKind): Figure | undefined {
  const places = ofKind(benchmark, kind);
  if (places.length < 2) return places[0];
  const [what] = places[0]!.where.split(' ');
  return pooled(places, `${places.length} ${what === 'corpus' ? 'corpora' : `${what}s`}`);
}

const measured = (value: number | null): TableValue => (value === null ? null : { value });

/** The table of a benchmark's figures, or of two side by side, and what there is to look at behind them. */
export function auditTables(benchmarks: readonly Audited[]): ResultTable[] {
  const labels = labelsOf(benchmarks);
  return [
    mainTable(benchmarks, labels),
    ...benchmarks.flatMap((benchmark, k) => placeTables(benchmark, labels[k]!, k)),
    ...benchmarks.flatMap((benchmark, k) => exampleTable(benchmark, labels[k]!, k)),
  ];
}

function mainTable(benchmarks: readonly Audited[], labels: readonly string[]): ResultTable {
  const alone = benchmarks.length === 1;
  const rows: TableValue[][] = [];
  const missing: string[] = [];
  for (const kind of FIGURE_KINDS) {
    const all = benchmarks.map((benchmark) => overall(benchmark, kind));
    if (all.every((figure) => figure === undefined)) {
      if (!alone || !kind.name.endsWith('-in-other')) missing.push(kind.name);
      continue;
    }
    const cells = all.flatMap((figure): TableValue[] => {
      if (figure === undefined) return alone ? [null, null, null, null, null] : [null, null, null, null];
      const { where, value, count, of, chance } = figure;
      const numbers = [measured(value), count, counted(of, kind.unit), measured(chance)];
      return alone ? [where, ...numbers] : numbers;
    });
    rows.push([kind.name, ...cells, kind.reading]);
  }
  const heads = alone
    ? ['where', 'value', 'count', 'of', 'reference']
    : labels.flatMap((label) => ['value', 'count', 'of', 'reference'].map((head) => `${label}: ${head}`));
  return {
    name: 'audit',
    title: `How far ${labels.join(' and ')} can be trusted`,
    columns: ['figure', ...heads, 'a high value means'],
    rows,
    notes: [
      'value: count ÷ of, or a mean where there is no count. reference: the value by chance or, for BM25 on changed code, on code as it is.',
      ...benchmarks.flatMap(({ unread }, k) => unreadNote(labels[k]!, unread)),
      ...(missing.length === 0 ? [] : [`Nothing to measure: ${missing.join(', ')}.`]),
    ],
  };
}

/** What is left out of the figures that need syntax. */
function unreadNote(label: string, unread: Readonly<Record<string, number>>): string[] {
  const reasons = Object.entries(unread);
  if (reasons.length === 0) return [];
  const all = reasons.reduce((sum, [, count]) => sum + count, 0);
  const list = reasons.map(([why, count]) => `${count} ${why}`).join(', ');
  return [
    `${label}: the syntax of ${counted(all, 'code document')} is not read (${list}); they keep their comments and names, and count in no figure about names.`,
  ];
}

/** A column of values and, where they are set against something, one of that. */
function columnsOf({ name, theme, against }: FigureKind): string[] {
  return against === undefined || theme === 'names' ? [name] : [name, `${name} ref.`];
}

/** For every theme, the values of each task, corpus or split, where there are several; equal columns are left out. */
function placeTables(benchmark: Audited, label: string, index: number): ResultTable[] {
  return THEMES.flatMap((theme) =>
    ['task', 'corpus', 'split'].flatMap((what): ResultTable[] => {
      const kinds = FIGURE_KINDS.filter((kind) => kind.theme === theme).flatMap((kind) => {
        const places = ofKind(benchmark, kind).filter(({ where }) => where.startsWith(`${what} `));
        const differ = places.some(({ value }) => value !== places[0]!.value);
        return differ ? [{ kind, places: new Map(places.map((figure) => [figure.where, figure])) }] : [];
      });
      if (kinds.length === 0) return [];
      const wheres = [...new Set(kinds.flatMap(({ places }) => [...places.keys()]))];
      return [
        {
          name: `audit-${index + 1}-${theme}-by-${what}`,
          title: `${label}: ${theme} by ${what}`,
          columns: [what, ...kinds.flatMap(({ kind }) => columnsOf(kind))],
          rows: wheres.map((where) => [
            where.slice(what.length + 1),
            ...kinds.flatMap(({ kind, places }) => {
              const { value, chance } = places.get(where) ?? { value: null, chance: null };
              return [value, chance].slice(0, columnsOf(kind).length).map(measured);
            }),
          ]),
          notes: [],
        },
      ];
    }),
  );
}

/** The first few ids of every kind of flaw, from the place that has most. */
function exampleTable(benchmark: Audited, label: string, index: number): ResultTable[] {
  const rows = FIGURE_KINDS.filter(({ examples }) => examples).flatMap((kind) => {
    const places = ofKind(benchmark, kind).filter(({ examples }) => examples.length > 0);
    const [most] = places.sort((a, b) => (b.count ?? 0) - (a.count ?? 0));
    if (most === undefined) return [];
    const shown = most.examples.slice(0, SHOWN);
    return [[kind.name, most.where, [...shown, ...((most.count ?? 0) > SHOWN ? ['…'] : [])].join('; ')]];
  });
  if (rows.length === 0) return [];
  return [
    {
      name: `audit-${index + 1}-examples`,
      title: `${label}: where to look`,
      columns: ['figure', 'where', 'the first few'],
      rows,
      notes: [],
    },
  ];
}
