import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Measure } from '../src/core/measure.js';
import { measureCorrelations } from '../src/evaluate/correlation.js';
import type { SystemScores } from '../src/evaluate/scores.js';
import { type SystemSummary, summarise } from '../src/evaluate/summary.js';
import { column, measure, system, table } from './compare-world.js';

/** Systems with one query, whose values are their means. */
async function summaries(...means: Record<string, number>[]): Promise<SystemSummary[]> {
  const named = new Map<string, Measure>();
  const systems = means.map((values, s): SystemScores => {
    const columns = Object.entries(values).map(([name, value]) => {
      const of = named.get(name) ?? measure(name);
      named.set(name, of);
      return column(of, [value]);
    });
    return system(`s${s}`, ...columns);
  });
  return summarise(systems, table(1), { resample: 'query', resamples: 10, seed: 1 });
}

test('Pearson’s r of nDCG with each quality measure, over the systems that have both', async () => {
  const found = measureCorrelations(
    await summaries(
      { 'nDCG@10': 0.1, R: 0.5, PPA: 0.9, 'exec@1': 0.1 },
      { 'nDCG@10': 0.2, R: 0.6, PPA: 0.8, 'exec@1': 0.4 },
      { 'nDCG@10': 0.3, R: 0.7, PPA: 0.7, 'exec@1': 0.4 },
      { 'nDCG@10': 0.4, R: 0.8, PPA: 0.6 },
    ),
  );
  assert.deepEqual(
    found.map(({ x, y, n }) => [x, y, n]),
    [
      ['nDCG@10', 'PPA', 4],
      ['nDCG@10', 'exec@1', 3],
    ],
  );
  assert.ok(Math.abs(found[0]!.r + 1) < 1e-12);
  assert.ok(Math.abs(found[1]!.r - Math.sqrt(3) / 2) < 1e-12, `${found[1]!.r}`);
});

test('absent with fewer than three systems, and where a measure does not vary', async () => {
  const two = await summaries({ nDCG: 0.1, PPA: 0.2 }, { nDCG: 0.2, PPA: 0.3 }, { nDCG: 0.3 });
  assert.deepEqual(measureCorrelations(two), []);
  const constant = { MRS: 0.5 };
  const same = await summaries(
    { nDCG: 0.1, ...constant },
    { nDCG: 0.2, ...constant },
    { nDCG: 0.3, ...constant },
  );
  assert.deepEqual(measureCorrelations(same), []);
  assert.deepEqual(measureCorrelations([]), []);
});
