import assert from 'node:assert/strict';
import { test } from 'node:test';
import { variantsOf } from '../src/analyses/variants.js';
import { bySize } from '../src/core/order.js';
import { seeded } from '../src/core/random.js';
import { spearman } from '../src/stats/correlation.js';
import { analysed, inOrder, rowsOf, variantOf, type World } from './analyses-world.js';
import { corpusOf } from './measures-world.js';

const six = (value: number): number => Number(value.toFixed(6));

/** Two canonicals: `a` with two single variants and one of two edits, `b` with one single variant. */
const metas = {
  a: {},
  a1: variantOf('a', 0, { insert: 'x' }),
  a2: variantOf('a', 1, { type: 'wrong_operator', start: 0, end: 3, insert: 'xxxx' }),
  a3: variantOf('a', 2, { parent: 'a1', start: 4, end: 8 }),
  b: {},
  b1: variantOf('b', 0, { type: 'wrong_operator', insert: 'xx' }),
};

const world: World = {
  metas,
  texts: { a: 'x'.repeat(50), b: 'x'.repeat(10) },
  queries: [
    { id: 'qa', grades: { a: 2, a1: 1, a2: 1, a3: 1 } },
    { id: 'qb', grades: { b: 2, b1: 1 } },
  ],
  systems: {
    s: { qa: inOrder('a1', 'a', 'a3', 'a2'), qb: inOrder('b1', 'b') },
    t: { qa: inOrder('a3', 'a2', 'a', 'a1'), qb: inOrder('b', 'b1') },
  },
};

test('edits are counted and measured from the root, through variants of variants', () => {
  const corpus = corpusOf(Object.keys(metas), metas);
  const { slot, edits, size, root } = variantsOf(corpus)!;
  assert.deepEqual([...slot], [-1, 0, 1, 2, -1, 0]);
  assert.deepEqual([...edits], [0, 1, 1, 2, 0, 1]);
  assert.deepEqual([...size], [0, 1, 7, 5, 0, 2]);
  assert.deepEqual([...root], [-1, 0, 0, 0, -1, 4]);
  assert.equal(variantsOf(corpusOf(['a', 'b'])), undefined);
});

test('variants that are each other’s parents, or whose root is not there, end no walk', () => {
  const circle = {
    a: variantOf('lost', 0, { parent: 'b', insert: 'x' }),
    b: variantOf('lost', 1, { parent: 'a', insert: 'y' }),
    c: variantOf('lost', 2, { parent: 'c', insert: 'z' }),
  };
  const { edits, root } = variantsOf(corpusOf(Object.keys(circle), circle))!;
  assert.deepEqual([...edits], [2, 2, 1]);
  assert.deepEqual([...root], [-1, -1, -1]);
});

test('values of a stratum: words by name, then by number, what is not known last', () => {
  const values = ['>100', '21–100', 'unknown', '2–5', '2 stacked edits', '1', 'off_by_one', '10', 'b2'];
  assert.deepEqual([...values].sort(bySize), [
    'b2',
    'off_by_one',
    '1',
    '2 stacked edits',
    '2–5',
    '10',
    '21–100',
    '>100',
    'unknown',
  ]);
  assert.deepEqual(values.toReversed().sort(bySize), [...values].sort(bySize));
  assert.equal(bySize('1', '1'), 0);
});

test('deception by bug type and by size of the edit', async () => {
  const tables = await analysed(world, 'deception');
  assert.deepEqual(rowsOf(tables, 'deception-by-bug'), [
    ['off_by_one', 1, 1, 0],
    ['wrong_operator', 2, 0.5, 0.5],
    ['2 stacked edits', 1, 0, 1],
  ]);
  assert.deepEqual(rowsOf(tables, 'deception-by-size'), [
    ['1', 1, 1, 0],
    ['2–5', 2, 0.5, 0.5],
    ['6–20', 1, 0, 1],
  ]);
});

