import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareUtf8 } from '../src/core/order.js';
import { type Random, seeded } from '../src/core/random.js';
import { profile } from '../src/measures/profiles.js';
import { asProfileSees } from '../src/measures/rerank.js';
import { corpusOf, judgmentsOf, rowOf, type Setup, valueFor } from './measures-world.js';

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const result = [...items];
  for (let at = result.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [result[at], result[other]] = [result[other]!, result[at]!];
  }
  return result;
}

test('the ideal order is never beaten', () => {
  const names = [
    'nDCG',
    'nDCG@1',
    'nDCG@3',
    'nDCG@10',
    'AP',
    'AP@3',
    'R@3',
    'P@3',
    'RR',
    'RR@3',
    'PPA',
    'MRS',
  ];
  for (let seed = 0; seed < 200; seed++) {
    const random = seeded(seed);
    const ids = Array.from({ length: 2 + random.below(12) }, (_, n) => `d${n}`);
    const grades = Object.fromEntries(ids.map((id) => [id, random.below(4)]));
    const setupOf = (order: readonly string[]): Setup => ({
      grades,
      scores: Object.fromEntries(order.map((id, n) => [id, order.length - n])),
    });
    const ideal = setupOf([...ids].sort((a, b) => grades[b]! - grades[a]!));
    const other = setupOf(shuffled(ids, random));
    for (const name of names) {
      const [best, value] = [valueFor(name, ideal), valueFor(name, other)];
      if (typeof best !== 'number' || typeof value !== 'number') assert.equal(value, best);
      else assert.ok(value <= best + 1e-12, `${name}, seed ${seed}: ${value} > ${best}`);
      if (typeof best === 'number' && /^(nDCG|AP$|RR|PPA)/.test(name))
        assert.ok(Math.abs(best - 1) < 1e-12, name);
    }
  }
});

test('swapping a right document upwards never lowers a value', () => {
  for (let seed = 0; seed < 200; seed++) {
    const random = seeded(seed);
    const order = Array.from({ length: 8 }, (_, n) => `d${n}`);
    const at = 1 + random.below(7);
    const grades = Object.fromEntries(order.map((id) => [id, random.below(2)]));
    grades[order[at]!] = 1;
    grades[order[at - 1]!] = 0;
    const better = [...order];
    [better[at - 1], better[at]] = [better[at]!, better[at - 1]!];
    const value = (name: string, ids: readonly string[]): number =>
      valueFor(name, { grades, scores: Object.fromEntries(ids.map((id, n) => [id, -n])) }) as number;
    for (const name of ['nDCG@5', 'AP@5', 'R@5', 'P@5', 'RR@5', 'PPA', 'MRS'])
      assert.ok(value(name, better) >= value(name, order) - 1e-12, `${name}, seed ${seed}`);
    assert.ok(value('MRS', better) > value('MRS', order));
  }
});

/** Ids, scores and grades with ties of every kind; now and then enough judged documents to matter for speed. */
function randomList(seed: number): {
  ids: string[];
  scores: Record<string, number>;
  grades: Record<string, number>;
} {
  const random = seeded(seed);
  const letters = ['a', 'b', 'é', '\ue000', '\uffee', '😀', '10', '9'];
  const size = 1 + random.below(seed % 10 === 0 ? 200 : 20);
  const ids = [
    ...new Set(
      Array.from({ length: size }, () => Array.from({ length: 4 }, () => letters[random.below(8)]).join('')),
    ),
  ];
  const kinds = [() => random.unit(), () => random.below(3), () => 1 + random.below(9) * 1e-8, () => 7];
  const kind = kinds[seed % kinds.length]!;
  const scores = Object.fromEntries(ids.filter(() => random.unit() < 0.9).map((id) => [id, kind()]));
  const grades = Object.fromEntries(
    ids.filter(() => random.unit() < 0.6).map((id) => [id, random.below(4) - 1]),
  );
  return { ids, scores, grades };
}

test('a ranked row is the prefix of the full sort, with exact ranks beyond it', () => {
  for (let seed = 0; seed < 200; seed++) {
    const { ids, scores, grades } = randomList(seed);
    const corpus = corpusOf(ids);
    const depth = seed % 7;
    const row = rowOf(corpus, scores, judgmentsOf(grades), depth);
    const sorted = Object.keys(scores).sort((a, b) => scores[b]! - scores[a]! || compareUtf8(b, a));
    assert.deepEqual(
      Array.from(row.docs, (i) => ids[i]),
      sorted.slice(0, depth),
    );
    assert.deepEqual(
      row.judged.map(({ i, rank, score }) => [ids[i], rank, score]),
      sorted.flatMap((id, before) => (grades[id] === undefined ? [] : [[id, before + 1, scores[id]]])),
    );
    assert.equal(row.pool, sorted.length);
  }
});

test('the trec profile sees the row of the rounded scores, and the assay profile the row itself', () => {
  let changed = 0;
  for (let seed = 0; seed < 400; seed++) {
    const { ids, scores } = randomList(seed);
    if (seed % 3 === 0)
      for (const id of Object.keys(scores).slice(0, 4)) scores[id]! *= seed % 2 ? 1e300 : -1e300;
    const corpus = corpusOf(ids);
    const rounded = Object.fromEntries(Object.entries(scores).map(([id, score]) => [id, Math.fround(score)]));
    // Where every document is judged, the order is known beyond the prefix too.
    const everything = judgmentsOf(Object.fromEntries(ids.map((id) => [id, 1])));
    for (const [judgments, depth] of [
      [everything.slice(0, 5), Infinity],
      [everything, seed % 7],
    ] as const) {
      const row = rowOf(corpus, scores, judgments, depth);
      const before = structuredClone(row);
      const want = rowOf(corpus, rounded, judgments, depth);
      assert.deepEqual(asProfileSees(row, corpus, profile('trec')), want, `seed ${seed}`);
      assert.equal(asProfileSees(row, corpus, profile('assay')), row);
      assert.deepEqual(row, before, 'the row that the system gave is left alone');
      if (want.docs.some((i, at) => i !== row.docs[at])) changed++;
    }
  }
  assert.ok(changed > 50, `rounding changed the order of ${changed} rows`);
});

test('scores that rounding has made equal are never compared across tiers', () => {
  const corpus = corpusOf(['a', 'b', 'c']);
  const row = rowOf(corpus, { a: 1 + 2e-8, b: 1 + 1e-8, c: 1 }, []);
  const order = (tiers: number[]): string =>
    Array.from(
      asProfileSees({ ...row, tiers: Uint8Array.from(tiers) }, corpus, profile('trec')).docs,
      (i) => corpus.meta(i).id,
    ).join('');
  assert.equal(order([0, 0, 0]), 'cba');
  assert.equal(order([2, 1, 0]), 'abc');
  assert.equal(order([1, 1, 0]), 'bac');
  assert.equal(order([1, 0, 0]), 'acb');
});
