import { bySize } from '../core/order.js';
import type { ResultTable, TableValue } from '../core/result-table.js';
import { parseMeasure } from '../measures/registry.js';
import type { Analysis, Subject } from './analysis.js';
import { systemColumns } from './tables.js';
import { anyVariants } from './variants.js';

interface Sums {
  deceived: number;
  pairs: number;
}

const STRATA = [
  { stratum: 'bugType', name: 'deception-by-bug', title: 'Deception by bug type', head: 'bug type' },
  { stratum: 'editSize', name: 'deception-by-size', title: 'Deception by edit size', head: 'edit size' },
];

/** ExecRetrieval's appendix G.1: the bug types and size buckets that the measure itself tells apart. */
export const deception: Analysis = {
  name: 'deception',
  describe: 'how often a planted variant scores above its canonical, by bug type and by size of the edit',
  start({ benchmark, systems }, { scores }) {
    const measure = parseMeasure('deception');
    if (!anyVariants(benchmark) || !scores.want(measure)) return undefined;
    /** By stratum, then its value, then system. */
    const sums = STRATA.map(() => new Map<string, Sums[]>());
    return {
      see({ system }) {
        for (const { num, den, strata = {} } of scores.of(measure)!.cells)
          for (const [k, { stratum }] of STRATA.entries()) {
            const value = strata[stratum];
            if (value === undefined) continue;
            let ofValue = sums[k]!.get(value);
            if (ofValue === undefined)
              sums[k]!.set(value, (ofValue = systems.map(() => ({ deceived: 0, pairs: 0 }))));
            ofValue[system]!.deceived += num;
            ofValue[system]!.pairs += den;
          }
      },
      tables: () => STRATA.flatMap((stratum, k) => table(stratum, sums[k]!, systems)),
    };
  },
};

function table(
  { name, title, head }: (typeof STRATA)[number],
  sums: ReadonlyMap<string, readonly Sums[]>,
  systems: Subject['systems'],
): ResultTable[] {
  if (sums.size === 0) return [];
  const rows = [...sums]
    .sort(([a], [b]) => bySize(a, b))
    .map(([value, ofValue]): TableValue[] => [
      value,
      Math.max(...ofValue.map(({ pairs }) => pairs)),
      ...ofValue.map(({ deceived, pairs }) => (pairs === 0 ? null : { value: deceived / pairs })),
    ]);
  return [
    {
      ...{ name, title, rows },
      columns: [head, 'pairs', ...systemColumns(systems)],
      notes: [
        'Share of (canonical, variant) pairs in which the variant scores strictly higher; pairs: of the system that has most.',
      ],
    },
  ];
}
