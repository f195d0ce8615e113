import type { Cell } from '../core/measure.js';
import type { ResultTable, TableValue } from '../core/result-table.js';
import { parseMeasure } from '../measures/registry.js';
import type { Cells } from '../stats/sample.js';
import type { Analysis, Shared, Subject } from './analysis.js';
import type { Statistic } from './estimates.js';
import { type Grouping, wholeOf } from './grouping.js';
import { emptyCells } from './scores.js';
import { systemColumns } from './tables.js';
import { anyVariants, type Variants, variantsOf } from './variants.js';

/** Rows: variants of so many edits, and all of several. The last number stands for itself and more. */
const STACKS = ['2', '3', '4', '5 or more', '2 or more'];
const ALL = STACKS.length - 1;
const MOST = 5;

/** One canonical of one query: how many variants of so many edits it has, and how many of them deceived. */
interface Ladder {
  /** By number of edits less 1, up to `MOST`. */
  pairs: number[];
  deceived: number[];
}

/** The pairs of one answer, by canonical. */
function laddersOf(cells: readonly Cell[], { root, edits }: Variants): Ladder[] {
  const ladders = new Map<number, Ladder>();
  for (const { num, doc } of cells) {
    if (doc === undefined || edits[doc] === 0) continue;
    const canonical = root[doc]!;
    let ladder = ladders.get(canonical);
    if (ladder === undefined)
      ladders.set(
        canonical,
        (ladder = { pairs: new Array(MOST).fill(0), deceived: new Array(MOST).fill(0) }),
      );
    const rung = Math.min(edits[doc]!, MOST) - 1;
    ladder.pairs[rung]!++;
    ladder.deceived[rung]! += num;
  }
  return [...ladders.values()];
}

/**
 * What a system made of one stack: for each query the shares of deception of its canonicals, those of the stacked
 * variants and those of the single ones beside them. Every canonical weighs 1 on either side, however many variants
 * it has: weighed by pairs, one that has more of either kind would stand for different parts of the two means.
 */
interface Matched {
  stacked: Cells;
  single: Cells;
  canonicals: number;
  stackedPairs: number;
  singlePairs: number;
}

class SystemStacks {
  readonly matched: (Matched | undefined)[] = [];

  constructor(private readonly queries: number) {}

  add(q: number, { pairs, deceived }: Ladder): void {
    if (pairs[0] === 0) return;
    let [allPairs, allDeceived] = [0, 0];
    for (let rung = 1; rung < MOST; rung++) {
      this.match(rung - 1, q, pairs[rung]!, deceived[rung]!, pairs[0]!, deceived[0]!);
      allPairs += pairs[rung]!;
      allDeceived += deceived[rung]!;
    }
    this.match(ALL, q, allPairs, allDeceived, pairs[0]!, deceived[0]!);
  }

  private match(
    stack: number,
    q: number,
    pairs: number,
    deceived: number,
    singles: number,
    deceivedSingles: number,
  ): void {
    if (pairs === 0) return;
    this.matched[stack] ??= {
      stacked: emptyCells(this.queries),
      single: emptyCells(this.queries),
      ...{ canonicals: 0, stackedPairs: 0, singlePairs: 0 },
    };
    const matched = this.matched[stack];
    matched.canonicals++;
    matched.stackedPairs += pairs;
    matched.singlePairs += singles;
    matched.stacked.den[q]!++;
    matched.stacked.num[q]! += deceived / pairs;
    matched.single.den[q]!++;
    matched.single.num[q]! += deceivedSingles / singles;
  }
}

/** Canonicals, single and stacked pairs: those of the system that has most. */
function countsOf(stacks: readonly SystemStacks[], stack: number): number[] {
  const most = (count: (matched: Matched) => number) =>
    Math.max(...stacks.map(({ matched }) => (matched[stack] === undefined ? 0 : count(matched[stack]))));
  return [
    most(({ canonicals }) => canonicals),
    most(({ singlePairs }) => singlePairs),
    most(({ stackedPairs }) => stackedPairs),
  ];
}

async function tablesOf(
  { systems, table }: Subject,
  { estimates }: Shared,
  stacks: readonly SystemStacks[],
): Promise<ResultTable[]> {
  const shown = [...STACKS.keys()].filter((stack) => stacks.some(({ matched }) => matched[stack]));
  if (shown.length === 0) return [];
  const whole = { grouping: wholeOf(table), group: 0 } satisfies { grouping: Grouping; group: number };
  const statistics = (of: (matched: Matched) => Statistic, stack: number) =>
    stacks.map(({ matched }) => matched[stack] && of(matched[stack]));
  const rates = (part: 'single' | 'stacked') => (matched: Matched) => ({ values: matched[part], ...whole });
  const found = await estimates.of([
    ...statistics(rates('single'), ALL),
    ...shown.flatMap((stack) => statistics(rates('stacked'), stack)),
    ...shown.flatMap((stack) =>
      statistics((matched) => ({ ...rates('stacked')(matched), less: rates('single')(matched) }), stack),
    ),
  ]);
  const cut = (k: number) => found.slice(k * systems.length, (k + 1) * systems.length);
  const differences = shown.map((stack, k): TableValue[] => [
    STACKS[stack]!,
    ...countsOf(stacks, stack),
    ...cut(1 + shown.length + k),
  ]);
  const shares = shown.map((stack, k): TableValue[] => [
    STACKS[stack]!,
    countsOf(stacks, stack)[2]!,
    ...cut(1 + k),
  ]);
  const heads = systemColumns(systems);
  return [
    {
      name: 'stacked',
      title: 'Deception of stacked less that of single variants',
      columns: ['edits', 'canonicals', 'single pairs', 'stacked pairs', ...heads],
      rows: differences,
      notes: [
        'Only canonicals that have both a variant of one edit and one of that many, so that the same code is compared; each weighs the same on either side, however many variants it has.',
        'Below 0: more edits are easier to tell.',
        'Edits are counted from the canonical; canonicals and pairs once for each query about them.',
      ],
    },
    {
      name: 'stacked-rates',
      title: 'Deception by number of stacked edits',
      columns: ['edits', 'pairs', ...heads],
      rows: [['1', countsOf(stacks, ALL)[1]!, ...cut(0)], ...shares],
      notes: [
        'Only canonicals that have both a variant of one edit and one of several; each weighs the same, however many variants it has.',
      ],
    },
  ];
}

/** ExecRetrieval's appendix G.2. */
export const stacked: Analysis = {
  name: 'stacked',
  describe: 'deception of variants of several edits against those of one, matched by canonical',
  start(subject, shared) {
    const measure = parseMeasure('deception');
    if (!anyVariants(subject.benchmark) || !shared.scores.want(measure)) return undefined;
    const stacks = subject.systems.map(() => new SystemStacks(subject.table.ids.length));
    return {
      see({ system, q, corpus }) {
        const variants = variantsOf(corpus);
        const { cells } = shared.scores.of(measure)!;
        if (variants === undefined || cells.length === 0) return;
        for (const ladder of laddersOf(cells, variants)) stacks[system]!.add(q, ladder);
      },
      tables: () => tablesOf(subject, shared, stacks),
    };
  },
};
