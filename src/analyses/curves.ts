import type { Measure } from '../core/measure.js';
import type { ResultTable } from '../core/result-table.js';
import { proofOf } from '../measures/execution.js';
import { parseMeasure } from '../measures/registry.js';
import type { Analysis } from './analysis.js';
import { RunningMeans } from './means.js';
import { measured, systemColumns } from './tables.js';

const CUTOFFS = [1, 2, 3, 5, 10, 20, 50, 100];
const FAMILIES = ['nDCG', 'R', 'exec'] as const;

/**
 * exec@k at all cut-offs from one walk down the list, for verdicts are what takes time: a cell for each cut-off
 * above the first unverified document, in order.
 */
function execCurve(cutoffs: readonly number[]): Measure {
  const deepest = cutoffs.at(-1)!;
  return {
    name: 'exec-curve',
    type: 'share',
    better: 'higher',
    needs: { depth: deepest, verdicts: deepest },
    cells(input) {
      if (input.query.suite === undefined) return [];
      const { docs } = input.row;
      const cells = [];
      let passed = 0;
      let at = 0;
      for (const k of cutoffs) {
        for (const last = Math.min(k, docs.length); at < last; at++) {
          const proof = proofOf(input, docs[at]!);
          if (proof === 'unverified') return cells;
          if (proof === 'pass') passed = 1;
        }
        cells.push({ num: passed, den: 1 });
      }
      return cells;
    },
  };
}

/**
 * How many queries are verified as far as each cut-off, where that is not the same at all: every point of the curve
 * is then over other queries.
 *
 * @param walked by system and cut-off
 */
function unverifiedNotes(cutoffs: readonly number[], walked: readonly (readonly number[])[]): string[] {
  const tested = walked.filter(([first]) => first! > 0);
  if (tested.every((counts) => counts.every((count) => count === counts[0]))) return [];
  const ranges = cutoffs.map((k, c) => {
    const counts = tested.map((own) => own[c]!);
    const [least, most] = [Math.min(...counts), Math.max(...counts)];
    return `${least === most ? most : `${least}–${most}`} at ${k}`;
  });
  return [
    'A query whose top k holds an unverified document is left out at that k, so that a curve may fall.',
    `Queries by k, of the system that has fewest and of the one that has most: ${ranges.join(', ')}.`,
  ];
}

/** How far down the right documents lie: each measure at growing cut-offs. */
export const curves: Analysis = {
  name: 'curves',
  describe: `${FAMILIES.map((family) => `${family}@k`).join(', ')} at k = ${CUTOFFS.join(', ')}`,
  start({ table, profile, systems, depth }, { scores }) {
    const cutoffs = CUTOFFS.filter((k) => k <= depth);
    const relevance = [`nDCG`, `R`].map((family) => cutoffs.map((k) => parseMeasure(`${family}@${k}`)));
    const exec = execCurve(cutoffs);
    for (const measure of [...relevance.flat(), exec]) scores.want(measure);
    const means = new RunningMeans(table, profile.mean, systems.length * FAMILIES.length * cutoffs.length);
    const walked = systems.map(() => cutoffs.map(() => 0));
    const slotOf = (system: number, family: number) => (system * FAMILIES.length + family) * cutoffs.length;
    return {
      see({ system, q }) {
        for (const [f, measures] of relevance.entries())
          for (const [c, measure] of measures.entries())
            means.addAll(slotOf(system, f) + c, q, scores.of(measure)!.cells);
        for (const [c, cell] of scores.of(exec)?.cells.entries() ?? []) {
          means.add(slotOf(system, relevance.length) + c, q, cell);
          walked[system]![c]!++;
        }
      },
      tables: () =>
        FAMILIES.flatMap((family, f): ResultTable[] => {
          const rows = cutoffs.map((k, c) => [
            String(k),
            ...systems.map((_, s) => measured(means.of(slotOf(s, f) + c))),
          ]);
          if (rows.every(([, ...values]) => values.every((value) => value === null))) return [];
          return [
            {
              name: `curve-${family}`,
              title: `${family}@k`,
              columns: ['k', ...systemColumns(systems)],
              rows,
              notes: family === 'exec' ? unverifiedNotes(cutoffs, walked) : [],
            },
          ];
        }),
    };
  },
};
