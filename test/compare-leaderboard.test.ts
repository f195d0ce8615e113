import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../src/core/random.js';
import { compareSystems } from '../src/evaluate/compare.js';
import { summarise } from '../src/evaluate/summary.js';
import { leaderboard, letterGroups } from '../src/evaluate/tie-groups.js';
import { column, measure, nDCG, options, system, table } from './compare-world.js';

test('letters: shared just when two cannot be told apart', () => {
  const random = seeded('letters');
  for (let trial = 0; trial < 300; trial++) {
    const size = 1 + random.below(9);
    const density = random.unit();
    const apart = new Set<string>();
    for (let i = 0; i < size; i++)
      for (let j = i + 1; j < size; j++) if (random.unit() < density) apart.add(`${i} ${j}`);
    const letters = letterGroups(size, (i, j) => apart.has(`${i} ${j}`));
    for (let i = 0; i < size; i++)
      for (let j = i + 1; j < size; j++) {
        const shared = [...letters[i]!].some((letter) => letters[j]!.includes(letter));
        assert.equal(shared, !apart.has(`${i} ${j}`), `${i}, ${j} of ${letters.join(' ')}`);
      }
  }
});

test('letters of runs of neighbours, of none and of one', () => {
  const gap = (i: number, j: number): boolean => j - i > 1;
  assert.deepEqual(letterGroups(4, gap), ['a', 'ab', 'bc', 'c']);
  assert.deepEqual(
    letterGroups(3, () => true),
    ['a', 'b', 'c'],
  );
  assert.deepEqual(
    letterGroups(3, () => false),
    ['a', 'a', 'a'],
  );
  assert.deepEqual(
    letterGroups(1, () => true),
    ['a'],
  );
  assert.deepEqual(
    letterGroups(0, () => true),
    [],
  );
});

test('the leaderboard goes by mean, then id; systems without a value come last and have no letter', async () => {
  const base = Array.from({ length: 100 }, (_, q) => (q % 10) / 20);
  const better = base.map((value, q) => value + 0.2 + (q % 3) / 10);
  const systems = [
    system('low', column(nDCG, base)),
    system('none', column(nDCG, new Array(100).fill(undefined))),
    system('also', column(nDCG, [...base])),
    system('high', column(nDCG, better)),
  ];
  const board = leaderboard(
    await summarise(systems, table(100), options),
    await compareSystems(systems, table(100), options),
    nDCG,
  );
  assert.deepEqual(
    board.map(({ name, letters }) => `${name}:${letters}`),
    ['high:a', 'also:b', 'low:b', 'none:'],
  );
  assert.deepEqual(
    board.map(({ index }) => index),
    [3, 2, 0, 1],
  );
});

test('the leaderboard puts the lowest mean first where lower is better, and the letters follow', async () => {
  const misses = measure('paired-miss', 'continuous', 'lower');
  const few = Array.from({ length: 100 }, (_, q) => (q % 10) / 50);
  const many = few.map((value, q) => value + 0.3 + (q % 3) / 10);
  const systems = [
    system('many', column(misses, many)),
    system('none', column(misses, new Array(100).fill(undefined))),
    system('few', column(misses, few)),
  ];
  const comparison = await compareSystems(systems, table(100), options);
  const summaries = await summarise(systems, table(100), options);
  const order = (better: 'higher' | 'lower' | 'neither'): string[] =>
    leaderboard(summaries, comparison, { name: 'paired-miss', better }).map(
      ({ name, letters }) => `${name}:${letters}`,
    );
  assert.deepEqual(order('lower'), ['few:a', 'many:b', 'none:']);
  assert.deepEqual(order('higher'), ['many:a', 'few:b', 'none:']);
  assert.deepEqual(order('neither'), ['many:a', 'few:b', 'none:'], 'something has to come first');
});