test('edit size: Spearman’s ρ over the pairs of one edit, absolute and relative to the canonical, pooled without baselines', async () => {
  const tables = await analysed({ ...world, baselines: ['t'] }, 'edit-size');
  // a1: 1 of 50, a2: 7 of 50, b1: 2 of 10; a3 is of two edits.
  const absolute = [1, 7, 2];
  const relative = [1 / 50, 7 / 50, 2 / 10];
  const rho = (sizes: number[], deceived: number[]) => six(spearman(sizes, deceived)!);
  assert.deepEqual(rowsOf(tables, 'edit-size'), [
    ['s', rho(absolute, [1, 0, 1]), rho(relative, [1, 0, 1]), 3],
    ['t', rho(absolute, [0, 1, 0]), rho(relative, [0, 1, 0]), 3],
    ['pooled', rho(absolute, [1, 0, 1]), rho(relative, [1, 0, 1]), 3],
  ]);
  // By hand: ranks 1, 3, 2 against 2.5, 1, 2.5.
  assert.equal(rowsOf(tables, 'edit-size')[0]![1], six(-1.5 / Math.sqrt(2 * 1.5)));
  assert.match(
    tables[0]!.notes.join('\n'),
    /over 3 pairs: median 2, range 1–7 characters; median 14, range 2–20 %/,
  );
  assert.ok(tables[0]!.notes.includes('Pooled: the pairs of s.'));
});

test('edit size: pairs over several systems are pooled, those of unknown size left out and counted', async () => {
  const unknown = { ...metas, b1: variantOf('b', 0) };
  const tables = await analysed({ ...world, metas: unknown }, 'edit-size');
  const [s, t, pooled] = rowsOf(tables, 'edit-size');
  assert.deepEqual([s![3], t![3], pooled![3]], [2, 2, 4]);
  const all = spearman([1, 7, 1, 7], [1, 0, 0, 1])!;
  assert.equal(pooled![1], six(all));
  assert.match(tables[0]!.notes.at(-1)!, /^1 pair of unknown edit size/);
});

test('a system that no variant deceives has no correlation', async () => {
  const never = { s: { qa: inOrder('a', 'a1', 'a2', 'a3'), qb: inOrder('b', 'b1') } };
  const tables = await analysed({ ...world, systems: never }, 'edit-size');
  assert.deepEqual(rowsOf(tables, 'edit-size'), [
    ['s', null, null, 3],
    ['pooled', null, null, 3],
  ]);
});

test('deception that does not depend on size correlates with it nowhere near 1, as in the paper’s |ρ| ≤ 0.07', async () => {
  const random = seeded(4);
  const many: World = { metas: {}, texts: {}, queries: [], systems: { s: {} } };
  for (let q = 0; q < 1500; q++) {
    many.metas![`c${q}`] = {};
    many.texts![`c${q}`] = 'x'.repeat(100 + random.below(900));
    const insert = 'x'.repeat(random.unit() < 0.5 ? 1 : 1 + random.below(540));
    many.metas![`v${q}`] = variantOf(`c${q}`, 0, { insert });
    many.queries.push({ id: `q${q}`, grades: { [`c${q}`]: 2, [`v${q}`]: 1 } });
    many.systems.s![`q${q}`] = random.unit() < 0.5 ? inOrder(`c${q}`, `v${q}`) : inOrder(`v${q}`, `c${q}`);
  }
  const [, absolute, relative, pairs] = rowsOf(await analysed(many, 'edit-size'), 'edit-size')[0]!;
  assert.equal(pairs, 1500);
  for (const rho of [absolute, relative]) assert.ok(Math.abs(rho as number) < 0.07, `${rho}`);
});

test('stacked against single variants: only canonicals that have both, the same queries on either side', async () => {
  const tables = await analysed(world, 'stacked');
  // Of a: singles a1, a2; stacked a3. b has no stacked variant and is no part of it.
  assert.deepEqual(rowsOf(tables, 'stacked'), [
    ['2', 1, 2, 1, -0.5, 0.5],
    ['2 or more', 1, 2, 1, -0.5, 0.5],
  ]);
  assert.deepEqual(rowsOf(tables, 'stacked-rates'), [
    ['1', 2, 0.5, 0.5],
    ['2', 1, 0, 1],
    ['2 or more', 1, 0, 1],
  ]);
});

