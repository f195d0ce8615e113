import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { leaderboardCommand } from '../src/cli/commands/leaderboard.js';
import type { Io } from '../src/cli/io.js';
import { version } from '../src/core/version.js';
import type { Evaluation } from '../src/evaluate/evaluate.js';
import { coreb } from '../src/formats/coreb.js';
import { corebReranker } from '../src/formats/coreb-reranker.js';
import type { Format } from '../src/formats/format.js';
import { resolvePipeline, stageContext } from '../src/pipeline/resolve.js';
import { JsonPlace } from '../src/published/json-place.js';
import { parseJsonText } from '../src/published/json-text.js';
import { mtebResults } from '../src/published/mteb-export.js';
import { readMtebResult, scoresOf } from '../src/published/mteb-result.js';
import { groupMean, ownResultsOf, targetsOf } from '../src/published/own-results.js';
import { type System, sameSystem } from '../src/published/systems.js';
import { appraise, boardOf } from '../src/report/appraisal.js';
import { resultsOf } from '../src/report/results.js';
import { openBenchmark, writeBenchmark } from '../src/store/benchmark-folder.js';
import { root } from './files.js';
import { refuses, scratchFolder } from './scratch.js';

const scratch = scratchFolder();
const published = join(root, 'test/fixtures/mteb/results');
let folders = 0;

const fresh = (): string => join(scratch, `f${folders++}`);

/** Runs the command as the command line does, less the parsing. */
async function leaderboard(paths: string[], options: object = {}) {
  const ended = { stdout: '', notes: [] as string[], warnings: [] as string[] };
  const io: Io = {
    width: 100,
    async result(text) {
      ended.stdout += text;
    },
    note: (text) => ended.notes.push(text),
    warn: (text) => ended.warnings.push(text),
    progress() {},
    settle() {},
  };
  assert.equal(await leaderboardCommand.run(paths, { ...options }, io), 0);
  return ended;
}

interface Shown {
  assay: string;
  tasks: { name: string; type: string | null }[];
  systems: {
    system: string;
    origin: string;
    versions: string[];
    baseline?: true;
    profiles?: string[];
    scores: Record<string, number | null>;
    mean: number | null;
    borda: { points: number; rank: number | null };
  }[];
  counterparts: { here: string; elsewhere: string; origin: string; task: string; difference: number }[];
  notes: string[];
}

async function shown(paths: string[], options: object = {}): Promise<Shown> {
  const json = JSON.parse((await leaderboard(paths, { ...options, json: true })).stdout) as Shown;
  assert.equal(json.assay, version);
  return json;
}

