import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../src/core/random.js';
import { pearson, spearman } from '../src/stats/correlation.js';

function near(actual: number | undefined, expected: number, what = ''): void {
  assert.ok(
    actual !== undefined && Math.abs(actual - expected) <= 1e-12,
    `${what} is ${actual}, not ${expected}`,
  );
}

/** x, y and scipy.stats.spearmanr(x, y).statistic of SciPy 1.17.1, without and with ties. */
const SCIPY: [number[], number[], number][] = [
  [[2.041, -2.556], [1.439, -1.846], 1],
  [[-1, 0, -4], [0, -1, 2], -1],
  [[0.226, -0.353, -0.281, -0.668, -1.055, -0.391], [0.595, -0.415, 0.817, -0.534, -0.503, 1.35], 19 / 35],
  [[1, -1, 0, 1, 4, -1], [0, 1, -1, 0, 2, 0], 0.2813874297663251],
  [
    [0.092, 0.67, -2.828, 1.021, -0.96, -1.669, 0.276, 0.701, -0.445, -1.076, 0.026, -0.053],
    [1.451, 1.082, -1.22, 1.622, -0.685, -1.76, 0.722, 0.933, -0.437, -1.321, 0.242, -2.52],
    0.8251748251748254,
  ],
  [[1, 1, -3, 0, -2, 2, -4, -2, 1, 2, -4, -1], [1, 0, 1, -1, 0, -1, 0, 0, 0, -1, 1, 1], -0.5374183513641868],
  [
    [1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 1, 0, 1],
    [
      0.1, 1.4, -0.6, -0.2, -0.5, 0.1, 0.9, 1.8, 1.2, 1.3, -1.9, -0.1, -1.2, -0.3, -2.3, 1.8, 1.4, -1.2, -1.1,
      -0.7,
    ],
    0.0955258527151328,
  ],
  [[-Infinity, 1, 2, Infinity, Infinity], [3, 1, 2, 5, 4], 0.6668859288553503],
];

test('Spearman equals SciPy, with ties and infinite values too', () => {
  for (const [x, y, rho] of SCIPY) {
    near(spearman(x, y), rho, `of ${x}`);
    near(spearman(y, x), rho, `of ${y}`);
  }
});

test('Spearman equals 1 − 6 Σd² ÷ n(n² − 1) by hand where nothing ties', () => {
  // d = 1, −1, 2, 0, −2: Σd² = 10, n = 5.
  near(
    spearman(
      [10, 20, 30, 40, 50],
      [2, 1, 5, 4, 3].map((rank) => rank ** 3),
    ),
    1 - 60 / 120,
  );
  near(spearman([1, 2, 3], [1e300, 1e301, 1e302]), 1);
});

test('tied values share the mean of their ranks', () => {
  // Ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4: 4.5 ÷ √(4.5 · 5).
  near(spearman([7, 8, 8, 9], [1, 2, 3, 4]), 4.5 / Math.sqrt(22.5));
});

test('Spearman is the same under growing maps of either side, and turns its sign under a falling one', () => {
  const random = seeded(11);
  for (let round = 0; round < 200; round++) {
    const n = 2 + Math.floor(random.unit() * 20);
    // Few distinct values, so that ties are common.
    const draw = () => Array.from({ length: n }, () => Math.floor(random.unit() * 8) - 4);
    const [x, y] = [draw(), draw()];
    const rho = spearman(x, y);
    if (rho === undefined) {
      assert.ok(new Set(x).size === 1 || new Set(y).size === 1);
      continue;
    }
    assert.ok(Math.abs(rho) <= 1);
    near(
      spearman(
        x.map((value) => Math.exp(value)),
        y.map((value) => 1e9 + value ** 3),
      ),
      rho,
    );
    near(
      spearman(
        x,
        y.map((value) => -value),
      ),
      -rho,
    );
    near(spearman([...x].reverse(), [...y].reverse()), rho);
  }
});

test('a rank correlation that is not defined is absent', () => {
  assert.equal(spearman([], []), undefined);
  assert.equal(spearman([1], [2]), undefined);
  assert.equal(spearman([1, 1, 1], [1, 2, 3]), undefined);
  assert.equal(spearman([1, 2, 3], [Infinity, Infinity, Infinity]), undefined);
  assert.equal(spearman([1, Number.NaN, 3], [1, 2, 3]), undefined);
  assert.equal(spearman([1, 2, 3], [1, 2, Number.NaN]), undefined);
  assert.throws(() => spearman([1, 2], [1]), RangeError);
  assert.throws(() => spearman([Number.NaN, 2], [1]), RangeError);
  assert.equal(pearson([1, 1, 1], [1, 2, 3]), undefined);
});
