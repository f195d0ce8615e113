import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Corpus, Query } from '../src/core/benchmark.js';
import { UserError } from '../src/core/errors.js';
import { type Random, seeded } from '../src/core/random.js';
import { NOT_RANKED, rankDense } from '../src/core/ranking.js';
import { bm25 } from '../src/retrievers/bm25.js';
import {
  Bm25Builder,
  QUERY_STEPS,
  queryWeight,
  SCORE_STEP,
  WEIGHT_STEPS,
} from '../src/retrievers/bm25-index.js';
import { tokenize } from '../src/text/tokens.js';
import { corpusOf, queryOf } from './corpus-of.js';

const SETTING = { k1: 1.2, b: 0.75, k3: 2 };

function textCorpus(texts: readonly string[], ids = texts.map((_, i) => `d${i}`)): Corpus {
  return {
    ...corpusOf(ids),
    text: async (i) => texts[i]!,
    async *texts() {
      for (const [i, text] of texts.entries()) yield { i, text };
    },
  };
}

/** The formula, written down a second time: real-valued, or with both factors rounded to their grids. */
function naive(texts: readonly string[], query: string, rounded: boolean, { k1, b, k3 } = SETTING): number[] {
  const docs = texts.map(tokenize);
  const count = (list: readonly string[], token: string): number =>
    list.filter((one) => one === token).length;
  const average = docs.reduce((sum, doc) => sum + doc.length, 0) / docs.length || 1;
  const grid = (value: number, steps: number): number =>
    rounded ? Math.max(1, Math.round(value * steps)) / steps : value;
  const asked = tokenize(query);
  return docs.map((doc) => {
    let score = 0;
    for (const token of new Set(asked)) {
      const tf = count(doc, token);
      if (tf === 0) continue;
      const df = docs.filter((other) => other.includes(token)).length;
      const idf = Math.log1p((docs.length - df + 0.5) / (df + 0.5));
      const qtf = count(asked, token);
      const weight = (idf * tf) / (tf + k1 * (1 - b + (b * doc.length) / average));
      score += grid(weight, WEIGHT_STEPS) * grid((qtf * (k3 + 1)) / (k3 + qtf), QUERY_STEPS);
    }
    return score;
  });
}

const below = (random: Random, n: number): number => random.below(n);

/** Texts of few words, so that many documents share terms, are equal or tie. */
function randomTexts(random: Random, size: number, vocabulary: number): string[] {
  const texts: string[] = [];
  for (let i = 0; i < size; i++) {
    if (i > 0 && below(random, 5) === 0) texts.push(texts[below(random, i)]!);
    else texts.push(randomText(random, below(random, 12), vocabulary));
  }
  return texts;
}

/** Word number n: short and without vowels, so that it is one token as it stands. */
function word(n: number): string {
  return `x${[...String(n)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('')}`;
}

function randomText(random: Random, length: number, vocabulary: number): string {
  // Squared, so that low words are frequent and high ones rare.
  return Array.from({ length }, () => word(Math.floor(random.unit() ** 2 * vocabulary))).join(' ');
}

function randomIds(random: Random, size: number): string[] {
  const ids = new Set<string>();
  while (ids.size < size) ids.add(`${'aäz'[below(random, 3)]}${below(random, 10 * size + 10)}`);
  return [...ids];
}

function randomQuery(random: Random, k: number, ids: readonly string[], vocabulary: number): Query {
  const some = (most: number): string[] =>
    Array.from({ length: below(random, most) }, () => ids[below(random, ids.length)] ?? 'nowhere');
  return queryOf(`q${k}`, {
    text: randomText(random, below(random, 9), vocabulary + 2),
    exclude: below(random, 2) ? [...some(6), 'absent'] : [],
    ...(below(random, 3) === 0 ? { candidates: [...some(2 * ids.length + 2), 'absent'] } : {}),
  });
}

test('search equals ranking the dense scores, bit for bit: random corpora, ties, exclusions, candidates', async () => {
  const random = seeded(7);
  let beyond = 0;
  for (let round = 0; round < 150; round++) {
    // Around multiples of the block size, and now and then many documents that tie.
    const size = below(random, 4) === 0 ? 16 * (1 + below(random, 8)) : below(random, 300);
    const vocabulary = 1 + below(random, 60);
    const ids = randomIds(random, size);
    const corpus = textCorpus(randomTexts(random, size, vocabulary), ids);
    const searcher = await bm25(SETTING).index(corpus);
    const asks = Array.from({ length: 8 }, (_, k) => ({
      query: randomQuery(random, k, ids, vocabulary),
      judged: size === 0 ? [] : Array.from({ length: below(random, 12) }, () => below(random, size)),
    }));
    const depth = [0, 1, 3, 10, 100, 1000][below(random, 6)]!;
    const rows = await searcher.search(asks, depth);
    for (const [k, { query, judged }] of asks.entries()) {
      const want = rankDense(query.id, searcher.scores(query), corpus, judged, depth, (score) => score > 0);
      assert.deepEqual(rows[k], want, `round ${round}, query ${k}`);
      beyond += want.judged.filter(({ rank }) => rank > want.docs.length).length;
    }
  }
  assert.ok(beyond > 1000, `only ${beyond} judged documents lay beyond the prefix`);
});

