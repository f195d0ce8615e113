import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byteOrderOf, compareUtf8 } from '../src/core/order.js';
import { hash32, type Random, seeded } from '../src/core/random.js';
import { NOT_RANKED, rankDense, TopHeap } from '../src/core/ranking.js';
import { rankSparse } from '../src/core/sparse.js';
import { nearest } from '../src/core/suggest.js';
import { corpusOf } from './corpus-of.js';

const WORDS = [
  '',
  'a',
  'b',
  'ab',
  'é',
  'ÿ',
  '\u07ff',
  '\ud7ff',
  '\ue000',
  '\uffff',
  '😀',
  '𐀀',
  'a😀',
  'a\uffff',
  'Z',
  '0',
];

test('ids sort by their UTF-8 bytes', () => {
  for (const a of WORDS)
    for (const b of WORDS)
      assert.equal(Math.sign(compareUtf8(a, b)), Buffer.compare(Buffer.from(a), Buffer.from(b)), `${a} ${b}`);
  const order = byteOrderOf(WORDS);
  const sorted = [...WORDS].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  for (const [i, word] of WORDS.entries()) assert.equal(sorted[order[i]!], word);
});

/** The ranking rule, spelt out. */
function naive(scores: Float64Array, ids: readonly string[]): number[] {
  return [...ids.keys()]
    .filter((i) => scores[i] !== NOT_RANKED)
    .sort((a, b) => scores[b]! - scores[a]! || Buffer.compare(Buffer.from(ids[b]!), Buffer.from(ids[a]!)));
}

test('a dense row is the prefix of the naive ranking, with exact ranks beyond it', () => {
  const random = seeded('dense rows');
  for (let round = 0; round < 300; round++) {
    const size = 1 + random.below(40);
    const ids = Array.from({ length: size }, (_, i) => `${WORDS[random.below(WORDS.length)]}-${i}`);
    const scores = Float64Array.from({ length: size }, () =>
      random.below(5) === 0 ? NOT_RANKED : random.below(4) - 1,
    );
    const depth = random.below(size + 3);
    const judged = [...ids.keys()].filter(() => random.below(2) === 0);
    const row = rankDense('q', scores, corpusOf(ids), judged, depth, (score) => score > 0);
    const ranking = naive(scores, ids);
    const retrieved = ranking.filter((i) => scores[i]! > 0).slice(0, depth);
    assert.deepEqual([...row.docs], retrieved);
    assert.deepEqual(
      [...row.scores],
      retrieved.map((i) => scores[i]),
    );
    assert.equal(row.pool, ranking.length);
    const expected = judged.filter((i) => ranking.includes(i)).map((i) => [i, ranking.indexOf(i) + 1]);
    assert.deepEqual(
      row.judged.map(({ i, rank }) => [i, rank]),
      expected,
    );
  }
});

test('a sparse row ranks as the dense row of the same scores', () => {
  const random = seeded('sparse rows');
  for (let round = 0; round < 200; round++) {
    const size = 1 + random.below(30);
    const corpus = corpusOf(Array.from({ length: size }, (_, i) => `d${(i * 7919) % 101}-${i}`));
    const scores = Float64Array.from({ length: size }, () =>
      random.below(3) === 0 ? NOT_RANKED : random.below(4),
    );
    const judged = [...scores.keys()].filter((i) => i % 2 === 0);
    const docs = Uint32Array.from(scores.keys()).filter((i) => scores[i] !== NOT_RANKED);
    const scored = { docs, scores: Float64Array.from(docs, (i) => scores[i]!) };
    const depth = random.below(size + 2);
    const byRank = (a: { rank: number }, b: { rank: number }) => a.rank - b.rank;
    const dense = rankDense('q', scores, corpus, judged, depth);
    const sparse = rankSparse('q', scored, corpus, judged, depth);
    assert.deepEqual(
      { ...sparse, judged: sparse.judged.sort(byRank) },
      { ...dense, judged: dense.judged.sort(byRank) },
    );
  }
});

