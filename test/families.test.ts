import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Corpus, Query } from '../src/core/benchmark.js';
import { hash32, seeded } from '../src/core/random.js';
import { NOT_RANKED } from '../src/core/ranking.js';
import { declaresFamilies, groupsOf } from '../src/families/groups.js';
import { editDistance, tokenIds } from '../src/families/medoid.js';
import { declaredName } from '../src/families/name-overlap.js';
import { familyOrdered } from '../src/families/ordered.js';
import { FAMILY_ORDERS } from '../src/families/registry.js';
import { bm25 } from '../src/retrievers/bm25.js';
import { corpusOf, queryOf } from './corpus-of.js';

function corpusWith(texts: readonly string[], families: readonly string[]): Corpus {
  const bare = corpusOf(texts.map((_, i) => `d${i}`));
  return {
    ...bare,
    meta: (i) => ({ ...bare.meta(i), family: families[i]! }),
    text: async (i) => texts[i]!,
    async *texts() {
      for (const [i, text] of texts.entries()) yield { i, text };
    },
  };
}

const order = (name: string) => FAMILY_ORDERS.find((one) => one.name === name)!;

async function ranking(name: string, corpus: Corpus, query: Query): Promise<number[]> {
  const searcher = await familyOrdered(bm25(), order(name)).index(corpus);
  const judged = Array.from({ length: corpus.size }, (_, i) => i);
  const [row] = await searcher.search([{ query, judged }], corpus.size);
  return row!.judged.sort((a, b) => a.rank - b.rank).map(({ i }) => i);
}

const texts = [
  'function add(a, b) { return a + b }',
  'function add(a, b) { return a - b }',
  'function add(a, b) { return a + b + 1 - 0 }',
  'function sortList(x) { return x.sort() }',
  'function orderAll(x) { return x.sort() }',
];
const corpus = corpusWith(texts, ['add', 'add', 'add', 'sort', 'sort']);

test('groups go where their best member stands; the baseline orders within', async () => {
  const longest = await ranking('longest', corpus, queryOf('q', { text: 'add' }));
  assert.equal(longest[0], 2);
  assert.deepEqual(longest.slice(0, 3).sort(), [0, 1, 2]);
  assert.deepEqual((await ranking('medoid', corpus, queryOf('q', { text: 'add' })))[0], 0);
  const named = await ranking('name-overlap', corpus, queryOf('q', { text: 'sort a list' }));
  assert.deepEqual(named.slice(0, 2), [3, 4]);
});

test('excluded members are gone, and the others keep their order', async () => {
  const query = queryOf('q', { text: 'add', exclude: ['d2'] });
  assert.deepEqual((await ranking('longest', corpus, query)).slice(0, 2).sort(), [0, 1]);
  assert.equal((await ranking('longest', corpus, query)).length, 4);
});

test('an order without an opinion is at chance, not at the order of the files', async () => {
  let first = 0;
  const groups = 400;
  const many = corpusWith(
    Array.from({ length: 2 * groups }, (_, i) => `function name${Math.floor(i / 2)}(x) { return ${i % 2} }`),
    Array.from({ length: 2 * groups }, (_, i) => `f${Math.floor(i / 2)}`),
  );
  const searcher = await familyOrdered(bm25(), order('longest')).index(many);
  for (let group = 0; group < groups; group++) {
    const ask = { query: queryOf(`q${group}`, { text: `name${group}` }), judged: [2 * group, 2 * group + 1] };
    const [row] = await searcher.search([ask], 2);
    const [a, b] = row!.judged;
    if (a!.rank < b!.rank) first++;
  }
  assert.ok(first > 0.4 * groups && first < 0.6 * groups, `${first} of ${groups}`);
});

/** Levenshtein, spelt out. */
function naive(a: readonly number[], b: readonly number[]): number {
  if (a.length === 0 || b.length === 0) return a.length + b.length;
  const [x, y] = [a.slice(1), b.slice(1)];
  if (a[0] === b[0]) return naive(x, y);
  return 1 + Math.min(naive(x, b), naive(a, y), naive(x, y));
}

