import type { Measure } from '../core/measure.js';
import { counted } from '../core/words.js';
import { proofOf } from '../measures/execution.js';
import { value } from '../measures/family.js';
import { median } from '../stats/interval.js';
import type { Analysis } from './analysis.js';

/**
 * Whether the document at rank 1 is right: it passes the query's tests or, where they do not say, is judged right.
 * One of which neither is known solves nothing. Does not apply where nothing could be right: no tests, no positive.
 */
export const solved: Measure = {
  name: 'solved',
  type: 'binary',
  better: 'higher',
  needs: { depth: 1 },
  cells(input) {
    const { query, judged, level, row } = input;
    const tested = query.suite !== undefined;
    if (!tested && !judged.some(({ grade }) => grade >= level)) return [];
    const top = row.docs[0];
    if (top === undefined) return value(0);
    const proof = tested ? proofOf(input, top) : 'unverified';
    if (proof !== 'unverified') return value(proof === 'pass' ? 1 : 0);
    const best = judged[0];
    return value(best?.rank === 1 && best.grade >= level ? 1 : 0);
  },
};

/** ExecRetrieval's appendix: the median query is solved by exactly 3 of 24 systems. */
export const difficulty: Analysis = {
  name: 'difficulty',
  describe: 'how many queries are solved at rank 1 by none of the systems, by one, by two …',
  start({ table, systems }, { scores }) {
    scores.want(solved);
    const asked = systems.filter(({ baseline }) => !baseline).length;
    const by = new Uint16Array(table.ids.length);
    const counts = new Uint8Array(table.ids.length);
    return {
      see({ system, q }) {
        const cell = scores.of(solved)!.cells[0];
        if (systems[system]!.baseline || cell === undefined) return;
        counts[q] = 1;
        by[q]! += cell.num;
      },
      tables() {
        const histogram = new Array<number>(asked + 1).fill(0);
        for (const [q, asks] of counts.entries()) if (asks === 1) histogram[by[q]!]!++;
        const total = histogram.reduce((sum, count) => sum + count, 0);
        if (total === 0) return [];
        const among = counted(asked, 'system');
        return [
          {
            name: 'difficulty',
            title: 'Queries by how many systems solve them',
            columns: ['solved by', 'queries', 'share'],
            rows: histogram.map((count, n) => [String(n), count, { value: count / total }]),
            notes: [
              `The median query is solved by ${median(by.filter((_, q) => counts[q] === 1))} of ${among}.`,
              'Solved: the document at rank 1 passes the query’s tests or, where no verdict on it is known, is judged right.',
              'The artefact baselines are not among the systems.',
              ...(total < table.ids.length
                ? [
                    `Left out, for they have neither tests nor a positive: ${counted(table.ids.length - total, 'query')}.`,
                  ]
                : []),
            ],
          },
        ];
      },
    };
  },
};