/** Imports a fixture, evaluates BM25 and a random order on it, and keeps the result as assay evaluate --out does. */
async function evaluated(
  out: string,
  format: Format,
  path: string,
  profile: string,
  measures: string[],
): Promise<Evaluation> {
  const context = { options: {}, warn() {} };
  const dir = fresh();
  const source = await format.read!(join(root, 'test/fixtures', path), context);
  await writeBenchmark(source, dir, { missingDocuments: 'refuse' });
  const benchmark = await openBenchmark(dir);
  const stages = stageContext(() => {});
  const pipelines = [await resolvePipeline('bm25', stages), await resolvePipeline('random', stages)];
  const settings = {
    ...{ measures, profile, depth: 1000, analyses: [] },
    resampling: { resample: 'query' as const, resamples: 20, seed: 1 },
  };
  const quiet = { progress() {} };
  const { evaluation } = await appraise(benchmark, pipelines, settings, quiet);
  const results = resultsOf(await boardOf(evaluation, settings, quiet), [], undefined);
  const folder = join(out, 'results', `${benchmark.name}-${benchmark.digest.slice(0, 8)}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'results.json'), JSON.stringify(results));
  return evaluation;
}

const MEASURES = ['nDCG@10', 'AP@10', 'R@10', 'P@10', 'RR@10', 'AP'];

/** Mean of a measure over all queries of the tasks that begin so, straight from the per-query values. */
function meanOver(evaluation: Evaluation, system: string, measure: string, prefix: string): number {
  const { table, systems } = evaluation;
  const { columns } = systems.find(({ pipeline }) => pipeline === system)!;
  const column = columns.find((one) => one.measure.name === measure)!;
  let num = 0;
  let den = 0;
  for (let q = 0; q < table.ids.length; q++) {
    if (!table.taskIds[table.task[q]!]!.startsWith(prefix)) continue;
    num += column.num[q]!;
    den += column.den[q]!;
  }
  return num / den;
}

const world = (async () => {
  const out = fresh();
  const retrieval = await evaluated(out, coreb, 'coreb/jsonl', 'mteb', MEASURES);
  const reranking = await evaluated(out, corebReranker, 'coreb/reranker', 'mteb', MEASURES);
  return { out, retrieval, reranking };
})();

const near = (a: number | null | undefined, b: number) =>
  assert.ok(Math.abs(a! - b) < 1e-12, `${a} is not ${b}`);

test('subtasks of CoREB are grouped as in MTEB, weighted by their queries', async () => {
  const { out, retrieval, reranking } = await world;
  const { systems, tasks } = await shown([out]);
  assert.deepEqual(
    tasks.map(({ name }) => name),
    ['CorebC2TReranking', 'CorebT2CReranking', 'CorebC2CRetrieval', 'CorebC2TRetrieval', 'CorebT2CRetrieval'],
  );
  for (const { system, scores } of systems) {
    for (const [task, prefix] of [
      ['CorebT2CRetrieval', 't2c'],
      ['CorebC2CRetrieval', 'c2c'],
      ['CorebC2TRetrieval', 'c2t'],
    ] as const)
      near(scores[task], meanOver(retrieval, system, 'nDCG@10', prefix));
    near(scores.CorebT2CReranking, meanOver(reranking, system, 'AP@10', 't2c'));
    near(scores.CorebC2TReranking, meanOver(reranking, system, 'AP@10', 'c2t'));
  }
  // The subtasks have 1, 1 and 2 queries and unlike means, so that an unweighted mean would be another number.
  const bm25 = retrieval.systems.find(({ pipeline }) => pipeline === 'bm25')!;
  assert.ok(bm25.columns[0]!.num.some((value) => value !== bm25.columns[0]!.num[0]));
});

test('published results and ours stand in one table, and every row says where it comes from', async () => {
  const { out } = await world;
  const { systems, notes, counterparts } = await shown([out, published]);
  assert.deepEqual(
    systems.map(({ system, origin, versions }) => [system, origin, ...versions]),
    [
      ['bm25', 'here', '0.1.0'],
      ['random', 'here', '0.1.0'],
      ['harbour-lab/lantern-embed-large', 'mteb', '2.12.30'],
      ['tidewater/bm25', 'mteb', '2.9.1'],
      ['harbour-lab/lantern-embed-small', 'mteb', '2.12.30'],
    ],
  );
  const text = notes.join('\n');
  const digest =
    /coreb release_v2603, digest [0-9a-f]{8} \(bm25, random\); data revision 72c02222 \(harbour-lab/;
  assert.match(text, digest);
  assert.match(
    text,
    /CorebC2CRetrieval: Assay does not rank the code that a query was made from, in MTEB it stays/,
  );
  assert.doesNotMatch(text, /CorebC2TRetrieval: (not known|for Assay)/, 'nobody published it here');
  assert.deepEqual(
    counterparts.map(({ here, elsewhere, task }) => [here, elsewhere, task]),
    ['CorebT2CReranking', 'CorebC2CRetrieval', 'CorebT2CRetrieval'].map((task) => [
      'bm25',
      'tidewater/bm25',
      task,
    ]),
  );
  const [here, there] = ['bm25', 'tidewater/bm25'].map(
    (name) => systems.find(({ system }) => system === name)!,
  );
  for (const { task, difference } of counterparts)
    near(difference, here!.scores[task]! - there!.scores[task]!);
});

test('the terminal and Markdown show the marks', async () => {
  const { out } = await world;
  const { stdout: plain } = await leaderboard([out, published]);
  assert.match(plain, /bm25 † +computed here, Assay 0\.1\.0, 5 of 5 tasks/);
  assert.match(plain, /tidewater\/bm25 † +published, mteb 2\.9\.1, 3 of 5 tasks/);
  assert.match(plain, /harbour-lab\/lantern-embed-large +published, mteb 2\.12\.30, 3 of 5 tasks/);
  assert.match(plain, /The same system, computed here and elsewhere/);
  const { stdout: markdown } = await leaderboard([out, published], { markdown: true });
  assert.match(markdown, /\| bm25 † \| computed here, Assay 0\.1\.0, 5 of 5 tasks \|/);
  assert.match(markdown, /\| bm25 \/ tidewater\/bm25 \| CorebT2CRetrieval \|.*\| not known \|/);
});

test('what is written as MTEB files reads back to the same scores, and is known as ours', async () => {
  const { out } = await world;
  const dir = fresh();
  const { notes } = await leaderboard([out, published], { writeMteb: dir });
  assert.match(notes.join(), /12 files written/);
  const { systems, counterparts, notes: said } = await shown([out, dir, published]);
  const back = counterparts.filter(({ origin }) => origin === 'assay');
  assert.equal(back.length, 10);
  for (const { difference } of back) assert.equal(difference, 0);
  const { stdout } = await leaderboard([dir]);
  assert.match(stdout, /assay\/bm25 +computed with Assay 0\.1\.0, 5 of 5 tasks/);
  assert.deepEqual(
    systems.filter(({ origin }) => origin === 'assay').map(({ system }) => system),
    ['assay/bm25', 'assay/random'],
  );
  // Written and computed are the same data, published is not.
  assert.match(said.join('\n'), /CorebT2CReranking: not known .*\(bm25, assay\/bm25|\(assay\/bm25, bm25/);
  assert.match((await leaderboard([out, dir])).stdout, /bm25 \/ assay\/bm25 +CorebC2CRetrieval .* yes/);
  assert.doesNotMatch((await leaderboard([out, dir])).stdout, /not known to be on the same data/);
});

test('a written file has the fields of MTEB in its order, and ours in a block of its own', async () => {
  const { out, retrieval } = await world;
  const dir = fresh();
  await leaderboard([out], { writeMteb: dir });
  const [model, ...others] = readdirSync(join(dir, 'assay__bm25'));
  assert.deepEqual(others, []);
  assert.deepEqual(readdirSync(join(dir, 'assay__bm25', model!)).sort(), [
    ...['CorebC2CRetrieval.json', 'CorebC2TReranking.json', 'CorebC2TRetrieval.json'],
    ...['CorebT2CReranking.json', 'CorebT2CRetrieval.json', 'model_meta.json'],
  ]);
  const file = join(dir, 'assay__bm25', model!, 'CorebT2CRetrieval.json');
  const json = JSON.parse(readFileSync(file, 'utf8'));
  assert.deepEqual(Object.keys(json), [
    ...['dataset_revision', 'task_name', 'mteb_version', 'scores', 'evaluation_time'],
    ...['kg_co2_emissions', 'date', 'assay'],
  ]);
  const [entry] = json.scores.test;
  assert.deepEqual(Object.keys(entry), [
    ...['ndcg_at_10', 'map_at_10', 'recall_at_10', 'precision_at_10', 'mrr_at_10'],
    ...['main_score', 'hf_subset', 'languages'],
  ]);
  assert.equal(entry.main_score, entry.ndcg_at_10);
  near(entry.map_at_10, meanOver(retrieval, 'bm25', 'AP@10', 't2c'));
  assert.equal(json.mteb_version, null);
  assert.equal(json.dataset_revision, `assay:${retrieval.benchmark.digest}`);
  const { assay } = json;
  assert.deepEqual(
    [assay.version, assay.profile, assay.seed, assay.digest, assay.pipeline],
    [...['0.1.0', 'mteb', 1, retrieval.benchmark.digest, model]],
  );
  assert.equal(assay.tasks.t2c_search_any, 1);
  assert.equal(assay.queries.ndcg_at_10, 6);
  const result = await readMtebResult(file);
  assert.deepEqual([...scoresOf(result, 'map_at_10').values()], [entry.map_at_10]);
  const meta = JSON.parse(readFileSync(join(dirname(file), 'model_meta.json'), 'utf8'));
  assert.deepEqual([meta.name, meta.revision, meta.framework], ['assay/bm25', model, []]);
});

test('another profile is marked in the table and refused as MTEB files', async () => {
  const out = fresh();
  await evaluated(out, coreb, 'coreb/jsonl', 'coreb-a3', ['nDCG@10']);
  const { systems, notes } = await shown([out, published]);
  assert.deepEqual(systems.find(({ system }) => system === 'bm25')!.profiles, ['coreb-a3']);
  assert.match(notes.join('\n'), /Profile coreb-a3 averages over other queries.*--profile mteb/);
  assert.match(
    (await leaderboard([out])).stdout,
    /computed here, Assay 0\.1\.0, profile coreb-a3, 3 of 3 tasks/,
  );
  const dir = fresh();
  await refuses(
    () => leaderboard([out], { writeMteb: dir }),
    /it was evaluated under profile coreb-a3.*--profile mteb/,
  );
  assert.throws(() => readdirSync(dir), /ENOENT/, 'nothing is left behind');
});

test('a main score that was not computed leaves the cell empty, and is refused as MTEB files', async () => {
  const out = fresh();
  await evaluated(out, corebReranker, 'coreb/reranker', 'mteb', ['nDCG@10']);
  const { systems, notes } = await shown([out, published]);
  const bm25 = systems.find(({ system }) => system === 'bm25')!;
  assert.deepEqual([bm25.scores.CorebT2CReranking, bm25.borda.rank], [null, null]);
  assert.match(
    notes.join('\n'),
    /CorebT2CReranking: map_at_10 was not computed \(--measures\): bm25, random\./,
  );
  await refuses(
    () => leaderboard([out], { writeMteb: fresh() }),
    /scored by map_at_10.*AP@10 among the --measures/,
  );
  assert.notEqual((await shown([out], { metric: 'nDCG@10' })).systems[0]!.scores.CorebT2CReranking, null);
});

test('the folder for MTEB files must be new, and there must be something of ours', async () => {
  const { out } = await world;
  await refuses(() => leaderboard([out], { writeMteb: scratch }), /the folder is not empty/);
  await refuses(
    () => leaderboard([published], { writeMteb: fresh() }),
    /none of the results was computed here/,
  );
});

test('options that find nothing are refused with what there is', async () => {
  const { out } = await world;
  await refuses(() => leaderboard([out], { task: ['Coreb'] }), /there is no result on it.*CorebC2CRetrieval/);
  await refuses(() => leaderboard([out], { metric: 'ndgc@10' }), /no result has it.*Did you mean ndcg_at_10/);
  assert.deepEqual(
    (await shown([out], { task: ['*t2c-reranking', 'corebc2c*'] })).tasks.map(({ name }) => name),
    ['CorebT2CReranking', 'CorebC2CRetrieval'],
  );
  assert.deepEqual((await shown([out], { metric: 'main_score' })).systems, (await shown([out])).systems);
});

test('one evaluation given twice is refused, naming both', async () => {
  const { out } = await world;
  await refuses(
    () => leaderboard([out, out]),
    /"bm25" has two on CorebC2CRetrieval|"bm25" has two on CorebT2CRetrieval/,
  );
});

/** A result of ours with the given tasks, and one system with the same means on all of them. */
function own(...args: Parameters<typeof ownJson>) {
  const node = parseJsonText(JSON.stringify(ownJson(...args)), 'results.json');
  return ownResultsOf(new JsonPlace(node, 'results.json'));
}

/** The same as a file has it. */
function ownJson(benchmark: string, ids: string[], more: object = {}, means: Record<string, object>[] = []) {
  const json = {
    ...{ format: 'assay-results', formatVersion: 1, benchmark, version: '1', digest: 'ab'.repeat(32) },
    ...{ versions: { assay: '0.1.0' }, profile: 'mteb', depth: 100, resampling: { seed: 3 } },
    measures: [{ name: 'nDCG@10' }, { name: 'AP@10' }],
    tasks: ids.map((id) => ({ id, direction: id.slice(0, 3), queries: 10 })),
    systems: [
      {
        ...{ name: 'bm25', id: 'bm25-1' },
        tasks: Object.fromEntries(ids.map((id, k) => [id, means[k] ?? { 'nDCG@10': { mean: 0.5, n: 10 } }])),
      },
    ],
    ...more,
  };
  return json as typeof json & { systems: object[] };
}

test('a group mean is weighted by queries: 0.2 over 30 and 0.8 over 10 are 0.35', () => {
  const results = own('coreb', ['t2c_a', 't2c_b', 't2c_c'], {}, [
    { 'nDCG@10': { mean: 0.2, n: 30 } },
    { 'nDCG@10': { mean: 0.8, n: 10 } },
    {},
  ]);
  const [target] = targetsOf(results);
  const mean = groupMean(results.systems[0]!, target!, 'nDCG@10')!;
  near(mean.mean, 0.35);
  assert.deepEqual([mean.weight, mean.without], [40, ['t2c_c']]);
  assert.equal(groupMean(results.systems[0]!, target!, 'AP@10'), undefined);
});

test('where the profile puts another mean in front, the one over queries counts; a share counts by pairs', () => {
  const results = own('coreb', ['t2c_a', 't2c_b'], {}, [
    { x: { mean: 0.9, n: 4, perQuery: { mean: 0.25, n: 4 } } },
    { x: { mean: 0.75, n: 1, pairs: 12 } },
  ]);
  near(groupMean(results.systems[0]!, targetsOf(results)[0]!, 'x')!.mean, (0.25 * 4 + 0.75 * 12) / 16);
});

test('a benchmark is a task of MTEB by its name, by its subtasks, or of its own', () => {
  const names = (...args: Parameters<typeof own>) =>
    targetsOf(own(...args)).map(({ name, main }) => [name, main]);
  assert.deepEqual(names('coreb', ['c2t_x', 't2c_x', 'c2c_x', 't2c_y']), [
    ['CorebT2CRetrieval', 'ndcg_at_10'],
    ['CorebC2CRetrieval', 'ndcg_at_10'],
    ['CorebC2TRetrieval', 'ndcg_at_10'],
  ]);
  assert.deepEqual(names('coreb-reranker', ['c2t_x']), [['CorebC2TReranking', 'map_at_10']]);
  assert.deepEqual(names('coreb-t2c-retrieval', ['t2c_test']), [['CorebT2CRetrieval', 'ndcg_at_10']]);
  assert.deepEqual(names('scifact', ['t2c_test']), [['scifact', 'ndcg_at_10']]);
  assert.deepEqual(names('two', ['t2c_a', 't2c_b']), [
    ['two.t2c_a', 'ndcg_at_10'],
    ['two.t2c_b', 'ndcg_at_10'],
  ]);
  // Of a part of a benchmark it is not known whether it is the whole.
  assert.deepEqual(names('two', ['t2c_a'], { task: 't2c_a' }), [['two.t2c_a', 'ndcg_at_10']]);
  assert.deepEqual(names('execretrieval', ['t2c_a']), [['ExecRetrieval', 'exec_at_1']]);
});

test('queries with nothing right are told of where the profile counts them as 0', () => {
  const differs = (profile: string) => targetsOf(own('coreb', ['c2t_x'], { profile }))[0]!.differs;
  assert.match(differs('mteb').join(), /count as 0/);
  assert.match(differs('mteb, pairs cut').join(), /count as 0/);
  assert.deepEqual(differs('coreb-a3'), []);
});

test('names of outside data stay inside the folder that is written', () => {
  const hostile = own('../../up', ['t2c_a'], {
    systems: [{ name: '../x', id: '..', tasks: { t2c_a: { 'nDCG@10': { mean: 0.5, n: 1 } } } }],
  });
  for (const { file } of mtebResults(hostile)) {
    assert.equal(file.split('/').length, 3, file);
    assert.ok(!file.split('/').some((part) => part === '..' || part === '.'), file);
  }
});

test('the artefact baselines are starred in the table, and not written as MTEB files', async () => {
  const system = (name: string, more: object = {}) => ({
    ...{ name, id: `${name}-1`, tasks: { t2c_a: { 'nDCG@10': { mean: 0.5, n: 1 } } }, ...more },
  });
  const systems = [system('longest', { baseline: true }), system('bm25')];
  const results = own('scifact', ['t2c_a'], { systems });
  assert.deepEqual(
    mtebResults(results).map(({ file }) => file),
    ['assay__bm25/bm25-1/model_meta.json', 'assay__bm25/bm25-1/scifact.json'],
  );
});

test('a star marks the artefact baselines, and a column is called as MTEB calls it', async () => {
  const folder = fresh();
  const write = (name: string, json: object) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), JSON.stringify(json));
  };
  const json = ownJson('cosqa', ['t2c_a']);
  json.systems.push({ ...json.systems[0]!, name: 'longest', id: 'longest-1', baseline: true });
  write('out/results/cosqa-abababab/results.json', json);
  // What else lies in an evaluation folder is nothing to be warned of.
  write('out/results/cosqa-abababab/comparison.json', {});
  write('out/runs/cosqa-abababab/bm25-1/run.json', {});
  const entry = { ndcg_at_10: 0.9, main_score: 0.9, hf_subset: 'default', languages: [] };
  const result = { dataset_revision: 'r', task_name: 'CosQA', mteb_version: '2.0.0' };
  write('published/m__a/r/CosQA.json', { ...result, scores: { test: [entry] }, evaluation_time: 1 });
  const { stdout, warnings } = await leaderboard([join(folder, 'out'), join(folder, 'published')]);
  assert.match(stdout, /longest \* +computed here/);
  assert.match(stdout, /^\* Artefact baseline/m);
  assert.deepEqual(warnings, []);
  const names = (await shown([join(folder, 'out'), join(folder, 'published')])).tasks;
  assert.deepEqual(names, [{ name: 'CosQA', type: 'Retrieval' }]);
});

test('systems are one by their names, with or without the organisation, and never across two', () => {
  const named = (name: string) => ({ name }) as System;
  const same = (a: string, b: string) => sameSystem(named(a), named(b));
  assert.ok(same('Qwen3-Embedding-8B', 'Qwen/Qwen3-Embedding-8B'));
  assert.ok(same('qwen/qwen3', 'Qwen/Qwen3'));
  assert.ok(!same('one/model', 'two/model'));
  assert.ok(!same('model', 'model-2'));
});

test('a damaged results.json is told by file and place', async () => {
  const { out } = await world;
  const [name] = readdirSync(join(out, 'results'));
  const text = readFileSync(join(out, 'results', name!, 'results.json'), 'utf8');
  const json = JSON.parse(text);
  const copied = JSON.parse(text);
  for (const measures of Object.values<Record<string, { mean: unknown }>>(copied.systems[0].tasks))
    measures['nDCG@10']!.mean = 'SPOILED';
  const spoiled = JSON.stringify(copied);
  const broken: [string, RegExp][] = [
    [text.slice(0, text.length / 2), /results\.json, line 1: it is not JSON/],
    [JSON.stringify({ ...json, formatVersion: 9 }), /formatVersion is 9, this Assay reads 1/],
    [JSON.stringify({ ...json, systems: {} }), /systems must be an array, but it is \{\}/],
    [JSON.stringify({ ...json, digest: 5 }), /digest must be a name, but it is 5/],
    [
      JSON.stringify({ ...json, tasks: [{ ...json.tasks[0], direction: 'up' }] }),
      /tasks\[0\]\.direction must be one of t2c, c2c, c2t/,
    ],
    [
      spoiled.replace('"SPOILED"', '"high"'),
      /systems\[0\]\.tasks\.\w+\["nDCG@10"\]\.mean must be a number, but it is "high"/,
    ],
    [spoiled.replace('"SPOILED"', 'NaN'), /mean must be a number, but it is NaN/],
  ];
  for (const [content, message] of broken) {
    const copy = join(fresh(), 'results.json');
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, content);
    await refuses(() => leaderboard([copy]), message);
  }
  // What `assay evaluate --json` prints is read too.
  const printed = join(fresh(), 'printed.json');
  mkdirSync(dirname(printed), { recursive: true });
  writeFileSync(printed, `[${text}]`);
  assert.equal((await shown([printed])).systems.length, 2);
});
