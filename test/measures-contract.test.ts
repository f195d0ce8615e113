import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Measure } from '../src/core/measure.js';
import { seeded } from '../src/core/random.js';
import { PROFILES } from '../src/measures/profiles.js';
import { MEASURE_FAMILIES, parseMeasure } from '../src/measures/registry.js';
import { namesOf, ratio, type Setup, scoreOne } from './measures-world.js';

/** A question on which every measure applies: a canonical with two variants, another wrong one, verdicts. */
const FULL: Setup = {
  grades: { canon: 2, near: 1, far: 1, other: 1 },
  scores: { near: 5, canon: 4, far: 3, other: 2, unjudged: 1 },
  level: 2,
  query: { suite: 'tests' },
  metas: {
    near: {
      variant: {
        parent: 'canon',
        root: 'canon',
        slot: 0,
        edits: [{ type: 'x', start: 0, end: 1, insert: '' }],
      },
    },
    far: {
      variant: {
        parent: 'canon',
        root: 'canon',
        slot: 1,
        edits: [{ type: 'y', start: 0, end: 0, insert: 'ab' }],
      },
    },
  },
  outcomes: { canon: 'pass', near: 'fail', far: 'timeout', other: 'invalid', unjudged: 'pass' },
};

/** [lowest, highest] value of a query; score units have neither. */
const RANGES: Record<string, [number, number]> = {
  MRS: [-1, 1],
  'exec-gap': [-1, 1],
  margin: [-Infinity, Infinity],
};

/** Of two systems, the better one by each family; a new one must be added here. */
const BETTER: Record<string, Measure['better']> = {
  ...{ nDCG: 'higher', AP: 'higher', R: 'higher', P: 'higher', RR: 'higher', PPA: 'higher', MRS: 'higher' },
  ...{ exec: 'higher', execP: 'higher', margin: 'higher', 'exec-gap': 'neither' },
  ...{ intrusion: 'lower', 'paired-miss': 'lower', 'margin-lost': 'lower', deception: 'lower' },
};

for (const family of MEASURE_FAMILIES)
  for (const name of namesOf(family, [2, 3, 1_000_000]))
    test(`contract: ${name}`, () => {
      const measure = parseMeasure(name);
      assert.equal(parseMeasure(name), measure, 'one object a name');
      assert.ok(family.describe.length > 20);
      assert.equal(measure.better, BETTER[name.replace(/@.*/, '')]);
      assert.ok(measure.needs.depth >= 0 && measure.needs.depth <= 1_000_000);
      if (measure.needs.verdicts !== undefined) assert.ok(measure.needs.verdicts <= measure.needs.depth);

      const scored = scoreOne(name, FULL);
      assert.equal(scored.status, 'scored', 'applies where everything is there');
      assert.equal(scored.measure, measure);

      // The same documents with the canonical on top, and with it last: what is better must show.
      const top = scoreOne(name, { ...FULL, scores: { ...FULL.scores!, canon: 9 } });
      const last = scoreOne(name, { ...FULL, scores: { ...FULL.scores!, canon: 0 } });
      if (top.cells.length > 0 && last.cells.length > 0 && measure.better !== 'neither') {
        const gain = ratio(top.cells) - ratio(last.cells);
        assert.ok(measure.better === 'higher' ? gain >= 0 : gain <= 0, `${gain}`);
      }

      const empty = scoreOne(name, {
        ...FULL,
        scores: {},
        profile: 'coquir',
        ids: ['canon', 'near', 'far', 'other'],
      });
      assert.ok(empty.status === 'scored' || empty.status === 'not-applicable', 'an empty row is a result');
      for (const cell of empty.cells) assert.equal(cell.num, 0, 'nothing found is worth nothing');

      const { scores: _scores, ...unanswered } = FULL;
      for (const rules of Object.values(PROFILES)) {
        const missing = scoreOne(name, { ...unanswered, profile: rules });
        assert.ok(['zero-filled', 'dropped', 'not-applicable'].includes(missing.status), missing.status);
        for (const cell of missing.cells) assert.deepEqual([cell.num, cell.den], [0, 1]);
      }

      const lost = scoreOne(name, { ...FULL, level: 3, profile: 'assay' });
      if (measure.needs.positives) assert.equal(lost.status, 'excluded');
      const counted = scoreOne(name, { ...FULL, level: 3, profile: 'trec' });
      if (measure.needs.positives) assert.equal(counted.status, 'scored');

      const absent = scoreOne(name, { ...FULL, grades: {}, profile: 'trec' });
      if (measure.needs.positives) assert.equal(absent.status, 'excluded', 'not part of the qrels');
    });

/** Any grades and scores, ties and unscored documents among them. */
function randomSetup(seed: number): Setup {
  const random = seeded(seed);
  const ids = Array.from({ length: 1 + random.below(12) }, (_, n) => `d${n}`);
  const some = (share: number): string[] => ids.filter(() => random.unit() < share);
  const bugs = ['x', 'y'];
  const variant = (n: number): { parent: string; root: string; slot: number; edits: [] } => ({
    parent: 'd0',
    root: 'd0',
    slot: n,
    edits: [],
  });
  const outcomes = ['pass', 'fail', 'timeout', 'invalid', 'flaky', 'unavailable'] as const;
  return {
    ids: [...ids, ...bugs],
    grades: Object.fromEntries(some(0.7).map((id) => [id, random.below(4) - 1])),
    scores: Object.fromEntries(some(0.8).map((id) => [id, random.below(6)])),
    level: 1 + random.below(2),
    depth: 1 + random.below(12),
    query: random.unit() < 0.7 ? { suite: 's' } : {},
    metas: Object.fromEntries(some(0.4).map((id, n) => [id, id === 'd0' ? {} : { variant: variant(n) }])),
    outcomes: Object.fromEntries(some(0.8).map((id) => [id, outcomes[random.below(6)]!])),
    profile: Object.values(PROFILES)[random.below(Object.keys(PROFILES).length)]!,
  };
}

test('values lie within their range, statuses and cells agree, on random questions', () => {
  for (const family of MEASURE_FAMILIES)
    for (const name of namesOf(family, [2, 5, 1000])) {
      const [low, high] = RANGES[name.replace(/@.*/, '')] ?? [0, 1];
      let scored = 0;
      for (let seed = 0; seed < 400; seed++) {
        const { status, cells, refused, measure } = scoreOne(name, randomSetup(seed));
        const where = `${name}, seed ${seed}`;
        assert.equal(status === 'refused', refused !== undefined, where);
        assert.equal(cells.length > 0, status === 'scored' || status === 'zero-filled', where);
        if (cells.length === 0) continue;
        scored++;
        const value = ratio(cells);
        assert.ok(value >= low - 1e-12 && value <= high + 1e-12, `${where}: ${value}`);
        if (measure.type !== 'share') assert.ok(cells.length === 1 && cells[0]!.den === 1, where);
        if (measure.type === 'binary') assert.ok(value === 0 || value === 1, where);
      }
      assert.ok(scored >= 10, `${name} applied ${scored} times only`);
    }
});
