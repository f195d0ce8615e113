import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rankDense } from '../src/core/ranking.js';
import { PROFILES, profile } from '../src/measures/profiles.js';
import { parseMeasure } from '../src/measures/registry.js';
import { scoreQuery, tieAtCut } from '../src/measures/score.js';
import {
  corpusOf,
  judgmentsOf,
  queryOf,
  ratio,
  rowOf,
  type Setup,
  scoreOne,
  valueFor,
} from './measures-world.js';

/** Queries of every fate: answered, unanswered, and each also without a positive or without any judgment. */
const FATES: Record<string, Setup> = {
  answered: { grades: { a: 1, b: 0 }, scores: { b: 2, a: 1 } },
  nothingFound: { grades: { a: 1, b: 0 }, scores: {} },
  unanswered: { grades: { a: 1, b: 0 } },
  negativesOnly: { grades: { b: 0 }, scores: { b: 2, a: 1 } },
  negativesOnlyUnanswered: { grades: { b: 0 } },
  unjudged: { grades: {}, scores: { b: 2, a: 1 } },
};

/** What becomes of those queries: s scored, z zero-filled, d dropped, x excluded. */
const RULES: Record<string, { nDCG: string; RR: string }> = {
  assay: { nDCG: 'sszxxx', RR: 'sszxxx' },
  trec: { nDCG: 'ssdsdx', RR: 'ssdsdx' },
  beir: { nDCG: 'ssdsdx', RR: 'sszszx' },
  mteb: { nDCG: 'ssdsdx', RR: 'ssdsdx' },
  'mteb-skip-first': { nDCG: 'ssdsdx', RR: 'ssdsdx' },
  'coreb-a6': { nDCG: 'ssdsdx', RR: 'sszszx' },
  'coreb-a3': { nDCG: 'sszxxx', RR: 'sszxxx' },
  coquir: { nDCG: 'sszxxx', RR: 'sszxxx' },
  execretrieval: { nDCG: 'sszxxx', RR: 'sszxxx' },
};
const LETTERS: Record<string, string> = { scored: 's', 'zero-filled': 'z', dropped: 'd', excluded: 'x' };

for (const [name, one] of Object.entries(PROFILES))
  test(`${name}: which queries count, and as what`, () => {
    const fates = (measure: string): string =>
      Object.values(FATES)
        .map((setup) => LETTERS[scoreOne(measure, { ...setup, profile: one }).status])
        .join('');
    assert.deepEqual({ nDCG: fates('nDCG@10'), RR: fates('RR@10') }, RULES[name]);
    for (const measure of ['AP@10', 'R@10', 'P@10', 'nDCG', 'AP'])
      assert.equal(fates(measure), RULES[name]!.nDCG);
    assert.equal(fates('RR'), RULES[name]!.RR);
  });

test('CoREB: queries with hard negatives only are excluded (A.3) or count as 0 (A.6)', () => {
  // The shape of its code-to-text task: 1,010 queries with their one positive on top, 190 with negatives only.
  const positive: Setup = { grades: { p: 2, n: 1 }, scores: { p: 2, n: 1 }, level: 2 };
  const negative: Setup = { grades: { m: 1, n: 1 }, scores: { m: 2, n: 1 }, level: 2 };
  const mean = (name: string): { mean: number; n: number } => {
    const sums = { num: 0, den: 0 };
    for (const [setup, count] of [
      [positive, 1010],
      [negative, 190],
    ] as const)
      for (const cell of scoreOne('nDCG@10', { ...setup, profile: name }).cells) {
        sums.num += cell.num * count;
        sums.den += cell.den * count;
      }
    return { mean: sums.num / sums.den, n: sums.den };
  };
  assert.deepEqual(mean('coreb-a3'), { mean: 1, n: 1010 });
  assert.deepEqual(mean('assay'), { mean: 1, n: 1010 });
  const released = mean('coreb-a6');
  assert.equal(released.n, 1200);
  assert.equal(released.mean.toFixed(3), '0.842', 'the ceiling that a perfect system meets');
});

test('an excluded anchor is neither ranked nor relevant nor counted', () => {
  const ids = ['anchor', 'other', 'right', 'wrong'];
  const corpus = corpusOf(ids);
  const judgments = judgmentsOf({ anchor: 2, right: 2, wrong: 1 });
  const value = (exclude: string[], name: string): number => {
    // The anchor is the query's own text and would win; a searcher leaves excluded documents unranked.
    const scores = Float64Array.of(exclude.length > 0 ? -Infinity : 9, 8, 7, 6);
    const row = rankDense('q', scores, corpus, [0, 2, 3], 10);
    const question = { query: queryOf({ exclude }), level: 2, judgments };
    const [score] = scoreQuery(
      [parseMeasure(name)],
      question,
      row,
      corpus,
      () => undefined,
      profile('assay'),
    );
    return ratio(score!.cells);
  };
  assert.equal(value([], 'RR@10'), 1, 'before: found itself');
  assert.equal(value(['anchor'], 'RR@10'), 1 / 2);
  assert.equal(value([], 'R@1'), 1 / 2, 'before: one of two');
  assert.equal(value(['anchor'], 'R@10'), 1, 'after: one of one');
  assert.equal(value([], 'MRS'), (1 + 1 / 3) / 2 - 1 / 4);
  assert.equal(value(['anchor'], 'MRS'), 1 / 2 - 1 / 3);
});

