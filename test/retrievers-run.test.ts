import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { seeded } from '../src/core/random.js';
import { rankSparse } from '../src/core/sparse.js';
import { runRetriever } from '../src/retrievers/run.js';
import { corpusOf, queryOf } from './corpus-of.js';
import { refuses, scratchFolder } from './scratch.js';

const scratch = scratchFolder();
let files = 0;

function file(content: string | Buffer, name = `r${files++}.run`): string {
  const path = join(scratch, name);
  writeFileSync(path, content);
  return path;
}

const corpus = corpusOf(['a', 'b', 'c', 'd']);
const RUN = 'q1 Q0 b 1 0.5 t\nq1 Q0 a 2 0.5 t\nq2 Q0 c 1 9 t\nq1 Q0 c 3 0.7 t\n';

test('a run is replayed by score, ties by document id descending, judged documents at any rank', async () => {
  const searcher = await (await runRetriever({ path: file(RUN) })).index(corpus);
  const [row, absent] = await searcher.search(
    [
      { query: queryOf('q1'), judged: [0, 3] },
      { query: queryOf('q9'), judged: [0] },
    ],
    2,
  );
  assert.deepEqual([...row!.docs], [2, 1]);
  assert.deepEqual([...row!.scores], [0.7, 0.5]);
  assert.deepEqual(row!.judged, [{ i: 0, rank: 3, tier: 0, score: 0.5 }]);
  assert.equal(row!.pool, 3);
  assert.equal(absent, undefined);
});

test('excluded documents and those that are not candidates are not ranked, scored or counted', async () => {
  const searcher = await (await runRetriever({ path: file(RUN) })).index(corpus);
  const [excluded, pooled] = await searcher.search(
    [
      { query: queryOf('q1', { exclude: ['c', 'ghost'] }), judged: [0, 2] },
      { query: queryOf('q1', { exclude: ['b'], candidates: ['a', 'b', 'd'] }), judged: [0, 1, 3] },
    ],
    10,
  );
  assert.deepEqual([[...excluded!.docs], excluded!.pool], [[1, 0], 2]);
  assert.deepEqual(
    excluded!.judged.map(({ i, rank }) => [i, rank]),
    [[0, 2]],
  );
  assert.deepEqual([[...pooled!.docs], pooled!.pool, pooled!.judged.length], [[0], 1, 1]);
});

test('documents of elsewhere are told and ignored, unless a query has none but those', async () => {
  const path = file(`${RUN}q1 Q0 elsewhere 4 0.1 t\n`);
  const warnings: string[] = [];
  const retriever = await runRetriever({ path, warn: (message) => warnings.push(message) });
  const [row] = await (await retriever.index(corpus)).search([{ query: queryOf('q1'), judged: [] }], 10);
  assert.equal(row!.pool, 3);
  assert.match(warnings.join(), /1 of its entries name no document of corpus "c".*for example "elsewhere"/);
  const other = await retriever.index(corpusOf(['x', 'y'], 'other'));
  assert.deepEqual(await other.search([{ query: queryOf('of another task'), judged: [] }], 10), [undefined]);
  await refuses(
    () => other.search([{ query: queryOf('q1'), judged: [] }], 10),
    /cannot score .*it answers query "q1", but none of its documents is in corpus "other" \(the first is "b"\)/,
  );
});

test('the id tells the content, and the label when there is one', async () => {
  const path = file(RUN, 'mine.run');
  const sha = createHash('sha256').update(readFileSync(path)).digest('hex');
  assert.equal((await runRetriever({ path })).id, `run:mine.run:${sha}`);
  assert.equal((await runRetriever({ path, label: 'x' })).id, `run:x:${sha}`);
  const zipped = await runRetriever({ path: file(gzipSync(RUN), 'mine.run.gz') });
  const [row] = await (await zipped.index(corpus)).search([{ query: queryOf('q2'), judged: [2] }], 5);
  assert.deepEqual(row!.judged, [{ i: 2, rank: 1, tier: 0, score: 9 }]);
});

test('files that cannot be read are refused', async () => {
  await refuses(() => runRetriever({ path: join(scratch, 'none') }), /no such file/);
  mkdirSync(join(scratch, 'empty'));
  await refuses(
    () => runRetriever({ path: join(scratch, 'empty') }),
    /empty: the folder has no file that ends in \.run/,
  );
  const twice = await runRetriever({ path: file('q Q0 a 1 2 t\nq Q0 b 1 2 t\nq Q0 a 1 1 t\n') });
  await refuses(() => twice.index(corpus), /line 3: query "q" lists document "a" again, after line 1/);
});

