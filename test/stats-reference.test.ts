import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pearson } from '../src/stats/correlation.js';
import { holm } from '../src/stats/holm.js';
import { percentileInterval } from '../src/stats/interval.js';
import { mcnemarExact } from '../src/stats/mcnemar.js';
import { root } from './files.js';

interface Reference {
  mcnemar: { aOnly: number; bOnly: number; p: number }[];
  holm: { p: number[]; adjusted: number[] }[];
  correlation: { x: number[]; y: number[]; pearson: number }[];
  quantile: { values: number[]; low: number; high: number }[];
}

/** Frozen from SciPy and statsmodels by test/reference/stats/freeze.py. */
const reference = JSON.parse(
  readFileSync(join(root, 'test/reference/stats/reference.json'), 'utf8'),
) as Reference;

function near(actual: number | undefined, expected: number, tolerance: number, what: string): void {
  assert.ok(
    actual !== undefined && Math.abs(actual - expected) <= tolerance,
    `${what}: ${actual}, not ${expected}`,
  );
}

test('McNemar equals statsmodels, from no discordant query to 200,000 of them', () => {
  assert.ok(reference.mcnemar.length >= 50);
  for (const { aOnly, bOnly, p } of reference.mcnemar)
    near(mcnemarExact(aOnly, bOnly), p, p * 1e-9, `${aOnly} against ${bOnly}`);
});

test('McNemar of the published pair, 47 against 66, is 0.0899543', () => {
  near(mcnemarExact(47, 66), 0.0899543, 1e-7, 'p');
  assert.equal(mcnemarExact(47, 66), mcnemarExact(66, 47));
  assert.equal(mcnemarExact(0, 0), 1);
});

test('McNemar stays within 0 and 1 where the probabilities underflow', () => {
  assert.equal(mcnemarExact(0, 5000), 0);
  assert.equal(mcnemarExact(1e6, 1e6), 1);
  near(mcnemarExact(1e6, 1e6 + 1), 1, 1e-12, 'p');
});

test('Holm equals statsmodels', () => {
  assert.ok(reference.holm.length >= 10);
  for (const { p, adjusted } of reference.holm)
    for (const [k, value] of holm(p).entries()) near(value, adjusted[k]!, 1e-12, `${p.length} tests, ${k}`);
  assert.deepEqual(holm([]), []);
});

test('Pearson equals SciPy', () => {
  assert.ok(reference.correlation.length >= 12);
  for (const one of reference.correlation) near(pearson(one.x, one.y), one.pearson, 1e-9, 'Pearson');
});

test('a correlation that is not defined is absent', () => {
  assert.equal(pearson([], []), undefined);
  assert.equal(pearson([1], [2]), undefined);
  assert.equal(pearson([1, 1, 1], [1, 2, 3]), undefined);
  assert.equal(pearson([0.1, 0.1, 0.1], [1, 2, 3]), undefined);
  assert.throws(() => pearson([1, 2], [1]), RangeError);
});

test('percentiles equal NumPy', () => {
  for (const { values, low, high } of reference.quantile) {
    const interval = percentileInterval(Float64Array.from(values));
    near(interval?.low, low, 1e-12, 'low');
    near(interval?.high, high, 1e-12, 'high');
  }
});
