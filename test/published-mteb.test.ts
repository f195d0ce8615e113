import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { coreb } from '../src/formats/coreb.js';
import { readMtebPredictions } from '../src/formats/mteb-predictions.js';
import { gather } from '../src/published/gather.js';
import { parseJsonText } from '../src/published/json-text.js';
import { metricKey } from '../src/published/metric-names.js';
import { mtebResultOf, readMtebResult, sameAsMain, scoresOf } from '../src/published/mteb-result.js';
import { standingsAmong } from '../src/published/standings.js';
import { standingsTables } from '../src/published/tables.js';
import { replayRetriever } from '../src/retrievers/replay.js';
import { openBenchmark, writeBenchmark } from '../src/store/benchmark-folder.js';
import { root } from './files.js';
import { refuses, scratchFolder } from './scratch.js';

const scratch = scratchFolder();
const fixtures = join(root, 'test/fixtures/mteb');
const SMALL = 'harbour-lab__lantern-embed-small/3f1c9a0d5b7e42c8860f1d2ab94c7e5508d6b3f1';
let folders = 0;

const fresh = (): string => join(scratch, `f${folders++}`);

function write(folder: string, name: string, content: string | object): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

/** A result with one entry for each score, on the subsets s0, s1 … unless told otherwise. */
function result(task: string, scores: unknown[], more: object = {}): Record<string, unknown> {
  const entries = scores.map((main_score, k) => ({
    main_score,
    hf_subset: `s${k}`,
    languages: ['eng-Latn'],
  }));
  return {
    ...{ dataset_revision: 'd1', task_name: task, mteb_version: '2.0.0', scores: { test: entries } },
    ...{ evaluation_time: 1, kg_co2_emissions: null, ...more },
  };
}

async function read(paths: string[], metric?: string, tasks?: string[]) {
  const warnings: string[] = [];
  const wants = (task: string) => tasks?.includes(task) ?? true;
  const gathered = await gather(paths, {
    metric,
    wants,
    warn: (message) => warnings.push(message),
    progress() {},
  });
  const standings = standingsAmong(gathered.systems);
  const tables = standingsTables(standings, metric);
  return { ...gathered, warnings, standings, tables, notes: tables[0]!.notes.join('\n') };
}

test('a tree, a revision folder and a file are read, and the model_meta.json names the model', async () => {
  const tree = await read([join(fixtures, 'results')]);
  assert.deepEqual(tree.warnings, []);
  assert.deepEqual(
    tree.standings.rows.map(({ label, standing, scores }) => [label, standing.rank, scores]),
    [
      ['harbour-lab/lantern-embed-large', 1, [0.25, 0.5, 0.42]],
      ['tidewater/bm25', 2, [0.3, 0.2, 0.41]],
      ['harbour-lab/lantern-embed-small', 3, [0.25, 0.3, 0.4]],
    ],
  );
  assert.deepEqual(
    tree.standings.columns.map(({ name, type }) => [name, type]),
    [
      ['CorebT2CReranking', 'Reranking'],
      ['CorebC2CRetrieval', 'Retrieval'],
      ['CorebT2CRetrieval', 'Retrieval'],
    ],
  );
  const revision = await read([join(fixtures, 'results', SMALL)]);
  assert.deepEqual(revision.standings.rows[0]!.scores, [0.25, 0.3, 0.4]);
  const file = await read([join(fixtures, 'results', SMALL, 'CorebC2CRetrieval.json')]);
  assert.equal(file.systems[0]!.name, 'harbour-lab/lantern-embed-small');
  assert.deepEqual(file.standings.rows[0]!.scores, [0.3]);
});

test('the origin of a published row names its versions of mteb and how many tasks it has', async () => {
  const { tables } = await read([join(fixtures, 'results')]);
  assert.deepEqual(
    tables[0]!.rows.map((row) => row[1]),
    [
      'published, mteb 2.12.30, 3 of 3 tasks',
      'published, mteb 2.9.1, 3 of 3 tasks',
      'published, mteb 2.12.30, 3 of 3 tasks',
    ],
  );
});

