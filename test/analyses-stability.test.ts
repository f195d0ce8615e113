import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Standings, stability, stabilityTable } from '../src/analyses/stability.js';
import { seeded } from '../src/core/random.js';
import { kendall } from '../src/stats/kendall.js';

const close = (a: number, b: number): void => assert.ok(Math.abs(a - b) < 1e-12, `${a} is not ${b}`);

function standings(name: string, systems: Record<string, Record<string, number>>): Standings {
  return {
    ...{ name, measure: 'nDCG@10' },
    systems: Object.entries(systems).map(([system, tasks]) => {
      const means = Object.values(tasks);
      const overall = means.reduce((sum, mean) => sum + mean, 0) / means.length;
      return { id: `${system}-1234`, name: system, tasks, overall };
    }),
  };
}

test('Kendall’s τ-b: values of SciPy’s documentation, perfect orders, ties, and where it is not defined', () => {
  close(kendall([12, 2, 1, 12, 2], [1, 4, 7, 1, 0])!, -0.4714045207910317);
  assert.equal(kendall([1, 2, 3, 4], [10, 20, 30, 40]), 1);
  assert.equal(kendall([1, 2, 3, 4], [4, 3, 2, 1]), -1);
  // Five pairs concordant, one discordant.
  close(kendall([1, 2, 3, 4], [1, 2, 4, 3])!, 4 / 6);
  // One pair tied in x: 2 concordant of 3, √(2·3).
  close(kendall([1, 1, 2], [1, 2, 3])!, 2 / Math.sqrt(6));
  for (const [x, y] of [
    [[], []],
    [[1], [1]],
    [
      [1, 1],
      [1, 2],
    ],
    [
      [1, NaN, 2],
      [1, 2, 3],
    ],
  ])
    assert.equal(kendall(x!, y!), undefined);
  assert.throws(() => kendall([1], [1, 2]), RangeError);
});

test('Kendall’s τ-b is symmetric, turns with a side, and knows no scale', () => {
  const random = seeded(3);
  for (let round = 0; round < 50; round++) {
    const x = Array.from({ length: 12 }, () => random.below(6));
    const y = Array.from({ length: 12 }, () => random.below(6));
    const tau = kendall(x, y)!;
    assert.equal(tau, kendall(y, x));
    close(
      kendall(
        x,
        y.map((value) => -value),
      )!,
      -tau,
    );
    close(
      kendall(
        x.map((value) => value ** 3 + 7),
        y,
      )!,
      tau,
    );
    assert.ok(Math.abs(tau) <= 1 + 1e-12);
  }
});

test('stability by hand: values, ranks, changes, the top', () => {
  const found = stability(
    standings('r1', { x: { t: 0.5, u: 0.7 }, y: { t: 0.4, u: 0.4 }, z: { t: 0.1, u: 0.3 } }),
    standings('r2', { z: { t: 0.1, u: 0.3 }, y: { t: 0.6, u: 0.6 }, x: { t: 0.5, u: 0.4 } }),
  )!;
  assert.deepEqual(found.tasks, ['t', 'u']);
  assert.deepEqual(
    found.systems.map(({ name, rankA, rankB }) => [name, rankA, rankB]),
    [
      ['x', 1, 2],
      ['y', 2, 1],
      ['z', 3, 3],
    ],
  );
  const [x] = found.systems;
  close(x!.a, 0.6);
  close(x!.b, 0.45);
  close(x!.delta, -0.15);
  assert.equal(x!.most.task, 'u');
  close(x!.most.delta, -0.3);
  close(found.spearman!, 0.5);
  close(found.kendall!, 1 / 3);
  // |Δ|: 0, 0.3, 0.2, 0.2, 0, 0.
  close(found.medianChange, 0.1);
  assert.deepEqual([found.largestChange.system, found.largestChange.task], ['x', 'u']);
  assert.deepEqual(found.top, { common: 3, of: 3 });
});

test('an evaluation is stable against itself', () => {
  const systems = Object.fromEntries(
    Array.from({ length: 9 }, (_, s) => [`s${s}`, { t: s / 10, u: (s * s) / 100 }]),
  );
  const found = stability(standings('r1', systems), standings('r2', systems))!;
  close(found.spearman!, 1);
  assert.equal(found.kendall, 1);
  assert.deepEqual([found.medianChange, found.largestChange.delta], [0, 0]);
  assert.deepEqual(found.top, { common: 5, of: 5 });
});

test('CoREB’s words: four of the top five shared, no per-task change above 0.03', () => {
  // Seven systems a hundredth apart; in the second release the fifth and sixth change places.
  const at = (values: readonly number[]) =>
    Object.fromEntries(values.map((value, s) => [`s${s}`, { t2c: value, c2t: value + 0.3 }]));
  const found = stability(
    standings('v202602', at([0.6, 0.59, 0.58, 0.57, 0.56, 0.55, 0.54])),
    standings('v202603', at([0.62, 0.61, 0.6, 0.59, 0.54, 0.57, 0.53])),
  )!;
  assert.deepEqual(found.top, { common: 4, of: 5 });
  close(found.medianChange, 0.02);
  assert.ok(Math.abs(found.largestChange.delta) <= 0.03);
});

