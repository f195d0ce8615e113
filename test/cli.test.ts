import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parser } from '../src/cli/parser.js';
import { COMMANDS } from '../src/cli/registry.js';
import { version } from '../src/core/version.js';
import { assay } from './binary.js';
import { root } from './files.js';
import { refuses, scratchFolder } from './scratch.js';

const scratch = scratchFolder();
const quick = ['--resamples', '200'];

test('every command has help and takes --json and --quiet', async () => {
  for (const { name, summary } of COMMANDS) {
    const { code, stdout } = await assay([name, '--help']);
    assert.equal(code, 0);
    const text = stdout.replace(/\s+/g, ' ');
    for (const part of [summary, '--json', '--quiet']) assert.ok(text.includes(part), `${name}: ${part}`);
  }
  const { stdout } = await assay(['--version']);
  assert.equal(stdout, `${version}\n`);
});

test('JSON and Markdown at once are refused by every command that has both', async () => {
  const subs = (await parser(() => {})).commands.filter(({ options }) =>
    options.some(({ long }) => long === '--markdown'),
  );
  assert.deepEqual(
    subs.map((sub) => sub.name()),
    ['evaluate', 'compare', 'analyse', 'leaderboard', 'audit', 'describe'],
  );
  for (const sub of subs)
    await refuses(
      () =>
        sub.parseAsync([...sub.registeredArguments.map(() => 'x'), '--json', '--markdown'], { from: 'user' }),
      /^cannot use --json with --markdown: one form at a time/,
    );
});

test('a task that is not there is told alike by every command', async () => {
  for (const command of ['evaluate', 'audit']) {
    const on = command === 'audit' ? ['starter'] : [];
    const { code, stderr } = await assay([command, ...on, '--task', 'serch']);
    assert.equal(code, 2);
    assert.match(stderr, /^cannot find task "serch" of benchmark "starter": there is no such task/);
  }
});

test('evaluate without arguments shows the built-in systems and the artefact baselines', async () => {
  const { code, stdout, stderr } = await assay(['evaluate', ...quick]);
  assert.equal(code, 0, stderr);
  for (const name of [
    'bm25',
    'random',
    'longest *',
    'medoid *',
    'name-overlap *',
    'nDCG@10',
    'PPA',
    'exec@1',
  ])
    assert.ok(stdout.includes(name), `${name} is missing:\n${stdout}`);
});

interface Result {
  benchmark: string;
  profile: string;
  queries: number;
  tasks: { id: string }[];
  systems: {
    pipeline: string;
    baseline?: boolean;
    measures: Record<string, { mean: number; low: number; high: number; n: number }>;
  }[];
}

test('evaluate --json is an array of benchmarks with systems, measures and intervals', async () => {
  const { code, stdout } = await assay(['evaluate', '--json', '--pipeline', 'bm25', ...quick]);
  assert.equal(code, 0);
  const [result] = JSON.parse(stdout) as [Result];
  assert.equal(result.benchmark, 'starter');
  assert.equal(result.profile, 'assay');
  assert.ok(result.queries >= 40);
  assert.deepEqual(result.systems.map(({ pipeline }) => pipeline).sort(), [
    'bm25',
    'longest',
    'medoid',
    'name-overlap',
  ]);
  for (const { measures } of result.systems)
    for (const [name, { mean, low, high, n }] of Object.entries(measures)) {
      assert.ok(low <= mean && mean <= high, `${name}: ${low} ${mean} ${high}`);
      assert.ok(n > 0);
    }
});

test('the same command prints the same bytes', async () => {
  const args = ['evaluate', '--json', ...quick];
  const [a, b] = await Promise.all([assay(args), assay(args)]);
  assert.equal(a.stdout, b.stdout);
});

test('measures are those asked for, and nothing else', async () => {
  const { stdout } = await assay([
    'evaluate',
    '--json',
    '--measures',
    'RR@5, P@3',
    '--no-baselines',
    ...quick,
  ]);
  const [result] = JSON.parse(stdout) as [Result];
  assert.deepEqual(Object.keys(result.systems[0]!.measures), ['RR@5', 'P@3']);
  assert.deepEqual(result.systems.map(({ pipeline }) => pipeline).sort(), ['bm25', 'random']);
});

