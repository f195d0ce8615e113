import type { Corpus } from '../core/benchmark.js';
import type { ResultTable, TableValue } from '../core/result-table.js';
import { editSize, editsFromRoot } from '../core/variants.js';
import type { SeenCorpus } from './corpora.js';
import { cells } from './distribution.js';
import { Counts, label, MOST_VALUES, share } from './labels.js';

/** A planted variant beside what it was made from. */
interface Planted {
  /** Edits between the variant and the root of its group: its own, and those of its ancestors. */
  stacked: number;
  /** Size of its own edits; 0: not known, for an edit may be imported by its type alone. */
  own: number;
  /** Units of the parent's text, where the corpus has the parent. */
  parent: number | undefined;
  /** Size of all edits from the root. */
  fromRoot: number;
}

function plantedIn({ corpus, units }: SeenCorpus): Planted[] {
  const planted: Planted[] = [];
  for (let i = 0; i < corpus.size; i++) {
    const variant = corpus.meta(i).variant;
    if (variant === undefined) continue;
    const parent = corpus.ordinal(variant.parent);
    const edits = editsFromRoot(corpus, i);
    planted.push({
      stacked: edits.length,
      own: editSize(variant.edits),
      parent: parent === undefined ? undefined : units[parent],
      fromRoot: editSize(edits),
    });
  }
  return planted;
}

/** Which bugs were planted, and how large the edits are. */
export function variantTables(corpora: readonly SeenCorpus[]): ResultTable[] {
  const planted = corpora.map((seen) => ({ ...seen, planted: plantedIn(seen) }));
  const having = planted.filter((one) => one.planted.length > 0);
  if (having.length === 0) return [];
  return [bugTable(having.map(({ corpus }) => corpus)), editTable(having)];
}

function bugTable(corpora: readonly Corpus[]): ResultTable {
  let several = 0;
  const rows = corpora.flatMap((corpus) => {
    const counts = new Counts();
    let variants = 0;
    for (let i = 0; i < corpus.size; i++) {
      const variant = corpus.meta(i).variant;
      if (variant === undefined) continue;
      variants++;
      if (variant.edits.length > 1) several++;
      const types = new Set(variant.edits.map(({ type }) => type));
      for (const type of types.size === 0 ? ['(no edit)'] : types) counts.add(type);
    }
    return counts
      .rows()
      .map(([type, count]): TableValue[] => [label(corpus.id), type, count, share(count, variants)]);
  });
  const stacked = `Variants with several edits to their parent, which count under each type: ${several}.`;
  return {
    name: 'bug-types',
    title: 'Variants by bug type',
    columns: ['corpus', 'bug type', 'variants', 'share'],
    rows,
    notes: [
      'The type is that of the edit that made the variant from its parent.',
      ...(several > 0 ? [stacked] : []),
    ],
  };
}

function editTable(corpora: readonly (SeenCorpus & { planted: Planted[] })[]): ResultTable {
  const unknown = corpora.reduce((sum, { planted }) => sum + planted.filter(({ own }) => own <= 0).length, 0);
  const note = `Variants of no known size, for their edits have neither place nor text: ${unknown}.`;
  return {
    name: 'edit-sizes',
    title: 'Edit sizes',
    columns: [
      ...['corpus', 'edits from the root', 'variants', 'median', 'max'],
      ...['median %', 'max %', 'median in all', 'max in all'],
    ],
    rows: corpora.flatMap(({ corpus, planted }) =>
      strata(planted).map(([name, variants]) => [label(corpus.id), name, ...editCells(variants)]),
    ),
    notes: [
      'Sizes are UTF-16 units inserted plus deleted. Median and max: by the edits to the parent, %: of its length. In all: by all edits from the root of the group.',
      ...(unknown > 0 ? [note] : []),
    ],
    digits: 1,
  };
}

/** All variants, then those of one edit and those of several, then each number of stacked edits. */
function strata(planted: readonly Planted[]): [string, Planted[]][] {
  const where = (test: (stacked: number) => boolean) => planted.filter(({ stacked }) => test(stacked));
  const depths = [...new Set(planted.map(({ stacked }) => stacked))]
    .filter((n) => n > 1)
    .sort((a, b) => a - b);
  const rows: [string, Planted[]][] = [
    ['all', [...planted]],
    ['one (single)', where((n) => n === 1)],
    ['several (stacked)', where((n) => n > 1)],
    ...depths.slice(0, MOST_VALUES).map((n): [string, Planted[]] => [String(n), where((m) => m === n)]),
    ['none', where((n) => n === 0)],
  ];
  return rows.filter(([, variants]) => variants.length > 0);
}

function editCells(variants: readonly Planted[]): TableValue[] {
  const sized = variants.filter(({ own }) => own > 0);
  const shares = sized.flatMap(({ own, parent }) => (parent ? [(100 * own) / parent] : []));
  const [median, most] = cells(shares, 'median', 'max');
  return [
    variants.length,
    ...cells(
      sized.map(({ own }) => own),
      ...(['median', 'max'] as const),
    ),
    ...[median!, typeof most === 'number' ? { value: most } : null],
    ...cells(
      sized.map(({ fromRoot }) => fromRoot),
      ...(['median', 'max'] as const),
    ),
  ];
}
