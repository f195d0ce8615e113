import assert from 'node:assert/strict';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { seeded } from '../src/core/random.js';
import { NOT_RANKED, rankDense } from '../src/core/ranking.js';
import { vectorRetriever } from '../src/retrievers/vectors.js';
import { writeVectorSet } from '../src/store/vector-set.js';
import { corpusOf, queryOf } from './corpus-of.js';
import { refuses, scratchFolder } from './scratch.js';

const scratch = scratchFolder();
let sets = 0;

type Vectors = Record<string, readonly number[]>;

async function stored(documents: Vectors, queries: Vectors, ending = '.npz'): Promise<string> {
  const path = join(scratch, `set-${sets++}${ending}`);
  const named = (vectors: Vectors) => {
    const rows = Object.values(vectors);
    const data = Float32Array.from(rows.flat());
    return { ids: Object.keys(vectors), matrix: { rows: rows.length, columns: rows[0]!.length, data } };
  };
  await writeVectorSet(path, { documents: named(documents), queries: named(queries) });
  return path;
}

const corpus = corpusOf(['a', 'b', 'c', 'd']);
const DOCUMENTS = { d: [1, 1], c: [10, 0], b: [0, 2], a: [1, 0] };

test('cosine ignores length, dot product does not; equal vectors tie by id descending', async () => {
  const path = await stored(DOCUMENTS, { q: [3, 0] });
  const search = async (similarity: 'cosine' | 'dot') =>
    (await (await vectorRetriever({ path, similarity })).index(corpus)).search(
      [{ query: queryOf('q'), judged: [1] }],
      3,
    );
  const [cosine] = await search('cosine');
  assert.deepEqual([...cosine!.docs], [2, 0, 3]);
  assert.deepEqual([...cosine!.scores], [1, 1, 3 / (3 * Math.SQRT2)]);
  assert.deepEqual(cosine!.judged, [{ i: 1, rank: 4, tier: 0, score: 0 }]);
  const [dot] = await search('dot');
  assert.deepEqual([...dot!.docs], [2, 3, 0]);
  assert.deepEqual([...dot!.scores], [30, 3, 3]);
});

test('scores and rankings equal a naive computation, whatever the batch', async () => {
  const random = seeded(11);
  const columns = 37;
  // Few distinct values, so that there are ties.
  const vector = () =>
    Array.from({ length: columns }, () => random.below(5) - 2 + (random.below(9) === 0 ? 0.3 : 0.25));
  const ids = Array.from({ length: 101 }, (_, i) => `doc-${i}`);
  const large = corpusOf(ids);
  const withVector = ids.filter((_, i) => i % 10 !== 3).reverse();
  const documents = Object.fromEntries(withVector.map((id) => [id, vector()]));
  documents['doc-7'] = documents['doc-8']!;
  const queries = Object.fromEntries(Array.from({ length: 150 }, (_, q) => [`q${q}`, vector()]));
  const path = await stored(documents, queries, '');
  for (const similarity of ['cosine', 'dot'] as const) {
    const searcher = await (await vectorRetriever({ path, similarity })).index(large);
    const asks = Object.keys(queries).map((id, q) => ({
      query: queryOf(id, {
        exclude: [ids[q % 101]!],
        ...(q % 3 === 0 ? { candidates: ids.slice(q % 50, 70) } : {}),
      }),
      judged: [0, 3, 7, 8, 100],
    }));
    const rows = await searcher.search(asks, 10);
    for (const [k, { query, judged }] of asks.entries()) {
      const scores = Float64Array.from(ids, (id) => {
        const vector = documents[id];
        if (vector === undefined || query.exclude.includes(id)) return NOT_RANKED;
        if (query.candidates !== undefined && !query.candidates.includes(id)) return NOT_RANKED;
        return naive(queries[query.id]!, vector, similarity);
      });
      assert.deepEqual(rows[k], rankDense(query.id, scores, large, judged, 10), query.id);
    }
    const alone = await searcher.search([asks[77]!], 10);
    assert.deepEqual(alone[0], rows[77]);
  }
});

function naive(query: readonly number[], document: readonly number[], similarity: 'cosine' | 'dot'): number {
  const dot = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, value, d) => sum + Math.fround(value) * Math.fround(y[d]!), 0);
  const product = dot(query, document);
  if (similarity === 'dot') return product;
  return product / (Math.sqrt(dot(query, query)) * Math.sqrt(dot(document, document)));
}

test('a query without a vector has no row; a document without one is not ranked, and that is told', async () => {
  const { b: _, ...documents } = DOCUMENTS;
  const warnings: string[] = [];
  const path = await stored(documents, { q: [1, 0] });
  const retriever = await vectorRetriever({ path, warn: (message) => warnings.push(message) });
  const searcher = await retriever.index(corpus);
  const [absent, row] = await searcher.search(
    [
      { query: queryOf('unknown'), judged: [] },
      { query: queryOf('q'), judged: [0, 1] },
    ],
    10,
  );
  assert.equal(absent, undefined);
  assert.equal(row!.pool, 3);
  assert.deepEqual(
    row!.judged.map(({ i }) => i),
    [0],
  );
  assert.match(
    warnings.join(),
    /1 of 4 documents of corpus "c" have no vector and are not ranked, for example "b"/,
  );
  const other = await retriever.index(corpusOf(['x'], 'other'));
  assert.deepEqual(await other.search([{ query: queryOf('unknown'), judged: [] }], 10), [undefined]);
  await refuses(
    () => other.search([{ query: queryOf('q'), judged: [] }], 10),
    /has a vector of query "q", but of no document of corpus "other"/,
  );
});

test('a vector of zeros has no cosine; under the dot product it may stand', async () => {
  const path = await stored({ ...DOCUMENTS, b: [0, 0] }, { q: [1, 0] });
  const cosine = await vectorRetriever({ path });
  await refuses(() => cosine.index(corpus), /vector of document "b" is all zeros.*dot product/s);
  const dot = await vectorRetriever({ path, similarity: 'dot' });
  const [row] = await (await dot.index(corpus)).search([{ query: queryOf('q'), judged: [] }], 4);
  assert.deepEqual([...row!.docs], [2, 3, 0, 1]);
  const queries = await vectorRetriever({ path: await stored(DOCUMENTS, { q: [1, 0], r: [0, 0] }) });
  await refuses(() => queries.index(corpus), /vector of query "r" is all zeros/);
});

test('the id tells content, label and similarity', async () => {
  const path = await stored(DOCUMENTS, { q: [1, 0] });
  const again = await stored(DOCUMENTS, { q: [1, 0] });
  const other = await stored(DOCUMENTS, { q: [1, 1] });
  const id = async (path: string, similarity: 'cosine' | 'dot' = 'cosine') =>
    (await vectorRetriever({ path, label: 'm', similarity })).id;
  assert.match(await id(path), /^vectors:m:cosine:[0-9a-f]{64}$/);
  assert.equal(await id(path), await id(again));
  assert.notEqual(await id(path), await id(other));
  assert.notEqual(await id(path), await id(path, 'dot'));
  const { id: whole, inputs } = await vectorRetriever({ path, label: 'm' });
  assert.deepEqual(Object.entries(inputs!), [[basename(path), whole.replace(/^.*:/, '')]]);
  const folder = await stored(DOCUMENTS, { q: [1, 0] }, '');
  assert.match((await vectorRetriever({ path: folder })).id, /^vectors:set-\d+:cosine:[0-9a-f]{64}$/);
  await refuses(() => vectorRetriever({ path: join(scratch, 'none') }), /no such file or folder/);
});