test('a corpus in which thousands of documents tie', async () => {
  const texts = Array.from({ length: 5000 }, (_, i) =>
    i % 3 === 0 ? 'alpha beta' : i % 3 === 1 ? 'alpha' : 'beta',
  );
  const corpus = textCorpus(texts);
  const searcher = await bm25().index(corpus);
  const query = queryOf('q', { text: 'alpha', exclude: ['d1', 'd4'] });
  const judged = [0, 1, 2, 3, 2500, 4999, 4998];
  for (const depth of [1, 10, 1000, 5000]) {
    const [row] = await searcher.search([{ query, judged }], depth);
    assert.deepEqual(
      row,
      rankDense('q', searcher.scores(query), corpus, judged, depth, (score) => score > 0),
    );
  }
});

test('scores equal the formula on the grid exactly, and the real-valued one within the stated bound', async () => {
  const random = seeded(11);
  let worst = 0;
  for (let round = 0; round < 40; round++) {
    const parameters = { k1: 3 * random.unit(), b: random.unit(), k3: 5 * random.unit() };
    const texts = randomTexts(random, 1 + below(random, 60), 30);
    const searcher = await bm25(parameters).index(textCorpus(texts));
    for (let k = 0; k < 5; k++) {
      const text = randomText(random, below(random, 12), 30);
      const scores = searcher.scores(queryOf('q', { text }));
      assert.deepEqual([...scores], naive(texts, text, true, parameters));
      const terms = new Set(tokenize(text));
      const real = naive(texts, text, false, parameters);
      const bound = terms.size * ((parameters.k3 + 1) / WEIGHT_STEPS + (5 + 1 / WEIGHT_STEPS) / QUERY_STEPS);
      for (const [i, score] of scores.entries()) {
        assert.ok(Math.abs(score - real[i]!) <= bound);
        worst = Math.max(worst, Math.abs(score - real[i]!));
      }
    }
  }
  assert.ok(worst > 0 && worst < 0.02, `worst error ${worst}`);
});

test('without repeated query terms the error is below a step of the weight per term', async () => {
  const texts = randomTexts(seeded(3), 80, 40);
  const searcher = await bm25().index(textCorpus(texts));
  const text = [0, 1, 2, 5, 9, 17, 30].map(word).join(' ');
  const real = naive(texts, text, false);
  assert.ok(real.filter((score) => score > 0).length > 40);
  for (const [i, score] of searcher.scores(queryOf('q', { text })).entries())
    assert.ok(Math.abs(score - real[i]!) <= 7 / WEIGHT_STEPS);
});

test('a term in every document still makes its documents retrieved', async () => {
  // idf is about 5e-6 here and the long document has the term once: a weight below half a grid step.
  const texts = Array.from({ length: 2000 }, () => 'common');
  texts[7] = `common ${'other '.repeat(100_000)}`;
  const corpus = textCorpus(texts);
  const searcher = await bm25().index(corpus);
  const [row] = await searcher.search([{ query: queryOf('q', { text: 'common' }), judged: [7] }], 3000);
  assert.equal(row!.docs.length, 2000);
  assert.deepEqual(row!.judged, [{ i: 7, rank: 2000, tier: 0, score: QUERY_STEPS * SCORE_STEP }]);
});

test('documents without a shared term are ranked last by id descending, and not retrieved', async () => {
  const corpus = textCorpus(['red apple', 'green pear', 'blue plum', 'red plum'], ['b', 'd', 'a', 'c']);
  const searcher = await bm25().index(corpus);
  const query = queryOf('q', { text: 'plum', exclude: ['d'] });
  const [row] = await searcher.search([{ query, judged: [0, 1, 2, 3] }], 10);
  assert.deepEqual([...row!.docs], [3, 2]);
  assert.equal(row!.pool, 3);
  assert.deepEqual(
    row!.judged.map(({ i, rank }) => [i, rank]),
    [
      [0, 3],
      [2, 2],
      [3, 1],
    ],
  );
  assert.equal(searcher.scores(query)[1], NOT_RANKED);
});

test('empty corpora, empty texts and empty queries give empty lists', async () => {
  for (const texts of [[], ['', ''], ['word']]) {
    const searcher = await bm25().index(textCorpus(texts));
    for (const text of ['', 'unknown', '+++']) {
      const [row] = await searcher.search([{ query: queryOf('q', { text }), judged: [] }], 10);
      assert.equal(row!.docs.length, 0);
      assert.equal(row!.pool, texts.length);
    }
  }
});

test('the index holds postings by place and the weight of a query term saturates', () => {
  const builder = new Bm25Builder(SETTING);
  builder.add(['a', 'b', 'a']);
  builder.add(['b']);
  const { start, places, terms } = builder.build(Uint32Array.of(1, 0));
  assert.deepEqual([...start], [0, 1, 3]);
  assert.deepEqual([...places], [1, 0, 1]);
  assert.deepEqual([...terms.keys()], ['a', 'b']);
  assert.equal(queryWeight(1, 2), QUERY_STEPS);
  assert.equal(queryWeight(2, 2), 1.5 * QUERY_STEPS);
  assert.equal(queryWeight(5, 0), QUERY_STEPS);
});

test('settings decide the id, and impossible ones are refused', () => {
  assert.notEqual(bm25().id, bm25({ b: 0.4 }).id);
  assert.equal(bm25().id, bm25(SETTING).id);
  for (const wrong of [{ k1: -1 }, { b: 1.5 }, { k3: Number.NaN }, { k1: Number.POSITIVE_INFINITY }])
    assert.throws(() => bm25(wrong), UserError);
});