test('another metric than the main score is shown on request', async () => {
  const file = join(fixtures, 'results', SMALL, 'CorebC2CRetrieval.json');
  const { test: entries } = JSON.parse(readFileSync(file, 'utf8').replaceAll('NaN', 'null')).scores;
  const { standings, notes } = await read([file], metricKey('AP@100'));
  assert.deepEqual(standings.rows[0]!.scores, [entries[0].map_at_100]);
  assert.notEqual(entries[0].map_at_100, entries[0].main_score);
  assert.match(notes, /Scores: map_at_100\./);
});

test('a score is the mean over the subsets of split test, where there is one', async () => {
  const json = result('T', [0.2, 0.4]);
  (json.scores as Record<string, unknown>).dev = [{ main_score: 0.9, hf_subset: 's0', languages: [] }];
  const file = write(fresh(), 'm__a/r/T.json', json);
  const { standings } = await read([file]);
  assert.equal(standings.rows[0]!.scores[0], (0.2 + 0.4) / 2);
  const dev = write(
    fresh(),
    'm__a/r/T.json',
    result('T', [], { scores: { dev: [{ main_score: 0.9, hf_subset: 'x' }] } }),
  );
  assert.equal((await read([dev])).standings.rows[0]!.scores[0], 0.9);
});

test('a model that lacks a subset that another has gets no score on the task, and a note says so', async () => {
  const folder = fresh();
  write(folder, 'm__a/r/TRetrieval.json', result('TRetrieval', [0.2, 0.4]));
  write(folder, 'm__b/r/TRetrieval.json', result('TRetrieval', [0.9]));
  const { standings, notes } = await read([folder]);
  const byLabel = new Map(standings.rows.map((row) => [row.label, row]));
  assert.equal(byLabel.get('m/a')!.standing.rank, 1);
  assert.equal(byLabel.get('m/b')!.scores[0], undefined);
  assert.equal(byLabel.get('m/b')!.standing.rank, undefined);
  assert.match(notes, /TRetrieval: no score, for a subset is missing that others have: m\/b\./);
});

test('NaN and null are no score: the cell is empty, the note says why, and others keep their rank', async () => {
  const folder = fresh();
  write(folder, 'm__a/r/TRetrieval.json', result('TRetrieval', [0.2]));
  write(
    folder,
    'm__b/r/TRetrieval.json',
    JSON.stringify(result('TRetrieval', ['NAN'])).replace('"NAN"', 'NaN'),
  );
  write(folder, 'm__c/r/TRetrieval.json', result('TRetrieval', [null]));
  const { standings, notes } = await read([folder]);
  assert.deepEqual(
    standings.rows.map(({ label, scores }) => [label, scores[0]]),
    [
      ['m/a', 0.2],
      ['m/b', undefined],
      ['m/c', undefined],
    ],
  );
  assert.match(notes, /TRetrieval: there is a result without main score: m\/b, m\/c\./);
});

