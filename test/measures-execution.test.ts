import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ratio, type Setup, scoreAll, scoreOne, valueFor } from './measures-world.js';

/** Ranking: a, b, c, d; nothing judged but the canonical c. */
const SETUP: Setup = {
  grades: { c: 1 },
  scores: { a: 9, b: 8, c: 7, d: 6 },
  query: { suite: 'tests' },
  outcomes: { a: 'fail', b: 'pass', c: 'pass', d: 'fail' },
};

test('exec@k, execP@k and the gap to nDCG by hand', () => {
  assert.equal(valueFor('exec@1', SETUP), 0);
  assert.equal(valueFor('exec@2', SETUP), 1);
  assert.equal(valueFor('execP@2', SETUP), 1 / 2);
  assert.equal(valueFor('execP@3', SETUP), 2 / 3);
  assert.equal(valueFor('execP@10', SETUP), 2 / 10, 'divided by k though the list is shorter');
  assert.equal(valueFor('exec-gap@2', SETUP), 1 - 0);
  assert.equal(valueFor('exec-gap@3', SETUP), 1 - 1 / Math.log2(4));
});

test('an unverified document is neither a failure nor outweighed by a document that passes', () => {
  for (const unknown of [undefined, 'flaky', 'unavailable'] as const) {
    const { b: _b, ...known } = SETUP.outcomes!;
    const setup: Setup = { ...SETUP, outcomes: unknown ? { ...known, b: unknown } : known };
    assert.equal(valueFor('exec@1', setup), 0, 'not in the top 1');
    for (const name of ['exec@2', 'execP@2', 'exec-gap@2', 'exec@3', 'execP@3', 'exec-gap@3']) {
      const { status, refused } = scoreOne(name, setup);
      assert.deepEqual([status, refused], ['refused', 'unverified documents in the top k'], name);
    }
  }
});

test('whether there is a value depends on which outcomes are known, never on what they are', () => {
  const ids = ['a', 'b', 'c', 'd'];
  for (let known = 0; known < 16; known++)
    for (const name of ['exec@2', 'execP@3', 'exec-gap@10', 'paired-miss']) {
      const refusals = Array.from({ length: 16 }, (_, passes) => {
        const outcomes: Setup['outcomes'] = {};
        ids.forEach((id, n) => {
          if (known & (1 << n)) outcomes[id] = passes & (1 << n) ? 'pass' : 'fail';
        });
        return scoreOne(name, { ...SETUP, outcomes }).refused;
      });
      assert.equal(new Set(refusals).size, 1, `${name} with outcomes ${known.toString(2)} known`);
    }
});

test('code that does not compile or runs out of time has failed', () => {
  for (const failed of ['invalid', 'timeout'] as const)
    assert.equal(valueFor('exec@1', { ...SETUP, outcomes: { a: failed } }), 0);
});

test('a query without tests has no execution measure', () => {
  for (const name of ['exec@1', 'execP@1', 'exec-gap@1'])
    assert.equal(valueFor(name, { ...SETUP, query: {} }), 'not-applicable');
});

test('the gap is measured where nDCG is: not on queries without a positive', () => {
  assert.equal(valueFor('exec-gap@2', { ...SETUP, level: 2 }), 'excluded');
  assert.equal(valueFor('exec@2', { ...SETUP, level: 2 }), 1);
});

test('paired-miss: failing rank-1 documents that are the query’s own variants', () => {
  const variantOf = (root: string): NonNullable<Setup['metas']> => ({
    a: { variant: { parent: root, root, slot: 0, edits: [] } },
  });
  const cells = (setup: Setup): number[][] =>
    scoreOne('paired-miss', setup).cells.map((cell) => [cell.num, cell.den]);
  assert.deepEqual(cells({ ...SETUP, metas: variantOf('c') }), [[1, 1]]);
  assert.deepEqual(cells({ ...SETUP, metas: variantOf('elsewhere') }), [[0, 1]], "another query's variant");
  assert.deepEqual(cells(SETUP), [], 'nothing is planted in the corpus');
  assert.deepEqual(cells({ ...SETUP, outcomes: { a: 'pass' } }), [], 'a document that passes is no miss');
  const unknown = scoreOne('paired-miss', { ...SETUP, outcomes: {}, metas: variantOf('c') });
  assert.deepEqual([unknown.status, unknown.refused], ['refused', 'unverified document at rank 1']);
  assert.deepEqual(cells({ ...SETUP, outcomes: {}, grades: { c: 1, a: 0 }, metas: variantOf('c') }), [
    [1, 1],
  ]);
  assert.deepEqual(
    cells({ ...SETUP, outcomes: {}, grades: { c: 1, a: 1 }, metas: variantOf('c') }),
    [],
    'judged right',
  );
  assert.deepEqual(
    cells({ ...SETUP, outcomes: { a: 'pass' }, grades: { c: 1, a: 0 } }),
    [],
    'a verdict beats a judgment',
  );
});

test('the published row of gemini-embedding-2 is consistent for one canonical a query', () => {
  const published: Record<string, number[]> = {
    exec: [0.3312, 0.8232, 0.9968, 1],
    execP: [0.3312, 0.2744, 0.1994, 0.1],
    nDCG: [0.3312, 0.6142, 0.6869, 0.6879],
  };
  const cuts = [1, 3, 5, 10];
  const queries = 939;
  // One passing document a query, and it is the canonical: the number of hits at each k then gives exec and
  // precision, and where between two cut-offs they lie gives nDCG. Hits: 311, 773, 936, 939.
  const atRank: Record<number, number> = { 1: 311, 2: 265, 3: 197, 4: 119, 5: 44, 7: 1, 8: 1, 9: 1 };
  const names = Object.keys(published).flatMap((head) => cuts.map((k) => `${head}@${k}`));
  const sums: Record<string, number> = {};
  for (const [rank, count] of Object.entries(atRank)) {
    const ids = Array.from({ length: 10 }, (_, n) => (n + 1 === Number(rank) ? 'canonical' : `d${n}`));
    const scores = scoreAll(names, {
      grades: { canonical: 1 },
      scores: Object.fromEntries(ids.map((id, n) => [id, 10 - n])),
      query: { suite: 'tests' },
      outcomes: Object.fromEntries(ids.map((id) => [id, id === 'canonical' ? 'pass' : 'fail'])),
      profile: 'execretrieval',
    });
    for (const { measure, cells } of scores)
      sums[measure.name] = (sums[measure.name] ?? 0) + ratio(cells) * count;
  }
  for (const [head, values] of Object.entries(published))
    cuts.forEach((k, at) => {
      assert.equal((sums[`${head}@${k}`]! / queries).toFixed(4), values[at]!.toFixed(4), `${head}@${k}`);
    });

  // Whatever the exact ranks, a hit between two cut-offs adds between the discounts at their ends.
  const { exec, execP, nDCG } = published as { exec: number[]; execP: number[]; nDCG: number[] };
  const rounding = 1.1e-4;
  assert.equal(nDCG[0], exec[0]);
  for (let at = 1; at < cuts.length; at++) {
    const hits = exec[at]! - exec[at - 1]!;
    const gained = nDCG[at]! - nDCG[at - 1]!;
    assert.ok(gained <= hits / Math.log2(cuts[at - 1]! + 2) + rounding);
    assert.ok(gained >= hits / Math.log2(cuts[at]! + 1) - rounding);
  }
  cuts.forEach((k, at) => {
    assert.ok(
      Math.abs(execP[at]! * k - exec[at]!) <= k * 0.5e-4 + rounding,
      `one passing document, k = ${k}`,
    );
  });
});
