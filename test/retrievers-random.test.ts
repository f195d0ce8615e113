import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOT_RANKED } from '../src/core/ranking.js';
import { random } from '../src/retrievers/random.js';
import { corpusOf, queryOf } from './corpus-of.js';

const ids = Array.from({ length: 500 }, (_, i) => `d${i}`);

test('a score depends on seed, query and document alone', async () => {
  const whole = await random({ seed: 1 }).index(corpusOf(ids));
  const part = await random({ seed: 1 }).index(corpusOf(ids.slice(100).reverse()));
  const other = await random({ seed: 2 }).index(corpusOf(ids));
  const query = queryOf('q');
  const scores = whole.scores(query).slice();
  assert.equal(part.scores(query)[0], scores[499]);
  assert.notDeepEqual(other.scores(query), scores);
  assert.notDeepEqual(whole.scores(queryOf('r')).slice(), scores);
  assert.ok(scores.every((score) => score >= 0 && score < 1));
  assert.equal(new Set(scores).size, scores.length);
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  assert.ok(Math.abs(mean - 0.5) < 0.05, `mean ${mean}`);
});

test('orders of two queries are unrelated', async () => {
  const searcher = await random({ seed: 0 }).index(corpusOf(ids));
  const [a, b] = ['q1', 'q2'].map((id) => searcher.scores(queryOf(id)).slice());
  const r = a!.reduce((sum, x, i) => sum + (x - 0.5) * (b![i]! - 0.5) * 12, 0) / ids.length;
  assert.ok(Math.abs(r) < 0.15, `correlation ${r}`);
});

test('every document is ranked, but for the excluded and those that are not candidates', async () => {
  const searcher = await random({ seed: 0 }).index(corpusOf(ids));
  const asks = [
    { query: queryOf('q', { exclude: ['d3', 'absent'] }), judged: [3, 4] },
    { query: queryOf('q', { exclude: ['d3'], candidates: ['d3', 'd4', 'd5', 'absent'] }), judged: [4, 9] },
  ];
  const [all, some] = await searcher.search(asks, 1000);
  assert.equal(all!.docs.length, 499);
  assert.equal(all!.pool, 499);
  assert.equal(some!.pool, 2);
  assert.deepEqual([...some!.docs].sort(), [4, 5]);
  assert.deepEqual(
    some!.judged.map(({ i }) => i),
    [4],
  );
  assert.equal(searcher.scores(asks[1]!.query)[9], NOT_RANKED);
});
