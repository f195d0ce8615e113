import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../src/core/random.js';
import { type Setup, scoreOne, valueFor } from './measures-world.js';

const near = (got: number | string, want: number): void =>
  assert.ok(typeof got === 'number' && Math.abs(got - want) < 1e-12, `${got}, expected ${want}`);

test('PPA and MRS by hand', () => {
  // Ranking: n1, p1, x, p2, n2; of the pairs p1-n1, p1-n2, p2-n1, p2-n2 two are won.
  const setup: Setup = {
    grades: { p1: 2, p2: 2, n1: 1, n2: 1 },
    scores: { n1: 9, p1: 8, x: 7, p2: 6, n2: 5 },
    level: 2,
  };
  near(valueFor('PPA', setup), 2 / 4);
  const pairs = [1 / 2 - 1, 1 / 2 - 1 / 5, 1 / 4 - 1, 1 / 4 - 1 / 5];
  near(valueFor('MRS', setup), pairs.reduce((a, b) => a + b) / 4);
});

test('a tie is no win for either, although one of the two ranks first', () => {
  const tie: Setup = { grades: { z: 1, a: 0 }, scores: { z: 1, a: 1 } };
  near(valueFor('PPA', tie), 0);
  near(valueFor('PPA', { ...tie, grades: { z: 0, a: 1 } }), 0);
  near(valueFor('MRS', tie), 1 - 1 / 2);
});

test('ranks reach over the whole list, beyond the retrieved prefix', () => {
  const setup: Setup = { grades: { p: 1, n: 0 }, scores: { a: 9, b: 8, p: 7, c: 6, n: 5 }, depth: 2 };
  near(valueFor('MRS', setup), 1 / 3 - 1 / 5);
  near(valueFor('PPA', setup), 1);
  assert.equal(valueFor('R@5', setup), 0, 'beyond the prefix is not retrieved');
});

test('full: refused where a judged document of the corpus has no score', () => {
  const setup: Setup = { grades: { p: 1, n: 0, m: 0 }, scores: { p: 2, n: 1 } };
  for (const name of ['PPA', 'MRS']) {
    const reasons = [setup.grades, { ...setup.grades, k: 0 }].map(
      (grades) => scoreOne(name, { ...setup, grades }).refused,
    );
    assert.deepEqual(
      reasons,
      Array(2).fill('some judged documents have no score'),
      'one reason, to count by',
    );
    const elsewhere = { ...setup, ids: ['p', 'n'] };
    assert.equal(
      scoreOne(name, elsewhere).status,
      'scored',
      'documents that are not in the corpus are left out',
    );
  }
});

test('cut: the unretrieved has reciprocal rank 0, and two unretrieved documents are a loss', () => {
  const scores = { a: 9, p1: 8, p2: 7, n1: 6, n2: 5 };
  const grades = { p1: 1, p2: 1, n1: 0, n2: 0 };
  // Retrieved: a, p1. p1 beats both; p2 loses to both, which the full policy has winning.
  const cut: Setup = { grades, scores, depth: 2, profile: 'coquir' };
  near(valueFor('PPA', cut), 2 / 4);
  near(valueFor('MRS', cut), (1 / 2 + 0) / 2 - 0);
  near(valueFor('PPA', { ...cut, profile: 'assay' }), 1);
  const wrongOnly: Setup = {
    grades,
    scores: { n1: 1, x: 2 },
    profile: 'coquir',
    ids: [...Object.keys(scores), 'x'],
  };
  near(valueFor('PPA', wrongOnly), 0);
  near(valueFor('MRS', wrongOnly), 0 - 1 / 2 / 2);
});

test('the random baseline is one half in full and below it when cut', () => {
  const random = seeded('baseline');
  const sums = { assay: 0, coquir: 0 };
  for (let n = 0; n < 4000; n++) {
    const scores = Object.fromEntries(Array.from({ length: 20 }, (_, d) => [`d${d}`, random.unit()]));
    for (const profile of ['assay', 'coquir'] as const)
      sums[profile] += valueFor('PPA', { grades: { d0: 1, d1: 0 }, scores, depth: 5, profile }) as number;
  }
  assert.ok(Math.abs(sums.assay / 4000 - 0.5) < 0.03, String(sums.assay / 4000));
  assert.ok(sums.coquir / 4000 < 0.3, String(sums.coquir / 4000));
});

test('a higher tier wins whatever the scores, which are compared within a tier only', () => {
  const setup: Setup = { grades: { p: 1, n: 0 }, scores: { n: 9, p: 8 } };
  near(valueFor('PPA', setup), 0);
  // Ranks 1 and 2 were taken further by the pipeline; the scores of the two stages share no scale.
  const tiered: Setup = { grades: { p: 1, n: 0 }, scores: { p: 5, n: 4 }, tiers: [1, 0] };
  near(valueFor('PPA', tiered), 1);
  near(valueFor('PPA', { ...tiered, grades: { p: 0, n: 1 } }), 0);
  const level: Setup = {
    grades: { p: 1, n: 0 },
    scores: { p: 5, n: 5 - 1e-9 },
    tiers: [1, 0],
    profile: 'trec',
  };
  near(valueFor('PPA', level), 1);
});

test('without a positive or without a negative there is no pair', () => {
  for (const name of ['PPA', 'MRS'])
    for (const grades of [{ a: 1, b: 1 }, { a: 0, b: 0 }, {}])
      for (const profile of ['assay', 'trec', 'coquir'])
        assert.equal(valueFor(name, { grades, scores: { a: 1, b: 2 }, profile }), 'not-applicable');
});

test('PPA counts what a comparison of all pairs counts', () => {
  for (let seed = 0; seed < 300; seed++) {
    const random = seeded(seed);
    const ids = Array.from({ length: 2 + random.below(14) }, (_, n) => `d${n}`);
    const scores = Object.fromEntries(ids.map((id) => [id, random.below(7)]));
    const grades = Object.fromEntries(ids.map((id) => [id, random.below(2)]));
    const right = ids.filter((id) => grades[id] === 1);
    const wrong = ids.filter((id) => grades[id] === 0);
    if (right.length === 0 || wrong.length === 0) continue;
    const wins = right.flatMap((p) => wrong.filter((n) => scores[p]! > scores[n]!)).length;
    near(valueFor('PPA', { grades, scores }), wins / (right.length * wrong.length));
  }
});

test("the published running mean of MRS follows from per-query values, and is not the data set's own", () => {
  // Two data sets in the order in which the authors' notebook takes them. Its list of values is made once a
  // model and never emptied, so what it prints for the second is the mean over both.
  const first = [
    { grades: { p: 1, n: 0 }, scores: { p: 3, n: 2 } },
    { grades: { p: 1, n: 0 }, scores: { n: 3, x: 2, p: 1 } },
    { grades: { p: 1, n: 0 }, scores: { x: 3, p: 2, n: 1 } },
  ].map((setup) => valueFor('MRS', setup) as number);
  const second = [{ grades: { p: 1, n: 0 }, scores: { n: 3, p: 2 } }].map(
    (setup) => valueFor('MRS', setup) as number,
  );
  const mean = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
  near(mean(first), (1 / 2 - 2 / 3 + 1 / 6) / 3);
  near(mean(second), -1 / 2);
  const held: number[] = [];
  const printed = [first, second].map((values) => {
    held.push(...values);
    return mean(held);
  });
  near(printed[0]!, mean(first));
  near(printed[1]!, (1 / 2 - 2 / 3 + 1 / 6 - 1 / 2) / 4);
  assert.notEqual(printed[1], mean(second));
});
