import type { Corpus } from '../core/benchmark.js';
import type { ResultTable, TableValue } from '../core/result-table.js';
import { groupsOf } from '../families/groups.js';
import { cells } from './distribution.js';
import { label, MOST_VALUES, share } from './labels.js';

/** The declared near-clone groups: how many, how large, and what is left of them at each density. */
export function familyTables(corpora: readonly Corpus[]): ResultTable[] {
  const sizes = corpora
    .map((corpus) => ({ corpus, sizes: groupsOf(corpus).members.map(({ length }) => length) }))
    .filter((one) => one.sizes.some((size) => size > 1));
  if (sizes.length === 0) return [];
  return [groupTable(sizes), sizeTable(sizes), ...densityTables(corpora)];
}

interface GroupSizes {
  corpus: Corpus;
  sizes: number[];
}

function groupTable(all: readonly GroupSizes[]): ResultTable {
  return {
    name: 'near-clones',
    title: 'Near-clone groups',
    columns: ['corpus', 'groups', 'documents in them', 'share', 'alone', 'min', 'median', 'mean', 'max'],
    rows: all.map(({ corpus, sizes }) => {
      const groups = sizes.filter((size) => size > 1);
      const inGroups = groups.reduce((sum, size) => sum + size, 0);
      return [
        label(corpus.id),
        ...[groups.length, inGroups, share(inGroups, corpus.size), corpus.size - inGroups],
        ...cells(groups, 'min', 'median', 'mean', 'max'),
      ];
    }),
    notes: [
      'Groups are those that the benchmark declares, of two documents or more; min to max: their sizes.',
    ],
    digits: 2,
  };
}

function sizeTable(all: readonly GroupSizes[]): ResultTable {
  const rows = all.flatMap(({ corpus, sizes }) => {
    const counts = new Map<number, number>();
    for (const size of sizes) counts.set(size, (counts.get(size) ?? 0) + 1);
    const sorted = [...counts].sort(([a], [b]) => a - b);
    const shown = sorted
      .slice(0, MOST_VALUES)
      .map(([size, groups]): TableValue[] => [label(corpus.id), size, groups, size * groups]);
    const rest = sorted.slice(MOST_VALUES);
    if (rest.length === 0) return shown;
    const groups = rest.reduce((sum, [, count]) => sum + count, 0);
    const documents = rest.reduce((sum, [size, count]) => sum + size * count, 0);
    return [...shown, [label(corpus.id), '(larger)', groups, documents]];
  });
  return {
    name: 'near-clone-sizes',
    title: 'Near-clone groups by size',
    columns: ['corpus', 'size', 'groups', 'documents'],
    rows,
    notes: ['Size 1: documents without a near-clone.'],
  };
}

/** A density of d keeps the variants whose slot is below d. */
function densityTables(corpora: readonly Corpus[]): ResultTable[] {
  const rows = corpora.flatMap((corpus): TableValue[][] => {
    const bySlot = new Map<number, number>();
    let variants = 0;
    for (let i = 0; i < corpus.size; i++) {
      const slot = corpus.meta(i).variant?.slot;
      if (slot === undefined) continue;
      variants++;
      bySlot.set(slot, (bySlot.get(slot) ?? 0) + 1);
    }
    if (variants === 0) return [];
    let kept = 0;
    const densities = [...bySlot]
      .sort(([a], [b]) => a - b)
      .map(([slot, count]): TableValue[] => {
        kept += count;
        return [label(corpus.id), String(slot + 1), kept, corpus.size - variants + kept];
      });
    // The last one is that of all variants.
    const shown = densities.filter((_, k) => k < MOST_VALUES || k === densities.length - 1);
    return [[label(corpus.id), '0', 0, corpus.size - variants], ...shown];
  });
  if (rows.length === 0) return [];
  return [
    {
      name: 'densities',
      title: 'Density of planted variants',
      columns: ['corpus', 'density', 'variants', 'documents'],
      rows,
      notes: ['A density of d keeps the variants in the first d slots of their group.'],
    },
  ];
}
