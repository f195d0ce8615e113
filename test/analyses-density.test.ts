import assert from 'node:assert/strict';
import { test } from 'node:test';
import { densitiesOf, maskRow } from '../src/analyses/density.js';
import { hash32, seeded } from '../src/core/random.js';
import { type Row, rankDense } from '../src/core/ranking.js';
import { profile } from '../src/measures/profiles.js';
import { parseMeasures } from '../src/measures/registry.js';
import { scoreQuery } from '../src/measures/score.js';
import { analysed, inOrder, rowsOf, staged, variantOf, type World } from './analyses-world.js';
import { corpusOf, judgmentsOf, queryOf } from './measures-world.js';

const gain = (rank: number): number => 1 / Math.log2(rank + 1);
const six = (value: number): number => Number(value.toFixed(6));

const metas = { a: {}, a0: variantOf('a', 0), a1: variantOf('a', 1), b: {}, b0: variantOf('b', 0) };

test('masked documents leave the ranking, and the others move up', async () => {
  const { corpus, answers } = await staged({
    metas,
    queries: [{ id: 'q', grades: { a: 2, a0: 1, a1: 1 } }],
    systems: { s: { q: inOrder('a1', 'b0', 'a0', 'a', 'b') } },
    depth: 3,
  });
  const { row } = [...answers()][0]!;
  const masked = Uint8Array.from(Object.keys(metas), (id) => (['a1', 'b0'].includes(id) ? 1 : 0));
  const left = maskRow(row!, masked);
  const id = (i: number) => corpus.meta(i).id;
  assert.deepEqual([...left.docs].map(id), ['a0']);
  assert.deepEqual([...left.scores], [3]);
  // a stood at rank 4, beyond the prefix; two of the three documents above it are gone.
  assert.deepEqual(
    left.judged.map(({ i, rank, score }) => [id(i), rank, score]),
    [
      ['a0', 1, 3],
      ['a', 2, 2],
    ],
  );
});

test('a judged document that goes lifts what is judged below it, also beyond the retrieved ones', async () => {
  const { corpus, answers } = await staged({
    metas,
    queries: [{ id: 'q', grades: { a: 2, a0: 1, a1: 1 } }],
    systems: { s: { q: inOrder('b', 'b0', 'a0', 'a1', 'a') } },
    depth: 1,
  });
  const { row } = [...answers()][0]!;
  const left = maskRow(
    row!,
    Uint8Array.from(Object.keys(metas), (id) => (id === 'a1' ? 1 : 0)),
  );
  assert.deepEqual(
    left.judged.map(({ i, rank }) => [corpus.meta(i).id, rank]),
    [
      ['a0', 3],
      ['a', 4],
    ],
  );
});

/** A score of a document for a query that depends on nothing else: not on what else the corpus holds. */
const scoreOf = (query: string, doc: string): number => (hash32(`${query} ${doc}`) % 50) - 25;

function rowOn(ids: readonly string[], query: string, judged: readonly string[], depth: number): Row {
  const corpus = corpusOf(ids);
  const scores = Float64Array.from(ids, (id) => scoreOf(query, id));
  const ordinals = judged.flatMap((id) => corpus.ordinal(id) ?? []);
  return rankDense(query, scores, corpus, ordinals, depth);
}