/** A folder of run files. */
function folderOf(name: string, runs: Record<string, string | Buffer>): string {
  const path = join(scratch, name);
  mkdirSync(path);
  for (const [run, content] of Object.entries(runs)) writeFileSync(join(path, run), content);
  return path;
}

test('a folder of run files is one run; what is no run file is left alone', async () => {
  const path = folderOf('system', {
    'one.run': RUN,
    'two.run.gz': gzipSync('q3 Q0 d 1 2 t\n'),
    'three.trec': 'q4 Q0 a 1 2 t\n',
    'notes.txt': 'made on Monday',
  });
  const retriever = await runRetriever({ path });
  assert.match(retriever.id, /^run:system:[0-9a-f]{64}$/);
  assert.deepEqual(Object.keys(retriever.inputs!), ['one.run', 'three.trec', 'two.run.gz']);
  const searcher = await retriever.index(corpus);
  const asks = ['q1', 'q3', 'q4', 'q5'].map((id) => ({ query: queryOf(id), judged: [] }));
  assert.deepEqual(
    (await searcher.search(asks, 10)).map((row) => row && [...row.docs]),
    [[2, 1, 0], [3], [0], undefined],
  );
});

test('of two files that list a query, the one on the corpus is taken; two on one corpus are refused', async () => {
  const warnings: string[] = [];
  const languages = folderOf('languages', {
    'python.run': 'q Q0 a 1 2 t\nq Q0 b 1 1 t\n',
    'ruby.run': 'q Q0 x 1 4 t\nq Q0 y 1 3 t\n',
  });
  const retriever = await runRetriever({ path: languages, warn: (message) => warnings.push(message) });
  for (const [searched, docs] of [
    [corpus, [0, 1]],
    [corpusOf(['y', 'x'], 'ruby'), [1, 0]],
  ] as const) {
    const [row] = await (await retriever.index(searched)).search([{ query: queryOf('q'), judged: [] }], 9);
    assert.deepEqual([...row!.docs], docs);
  }
  assert.deepEqual(warnings, []);
  const tasks = folderOf('tasks', { 'a.run': 'q Q0 a 1 2 t\n', 'b.run': 'q Q0 b 1 2 t\n' });
  const searcher = await (await runRetriever({ path: tasks })).index(corpus);
  await refuses(
    () => searcher.search([{ query: queryOf('q'), judged: [] }], 9),
    /query "q" is in \S*a\.run and in \S*b\.run, both on corpus "c" \| .*--task/,
  );
});

test('a run is read once, however many corpora are indexed', async () => {
  const path = file(RUN);
  const retriever = await runRetriever({ path });
  await retriever.index(corpus);
  rmSync(path);
  const [row] = await (await retriever.index(corpusOf(['c', 'a'], 'small'))).search(
    [{ query: queryOf('q1'), judged: [] }],
    9,
  );
  assert.deepEqual([...row!.docs], [0, 1]);
});

test('random interleaved runs give the rows of a plain sort', async () => {
  const random = seeded(3);
  const ids = Array.from({ length: 60 }, (_, i) => `doc${i}`);
  const large = corpusOf(ids);
  const lines: string[] = [];
  const scored = new Map<string, { i: number; score: number }[]>();
  for (let n = 0; n < 1500; n++) {
    const query = `q${random.below(40)}`;
    const i = random.below(60);
    const list = scored.get(query) ?? [];
    if (list.some((each) => each.i === i)) continue;
    const score = random.below(8) / 7;
    scored.set(query, [...list, { i, score }]);
    lines.push(`${query} Q0 ${ids[i]} 1 ${score} t`);
  }
  const searcher = await (await runRetriever({ path: file(`${lines.join('\n')}\n`) })).index(large);
  for (const [id, list] of scored) {
    const [row] = await searcher.search([{ query: queryOf(id), judged: [1, 2, 3] }], 7);
    const plain = [...list].sort((x, y) => y.score - x.score || (ids[x.i]! < ids[y.i]! ? 1 : -1));
    assert.deepEqual(
      [...row!.docs],
      plain.slice(0, 7).map(({ i }) => i),
    );
    const all = {
      docs: Uint32Array.from(list, ({ i }) => i),
      scores: Float64Array.from(list, ({ score }) => score),
    };
    assert.deepEqual(row, rankSparse(id, all, large, [1, 2, 3], 7));
  }
});