test('what is wrong in a result is told by file and by the place inside it', async () => {
  const good = JSON.stringify(result('T', [0.25]));
  const broken: [string, RegExp][] = [
    [good.slice(0, good.indexOf('0.25') + 4), /T\.json, line 1: it is not JSON \(it ends where/],
    [
      good.replace('0.25', '"0.25"'),
      /T\.json: scores\.test\[0\]\.main_score must be a number, but it is "0\.25"/,
    ],
    [good.replace('0.25', 'Infinity'), /scores\.test\[0\]\.main_score must be a number, but it is Infinity/],
    [
      good.replace('"main_score":0.25,', ''),
      /scores\.test\[0\]\.main_score must be a number, but it is missing/,
    ],
    [
      good.replace('"hf_subset":"s0"', '"hf_subset":3'),
      /scores\.test\[0\]\.hf_subset must be a string, but it is 3/,
    ],
    [good.replace('"task_name":"T"', '"task_name":7'), /task_name must be a name, but it is 7/],
    [good.replace('"task_name":"T"', '"task_name":"\\u001b[2J"'), /task_name must be a name/],
    [good.replace('"dataset_revision":"d1",', ''), /dataset_revision must be a string, but it is missing/],
    [JSON.stringify(result('T', [])), /scores is empty/],
    [JSON.stringify(result('T', [], { scores: {} })), /scores is empty/],
    [JSON.stringify(result('T', [], { scores: [] })), /scores must be an object, but it is \[\]/],
    [
      JSON.stringify(result('T', [], { scores: { test: 0.5 } })),
      /scores\.test must be an array, but it is 0\.5/,
    ],
    [
      JSON.stringify(result('T', [], { scores: { test: [0.5] } })),
      /scores\.test\[0\] must be an object, but it is 0\.5/,
    ],
    [
      good.replace('"languages":["eng-Latn"]}', '"languages":[]},{"main_score":1,"hf_subset":"s0"}'),
      /scores\.test\[1\] is a second result on subset "s0" of split "test"/,
    ],
    [
      good.replace('"mteb_version":"2.0.0"', '"mteb_version":2'),
      /mteb_version must be a string, but it is 2/,
    ],
    [good.replace('{', '{"task_name":"T",'), /the key "task_name" is there twice/],
  ];
  for (const [text, message] of broken) {
    const folder = fresh();
    const file = write(folder, 'T.json', text);
    await refuses(() => read([file]), message);
    await refuses(() => read([folder]), message);
  }
});

test('a huge file is refused, in a folder too', async () => {
  const folder = fresh();
  truncateSync(write(folder, 'T.json', '{}'), 70 * 2 ** 20);
  await refuses(() => read([folder]), /T\.json: it is larger than 64 MB/);
});

test('two results of one model on one task are refused, naming both files', async () => {
  const folder = fresh();
  write(folder, 'm__a/r/T.json', result('T', [0.2]));
  write(folder, 'm__a/r/copy of T.json', result('T', [0.3]));
  await refuses(() => read([folder]), /"m\/a" has two on T, in .*r\/T\.json and in .*copy of T\.json/);
  // Two spellings of one task are one task.
  const other = fresh();
  write(other, 'm__a/r/1.json', result('coreb-t2c-retrieval', [0.2]));
  write(other, 'm__a/r/2.json', result('CorebT2CRetrieval', [0.3]));
  await refuses(() => read([other]), /has two on CorebT2CRetrieval/);
});

test('revisions and experiments of one model are rows of their own', async () => {
  const folder = fresh();
  const meta = (revision: string) => ({ name: 'org/a', revision });
  write(folder, 'm__a/aaaaaaaaaa/model_meta.json', meta('aaaaaaaaaa'));
  write(folder, 'm__a/aaaaaaaaaa/TRetrieval.json', result('TRetrieval', [0.2]));
  write(folder, 'm__a/aaaaaaaaaa/experiments/dim_64/TRetrieval.json', result('TRetrieval', [0.1]));
  write(folder, 'm__a/bbbbbbbbbb/model_meta.json', meta('bbbbbbbbbb'));
  write(folder, 'm__a/bbbbbbbbbb/TRetrieval.json', result('TRetrieval', [0.3]));
  const { standings } = await read([folder]);
  assert.deepEqual(
    standings.rows.map(({ label, scores }) => [label, scores[0]]),
    [
      ['org/a @ bbbbbbbb', 0.3],
      ['org/a @ aaaaaaaa', 0.2],
      ['org/a @ aaaaaaaa (dim_64)', 0.1],
    ],
  );
});

test('without a model_meta.json the folders name the model; a wrong one is refused', async () => {
  const folder = fresh();
  write(folder, 'org__model__v2/r1/TRetrieval.json', result('TRetrieval', [0.2]));
  write(folder, 'plain/TRetrieval.json', result('TRetrieval', [0.1]));
  assert.deepEqual((await read([folder])).systems.map(({ name }) => name).sort(), ['org/model__v2', 'plain']);
  write(folder, 'plain/model_meta.json', { name: 5, revision: null });
  await refuses(() => read([folder]), /plain\/model_meta\.json: name must be a name, but it is 5/);
  write(folder, 'plain/model_meta.json', { name: null, revision: null });
  assert.ok((await read([folder])).systems.some(({ name }) => name === 'plain'));
});

test('results on different data in one column are told apart in a note', async () => {
  const folder = fresh();
  const old = 'f'.repeat(40);
  write(folder, 'm__a/r/TRetrieval.json', result('TRetrieval', [0.2], { dataset_revision: old }));
  write(folder, 'm__b/r/TRetrieval.json', result('TRetrieval', [0.3]));
  write(folder, 'm__c/r/TRetrieval.json', result('TRetrieval', [0.4]));
  const { notes } = await read([folder]);
  assert.match(
    notes,
    /TRetrieval: not known to be on the same data: data revision d1 \(m\/c, m\/b\); data revision ffffffff \(m\/a\)\./,
  );
  assert.doesNotMatch((await read([join(folder, 'm__b'), join(folder, 'm__c')])).notes, /same data/);
});

test('main scores that are different measures are told in a note', async () => {
  const folder = fresh();
  const scored = (main: string) => {
    const entry = {
      ndcg_at_10: 0.5,
      map_at_10: 0.4,
      main_score: main === 'map_at_10' ? 0.4 : 0.5,
      hf_subset: 'default',
    };
    return result('TReranking', [], { scores: { test: [entry] } });
  };
  write(folder, 'm__a/r/TReranking.json', scored('ndcg_at_10'));
  write(folder, 'm__b/r/TReranking.json', scored('map_at_10'));
  const { notes } = await read([folder]);
  assert.match(
    notes,
    /the main scores are different measures: ndcg_at_10 \(m\/a\); map_at_10 \(m\/b\)\. Choose one with --metric/,
  );
  assert.doesNotMatch((await read([folder], 'ndcg_at_10')).notes, /different measures/);
  const one = mtebResultOf(parseJsonText(JSON.stringify(scored('map_at_10')), 'x'), 'x');
  assert.deepEqual(sameAsMain(one), new Set(['map_at_10']));
  assert.deepEqual([...scoresOf(one, 'ndcg_at_10').values()], [0.5]);
});

test('scores in percent are not taken for shares in silence', async () => {
  const folder = fresh();
  write(folder, 'm__a/r/TRetrieval.json', result('TRetrieval', [41.6]));
  assert.match(
    (await read([folder])).notes,
    /TRetrieval: over 1, and so no share; is it in percent\? m\/a\./,
  );
});

test('JSON files that are no results are left out of a folder with a warning, and refused by name', async () => {
  const folder = fresh();
  write(folder, 'm__a/r/TRetrieval.json', result('TRetrieval', [0.2]));
  const other = write(folder, 'paths.json', { some: 'list' });
  const old = write(folder, 'm__a/old/T.json', { mteb_dataset_name: 'T', test: { ndcg_at_10: 0.5 } });
  const { warnings, systems } = await read([folder]);
  assert.equal(systems.length, 1);
  assert.match(
    warnings[0]!,
    /2 of its JSON files are no results and are left out, for example .*old\/T\.json/,
  );
  await refuses(() => read([other]), /paths\.json: it is no result that is known here/);
  const nothing = fresh();
  write(nothing, 'paths.json', { some: 'list' });
  await refuses(() => read([nothing]), /paths\.json: it is no result that is known here/);
  await refuses(() => read([old]), /old\/T\.json: it is no result that is known here.*mteb 1\.11/);
  await refuses(() => readMtebResult(old), /a result of mteb before 1\.11/);
  const empty = fresh();
  mkdirSync(empty);
  await refuses(() => read([empty]), /there is no JSON file in it/);
  await refuses(() => read([join(empty, 'none')]), /there is no such file or folder/);
});

test('links to files are followed, links to folders are not: they may lead in a circle', async () => {
  const folder = fresh();
  const blob = write(folder, '.blobs/1', result('TRetrieval', [0.2]));
  mkdirSync(join(folder, 'm__a/r'), { recursive: true });
  symlinkSync(blob, join(folder, 'm__a/r/TRetrieval.json'));
  symlinkSync(folder, join(folder, 'm__a/circle'));
  symlinkSync(join(folder, 'nowhere'), join(folder, 'm__a/r/dead.json'));
  const { systems, warnings } = await read([folder]);
  assert.deepEqual([systems.length, warnings], [1, []]);
});

test('results of ExecRetrieval stand beside them, on a task of their own', async () => {
  const exec = join(root, 'test/fixtures/execretrieval/results');
  const { standings, tables } = await read([exec]);
  assert.deepEqual(standings.columns, [{ key: 'execretrieval', name: 'ExecRetrieval', type: 'Execution' }]);
  assert.equal(standings.rows[0]!.scores[0], 0.5);
  assert.equal(tables[0]!.rows[0]![1], 'published, ExecRetrieval, 1 of 1 task');
  // precision@1 of ExecRetrieval is the share that passes, and not MTEB's.
  assert.equal((await read([exec], 'execP_at_1')).standings.rows[0]!.scores[0], 0.5);
  assert.equal((await read([exec], 'precision_at_1')).standings.rows[0]!.scores[0], undefined);
  const twice = fresh();
  cpSync(exec, join(twice, 'a'), { recursive: true });
  cpSync(exec, join(twice, 'b'), { recursive: true });
  await refuses(() => read([twice]), /has two on ExecRetrieval/);
});

test('only the tasks that are asked for are read into the table', async () => {
  const { standings, tasks } = await read([join(fixtures, 'results')], undefined, ['CorebC2CRetrieval']);
  assert.deepEqual(
    standings.columns.map(({ name }) => name),
    ['CorebC2CRetrieval'],
  );
  assert.equal(tasks.size, 3);
});

test('predictions are read as rankings, by subset and split', async () => {
  const file = join(fixtures, 'predictions/CorebT2CRetrieval_predictions.json');
  const { model, ids, listings } = await readMtebPredictions(file);
  assert.equal(model, 'harbour-lab/lantern-embed-small');
  assert.equal(listings.length, 1);
  const { docs, scores } = listings[0]!.queries.get('q_t2c_canonical_retro_any_0001')!;
  assert.deepEqual(
    [...docs].map((doc) => ids[doc]),
    ['code_v202601_00001', 'code_v202601_00003', 'code_v202601_00002'],
  );
  assert.deepEqual([...scores], [0.91, 0.9, 0.4]);
  assert.deepEqual((await readMtebPredictions(join(fixtures, 'predictions'))).listings.length, 1);
});

test('predictions are replayed by the one ranking rule', async () => {
  const path = join(fixtures, 'predictions');
  const dir = fresh();
  const context = { options: { ids: 'published' }, warn() {} };
  const source = await coreb.read!(join(root, 'test/fixtures/coreb/jsonl'), context);
  await writeBenchmark(source, dir, { missingDocuments: 'refuse' });
  const { tasks, corpora } = await openBenchmark(dir);
  const task = tasks.find(({ id }) => id === 't2c_search_ruby')!;
  const corpus = corpora.get(task.corpus)!;
  const retriever = replayRetriever({ id: 'x', path, load: () => readMtebPredictions(path) });
  const searcher = await retriever.index(corpus);
  for await (const { query } of task.queries()) {
    const [row] = await searcher.search([{ query, judged: [] }], 10);
    // Two equal scores: the id that is last in byte order goes first.
    assert.deepEqual(
      [...row!.docs].map((i) => corpus.meta(i).id),
      ['code_v202601_00007', 'code_v202601_00005'],
    );
  }
});

test('predictions that cannot be used are refused by file and place', async () => {
  const meta = { mteb_model_meta: { model_name: 'm', revision: 'r' } };
  const broken: [unknown, RegExp][] = [
    [{ default: {} }, /it has no "mteb_model_meta"/],
    [meta, /it has no predictions/],
    [{ ...meta, default: [] }, /"default" must be an object, but it is \[\]/],
    [
      { ...meta, default: { test: { q1: 0.5 } } },
      /"default" → "test" → "q1" must be an object, but it is 0\.5/,
    ],
    [{ ...meta, default: { test: { q1: { d1: '0.5' } } } }, /"q1" → "d1" must be a number, but it is "0\.5"/],
    [{ ...meta, default: { test: { q1: { d1: null } } } }, /"d1" must be a number, but it is null/],
  ];
  for (const [json, message] of broken)
    await refuses(() => readMtebPredictions(write(fresh(), 'T_predictions.json', json as object)), message);
  const vast = JSON.stringify({ ...meta, default: { test: { q1: { d1: 7 } } } }).replace('7', '1e999');
  await refuses(
    () => readMtebPredictions(write(fresh(), 'T_predictions.json', vast)),
    /"d1" must be a number/,
  );
  const empty = fresh();
  mkdirSync(empty);
  await refuses(() => readMtebPredictions(empty), /no file that ends in _predictions\.json/);
});