test('judged documents that are not in the corpus stay in the denominators', () => {
  const setup: Setup = { grades: { a: 1, gone: 1 }, scores: { a: 2, b: 1 }, ids: ['a', 'b'] };
  assert.equal(valueFor('R@10', setup), 1 / 2);
  assert.equal(valueFor('AP@10', setup), 1 / 2);
  assert.equal(valueFor('nDCG@10', setup), 1 / (1 + 1 / Math.log2(3)));
});

test('grades below the level gain nothing but hold their rank', () => {
  const setup: Setup = { grades: { a: 1, b: 2 }, scores: { a: 2, b: 1 }, level: 2 };
  assert.equal(valueFor('nDCG@10', setup), 1 / Math.log2(3));
  assert.equal(valueFor('P@2', setup), 1 / 2);
  assert.equal(valueFor('nDCG@10', { ...setup, level: 1 }), (1 + 2 / Math.log2(3)) / (2 + 1 / Math.log2(3)));
});

test('mteb-skip-first removes the first result, which stays among the relevant', () => {
  const setup: Setup = { grades: { a: 1, c: 1 }, scores: { a: 9, b: 8, c: 7 } };
  const skip: Setup = { ...setup, profile: 'mteb-skip-first' };
  assert.equal(valueFor('RR@10', { ...setup, profile: 'mteb' }), 1);
  assert.equal(valueFor('RR@10', skip), 1 / 2);
  assert.equal(valueFor('R@10', skip), 1 / 2);
  assert.equal(valueFor('R@10', { ...skip, scores: {} }), 0);
});

test('under trec, scores that tie in float32 are ordered by id, in the prefix and among judged ranks', () => {
  const grades = { a: 1 };
  const scores = { a: 1 + 2e-8, b: 1 + 1e-8, z: 1, low: 0.5 };
  assert.equal(valueFor('RR', { grades, scores }), 1);
  assert.equal(valueFor('RR', { grades, scores, profile: 'trec' }), 1 / 3);
  assert.equal(valueFor('MRS', { grades: { a: 1, z: 0 }, scores, profile: 'trec' }), 1 / 3 - 1);
  assert.equal(valueFor('PPA', { grades: { a: 1, z: 0 }, scores, profile: 'trec' }), 0);
  // A judged document beyond the prefix moves into it when it ties with the prefix's end and has a later id.
  assert.equal(valueFor('RR', { grades: { z: 1 }, scores, depth: 2, profile: 'trec' }), 1);
  assert.equal(valueFor('RR', { grades: { z: 1 }, scores, depth: 2 }), 0);
  const apart = { ...scores, x: 0.9, y: 0.8, p: 0.3 + 1e-9, q: 0.3 };
  const pair: Setup = { grades: { p: 1, q: 0 }, scores: apart, depth: 3 };
  assert.equal(valueFor('MRS', pair), 1 / 7 - 1 / 8, 'beyond the prefix, with unknown documents before them');
  assert.equal(valueFor('MRS', { ...pair, profile: 'trec' }), 1 / 8 - 1 / 7);
  const tiers = [1, 0, 0, 0];
  assert.equal(valueFor('RR', { grades, scores, tiers, profile: 'trec' }), 1, 'a tier is never crossed');
});

test('a constant scorer is judged by ids, not by the order in which documents came', () => {
  const ids = ['d3', 'd1', 'd4', 'd2'];
  const reversed = [...ids].reverse();
  for (const order of [ids, reversed]) {
    const scores = Object.fromEntries(order.map((id) => [id, 0.5]));
    assert.equal(valueFor('RR', { grades: { d4: 1 }, scores }), 1);
    assert.equal(valueFor('RR', { grades: { d1: 1 }, scores }), 1 / 4);
  }
});

test('ties that touch a cut-off are seen, in the precision of the profile', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const corpus = corpusOf(ids);
  const judgments = judgmentsOf({ d: 1 });
  const scores = { a: 5, b: 4, c: 4, d: 3, e: 3 - 1e-9 };
  const row = rowOf(corpus, scores, judgments);
  const at = (name: string): number[] => [1, 2, 3, 4, 5, 6].filter((k) => tieAtCut(row, k, profile(name)));
  assert.deepEqual(at('assay'), [2]);
  assert.deepEqual(at('trec'), [2, 4]);
  assert.deepEqual(at('mteb-skip-first'), [1]);
  assert.equal(tieAtCut(row, 2), true);
  const short = rowOf(corpus, { ...scores, d: 4 }, judgments, 3);
  assert.equal(tieAtCut(short, 3), false, 'd ties at the end of the prefix, but comes first by id');
  const beyond = rowOf(corpus, { ...scores, a: 4, d: 5 }, judgmentsOf({ a: 1 }), 3);
  assert.equal(tieAtCut(beyond, 3), true, 'beyond the prefix only judged documents are known');
});