test('compare tells two systems apart, or says that it cannot', async () => {
  const { code, stdout } = await assay(['compare', 'bm25', 'random', '--measures', 'nDCG@10', ...quick]);
  assert.equal(code, 0);
  assert.match(stdout, /A is better/);
  const all = await assay(['compare', '--all', '--json', '--out', join(scratch, 'all'), ...quick]);
  const [comparison] = JSON.parse(all.stdout) as [{ pairs: { a: string; b: string }[] }];
  assert.equal(comparison.pairs.length, 10);
  const files = readdirSync(join(scratch, 'all', 'results'), { recursive: true }).map(String);
  for (const name of ['pairwise_tests.json', 'confidence_intervals.json'])
    assert.ok(
      files.some((file) => file.endsWith(name)),
      name,
    );
});

test('a kept run is a TREC run that evaluates to the same numbers', async () => {
  const out = join(scratch, 'kept');
  const measures = ['--measures', 'nDCG@10,R@10', '--no-baselines', ...quick];
  const first = await assay(['evaluate', '--json', '--pipeline', 'bm25', '--out', out, ...measures]);
  const [benchmark] = readdirSync(join(out, 'runs'));
  const [run] = readdirSync(join(out, 'runs', benchmark!));
  const trec = join(scratch, 'trec');
  const exported = await assay([
    'export',
    'trec',
    'starter',
    '--run',
    join(out, 'runs', benchmark!, run!),
    '--out',
    trec,
  ]);
  assert.equal(exported.code, 0, exported.stderr);
  for (const [k, task] of ['text-to-code', 'search'].entries()) {
    const args = ['evaluate', '--json', '--pipeline', join(trec, `${task}.run`), '--task', task, ...measures];
    const again = await assay(args);
    assert.equal(again.code, 0, again.stderr);
    const before = await assay(['evaluate', '--json', '--pipeline', 'bm25', '--task', task, ...measures]);
    // A run file cannot say that a query was answered with nothing, so counts may differ; values may not.
    const means = ({ stdout }: { stdout: string }) =>
      Object.entries((JSON.parse(stdout) as [Result])[0].systems[0]!.measures).map(
        ([name, { mean, low, high, n }]) => [name, mean, low, high, n],
      );
    assert.deepEqual(means(again), means(before), `task ${k}`);
  }
  assert.ok(first.stdout.length > 0);
});

test('a killed evaluation continues, does not redo finished parts, and ends with the same result', async () => {
  const args = ['evaluate', '--json', '--quiet', '--pipeline', 'bm25', '--no-baselines', ...quick];
  const whole = await assay([...args, '--out', join(scratch, 'whole')]);
  const out = join(scratch, 'killed');
  await assay([...args, '--task', 'text-to-code', '--out', out]);
  const parts = () =>
    readdirSync(join(out, 'runs'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.name.endsWith('.rows'))
      .map((entry) => join(entry.parentPath, entry.name));
  const before = parts().map((part) => [part, statSync(part).mtimeMs]);
  assert.ok(before.length > 0);
  // What a kill between two parts leaves behind: no record of the task, and the start of another file.
  const manifest = readdirSync(join(out, 'runs'), { recursive: true })
    .map(String)
    .find((name) => name.endsWith('run.json'))!;
  const path = join(out, 'runs', manifest);
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), tasks: {} }));
  writeFileSync(`${before[0]![0]}.partial-1-abc`, 'half');
  const again = await assay([...args, '--out', out]);
  assert.equal(again.stdout, whole.stdout);
  for (const [part, time] of before) assert.equal(statSync(part as string).mtimeMs, time);
});

test('Ctrl-C during an import leaves nothing', async () => {
  const dir = join(scratch, 'slow');
  mkdirSync(join(dir, 'qrels'), { recursive: true });
  const lines = Array.from({ length: 400_000 }, (_, i) => `{"_id":"d${i}","text":"${'word '.repeat(30)}"}`);
  writeFileSync(join(dir, 'corpus.jsonl'), lines.join('\n'));
  writeFileSync(join(dir, 'queries.jsonl'), '{"_id":"q1","text":"word"}\n');
  writeFileSync(join(dir, 'qrels', 'test.tsv'), 'query-id\tcorpus-id\tscore\nq1\td1\t1\n');
  const out = join(scratch, 'interrupted');
  const child = spawn(process.execPath, [
    join(root, 'dist/src/cli/main.js'),
    'import',
    'beir',
    dir,
    '--out',
    out,
  ]);
  const code = await new Promise((resolve) => {
    const watch = setInterval(() => {
      if (readdirSync(scratch).some((name) => name.startsWith('interrupted.partial'))) {
        clearInterval(watch);
        child.kill('SIGINT');
      }
    }, 5);
    child.on('exit', (status) => {
      clearInterval(watch);
      resolve(status);
    });
  });
  assert.equal(code, 130);
  assert.deepEqual(
    readdirSync(scratch).filter((name) => name.startsWith('interrupted')),
    [],
  );
  rmSync(dir, { recursive: true });
});