test('masking a row is searching the smaller corpus, for a score that does not depend on it', () => {
  const random = seeded(2);
  const ids = Array.from({ length: 120 }, (_, k) => `d${k}`);
  for (let round = 0; round < 60; round++) {
    const gone = new Set(ids.filter(() => random.unit() < 0.6));
    const judged = ids.filter(() => random.unit() < 0.1);
    const depth = 1 + random.below(120);
    const masked = Uint8Array.from(ids, (id) => (gone.has(id) ? 1 : 0));
    const kept = ids.filter((id) => !gone.has(id));
    const left = maskRow(rowOn(ids, `q${round}`, judged, depth), masked);
    const fresh = rowOn(kept, `q${round}`, judged, left.docs.length);
    assert.deepEqual(
      [...left.docs].map((i) => ids[i]),
      [...fresh.docs].map((i) => kept[i]),
    );
    assert.deepEqual(left.scores, fresh.scores);
    const hits = (row: Row, names: readonly string[]) =>
      row.judged
        .map(({ i, rank, score }) => ({ id: names[i]!, rank, score }))
        .sort((a, b) => a.rank - b.rank);
    const [ours, theirs] = [hits(left, ids), hits(fresh, kept)];
    assert.deepEqual(
      ours.map(({ id, score }) => [id, score]),
      theirs.map(({ id, score }) => [id, score]),
    );
    for (const [k, { rank }] of ours.entries()) {
      // Exact in the prefix; beyond it never too high.
      if (theirs[k]!.rank <= left.docs.length) assert.equal(rank, theirs[k]!.rank);
      else assert.ok(rank >= theirs[k]!.rank && rank > left.docs.length);
    }
    const short = maskRow(rowOn(ids, `q${round}`, judged, depth), masked, 5);
    assert.deepEqual(short.docs, left.docs.subarray(0, 5));
    assert.deepEqual(short.judged, left.judged);
  }
});

test('a mask of nothing changes nothing, tiers included', () => {
  const ids = ['a', 'b', 'c'];
  const row = { ...rowOn(ids, 'q', ['a', 'c'], 2), tiers: Uint8Array.of(1, 0) };
  const left = maskRow(row, new Uint8Array(3));
  assert.deepEqual({ ...left, judged: 0 }, { ...row, judged: 0 });
  assert.deepEqual(new Set(left.judged), new Set(row.judged));
  const without = maskRow(
    row,
    Uint8Array.from(ids, (_, i) => (i === row.docs[0] ? 1 : 0)),
  );
  assert.deepEqual([...without.tiers!], [0]);
});

/** Families of a canonical and up to four variants, some of them stacked, and every query a question about one. */
function families(count: number): World {
  const random = seeded(7);
  const planted: NonNullable<World['metas']> = {};
  const queries: World['queries'] = [];
  for (let f = 0; f < count; f++) {
    planted[`f${f}`] = {};
    const grades: Record<string, number> = { [`f${f}`]: 2, [`f${(f + 1) % count}`]: 1 };
    for (let slot = 0; slot < 1 + random.below(4); slot++) {
      planted[`f${f}v${slot}`] = variantOf(`f${f}`, slot);
      grades[`f${f}v${slot}`] = 1;
    }
    const outcomes = Object.fromEntries(
      Array.from({ length: count }, (_, other) => [
        `f${other}`,
        other === f ? ('pass' as const) : ('fail' as const),
      ]),
    );
    for (let slot = 0; slot < 4; slot++) outcomes[`f${f}v${slot}`] = 'fail';
    queries.push({ id: `q${f}`, grades, outcomes });
  }
  return { metas: planted, queries, systems: { s: {} } };
}

test('density: the largest gives the numbers of the corpus, 0 those of a corpus without variants', async () => {
  const world = families(25);
  const ids = Object.keys(world.metas!);
  world.systems.s = Object.fromEntries(
    world.queries.map(({ id }) => [id, Object.fromEntries(ids.map((doc) => [doc, scoreOf(id, doc)]))]),
  );
  const tables = await analysed(world, 'density');
  const measures = parseMeasures('exec@1,nDCG@10,PPA');
  const means = (kept: readonly string[]) => {
    const corpus = corpusOf(kept, Object.fromEntries(kept.map((id) => [id, { digest: id }])));
    return measures.map((_, m) => {
      let [num, den] = [0, 0];
      for (const { id, grades, outcomes } of world.queries) {
        const judgments = judgmentsOf(grades).filter(({ doc }) => kept.includes(doc));
        const row = rowOn(
          kept,
          id,
          judgments.map(({ doc }) => doc),
          1000,
        );
        const outcome = (i: number) => {
          const is = outcomes![kept[i]!];
          return is === undefined ? undefined : is === 'pass' ? { is } : { is: 'fail' as const, test: 0 };
        };
        const question = { query: queryOf({ id, suite: id }), level: 2, judgments };
        for (const cell of scoreQuery(measures, question, row, corpus, outcome, profile('assay'))[m]!.cells) {
          num += cell.num;
          den += cell.den;
        }
      }
      return six(num / den);
    });
  };
  const slotOf = (id: string) => world.metas![id]!.variant?.slot ?? -1;
  for (const density of [0, 1, 2, 3, 4]) {
    const expected = means(ids.filter((id) => slotOf(id) < density));
    for (const [m, { name }] of measures.entries())
      assert.deepEqual(
        rowsOf(tables, `density-${name}`)[density],
        [String(density), expected[m]],
        `${name} ${density}`,
      );
  }
});