/** Ways that scores are spread; each is one that some list of a real system may have. */
const SPREADS: Record<string, (random: Random) => number> = {
  even: (random) => random.unit(),
  'mostly equal': (random) => random.below(3) - 1,
  'tied in tens': (random) => random.below(50) / 7,
  constant: () => -2.5,
  'signed zeros': (random) => [0, -0, 1, -1][random.below(4)]!,
  negative: (random) => -random.unit() * 100,
  'a heavy tail': (random) => (random.unit() + 1e-9) ** -3,
  'the last bits': (random) => 1 + random.below(64) * Number.EPSILON,
  'farther apart than a double can tell': (random) => (random.unit() - 0.5) * Number.MAX_VALUE * 2,
  'closer than a double can divide by': (random) => random.below(9) * Number.MIN_VALUE,
};

test('a sparse row is the prefix of a plain sort, with every judged document at its rank', () => {
  const random = seeded('sparse sorts');
  // Ids whose byte order is neither that of the ordinals nor its reverse.
  const ids = Array.from({ length: 6000 }, (_, i) => `${(i * 7919) % 6007}`);
  const corpus = corpusOf(ids);
  const orders = ['none', 'descending', 'by rank', 'ascending'];
  for (const size of [0, 1, 2, 3, 10, 100, 129, 1000, 5000])
    for (const [name, spread] of Object.entries(SPREADS))
      for (const order of orders) {
        const first = random.below(6000);
        let listed = Array.from({ length: size }, (_, k) => ({
          i: (first + k * 7) % 6000,
          score: spread(random),
        }));
        const ranked = [...listed].sort(
          (a, b) => b.score - a.score || corpus.byteOrder[b.i]! - corpus.byteOrder[a.i]!,
        );
        if (order === 'descending') listed.sort((a, b) => b.score - a.score);
        else if (order === 'by rank') listed = [...ranked];
        else if (order === 'ascending') listed = ranked.toReversed();
        const scored = {
          docs: Uint32Array.from(listed, ({ i }) => i),
          scores: Float64Array.from(listed, ({ score }) => score),
        };
        const before = structuredClone(scored);
        const judged = Array.from({ length: 20 }, () => random.below(6000));
        const depth = random.below(2) === 0 ? size : random.below(size + 2);
        const row = rankSparse('q', scored, corpus, judged, depth);
        const where = `${size} documents, ${name}, order ${order}, depth ${depth}`;
        const prefix = ranked.slice(0, depth);
        assert.deepEqual(
          row.docs,
          Uint32Array.from(prefix, ({ i }) => i),
          where,
        );
        assert.deepEqual(
          row.scores,
          Float64Array.from(prefix, ({ score }) => score),
          where,
        );
        const hits = ranked.flatMap(({ i, score }, k) =>
          judged.includes(i) ? [{ i, rank: k + 1, tier: 0, score }] : [],
        );
        assert.deepEqual(row.judged, hits, where);
        assert.equal(row.pool, size);
        assert.deepEqual(scored, before, 'the list is left alone');
        assert.notEqual(row.docs.buffer, scored.docs.buffer, 'and shares no memory with the row');
      }
});

test('a constant scorer is ordered by id, whatever the order of insertion', () => {
  const ids = ['b', 'a', 'c'];
  const row = rankDense('q', new Float64Array(3), corpusOf(ids), [], 3);
  assert.deepEqual(
    [...row.docs].map((i) => ids[i]),
    ['c', 'b', 'a'],
  );
});

test('a heap of no capacity keeps nothing', () => {
  const heap = new TopHeap(0);
  heap.offer(1, 0, 0);
  assert.equal(heap.drain().docs.length, 0);
});

test('the same seed gives the same stream, frozen', () => {
  const stream = seeded(20260510);
  assert.deepEqual([stream.uint32(), stream.uint32(), stream.below(1000)], [354587675, 1908079575, 658]);
  assert.notEqual(hash32('a'), hash32('b'));
  const random = seeded('uniform');
  const counts = new Array(10).fill(0);
  for (let k = 0; k < 100_000; k++) counts[random.below(10)]++;
  for (const count of counts) assert.ok(Math.abs(count - 10_000) < 500);
});

test('slips of the keyboard are recognised, other words are not', () => {
  const known = ['nDCG@k', 'PPA', 'text-to-code', 'bm25'];
  assert.equal(nearest('bm52', known), 'bm25');
  assert.equal(nearest('text-to-kode', known), 'text-to-code');
  assert.equal(nearest('nDGC@k', known), 'nDCG@k');
  assert.equal(nearest('elephant', known), undefined);
});
