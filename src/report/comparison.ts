import type { Benchmark } from '../core/benchmark.js';
import type { Comparison } from '../evaluate/compare.js';
import { markdownTable, plainTable } from './table.js';

function probability(p: number): string {
  return p < 1e-4 ? '< 0.0001' : p.toFixed(4);
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
        one.a.toFixed(3),
        one.b.toFixed(3),
        one.delta.toFixed(3),
        `${one.low.toFixed(3)} … ${one.high.toFixed(3)}`,
        probability(one.p),
        probability(one.adjustedP),
        one.test,
        one.apart ? (one.delta > 0 ? 'A is better' : 'B is better') : 'cannot be told apart',
      ]),
    ),
  };
  const foot =
    `${comparison.resamples} resamples by ${comparison.resample}, seed ${comparison.seed}; Holm-corrected over the ` +
    `${comparison.pairs.length === 1 ? 'one pair' : `${comparison.pairs.length} pairs`} of each measure; a verdict needs a corrected p ≤ ${comparison.alpha} and an interval without 0.`;
  const title = `${benchmark.name} ${benchmark.version}`;
  return markdown
    ? `## ${title}\n\n${markdownTable(table)}\n\n- ${foot}\n`
    : `${title}\n\n${plainTable(table)}\n\n${foot}\n`;
}