test('a reader that goes away ends the program well', async () => {
  const child = spawn(process.execPath, [join(root, 'dist/src/cli/main.js'), 'evaluate', '--json', ...quick]);
  child.stdout.destroy();
  const code = await new Promise((resolve) => child.on('exit', resolve));
  assert.equal(code, 0);
});

test('lint says what is wrong and counts it as a no', async () => {
  const fine = await assay(['lint', 'starter']);
  assert.equal(fine.code, 0, fine.stdout);
  assert.match(fine.stdout, /findings? by \d+ checks/);
});

test('doctor finds everything in order', async () => {
  const { code, stdout } = await assay(['doctor', '--json']);
  assert.equal(code, 0, stdout);
  const { findings } = JSON.parse(stdout) as { findings: { what: string; works: boolean }[] };
  assert.ok(findings.some(({ what }) => what === 'benchmark starter'));
  assert.ok(existsSync(root));
});

test('results are kept beside the runs: tables, JSON and every query', async () => {
  const folder = join(scratch, 'whole', 'results');
  const files = readdirSync(folder, { recursive: true }).map(String);
  for (const name of ['results.json', 'results.md', 'per-query.jsonl'])
    assert.ok(
      files.some((file) => file.endsWith(name)),
      name,
    );
});

test('a folder named with a slash behind it is the same folder', async () => {
  const out = join(scratch, 'slash');
  assert.equal((await assay(['export', 'beir', 'starter', '--out', `${out}/`])).code, 0);
  assert.ok(readdirSync(out).length > 0);
});

test('the name of a benchmark never decides where files go', async () => {
  const folder = join(scratch, 'named');
  mkdirSync(folder);
  const from = join(folder, 'from');
  cpSync(join(root, 'benchmarks', 'starter'), from, { recursive: true });
  const head = join(from, 'benchmark.json');
  writeFileSync(head, readFileSync(head, 'utf8').replace('"name": "starter"', '"name": "../victim"'));
  for (const args of [
    ['export', 'assay', from, '--out', join(folder, 'copy')],
    ['export', 'beir', from, '--out', join(folder, 'beir')],
    ['evaluate', '--benchmark', from, '--no-baselines', ...quick, '--out', join(folder, 'out')],
  ]) {
    const { code, stderr } = await assay(args);
    assert.equal(code, 0, stderr);
  }
  assert.deepEqual(readdirSync(folder).sort(), ['beir', 'copy', 'from', 'out']);
  assert.ok(existsSync(join(folder, 'copy', 'benchmark.json')));
});

test('a task that a run answers keeps its work when another is not answered', async () => {
  const folder = join(scratch, 'partial');
  const out = join(folder, 'out');
  mkdirSync(folder);
  const quiet = ['--no-baselines', '--measures', 'nDCG@10', ...quick];
  await assay(['evaluate', '--pipeline', 'bm25', '--out', join(folder, 'first'), ...quiet]);
  const [benchmark] = readdirSync(join(folder, 'first', 'runs'));
  const [run] = readdirSync(join(folder, 'first', 'runs', benchmark!));
  const trec = join(folder, 'trec');
  await assay([
    'export',
    'trec',
    'starter',
    '--run',
    join(folder, 'first', 'runs', benchmark!, run!),
    '--out',
    trec,
  ]);
  // Queries of the two tasks have different ids, so the run of one answers none of the other.
  const args = ['evaluate', '--pipeline', join(trec, 'search.run'), '--out', out, ...quiet];
  assert.equal((await assay([...args, '--task', 'search'])).code, 0);
  const files = () =>
    readdirSync(join(out, 'runs'), { recursive: true })
      .map(String)
      .filter((name) => name.includes('tasks/search'));
  const before = files();
  assert.ok(before.length > 1);
  const other = await assay([...args, '--task', 'text-to-code']);
  assert.equal(other.code, 2);
  assert.match(other.stderr, /answers none of its queries/);
  assert.deepEqual(files(), before);
  const unfinished = join(out, 'runs', benchmark!, readdirSync(join(out, 'runs', benchmark!))[0]!);
  const exported = await assay([
    'export',
    'trec',
    'starter',
    '--run',
    unfinished,
    '--out',
    join(folder, 'again'),
  ]);
  assert.equal(exported.code, 0, exported.stderr);
});

test('export takes the options of writing, not those of reading', async () => {
  const { code, stderr } = await assay([
    'export',
    'beir',
    'starter',
    '--level',
    '7',
    '--out',
    join(scratch, 'level'),
  ]);
  assert.equal(code, 2);
  assert.match(stderr, /--level/);
});