test('systems are matched by id, then by a name that is one system’s on either side', () => {
  const a: Standings = {
    ...{ name: 'a', measure: 'm' },
    systems: [
      { id: 'bm25-1', name: 'bm25', tasks: { t: 0.1 }, overall: 0.1 },
      { id: 'run-1', name: 'run', tasks: { t: 0.2 }, overall: 0.2 },
      { id: 'twice-1', name: 'twice', tasks: { t: 0.3 }, overall: 0.3 },
      { id: 'twice-2', name: 'twice', tasks: { t: 0.4 }, overall: 0.4 },
      { id: 'gone-1', name: 'gone', tasks: { t: 0.5 }, overall: 0.5 },
    ],
  };
  const b: Standings = {
    ...{ name: 'b', measure: 'm' },
    systems: [
      { id: 'run-9', name: 'run', tasks: { t: 0.3 }, overall: 0.3 },
      { id: 'bm25-1', name: 'lexical', tasks: { t: 0.2 }, overall: 0.2 },
      { id: 'twice-1', name: 'twice', tasks: { t: 0.4 }, overall: 0.4 },
      { id: 'twice-3', name: 'twice', tasks: { t: 0.5 }, overall: 0.5 },
    ],
  };
  const { systems } = stability(a, b)!;
  assert.deepEqual(
    systems.map(({ name, b: value }) => [name, value]),
    [
      ['twice', 0.4],
      ['run', 0.3],
      ['bm25', 0.2],
    ],
  );
});

test('without a common task the overall means are compared; without a common system nothing is', () => {
  const a = standings('a', { x: { t: 0.2 }, y: { t: 0.4 } });
  const b = standings('b', { x: { u: 0.3 }, y: { u: 0.1 } });
  const found = stability(a, b)!;
  assert.deepEqual(found.tasks, []);
  close(found.spearman!, -1);
  assert.match(stabilityTable(found).notes.join('\n'), /no task in common/);
  assert.equal(stability(a, standings('c', { z: { t: 1 } })), undefined);
});

test('a task that one side lacks, or has no number for, is left out of all systems', () => {
  const found = stability(
    standings('a', { x: { t: 0.2, u: 0.8 }, y: { t: 0.3, u: NaN } }),
    standings('b', { x: { t: 0.2, v: 0.1 }, y: { t: 0.3, u: 0.5 } }),
  )!;
  assert.deepEqual(
    found.systems.map(({ name, a, b }) => [name, a, b]),
    [
      ['y', 0.3, 0.3],
      ['x', 0.2, 0.2],
    ],
  );
});

test('all systems are ranked on the same tasks: those on which every one has a value', () => {
  // u is the harder task, and y has no value on it: over its own tasks y would lead.
  const a = standings('a', { x: { t: 0.8, u: 0.2 }, y: { t: 0.6 } });
  const b = standings('b', { x: { t: 0.8, u: 0.1 }, y: { t: 0.7, u: 0.1 } });
  const found = stability(a, b)!;
  assert.deepEqual([found.tasks, found.partial], [['t'], ['u']]);
  assert.deepEqual(
    found.systems.map(({ name, a: value, rankA }) => [name, value, rankA]),
    [
      ['x', 0.8, 1],
      ['y', 0.6, 2],
    ],
  );
  assert.match(stabilityTable(found).notes.at(-1)!, /^Left out, .*: u\.$/);
});

test('without a task that all systems have the overall means are compared, and the table says so', () => {
  const side = (name: string) => standings(name, { x: { t: 0.8 }, y: { u: 0.6 } });
  const found = stability(side('a'), side('b'))!;
  assert.deepEqual([found.tasks, found.partial], [[], ['t', 'u']]);
  assert.match(stabilityTable(found).notes.at(-1)!, /^There is no task on which all systems/);
});

test('where less is better, the least has rank 1', () => {
  const a = { ...standings('a', { x: { t: 0.8 }, y: { t: 0.6 } }), better: 'lower' as const };
  const found = stability(a, { ...a, name: 'b' })!;
  assert.deepEqual(
    found.systems.map(({ name, rankA, rankB }) => [name, rankA, rankB]),
    [
      ['y', 1, 1],
      ['x', 2, 2],
    ],
  );
});

test('systems that tie at the fifth place are all among the top', () => {
  const values = [9, 8, 7, 6, 5, 5, 1].map((value) => ({ t: value }));
  const systems = Object.fromEntries(values.map((tasks, s) => [`s${s}`, tasks]));
  const found = stability(standings('a', systems), standings('b', systems))!;
  assert.deepEqual(found.top, { common: 6, of: 6 });
  assert.equal(found.systems[5]!.rankA, 5.5);
});

test('one system: no correlation is made up, and the table says so', () => {
  const found = stability(standings('a', { x: { t: 0.2 } }), standings('b', { x: { t: 0.3 } }))!;
  assert.equal('spearman' in found, false);
  const table = stabilityTable(found);
  assert.match(
    table.notes[0]!,
    /^Ranks of 1 system: Spearman’s ρ not defined, Kendall’s τ-b not defined; 1 of the top 1/,
  );
  assert.equal(table.rows[0]!.length, table.columns.length);
});
