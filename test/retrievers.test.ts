import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Corpus, Query } from '../src/core/benchmark.js';
import { seeded } from '../src/core/random.js';
import { isBefore, type Row } from '../src/core/ranking.js';
import type { Searcher } from '../src/core/stage.js';
import { FAMILY_ORDERS } from '../src/families/registry.js';
import { resolveOptions } from '../src/pipeline/options.js';
import { stageContext } from '../src/pipeline/resolve.js';
import { RETRIEVER_TYPES } from '../src/pipeline/stages.js';
import { writeVectorSet } from '../src/store/vector-set.js';
import { corpusOf, queryOf } from './corpus-of.js';
import { scratchFolder } from './scratch.js';

// What every registered retriever promises, whatever it is made of.

const SIZE = 60;
const random = seeded('retriever contract');
const words = ['sort', 'list', 'parse', 'date', 'tree', 'node', 'hash', 'file'];
const texts = Array.from({ length: SIZE }, (_, i) =>
  i % 7 === 3
    ? ''
    : Array.from({ length: 1 + random.below(6) }, () => words[random.below(words.length)]).join(' '),
);
texts[10] = texts[11]!; // a tie
const bare = corpusOf(texts.map((_, i) => `d${(i * 37) % 61}`));
const corpus: Corpus = {
  ...bare,
  meta: (i) => ({ ...bare.meta(i), family: `f${Math.floor(i / 4)}` }),
  text: async (i) => texts[i]!,
  async *texts() {
    for (const [i, text] of texts.entries()) yield { i, text };
  },
};
const id = (i: number) => corpus.meta(i).id;
const queries: Query[] = [
  queryOf('plain', { text: 'sort the list of dates' }),
  queryOf('excluded', { text: 'parse a date', exclude: [id(0), id(11), id(12), 'unknown'] }),
  queryOf('candidates', { text: 'hash a file', candidates: [id(3), id(5), id(10), id(11), id(40)] }),
  queryOf('both', { text: 'tree node', candidates: [id(1), id(2)], exclude: [id(2)] }),
  queryOf('nothing', { text: 'zzz qqq' }),
  queryOf('empty', { text: '' }),
];

const folder = scratchFolder();

async function optionsFor(type: string): Promise<Record<string, unknown>[]> {
  if (type === 'family') return FAMILY_ORDERS.map(({ name }) => ({ order: name }));
  if (type === 'run') {
    const path = join(folder, 'some.run');
    const lines = queries.flatMap(({ id: query }) =>
      [...texts.keys()].filter((i) => i % 3 !== 2).map((i) => `${query} Q0 ${id(i)} 0 ${random.below(9)} t`),
    );
    writeFileSync(path, `${lines.join('\n')}\n`);
    return [{ path }];
  }
  if (type === 'exec-results') {
    const path = join(folder, 'some.json');
    const top = () => [...texts.keys()].filter((i) => i % 3 !== 1);
    const per_query = queries.map(({ id: query_id }) => ({
      query_id,
      top_results: top().map((i, k) => ({ rank: k + 1, corpus_id: id(i), similarity: random.below(9) / 8 })),
    }));
    writeFileSync(path, JSON.stringify({ model: 'some', metrics: {}, per_query }));
    return [{ path }];
  }
  if (type === 'mteb-predictions') {
    const path = join(folder, 'some_predictions.json');
    const kept = () => [...texts.keys()].filter((i) => i % 3 !== 0);
    const test = Object.fromEntries(
      queries.map(({ id: query }) => [
        query,
        Object.fromEntries(kept().map((i) => [id(i), random.below(9) / 8])),
      ]),
    );
    writeFileSync(path, JSON.stringify({ mteb_model_meta: { model_name: 'a/b' }, default: { test } }));
    return [{ path }];
  }
  if (type === 'vectors') {
    const path = join(folder, 'some.npz');
    const matrix = (rows: number) => ({
      rows,
      columns: 4,
      data: Float32Array.from({ length: rows * 4 }, () => random.below(5) + 1),
    });
    await writeVectorSet(path, {
      documents: { ids: texts.map((_, i) => id(i)), matrix: matrix(SIZE) },
      queries: { ids: queries.map((query) => query.id), matrix: matrix(queries.length) },
    });
    return [{ path }, { path, similarity: 'dot' }];
  }
  return [{}];
}

/** The ordinals that a query allows to be ranked. */
function poolOf(query: Query): Set<number> {
  const allowed = query.candidates ?? texts.map((_, i) => id(i));
  return new Set(allowed.filter((doc) => !query.exclude.includes(doc)).map((doc) => corpus.ordinal(doc)!));
}

function checkRow(row: Row, query: Query, depth: number): void {
  const pool = poolOf(query);
  assert.equal(row.query, query.id);
  assert.ok(row.docs.length <= depth);
  assert.equal(new Set(row.docs).size, row.docs.length, 'a document twice');
  assert.ok(row.pool <= pool.size);
  for (const i of row.docs) assert.ok(pool.has(i), `${query.id}: ${id(i)} is not allowed`);
  for (let k = 1; k < row.docs.length; k++) {
    const [a, b] = [row.docs[k - 1]!, row.docs[k]!];
    const inOrder = isBefore(row.scores[k - 1]!, corpus.byteOrder[a]!, row.scores[k]!, corpus.byteOrder[b]!);
    assert.ok(inOrder, `${query.id}: ranks ${k} and ${k + 1}`);
  }
  for (const { i, rank, score } of row.judged) {
    assert.ok(pool.has(i));
    assert.ok(rank >= 1 && rank <= row.pool);
    if (rank <= row.docs.length) {
      assert.equal(row.docs[rank - 1], i);
      assert.equal(row.scores[rank - 1], score);
    } else assert.ok(!row.docs.includes(i));
  }
  assert.equal(new Set(row.judged.map(({ rank }) => rank)).size, row.judged.length, 'two at one rank');
}

async function search(searcher: Searcher, depth: number): Promise<(Row | undefined)[]> {
  const judged = [...texts.keys()];
  return searcher.search(
    queries.map((query) => ({ query, judged })),
    depth,
  );
}

for (const { type, options, make } of RETRIEVER_TYPES)
  describe(`retriever ${type}`, async () => {
    for (const given of await optionsFor(type)) {
      const variant = JSON.stringify(given.order ?? given.similarity ?? '');
      const retriever = async () =>
        make(
          resolveOptions(given, options, type),
          stageContext(() => {}),
        );

      test(`keeps the rules of a row ${variant}`, async () => {
        const searcher = await (await retriever()).index(corpus);
        for (const depth of [1, 5, SIZE, 1000]) {
          const rows = await search(searcher, depth);
          assert.equal(rows.length, queries.length);
          for (const [k, row] of rows.entries()) if (row !== undefined) checkRow(row, queries[k]!, depth);
        }
      });

      test(`ranks the same at every depth and in every batch, and again ${variant}`, async () => {
        const one = await retriever();
        const searcher = await one.index(corpus);
        const deep = await search(searcher, SIZE);
        const shallow = await search(await (await retriever()).index(corpus), 4);
        for (const [k, row] of deep.entries()) {
          if (row === undefined) continue;
          const prefix = { ...row, docs: row.docs.slice(0, 4), scores: row.scores.slice(0, 4) };
          assert.deepEqual(shallow[k], prefix);
          const judged = [...texts.keys()];
          assert.deepEqual((await searcher.search([{ query: queries[k]!, judged }], SIZE))[0], row);
        }
        assert.equal((await retriever()).id, one.id);
      });
    }
  });