test('density by hand: each variant that goes lets the canonical up', async () => {
  const tables = await analysed(
    {
      metas,
      queries: [{ id: 'q', grades: { a: 2, a0: 1, a1: 1 }, outcomes: { a: 'pass', a0: 'fail', a1: 'fail' } }],
      systems: { s: { q: inOrder('a1', 'a0', 'a', 'b0', 'b') } },
    },
    'density',
  );
  assert.deepEqual(rowsOf(tables, 'density-exec@1'), [
    ['0', 1],
    ['1', 0],
    ['2', 0],
  ]);
  assert.deepEqual(rowsOf(tables, 'density-nDCG@10'), [
    ['0', 1],
    ['1', six(gain(2))],
    ['2', 0.5],
  ]);
  assert.deepEqual(rowsOf(tables, 'density-PPA'), [
    ['0', null],
    ['1', 0],
    ['2', 0],
  ]);
});

test('a query whose list was cut and gets too short is left out, and said so', async () => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, k) => [`x${k}`, {}]));
  const world: World = {
    metas: { ...metas, ...many },
    queries: [
      { id: 'q1', grades: { a: 2, a0: 1 } },
      { id: 'q2', grades: { b: 2, b0: 1 } },
    ],
    systems: {
      s: {
        q1: inOrder('a0', 'a', ...Object.keys(many)),
        q2: inOrder(...Object.keys(many).slice(0, 12), 'b', 'b0'),
      },
    },
    depth: 10,
  };
  const nDCG = (await analysed(world, 'density')).find(({ name }) => name === 'density-nDCG@10')!;
  // q1 loses a0 from its ten documents; the eleventh is not known. q2 loses nothing.
  assert.deepEqual(rowsOf([nDCG], nDCG.name), [
    ['0', 0],
    ['1', six(gain(2) / 2)],
    ['2', six(gain(2) / 2)],
  ]);
  assert.equal(nDCG.notes.at(-1), 'Insufficient depth, left out of s: 1 query at 0.');
});

test('a list that its system ended itself is not too short', async () => {
  const only = { metas: { a: {}, a0: variantOf('a', 0) }, queries: [{ id: 'q', grades: { a: 2, a0: 1 } }] };
  const whole = await analysed({ ...only, systems: { s: { q: inOrder('a0', 'a') } } }, 'density');
  assert.deepEqual(rowsOf(whole, 'density-nDCG@10'), [
    ['0', 1],
    ['1', six(gain(2))],
  ]);
  // An outside run of the two best of three documents: what its third was is not known.
  const cut = await analysed({ ...only, ids: ['b'], systems: { s: { q: inOrder('a0', 'a') } } }, 'density');
  assert.deepEqual(rowsOf(cut, 'density-nDCG@10'), [
    ['0', null],
    ['1', six(gain(2))],
  ]);
});

test('a missing row counts at every density as the profile says', async () => {
  const world = { metas, queries: [{ id: 'q', grades: { a: 2, a0: 1 } }], systems: { s: {} } };
  assert.deepEqual(rowsOf(await analysed(world, 'density'), 'density-nDCG@10'), [
    ['0', 0],
    ['1', 0],
    ['2', 0],
  ]);
  assert.deepEqual(await analysed({ ...world, profile: 'trec' }, 'density'), []);
});

test('densities: all of a few, powers of two of many, never more than asked for in the data', () => {
  assert.deepEqual(densitiesOf(1), [0, 1]);
  assert.deepEqual(densitiesOf(4), [0, 1, 2, 3, 4]);
  assert.deepEqual(densitiesOf(20), [0, 1, 2, 4, 8, 16, 20]);
  assert.ok(densitiesOf(2 ** 31).length < 40);
});
