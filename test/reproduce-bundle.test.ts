import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { evaluateCommand } from '../src/cli/commands/evaluate.js';
import { exportCommand } from '../src/cli/commands/export.js';
import { reportCommand } from '../src/cli/commands/report.js';
import { reproduceCommand } from '../src/cli/commands/reproduce.js';
import type { Judgment, Query, Test } from '../src/core/benchmark.js';
import type { BenchmarkSource } from '../src/core/source.js';
import { version } from '../src/core/version.js';
import { execretrieval } from '../src/formats/execretrieval.js';
import { readExecResults } from '../src/formats/execretrieval-results.js';
import type { Results } from '../src/report/results.js';
import { openBenchmark, writeBenchmark } from '../src/store/benchmark-folder.js';
import { sha256 } from '../src/store/digest.js';
import { root } from './files.js';
import { contentOf, fixture, readWith } from './read-source.js';
import { bundleOf, editJson, filesBelow, sharedWorld, type World } from './reproduce-world.js';
import { run } from './run-command.js';
import { refuses, scratchFolder } from './scratch.js';

const scratch = scratchFolder();
let world: World;
let bundle: string;
/** What both lie in. */
let shared: string;

// In a group of its own: a hook of the whole run would hold up, and could fail, the tests of every file.
describe('bundles', () => {
  before(async () => {
    ({ folder: shared, world, bundle } = await sharedWorld());
  });

  const text = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8');
  const json = (folder: string, file: string) => JSON.parse(text(folder, file)) as never;

  test('a bundle holds benchmark, runs, results, inputs, the layout of ExecRetrieval and a manifest of it all', async () => {
    const files = filesBelow(bundle);
    for (const file of ['README.md', 'environment.json', 'manifest.json', 'benchmark/verdicts.jsonl'])
      assert.ok(files.includes(file), file);
    const ofLayout = files.filter((file) => file.startsWith('execretrieval/'));
    assert.deepEqual(ofLayout, [
      ...['corpus', 'execution_cache', 'queries'].map((name) => `execretrieval/${name}.jsonl`),
      ...['A', 'bm25', 'frozen'].map((name) => `execretrieval/results/${name}.json`),
      ...['confidence_intervals', 'pairwise_tests'].map((name) => `execretrieval/tests/${name}.json`),
    ]);
    const count = (place: string) => files.filter((file) => file.startsWith(place)).length;
    // Of each system: run.json, task.json and one part.
    assert.equal(count(`runs/${world.name}/`), 3 * 3);
    assert.equal(count(`results/${world.name}/`), 7);
    const manifest = json(bundle, 'manifest.json') as {
      files: { path: string; bytes: number; sha256: string }[];
    };
    assert.deepEqual(
      manifest.files.map(({ path }) => path),
      files.filter((file) => file !== 'manifest.json'),
    );
    for (const { path, bytes, sha256: digest } of manifest.files) {
      const content = readFileSync(join(bundle, path));
      assert.deepEqual([content.length, sha256(content)], [bytes, digest], path);
    }
    for (const file of ['corpus', 'queries', 'judgments', 'tests', 'verdicts'])
      assert.equal(text(bundle, `benchmark/${file}.jsonl`), text(world.benchmark, `${file}.jsonl`));
  });

  test('what systems read from outside is in it under its digest, and nothing tells where it lay', () => {
    const { systems } = json(bundle, `results/${world.name}/results.json`) as Results;
    const paths = systems.flatMap(({ id, config, inputs }) => {
      const { retrieve } = config as { retrieve: { path?: string } };
      const runConfig = (
        json(bundle, `runs/${world.name}/${id}/run.json`) as { pipeline: { config: unknown } }
      ).pipeline;
      assert.deepEqual(runConfig.config, config);
      if (retrieve.path === undefined) return [];
      assert.deepEqual([sha256(readFileSync(join(bundle, retrieve.path)))], Object.values(inputs));
      return [retrieve.path.replace(/-[0-9a-f]{8}\//, '-ID/')];
    });
    assert.deepEqual(paths.sort(), ['inputs/A-ID/A.json', 'vectors/frozen-ID/frozen.npz']);
    for (const file of filesBelow(bundle))
      for (const place of [shared, tmpdir(), root])
        assert.ok(!readFileSync(join(bundle, file)).includes(place), `${file} names ${place}`);
  });

  test('environment.json freezes machine and packages', () => {
    const environment = json(bundle, 'environment.json') as Record<string, never>;
    assert.equal(environment.assay, version);
    assert.equal(environment.node, process.versions.node);
    const { packages = [] as string[] } = environment;
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { version: string; dev?: boolean; optional?: boolean }>;
    };
    const installed = Object.entries(lock.packages)
      .filter(([path, { dev }]) => path !== '' && !dev)
      .map(([path, { version: of }]) => `${path.replace(/^.*node_modules\//, '')}@${of}`);
    assert.deepEqual(packages, installed.sort());
  });

  test('the same evaluation gives the same bytes, and so does a bundle made of the bundle', async () => {
    for (const [k, source] of [world.evaluation, bundle].entries()) {
      const again = join(scratch, `again-${k}`);
      await bundleOf({ ...world, evaluation: source }, again);
      assert.deepEqual(filesBelow(again), filesBelow(bundle));
      for (const file of filesBelow(again))
        assert.deepEqual(readFileSync(join(again, file)), readFileSync(join(bundle, file)), file);
    }
  });

  function spawned(
    args: string[],
    cwd: string,
    env: Record<string, string>,
  ): Promise<[number | null, string]> {
    return new Promise((resolve) => {
      const child = spawn(process.execPath, [join(root, 'dist/src/cli/main.js'), ...args], { cwd, env });
      let out = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (out += chunk));
      child.on('close', (code) => resolve([code, out]));
    });
  }

  test('moved, read-only, with other times, under another home, locale, time zone and folder: it reproduces', async () => {
    const moved = join(scratch, 'elsewhere', 'renamed bundle ü');
    mkdirSync(join(scratch, 'elsewhere'));
    cpSync(bundle, moved, { recursive: true });
    for (const file of filesBelow(moved)) {
      utimesSync(join(moved, file), 1, 1);
      chmodSync(join(moved, file), 0o444);
    }
    renameSync(shared, `${shared}-away`);
    try {
      const home = join(scratch, 'home');
      const env = {
        HOME: home,
        TZ: 'Pacific/Chatham',
        LANG: 'tr_TR.UTF-8',
        LC_ALL: 'tr_TR.UTF-8',
        PATH: '/nowhere',
      };
      const [code, out] = await spawned(['reproduce', '.'], moved, env);
      assert.equal(code, 0, out);
      assert.match(out, /manifest\.json: 34 of 34 files as it says/);
      assert.match(out, /reproduced: \d+ values in 15 files, all equal\n$/);
    } finally {
      renameSync(`${shared}-away`, shared);
    }
  });

  test('its ExecRetrieval files are read back: the same benchmark, and results with the same metrics', async () => {
    const folder = join(bundle, 'execretrieval');
    const { source, warnings, documents, queries, verdicts } = await contentOf(execretrieval, folder);
    assert.deepEqual(warnings, []);
    const original = await openBenchmark(world.benchmark);
    const corpus = original.corpora.get('code')!;
    assert.equal(documents.code!.length, corpus.size);
    for (const { meta, text: code } of documents.code!) {
      const i = corpus.ordinal(meta.id)!;
      const { digest, ...rest } = corpus.meta(i);
      assert.deepEqual([meta, sha256(code)], [rest, digest]);
    }
    const before = [];
    for await (const item of original.tasks[0]!.queries()) before.push(item);
    assert.deepEqual(queries.execretrieval, before);
    // A verdict keeps the test that decided, so outcomes are what comes through.
    const outcomes = (all: Iterable<{ code: string; suite: string; outcome: { is: string } }>) =>
      [...all].map(({ code, suite, outcome }) => `${code} ${suite} ${outcome.is}`).sort();
    assert.deepEqual(outcomes(verdicts), outcomes(original.verdicts()));

    assert.equal(source.tasks.length, 1);
    for (const model of ['A', 'bm25', 'frozen']) {
      const { model: name, metrics, rows } = await readExecResults(join(folder, `results/${model}.json`));
      assert.equal(name, model);
      assert.equal(rows.length, 12);
      assert.deepEqual(await metricsAfterImport(folder, model), metrics);
      assert.ok(Object.keys(metrics).length >= 7, `${model} has ${Object.keys(metrics)}`);
    }
  });

  test('grades become right or not, and excluded documents are nowhere', async () => {
    const made = await bundled('graded', (source) => ({
      ...source,
      // The canonical gets 3 and its first distractor 2, which is right as well; the second is excluded.
      tasks: edited(
        source.tasks,
        (query) => ({ ...query, exclude: [`c_${String(3 * Number(query.id.slice(2))).padStart(4, '0')}`] }),
        (judgments) => judgments.map(({ doc, grade }, k) => ({ doc, grade: [3, 2][k] ?? grade })),
      ),
    }));
    const folder = join(made, 'execretrieval');
    const [first] = text(folder, 'queries.jsonl').split('\n');
    const query = JSON.parse(first!) as Record<string, string[]>;
    assert.deepEqual(query.correct_corpus_ids, ['c_0001', 'c_0002']);
    assert.deepEqual(query.paired_distractor_corpus_ids, []);
    const { metrics, rows } = await readExecResults(join(folder, 'results/bm25.json'));
    assert.ok(!rows[0]!.hits.some(({ doc }) => doc === 'c_0003'));
    assert.deepEqual(await metricsAfterImport(folder, 'bm25'), metrics);
    // Both right ones of every query among the first: were grades gains, the order of the two would matter.
    const of = (k: number) => rows.map(({ hits }) => hits.slice(0, k).map(({ doc }) => doc));
    const gains = of(3).map((docs, q) =>
      docs.reduce((sum, doc, rank) => {
        const place = Number(doc.slice(2)) - 3 * q;
        return sum + (place === 1 || place === 2 ? 1 / Math.log2(rank + 2) : 0);
      }, 0),
    );
    const ideal = 1 + 1 / Math.log2(3);
    const mean = gains.reduce((sum, gain) => sum + gain / ideal, 0) / 12;
    assert.ok(Math.abs(metrics['ndcg@3']! - mean) < 1e-12, `${metrics['ndcg@3']}, expected ${mean}`);
  });

  test('a published result file comes out as it went in, up to the place of its failing tests', async () => {
    const [before, after] = [
      join(world.evaluation, '../A.json'),
      join(bundle, 'execretrieval/results/A.json'),
    ];
    const [published, own] = [await readExecResults(before), await readExecResults(after)];
    assert.deepEqual(own.rows, published.rows);
    const rounded = Object.entries(own.metrics).map(([name, value]) => [name, Math.round(value * 1e4) / 1e4]);
    assert.deepEqual(Object.fromEntries(rounded), published.metrics);
    type Published = { per_query: { top_results: { test_results: string[]; bug_type: string | null }[] }[] };
    const tops = (path: string) =>
      (JSON.parse(readFileSync(path, 'utf8')) as Published).per_query.flatMap(
        ({ top_results }) => top_results,
      );
    for (const [k, { test_results: results, bug_type: bug }] of tops(after).entries()) {
      const { test_results: was, bug_type: wasBug } = tops(before)[k]!;
      assert.equal(bug, wasBug);
      const decided = was.findIndex((result) => result !== 'pass');
      if (decided < 0) assert.deepEqual(results, was);
      else assert.deepEqual(results, [...was.slice(0, decided), 'FAIL']);
    }
  });

  /** Published queries with everything else changed by the caller, evaluated and bundled. */
  async function bundled(
    name: string,
    change: (source: BenchmarkSource) => BenchmarkSource,
  ): Promise<string> {
    const { source } = await readWith(execretrieval, fixture('execretrieval-three'));
    const [benchmark, out, made] = ['benchmark', 'out', 'bundle'].map((what) =>
      join(scratch, `${name}-${what}`),
    );
    await writeBenchmark(change({ ...source, name }), benchmark!);
    const quick = ['--resamples', '20', '--no-baselines', '--measures', 'nDCG@10', '--out', out!];
    await run(evaluateCommand, '--benchmark', benchmark!, '--pipeline', 'bm25', ...quick);
    await run(exportCommand, '--bundle', out!, '--benchmark', benchmark!, '--out', made!);
    assert.equal((await run(reproduceCommand, made!)).code, 0);
    return made!;
  }

  /** The tasks with each query as `edit` makes it, and its judgments as `judge` does. */
  const edited = (
    tasks: BenchmarkSource['tasks'],
    edit: (query: Query) => Query,
    judge: (judgments: Judgment[]) => Judgment[] = (judgments) => judgments,
  ) =>
    tasks.map((task) => ({
      ...task,
      async *queries() {
        for await (const { query, judgments } of task.queries())
          yield { query: edit(query), judgments: judge(judgments) };
      },
    }));

  /** Imports the layout of a bundle and evaluates a result file of it: the mean of each of its metrics. */
  async function metricsAfterImport(
    folder: string,
    model: string,
  ): Promise<Record<string, number | undefined>> {
    const imported = join(scratch, `imported-${imports++}`);
    await writeBenchmark((await readWith(execretrieval, folder)).source, imported);
    const file = join(folder, `results/${model}.json`);
    const options = ['--profile', 'execretrieval', '--no-baselines', '--resamples', '20', '--depth', '20'];
    const { stdout } = await run(
      evaluateCommand,
      '--benchmark',
      imported,
      '--pipeline',
      file,
      ...options,
      '--json',
    );
    const [{ systems }] = JSON.parse(stdout) as [Results];
    const own: Record<string, string> = {
      exec: 'exec',
      precision: 'execP',
      ndcg: 'nDCG',
      exec_ndcg_gap: 'exec-gap',
    };
    const metrics = Object.keys((await readExecResults(file)).metrics);
    return Object.fromEntries(
      metrics.map((metric) => {
        const [family = '', k = ''] = metric.split('@');
        return [metric, systems[0]!.measures[`${own[family]}@${k}`]?.mean];
      }),
    );
  }
  let imports = 0;

  test('several tasks have a folder each; tests of another kind are worded, and their verdicts come through', async () => {
    const made = await bundled('two tasks', (source) => {
      const cased = (suite: string) => sha256(`cases of ${suite}`);
      const cases = edited(source.tasks, (query) => ({ ...query, suite: cased(query.suite!) }));
      const tests: Test[] = [
        { kind: 'case', args: ['a"b', [1]], want: { value: null, tolerance: 0.5, unordered: true } },
        { kind: 'case', args: [], want: { error: 'RangeError' } },
        { kind: 'stdio', stdin: '1\n', stdout: '2\n' },
      ];
      return {
        ...source,
        licence: 'CC-BY-4.0',
        tasks: [...source.tasks, { ...cases[0]!, id: 'cases: all' }],
        async *suites() {
          for await (const { id, tests: sources } of source.suites()) {
            yield { id, tests: sources };
            yield { id: cased(id), entry: `f${id.slice(0, 4)}`, tests };
          }
        },
        async *verdicts() {
          for await (const verdict of source.verdicts()) {
            yield verdict;
            yield { ...verdict, suite: cased(verdict.suite) };
          }
        },
      };
    });
    assert.deepEqual(readdirSync(join(made, 'execretrieval')).sort(), ['cases__all', 'execretrieval']);
    const folder = join(made, 'execretrieval/cases__all');
    const { warnings, queries, verdicts } = await contentOf(execretrieval, folder);
    assert.deepEqual(warnings, []);
    assert.equal(queries.execretrieval!.length, 12);
    const [first] = text(folder, 'queries.jsonl').split('\n');
    assert.match(
      (JSON.parse(first!) as { test_suite: string[] }).test_suite.join('\n'),
      new RegExp(
        [
          String.raw`^assert f\w{4}\("a\\"b", \[1\]\) == null \(within 0\.5, in any order\)`,
          String.raw`assert f\w{4}\(\) raises "RangeError"`,
          String.raw`assert run\("1\\n"\) == "2\\n"$`,
        ].join('\n'),
      ),
    );
    const outcomes = (all: { outcome: { is: string } }[]) => all.map(({ outcome }) => outcome.is).sort();
    const whole = await openBenchmark(join(made, 'benchmark'));
    assert.equal(verdicts.length * 2, [...whole.verdicts()].length);
    const own = await contentOf(execretrieval, join(made, 'execretrieval/execretrieval'));
    assert.deepEqual(outcomes(verdicts), outcomes(own.verdicts));
    assert.match(text(made, 'README.md'), /The benchmark is under CC-BY-4\.0/);
  });

  test('a benchmark without tests: metrics of execution are left out, and the README says so', async () => {
    const made = await bundled('plain', (source) => ({
      ...source,
      suites: () => [],
      verdicts: () => [],
      tasks: edited(source.tasks, ({ suite: _suite, ...query }) => query),
    }));
    const { metrics, rows } = await readExecResults(join(made, 'execretrieval/results/bm25.json'));
    assert.deepEqual(Object.keys(metrics), ['ndcg@1', 'ndcg@3', 'ndcg@5', 'ndcg@10']);
    assert.equal(rows[0]!.hits[0]!.passes, undefined);
    assert.ok(!filesBelow(made).some((file) => file.endsWith('execution_cache.jsonl')));
    const readme = text(made, 'README.md');
    assert.match(readme, /12 of 12 queries without tests; there are no verdicts/);
    assert.match(readme, /states no licence/);
  });

  test('a report is made of a bundle, with the texts of the benchmark in it', async () => {
    const page = join(scratch, 'page.html');
    const { stdout } = await run(reportCommand, bundle, '--out', page, '--queries', '1', '--json');
    const { queries } = JSON.parse(stdout) as { queries: object };
    assert.deepEqual(queries, { shown: 1, total: 12 });
    assert.ok(readFileSync(page, 'utf8').startsWith('<!doctype html>'));
    // Another benchmark in its place is not taken for it.
    const copy = join(scratch, 'other-benchmark');
    cpSync(bundle, copy, { recursive: true });
    editJson(join(copy, 'benchmark/benchmark.json'), (head: { version: string }) => (head.version += '+'));
    await refuses(
      () => run(reportCommand, copy, '--out', page),
      /cannot find the benchmark of .*: the results were made on execretrieval with digest [0-9a-f]{64}, but .* has/,
    );
  });

  test('an input that has changed is not included, and that is told; the results still reproduce', async () => {
    const evaluation = join(scratch, 'moved-inputs');
    cpSync(world.evaluation, evaluation, { recursive: true });
    const published = join(world.evaluation, '../A.json');
    const original = readFileSync(published);
    appendFileSync(published, ' ');
    const made = join(scratch, 'without-input');
    try {
      const { warnings } = await bundleOf({ ...world, evaluation }, made);
      assert.match(warnings.join('\n'), /what A-[0-9a-f]{8} read is not included: A\.json has changed since/);
    } finally {
      writeFileSync(published, original);
    }
    assert.match(
      text(made, 'README.md'),
      /## Not included\n\n- What A read \(A\.json\): A\.json has changed/,
    );
    const { systems } = json(made, `results/${world.name}/results.json`) as Results;
    const { config } = systems.find(({ name }) => name === 'A')!;
    assert.equal((config as { retrieve: { path: string } }).retrieve.path, 'A.json');
    assert.equal((await run(reproduceCommand, made)).code, 0);
  });

  test('results that their runs do not give are not bundled, and nothing is left behind', async () => {
    const evaluation = join(scratch, 'tampered');
    cpSync(world.evaluation, evaluation, { recursive: true });
    editJson(join(evaluation, 'results', world.name, 'results.json'), (content: Results) => {
      content.systems[0]!.measures['nDCG@10']!.mean = 1;
    });
    const out = join(scratch, 'never');
    await refuses(
      () => bundleOf({ ...world, evaluation }, out),
      /its results are not those that its runs give \| See the differences: assay reproduce/,
    );
    assert.ok(!readdirSync(scratch).some((name) => name.startsWith('never')));
  });

  test('which results are meant must be plain, and --bundle goes with nothing else', async () => {
    const evaluation = join(scratch, 'two');
    cpSync(world.evaluation, evaluation, { recursive: true });
    cpSync(join(evaluation, 'results', world.name), join(evaluation, 'results', 'other-00000000'), {
      recursive: true,
    });
    await refuses(
      () => bundleOf({ ...world, evaluation }, join(scratch, 'x')),
      /it holds results on 2 benchmarks \| Name one/,
    );
    rmSync(evaluation, { recursive: true });
    await refuses(
      () => run(exportCommand, 'trec', '--bundle', bundle, '--out', 'x'),
      /cannot use "trec" with --bundle/,
    );
    await refuses(() => bundleOf(world, bundle), /the folder is not empty/);
    const nowhere = ['--bundle', join(scratch, 'nowhere'), '--out', 'x'];
    await refuses(() => run(exportCommand, ...nowhere), /^cannot read .*nowhere: there is no such folder/);
    await refuses(
      () => run(exportCommand, '--bundle', world.evaluation, '--out', 'x'),
      /^cannot find the benchmark of /,
    );
    await refuses(() => run(exportCommand, '--out', 'x'), /the format is missing/);
    await refuses(() => run(exportCommand, 'beir', '--out', 'x'), /the benchmark is missing/);
    await refuses(
      () => run(exportCommand, 'beir', 'starter', '--benchmark', 'y', '--out', 'x'),
      /it goes with --bundle/,
    );
  });
});
