import type { Measure } from '../core/measure.js';
import type { ResultTable, TableValue } from '../core/result-table.js';
import type { Seen } from '../evaluate/observer.js';
import { value } from '../measures/family.js';
import { parseMeasure } from '../measures/registry.js';
import type { Analysis, Shared, Subject } from './analysis.js';
import type { Statistic } from './estimates.js';
import { ANY_LANGUAGE, type Grouping, groupingOf } from './grouping.js';
import { emptyCells } from './scores.js';
import { breakdown, systemColumns } from './tables.js';

const K = 10;
const AS_IS = `nDCG@${K}`;

/**
 * nDCG@k of a query as if it had one positive: the mean over its positives of 1 ÷ log2(r + 1), 0 beyond k, where r
 * is the rank of that positive once the others are gone from the ranking and from the judgments. It is what drawing
 * one positive at random gives in expectation, so that nothing need be drawn.
 *
 * @param depth a list as long as this was cut: what follows it is not known
 */
export function onePositive(depth: number): Measure {
  return {
    name: `nDCG@${K} of one positive`,
    type: 'continuous',
    better: 'higher',
    needs: { depth: K, positives: true },
    cells({ judged, level, row }) {
      const positives = judged.filter(({ grade }) => grade >= level);
      const retrieved = row.docs.length;
      if (retrieved >= depth && retrieved < K + positives.length - 1 && retrieved < row.pool)
        return { refused: `too few documents retrieved for ${K} ranks without the other positives` };
      let sum = 0;
      for (const [above, { rank }] of positives.entries())
        if (rank <= retrieved && rank - above <= K) sum += 1 / Math.log2(rank - above + 1);
      return value(positives.length === 0 ? 0 : sum / positives.length);
    },
  };
}

/** The target language of each query of a text-to-code task. */
function targets({ table, tasks }: Subject): Grouping {
  const wanted = new Set(tasks.filter(({ direction }) => direction === 't2c').map(({ id }) => id));
  return groupingOf(
    table.language.map((language, q) =>
      wanted.has(table.taskIds[table.task[q]!]!) ? language || ANY_LANGUAGE : undefined,
    ),
  );
}

function countPositives({ task, item }: Seen): number {
  const { exclude } = item.query;
  return item.judgments.filter(({ doc, grade }) => grade >= task.level && !exclude.includes(doc)).length;
}

/** The language that others are set against: "any" where there is one, else the one with the best mean as is. */
function referenceOf(
  { systems }: Subject,
  scores: Shared['scores'],
  { names, of }: Grouping,
  asIs: Measure,
): string {
  if (names.includes(ANY_LANGUAGE)) return ANY_LANGUAGE;
  const means = names.map(() => 0);
  for (const [s, { baseline }] of systems.entries()) {
    const { num, den } = scores.cells(asIs, s) ?? emptyCells(of.length);
    if (baseline) continue;
    for (const group of means.keys()) {
      let [sum, count] = [0, 0];
      for (let q = 0; q < of.length; q++) {
        if (of[q] !== group) continue;
        sum += num[q]!;
        count += den[q]!;
      }
      means[group]! += count === 0 ? 0 : sum / count;
    }
  }
  return names[means.indexOf(Math.max(...means))]!;
}

function chosen(reference: string): string {
  return `No query is for any language: "${reference}" is the reference for having the highest mean over the systems on these same queries, so that the lags are biased upward, and the intervals take no account of the choice.`;
}

/** How far every language lies behind the reference, with all its positives and with one. */
async function lagTable(
  { systems }: Subject,
  { scores, estimates }: Shared,
  grouping: Grouping,
  measures: readonly Measure[],
  reference: string,
): Promise<ResultTable[]> {
  const others = grouping.names.filter((name) => name !== reference);
  const group = (name: string) => grouping.names.indexOf(name);
  const cases = others.flatMap((name) => measures.map((measure) => ({ name, measure })));
  const found = await estimates.of(
    cases.flatMap(({ name, measure }) =>
      systems.map((_, s): Statistic | undefined => {
        const values = scores.cells(measure, s);
        if (values === undefined) return undefined;
        const less = { values, grouping, group: group(name) };
        return { values, grouping, group: group(reference), less };
      }),
    ),
  );
  const rows = cases.map(({ name, measure }, k): TableValue[] => [
    name,
    measure === measures[0] ? 'all' : 'one',
    ...found.slice(k * systems.length, (k + 1) * systems.length),
  ]);
  const valued = rows.filter(([, , ...lags]) => lags.some((lag) => lag !== null));
  if (valued.length === 0) return [];
  return [
    {
      name: 'language-gap-lag',
      title: `How far ${AS_IS} lies below that of "${reference}"`,
      columns: ['language', 'positives', ...systemColumns(systems)],
      rows: valued,
      notes: [
        `${AS_IS} of "${reference}" less that of the language.`,
        ...(reference === ANY_LANGUAGE ? [] : [chosen(reference)]),
        ...(measures.length > 1
          ? [
              'With all positives, and with one: what is left with one is not owed to the number of documents that would have been right.',
            ]
          : []),
      ],
    },
  ];
}

const EQUAL =
  'Every query as if it had one positive: the mean over its positives of what each alone would give, the others gone from the ranking and from the judgments.';

/** CoREB's appendix B.6, with the confound that it names taken out. */
export const languageGap: Analysis = {
  name: 'language-gap',
  describe: 'nDCG@10 by target language of text-to-code queries, as is and at one positive for each query',
  start(subject, shared) {
    const grouping = targets(subject);
    const measures = [parseMeasure(AS_IS), onePositive(subject.depth)] as const;
    if (grouping.names.length < 2 || !measures.every((measure) => shared.scores.keep(measure)))
      return undefined;
    const positives = grouping.names.map(() => 0);
    let most = 0;
    const table = (name: string, title: string, measure: Measure, notes: string[]) =>
      breakdown(subject, shared, { ...{ name, title, measure, notes, grouping }, head: 'language' });
    return {
      see(seen) {
        const group = grouping.of[seen.q]!;
        if (seen.system !== 0 || group < 0) return;
        const count = countPositives(seen);
        positives[group]! += count;
        most = Math.max(most, count);
      },
      async tables() {
        const counts = grouping.names.map(
          (name, g) => `${name} ${(positives[g]! / grouping.sizes[g]!).toFixed(1)}`,
        );
        const [asIs, equal] = measures;
        const reference = referenceOf(subject, shared.scores, grouping, asIs);
        const tables = await Promise.all([
          table('language-gap', `${AS_IS} by target language`, asIs, [
            'Text-to-code queries; "any": they name no language.',
            most > 1
              ? `Positives of a query, on average: ${counts.join(', ')}.`
              : 'No query has more than one positive, so that no language is the easier for it.',
          ]),
          most > 1
            ? table('language-gap-equal', `${AS_IS} by target language, at one positive`, equal, [EQUAL])
            : [],
          lagTable(subject, shared, grouping, most > 1 ? measures : [asIs], reference),
        ]);
        return tables.flat();
      },
    };
  },
};
