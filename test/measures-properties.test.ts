import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UserError } from '../src/core/errors.js';
import { type Random, seeded } from '../src/core/random.js';
import { scoreList } from '../src/measures/lists.js';
import { PROFILES, profile } from '../src/measures/profiles.js';
import { parseMeasures } from '../src/measures/registry.js';
import { scoreQuery } from '../src/measures/score.js';
import { corpusOf, judgmentsOf, queryOf, rowOf, type Setup, valueFor } from './measures-world.js';

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

const LISTED = parseMeasures(
  'nDCG,nDCG@3,AP,AP@5,R,R@5,P@5,RR,RR@2,PPA,MRS,intrusion@5,exec@3,margin,deception,paired-miss',
);

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

test('a list scores as the row ranked from it, under every profile', () => {
  for (let seed = 0; seed < 400; seed++) {
    const { ids, scores, grades } = randomList(seed);
    const corpus = corpusOf(ids);
    const judgments = judgmentsOf(grades);
    const exclude = seed % 5 === 0 ? ids.slice(0, 2) : [];
    const question = { query: queryOf({ exclude }), level: 1 + (seed % 2), judgments };
    const ranked = Object.entries(scores).filter(([id]) => !exclude.includes(id));
    const row = rowOf(corpus, Object.fromEntries(ranked), judgments);
    const list = { docs: Object.keys(scores), scores: Float64Array.from(Object.values(scores)) };
    for (const one of Object.values(PROFILES)) {
      const want = scoreQuery(LISTED, question, row, corpus, () => undefined, one);
      assert.deepEqual(scoreList(LISTED, question, list, one), want, `seed ${seed}, ${one.name}`);
    }
  }
});

test('a missing list is a missing row', () => {
  const question = { query: queryOf(), level: 1, judgments: judgmentsOf({ a: 1, b: 0 }) };
  for (const one of Object.values(PROFILES)) {
    const want = scoreQuery(LISTED, question, undefined, corpusOf(['a', 'b']), () => undefined, one);
    assert.deepEqual(scoreList(LISTED, question, undefined, one), want);
  }
});

test('a list that cannot be scored is refused', () => {
  const question = { query: queryOf(), level: 1, judgments: judgmentsOf({ a: 1 }) };
  const refuse = (docs: string[], scores: number[], expected: RegExp): void =>
    assert.throws(
      () => scoreList(LISTED, question, { docs, scores: Float64Array.from(scores) }, profile('assay')),
      (error) => error instanceof UserError && expected.test(error.message),
    );
  refuse(['a', 'b', 'a'], [1, 2, 3], /cannot score query q: document a is listed twice/);
  refuse(['a'], [Number.NaN], /cannot score query q: the score of document a is not a number/);
  refuse(['a', 'b'], [1], /cannot score query q: its list has 2 documents and 1 scores/);
});