test('the edit distance equals the definition', () => {
  const random = seeded('edit distance');
  for (let round = 0; round < 400; round++) {
    const word = () => Array.from({ length: random.below(7) }, () => random.below(3));
    const [a, b] = [word(), word()];
    assert.equal(editDistance(Uint32Array.from(a), Uint32Array.from(b)), naive(a, b));
  }
});

test('tokens are words, numbers and single signs, the same for the same text', () => {
  const ids = new Map<string, number>();
  assert.deepEqual([...tokenIds('a1 <= b_2+3', ids)], [0, 1, 2, 3, 4, 5]);
  assert.deepEqual([...tokenIds('b_2 a1', ids)], [3, 0]);
});

test('the declared name is found in the languages of the benchmarks', () => {
  const cases: [string, string | undefined][] = [
    ['def parse_date(text):\n  return int(text)', 'parse_date'],
    ['public static int maxOf(int[] a) { if (a.length == 0) return 0; }', 'maxOf'],
    ['func (s *Server) HandleGet(w http.ResponseWriter) {}', 'HandleGet'],
    ['fn is_prime(n: u64) -> bool { }', 'is_prime'],
    ['std::vector<int> two_sum(std::vector<int> v) {', 'two_sum'],
    ['if (x) { y }', undefined],
    ['', undefined],
  ];
  for (const [text, name] of cases) assert.equal(declaredName(text), name, text);
});

test('a corpus without groups declares none', () => {
  assert.equal(declaresFamilies(corpusOf(['a', 'b'])), false);
  assert.equal(declaresFamilies(corpus), true);
  assert.deepEqual(
    groupsOf(corpus).members.map((own) => [...own]),
    [
      [0, 1, 2],
      [3, 4],
    ],
  );
});

/** The whole order by the definition: groups by their best member, then by value, then by the hash of the id. */
function naiveOrder(corpus: Corpus, scores: Float64Array): number[] {
  const ranked = [...scores.keys()].filter((i) => scores[i] !== NOT_RANKED);
  const before = (a: number, b: number) =>
    scores[b]! - scores[a]! || corpus.byteOrder[b]! - corpus.byteOrder[a]!;
  const groups = new Map<string, number[]>();
  for (const i of ranked.sort(before)) {
    const name = corpus.meta(i).family!;
    groups.set(name, [...(groups.get(name) ?? []), i]);
  }
  const hash = (i: number) => hash32(corpus.meta(i).id);
  return [...groups.values()].flatMap((own) =>
    own.sort((a, b) => texts60[b]!.length - texts60[a]!.length || hash(b) - hash(a)),
  );
}

const random60 = seeded('families of all sizes');
const texts60 = Array.from({ length: 60 }, () =>
  Array.from(
    { length: 1 + random60.below(5) },
    () => ['red', 'green', 'blue', 'grey'][random60.below(4)],
  ).join(' '),
);

test('prefix and judged ranks equal the definition at every depth, with groups of one to many', async () => {
  const many = corpusWith(
    texts60,
    texts60.map(() => `f${random60.below(9) ** 2}`),
  );
  const base = bm25();
  const dense = await base.index(many);
  const searcher = await familyOrdered(base, order('longest')).index(many);
  for (let round = 0; round < 200; round++) {
    const exclude = [...texts60.keys()].filter(() => random60.below(4) === 0).map((i) => `d${i}`);
    const query = queryOf('q', { text: texts60[random60.below(60)]!, exclude });
    const scores = dense.scores(query).slice();
    const expected = naiveOrder(many, scores);
    // A group is retrieved when its best member is, with all of its members.
    const reached = new Set([...scores.keys()].filter((i) => scores[i]! > 0).map((i) => many.meta(i).family));
    const retrieved = expected.filter((i) => reached.has(many.meta(i).family));
    const depth = 1 + random60.below(70);
    const [row] = await searcher.search([{ query, judged: [...texts60.keys()] }], depth);
    assert.deepEqual([...row!.docs], retrieved.slice(0, depth));
    const ranks = new Map(row!.judged.map(({ i, rank }) => [i, rank]));
    assert.deepEqual(
      [...ranks.keys()].sort((a, b) => ranks.get(a)! - ranks.get(b)!),
      expected,
    );
  }
});
