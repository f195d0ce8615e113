import type { Benchmark } from '../core/benchmark.js';
import { counted } from '../core/words.js';
import type { Comparison, Difference } from '../evaluate/compare.js';
import { decimals } from './result-table.js';
import { markdownTable, plainTable, printable } from './table.js';

function probability(p: number): string {
  return p < 1e-4 ? '< 0.0001' : p.toFixed(4);
}

function verdict({ apart, better, delta }: Difference): string {
  if (!apart) return 'cannot be told apart';
  if (better === 'neither') return 'differ';
  return delta > 0 === (better === 'higher') ? 'A is better' : 'B is better';
}

/** One row for each pair and measure, with the verdict in words. */
export function comparisonText(benchmark: Benchmark, comparison: Comparison, markdown: boolean): string {
  const table = {
    head: ['pair', 'measure', 'n', 'A', 'B', 'A − B', '95 % interval', 'p', 'Holm p', 'test', 'verdict'],
    rows: comparison.pairs.flatMap(({ a, b, differences }) =>
      differences.map((one) => [
        `${a} (A), ${b} (B)`,
        one.measure,
        String(one.n),
        decimals(one.a),
        decimals(one.b),
        decimals(one.delta),
        `${decimals(one.low)} … ${decimals(one.high)}`,
        probability(one.p),
        probability(one.adjustedP),
        one.test,
        verdict(one),
      ]),
    ),
  };
  const mean = comparison.mean === 'query' ? 'queries' : 'languages, then within them over queries';
  const foot =
    `Means over ${mean}; ${comparison.resamples} resamples by ${comparison.resample}, seed ${comparison.seed}; Holm-corrected over the ` +
    `${counted(comparison.pairs.length, 'pair')} of each measure; a verdict needs a corrected p ≤ ${comparison.alpha} and an interval without 0.` +
    (comparison.smallestP > comparison.alpha
      ? ' With so few resamples for so many pairs no bootstrap p can be small enough: ask for more.'
      : '');
  const title = printable(`${benchmark.name} ${benchmark.version}`);
  return markdown
    ? `## ${title}\n\n${markdownTable(table)}\n\n- ${foot}\n`
    : `${title}\n\n${plainTable(table)}\n\n${foot}\n`;
}
