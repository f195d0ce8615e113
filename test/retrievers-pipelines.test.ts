import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { BASELINES, resolvePipeline, stageContext } from '../src/pipeline/resolve.js';
import { sha256OfFile } from '../src/store/digest.js';
import { corpusOf, queryOf } from './corpus-of.js';
import { fixture } from './read-source.js';
import { refuses, scratchFolder } from './scratch.js';

// What a name or a path on the command line becomes.

const scratch = scratchFolder();
const RESULTS = fixture('execretrieval/results/invented-encoder.json');
const resolved = (name: string, warn: (message: string) => void = () => {}) =>
  resolvePipeline(name, stageContext(warn));

function written(name: string, content: string): string {
  const path = join(scratch, name);
  writeFileSync(path, content);
  return path;
}

function folder(name: string, ...files: string[]): string {
  mkdirSync(join(scratch, name));
  for (const file of files) written(join(name, file), '');
  return join(scratch, name);
}

test('a result file of ExecRetrieval is a pipeline: the similarity is the score', async () => {
  const warnings: string[] = [];
  const pipeline = await resolved(RESULTS, (message) => warnings.push(message));
  assert.equal(pipeline.name, 'invented-encoder');
  assert.deepEqual(pipeline.inputs, { [basename(RESULTS)]: await sha256OfFile(RESULTS) });
  const corpus = corpusOf(['c_0001', 'c_0002', 'c_0003', 'c_0005']);
  const searcher = await pipeline.retriever.index(corpus);
  const [first, second, absent] = await searcher.search(
    ['q_0001', 'q_0002', 'q_0003'].map((id) => ({ query: queryOf(id), judged: [0, 2] })),
    10,
  );
  assert.deepEqual(
    [[...first!.docs], [...first!.scores]],
    [
      [1, 0],
      [0.91, 0.9],
    ],
  );
  assert.deepEqual(first!.judged, [{ i: 0, rank: 2, tier: 0, score: 0.9 }]);
  assert.deepEqual([[...second!.docs], absent], [[3], undefined]);
  assert.match(
    warnings.join(),
    /invented-encoder\.json: 1 of its entries name no document of corpus "c".*for example "c_0007"/,
  );
});

test('a result file that lists a query or a document twice is refused', async () => {
  const json = JSON.parse(readFileSync(RESULTS, 'utf8')) as {
    per_query: { query_id: string; top_results: { corpus_id: string }[] }[];
  };
  const [first, second] = json.per_query;
  const index = async (change: () => void) => {
    change();
    const pipeline = await resolved(written('twice.json', JSON.stringify(json)));
    await pipeline.retriever.index(corpusOf(['c_0001']));
  };
  const document = () => (second!.top_results[1]!.corpus_id = second!.top_results[0]!.corpus_id);
  await refuses(() => index(document), /query "q_0002": document "c_0005" is in its top_results twice/);
  json.per_query = [first!, first!];
  await refuses(() => index(() => {}), /query "q_0001": it is there twice/);
});

test('a family pipeline is an artefact baseline, built in or from a file', async () => {
  const own = written(
    'own.json',
    JSON.stringify({ name: 'own', retrieve: { type: 'family', order: 'longest', k1: 0.9 } }),
  );
  assert.equal((await resolved(own)).baseline, true);
  assert.ok(BASELINES.includes('longest') && !BASELINES.includes('bm25'));
  assert.equal((await resolved(BASELINES[0]!)).baseline, true);
  assert.equal((await resolved('bm25')).baseline, false);
});

test('a pipeline tells its seed, and the files that its results come from', async () => {
  const bm25 = await resolved('bm25');
  assert.deepEqual([bm25.seed, bm25.inputs], [null, {}]);
  assert.equal((await resolved('random')).seed, 0);
  const seven = written(
    'seven.json',
    JSON.stringify({ name: 'seven', retrieve: { type: 'random', seed: 7 } }),
  );
  assert.equal((await resolved(seven)).seed, 7);
  const run = written('mine.run', 'q Q0 a 1 1 t\n');
  assert.deepEqual((await resolved(run)).inputs, { 'mine.run': await sha256OfFile(run) });
});

test('what a folder is follows from what is in it', async () => {
  assert.equal((await resolved(folder('_several runs', 'task.run'))).name, 'several_runs');
  const vectors = folder('vectors', 'documents.npy');
  await refuses(() => resolved(vectors), /vectors: it has no file documents\.ids\.txt/);
  const stored = folder('stored', 'run.json');
  await refuses(
    () => resolved(stored),
    /a run that Assay stored.* \| .*assay export trec BENCHMARK --run \S*stored --out NEW/,
  );
  await refuses(() => resolved(folder('other', 'a.csv')), /holds neither runs nor vectors/);
  const trec = folder('trec-runs');
  written('trec-runs/a.run', 'q Q0 a 1 1 t\n');
  const pipeline = await resolved(`${trec}/`);
  assert.equal(pipeline.name, 'trec-runs');
  assert.deepEqual(pipeline.config, { name: 'trec-runs', retrieve: { type: 'run', path: trec } });
});

test('an array of vectors without ids is refused with what is needed', async () => {
  await refuses(() => resolved(written('bare.npy', '')), /bare\.npy: an array alone .* \| .*\.npz .*folder/);
});