test('stacked: a canonical weighs the same on either side, however many variants of either kind it has', async () => {
  const metas: NonNullable<World['metas']> = { a: {}, b: {}, a1: variantOf('a', 0), b1: variantOf('b', 0) };
  for (const k of [1, 2, 3, 4]) metas[`aa${k}`] = variantOf('a', k, { parent: 'a1' });
  for (const k of [1, 2, 3]) metas[`b1${k}`] = variantOf('b', k);
  metas.bb = variantOf('b', 4, { parent: 'b1' });
  const below = ['a1', 'aa1', 'aa2', 'aa3', 'aa4'];
  const above = ['b1', 'b11', 'b12', 'b13', 'bb'];
  const grades = (root: string, variants: string[]) =>
    Object.fromEntries([[root, 2], ...variants.map((id) => [id, 1])]) as Record<string, number>;
  const asked = { qa: inOrder('a', ...below), qb: inOrder(...above, 'b') };
  const apart = await analysed(
    {
      ...{ metas, systems: { s: asked } },
      queries: [
        { id: 'qa', grades: grades('a', below) },
        { id: 'qb', grades: grades('b', above) },
      ],
    },
    'stacked',
  );
  // None of a's deceives, all of b's do: no canonical differs. By pairs it would be 1/5 − 4/5.
  assert.deepEqual(rowsOf(apart, 'stacked')[0], ['2', 2, 5, 5, 0]);
  assert.deepEqual(rowsOf(apart, 'stacked-rates'), [
    ['1', 5, 0.5],
    ['2', 5, 0.5],
    ['2 or more', 5, 0.5],
  ]);
  const together = await analysed(
    {
      ...{ metas, systems: { s: { q: inOrder(...above, 'a', 'b', ...below) } } },
      queries: [{ id: 'q', grades: { ...grades('a', below), ...grades('b', above) } }],
    },
    'stacked',
  );
  assert.deepEqual(rowsOf(together, 'stacked')[0], ['2', 2, 5, 5, 0]);
});

test('stacked: the difference is paired by query, and of equal deception there is no doubt', async () => {
  const random = seeded(9);
  const paired: World = { metas: {}, queries: [], systems: { same: {}, more: {} } };
  for (let q = 0; q < 40; q++) {
    const [c, one, two] = [`c${q}`, `v${q}`, `w${q}`];
    Object.assign(paired.metas!, {
      [c]: {},
      [one]: variantOf(c, 0),
      [two]: variantOf(c, 1, { parent: one }),
    });
    paired.queries.push({ id: `q${q}`, grades: { [c]: 2, [one]: 1, [two]: 1 } });
    const deceived = random.unit() < 0.5;
    paired.systems.same![`q${q}`] = deceived ? inOrder(one, two, c) : inOrder(c, one, two);
    paired.systems.more![`q${q}`] = deceived ? inOrder(two, c, one) : inOrder(c, one, two);
  }
  const table = (await analysed(paired, 'stacked')).find(({ name }) => name === 'stacked')!;
  const [, , , , same, more] = table.rows[0]!;
  assert.deepEqual(same, { value: 0, low: 0, high: 0 });
  assert.ok(typeof more === 'object' && more !== null && more.low! > 0.2 && more.value > 0.3);
});

test('stacked variants without a single one beside them, and edits that are not known, match nothing', async () => {
  const only = {
    a: {},
    lost: variantOf('a', 0, { parent: 'b' }),
    deep: variantOf('a', 1, { parent: 'lost' }),
    none: { variant: { parent: 'a', root: 'a', slot: 2, edits: [] } },
  };
  const alone: World = {
    metas: { ...only, b: variantOf('a', 3) },
    queries: [{ id: 'q', grades: { a: 2, lost: 1, deep: 1, none: 1 } }],
    systems: { s: { q: inOrder('lost', 'deep', 'none', 'a') } },
  };
  assert.deepEqual(await analysed(alone, 'stacked'), []);
});

test('stacks of five edits and more come together', async () => {
  const chain = Object.fromEntries(
    ['a', 'v1', 'v2', 'v3', 'v4', 'v5', 'v6'].map((id, k) => [
      id,
      k === 0 ? {} : variantOf('a', k - 1, { parent: k === 1 ? 'a' : `v${k - 1}` }),
    ]),
  );
  const grades = Object.fromEntries(Object.keys(chain).map((id) => [id, id === 'a' ? 2 : 1]));
  const tables = await analysed(
    {
      metas: chain,
      queries: [{ id: 'q', grades }],
      systems: { s: { q: inOrder('v5', 'v4', 'a', 'v1', 'v2', 'v3', 'v6') } },
    },
    'stacked',
  );
  assert.deepEqual(rowsOf(tables, 'stacked-rates'), [
    ['1', 1, 0],
    ['2', 1, 0],
    ['3', 1, 0],
    ['4', 1, 1],
    ['5 or more', 2, 0.5],
    ['2 or more', 5, 0.4],
  ]);
});

test('a benchmark without variants has no table about them', async () => {
  const plain: World = {
    queries: [{ id: 'q', grades: { a: 2, b: 1 } }],
    systems: { s: { q: inOrder('b', 'a') } },
  };
  assert.deepEqual(await analysed(plain, 'deception', 'edit-size', 'stacked', 'density'), []);
});
