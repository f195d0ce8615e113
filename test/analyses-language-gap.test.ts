import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onePositive } from '../src/analyses/language-gap.js';
import { seeded } from '../src/core/random.js';
import { parseMeasure } from '../src/measures/registry.js';
import { analysed, inOrder, rowsOf, staged, type World } from './analyses-world.js';

const gain = (rank: number): number => 1 / Math.log2(rank + 1);
const six = (value: number): number => Number(value.toFixed(6));

/** A query with so many positives, all of them at the head of the list but for `wrong` documents above. */
const query = (id: string, language: string, positives: number) => ({
  ...{ id, language },
  grades: Object.fromEntries(Array.from({ length: positives }, (_, k) => [`p${k}`, 2])),
});

test('with one positive each, a query that accepts five is no easier than one that accepts one', async () => {
  const five = ['p0', 'p1', 'p2', 'p3', 'p4'];
  const tables = await analysed(
    {
      queries: [query('any', 'any', 5), query('go', 'go', 1)],
      // Both have one wrong document above all positives.
      systems: { s: { any: inOrder('x', ...five), go: inOrder('x', 'p0') }, t: { any: inOrder(...five) } },
    },
    'language-gap',
  );
  const ideal = [1, 2, 3, 4, 5].reduce((sum, rank) => sum + gain(rank), 0);
  const found = [2, 3, 4, 5, 6].reduce((sum, rank) => sum + gain(rank), 0);
  assert.deepEqual(rowsOf(tables, 'language-gap'), [
    ['any', 1, six(found / ideal), 1],
    ['go', 1, six(gain(2)), 0],
  ]);
  assert.deepEqual(rowsOf(tables, 'language-gap-equal'), [
    ['any', 1, six(gain(2)), 1],
    ['go', 1, six(gain(2)), 0],
  ]);
  assert.deepEqual(rowsOf(tables, 'language-gap-lag'), [
    ['go', 'all', six(found / ideal - gain(2)), 1],
    ['go', 'one', 0, 1],
  ]);
  assert.match(tables[0]!.notes.join('\n'), /Positives of a query, on average: any 5\.0, go 1\.0\./);
});

test('one positive: the mean of what drawing each of them and removing the others gives', async () => {
  const random = seeded(11);
  const docs = Array.from({ length: 30 }, (_, k) => `d${k}`);
  for (let round = 0; round < 40; round++) {
    const positives = docs.slice(0, 1 + random.below(6));
    const order = docs.toSorted(() => random.unit() - 0.5).slice(0, 20);
    const grades = Object.fromEntries([...positives, 'absent'].map((id) => [id, 2]));
    const { answers } = await staged({
      queries: [{ id: 'q', grades }],
      systems: { s: { q: inOrder(...order) } },
    });
    const [seen] = answers();
    const [score] = seen!.score([onePositive(1000)]);
    let sum = 0;
    for (const drawn of [...positives, 'absent']) {
      const others = new Set([...positives, 'absent'].filter((id) => id !== drawn));
      const left = order.filter((id) => !others.has(id));
      const alone = await staged({
        queries: [{ id: 'q', grades: { [drawn]: 2 } }],
        systems: { s: { q: inOrder(...left) } },
      });
      const [one] = alone.answers();
      sum += one!.score([parseMeasure('nDCG@10')])[0]!.cells[0]!.num;
    }
    assert.ok(Math.abs(score!.cells[0]!.num - sum / (positives.length + 1)) < 1e-12, `round ${round}`);
  }
});

test('a list that was cut before ten documents are left without the others is refused', async () => {
  const grades = { p0: 2, p1: 2, p2: 2 };
  const docs = Array.from({ length: 13 }, (_, k) => `x${k}`);
  const status = async (depth: number) => {
    const { answers } = await staged({
      queries: [{ id: 'q', grades }],
      systems: { s: { q: inOrder(...docs) } },
      depth,
    });
    const [seen] = answers();
    return seen!.score([onePositive(depth)])[0]!.status;
  };
  assert.equal(await status(11), 'refused');
  assert.equal(await status(12), 'scored');
});

test('without a query for any language, others are set against the best, baselines not asked', async () => {
  const world: World = {
    queries: [query('go', 'go', 1), query('c', 'c', 1), query('java', 'java', 1)],
    systems: {
      s: { go: inOrder('x', 'p0'), c: inOrder('p0'), java: inOrder('x', 'y', 'p0') },
      longest: { go: inOrder('p0'), c: inOrder('x'), java: inOrder('x') },
    },
    baselines: ['longest'],
  };
  const tables = await analysed(world, 'language-gap');
  // Every query has one positive: to take all but one away would say the same again.
  assert.deepEqual(rowsOf(tables, 'language-gap-equal'), []);
  assert.deepEqual(rowsOf(tables, 'language-gap-lag'), [
    ['go', 'all', six(1 - gain(2)), -1],
    ['java', 'all', 0.5, 0],
  ]);
  const { notes } = tables.find(({ name }) => name === 'language-gap-lag')!;
  assert.match(notes.join('\n'), /"c" is the reference for having the highest mean .* biased upward/);
});

test('an excluded document is no positive', async () => {
  const [first] = await analysed(
    {
      queries: [{ ...query('q1', 'go', 3), exclude: ['p1'] }, query('q2', 'c', 1)],
      systems: { s: { q1: inOrder('p0', 'p2'), q2: inOrder('p0') } },
    },
    'language-gap',
  );
  assert.match(first!.notes.join('\n'), /on average: c 1\.0, go 2\.0\./);
});

test('the target language is that of text-to-code queries only', async () => {
  const tables = await analysed(
    {
      tasks: [{ id: 't' }, { id: 'back', direction: 'c2t' }],
      queries: [query('q1', 'go', 1), { ...query('q2', 'c', 1), task: 'back' }],
      systems: { s: { q1: inOrder('p0'), q2: inOrder('p0') } },
    },
    'language-gap',
  );
  assert.deepEqual(tables, []);
});
