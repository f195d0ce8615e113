import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { benchmarkOf } from '../src/cli/benchmarks.js';
import { evaluateCommand } from '../src/cli/commands/evaluate.js';
import { reportCommand } from '../src/cli/commands/report.js';
import { readBundle } from '../src/report/html/bundle.js';
import type { Results } from '../src/report/results.js';
import { document, opened, query } from './describe-world.js';
import { dataOf, evaluated, listed } from './report-html-world.js';
import { run } from './run-command.js';
import { refuses, scratchFolder } from './scratch.js';

const scratch = scratchFolder();
// Not best first: that is what the page makes of it.
const systems = ['--pipeline', 'random', '--pipeline', 'bm25', '--no-baselines'];
const quick = [...systems, '--resamples', '20', '--measures', 'nDCG@10'];

const WORLD = {
  documents: [document('a', 'one'), document('b', 'two')],
  tasks: [{ queries: [query('q', 'x', { a: 2 })] }, { queries: [query('q', 'y', { b: 2 })] }],
};
const SYSTEMS = [listed('right', () => ['a', 'b']), listed('wrong', () => ['b', 'a'])];
const words = Array.from(
  { length: 40 },
  (_, k) => `word${String.fromCharCode(97 + (k % 26), 97 + (k % 7), 97 + (k % 11))}`,
);
let made = 0;

/** An evaluation of its own, for a test to spoil. */
async function small() {
  const name = `small-${made++}`;
  const one = await evaluated(scratch, name, WORLD, SYSTEMS);
  const page = join(scratch, `${name}.html`);
  const report = (...options: string[]) =>
    run(reportCommand, one.out, '--benchmark', one.dir, '--out', page, ...options);
  return { ...one, page, report };
}

/** Changes results.json by way of its content. */
function editResults(folder: string, edit: (results: Results) => void): void {
  const path = join(folder, 'results.json');
  const results = JSON.parse(readFileSync(path, 'utf8'));
  edit(results);
  writeFileSync(path, JSON.stringify(results));
}

function evaluationFolder(out: string): string {
  return join(out, 'results', readdirSync(join(out, 'results'))[0]!);
}

test('evaluate --html makes the page that report makes of what evaluate --out keeps', async () => {
  const world = {
    documents: words.map((word) => document(word, `${word} of all`)),
    tasks: [{ queries: words.map((word) => query(word, word, { [word]: 2 })) }, WORLD.tasks[1]!],
  };
  await opened(scratch, 'words', world);
  const common = ['--benchmark', join(scratch, 'words'), ...quick, '--task', '*1'];
  const out = join(scratch, 'words out');
  const live = join(scratch, 'live.html');
  await run(evaluateCommand, ...common, '--out', out, '--html', live);
  const page = join(scratch, 'pages', 'of', 'words.html');
  const report = ['--benchmark', join(scratch, 'words'), '--out', page];
  const { stdout } = await run(reportCommand, out, ...report);
  assert.match(stdout, /^words: written to .*words\.html \(0\.\d MB; 40 of 40 queries\)\n$/);
  assert.ok(readFileSync(live).equals(readFileSync(page)));
  await run(reportCommand, evaluationFolder(out), ...report);
  assert.ok(readFileSync(live).equals(readFileSync(page)), 'a folder below results/ does as well');
  await run(evaluateCommand, ...common, '--html', page);
  assert.ok(readFileSync(live).equals(readFileSync(page)), 'nothing need be kept');
  const { results, queries } = dataOf(page);
  assert.ok(results.analyses.length > 0);
  assert.deepEqual(queries.tasks, ['task-1']);
  assert.deepEqual(queries.systems, ['bm25', 'random']);
  for (const { id, rows } of queries.queries) {
    assert.equal(queries.documents[rows[0]!.top[0]!]!.id, id, 'BM25 finds the word');
    assert.equal(rows[1]!.top.length, 10);
  }
  assert.ok(queries.queries.filter(({ rows }) => rows[0]!.right === 1).length > 30);
});

test('an older page is replaced, and stays where no new one can be made', async () => {
  const { report, page, runs } = await small();
  writeFileSync(page, 'an older page');
  const part = join(runs, 'right-0', 'tasks', 'task-1', 'part-00000.rows');
  const rows = readFileSync(part);
  writeFileSync(part, rows.subarray(1));
  await refuses(report, /cannot read .*part-00000\.rows: its SHA-256 is not the one in task\.json/);
  assert.equal(readFileSync(page, 'utf8'), 'an older page');
  writeFileSync(part, rows);
  await report();
  assert.equal(dataOf(page).queries.queries.length, 2);
});

test('a system whose run is gone, unfinished or of another evaluation is missing, and the page says so', async () => {
  const { report, page, runs } = await small();
  const wrong = join(runs, 'wrong-0');
  const left = async () => {
    await report();
    const { results, queries } = dataOf(page);
    assert.deepEqual(results.systems.map(({ name }) => name).sort(), ['right', 'wrong']);
    assert.deepEqual(queries.systems, ['right']);
    for (const { rows } of queries.queries) assert.equal(rows.length, 1);
    return queries.left;
  };
  rmSync(join(wrong, 'tasks', 'task-2', 'task.json'));
  assert.deepEqual(await left(), ['The rankings of wrong are missing: its run (wrong-0) lacks task task-2.']);
  assert.ok(existsSync(join(wrong, 'tasks', 'task-2', 'part-00000.rows')), 'reading clears nothing away');
  const manifest = join(wrong, 'run.json');
  writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), depth: 99 }));
  assert.deepEqual(await left(), [
    'The rankings of wrong are missing: its run (wrong-0) is of another evaluation.',
  ]);
  rmSync(wrong, { recursive: true });
  assert.deepEqual(await left(), ['The rankings of wrong are missing: its run (wrong-0) is gone.']);
  rmSync(runs, { recursive: true });
  const { stdout } = await report('--json');
  const written = JSON.parse(stdout);
  assert.equal(written.left.length, 2);
  assert.deepEqual(written.queries, { shown: 2, total: 2 });
  assert.deepEqual([dataOf(page).queries.systems, dataOf(page).queries.queries[0]!.rows], [[], []]);
});

test('of several benchmarks one must be chosen', async () => {
  const [one, other] = [await small(), await small()];
  cpSync(other.out, one.out, { recursive: true });
  await refuses(
    () => run(reportCommand, one.out, '--out', one.page),
    /it holds results on 2 benchmarks \(small-\d+ \(digest [0-9a-f]{8}\), small-\d+ .*\) \| A page shows one: choose it with --benchmark/,
  );
  await one.report();
  assert.equal(dataOf(one.page).results.benchmark, one.results.benchmark);
  await run(reportCommand, one.out, '--benchmark', other.dir, '--out', one.page);
  assert.equal(dataOf(one.page).results.benchmark, other.results.benchmark);
});

test('the benchmark must be the very one that was evaluated', async () => {
  const [one, other] = [await small(), await small()];
  const page = ['--out', one.page];
  await refuses(
    () => run(reportCommand, one.out, '--benchmark', other.dir, ...page),
    /it holds no results on small-\d+ \(digest [0-9a-f]{8}\), only on small-\d+ \(digest/,
  );
  await refuses(
    () => run(reportCommand, one.out, ...page),
    /cannot find the benchmark of .*: it is not beside the results, and none named "small-\d+" ships with Assay \| .*--benchmark DIR/,
  );
  await refuses(() => run(reportCommand, one.out, '--benchmark', 'startr', ...page), /Did you mean starter/);
  assert.equal(existsSync(one.page), false);
  const { digest } = await benchmarkOf('starter');
  editResults(one.kept, (results) => {
    Object.assign(results, { benchmark: 'starter', digest });
  });
  await run(reportCommand, one.out, ...page);
  const { queries } = dataOf(one.page);
  assert.equal(queries.total, 100, 'a built-in one is found by its name');
  assert.match(queries.left.join(), /right-0\) is of another evaluation/);
  editResults(one.kept, (results) => {
    results.digest = '0'.repeat(64);
  });
  await refuses(
    () => run(reportCommand, one.out, ...page),
    /the results were made on starter with digest 0{64}, but starter has [0-9a-f]{64}/,
  );
});

test('what cannot be made is refused before any work', async () => {
  const { out, dir } = await small();
  const folder = join(scratch, 'folder');
  mkdirSync(folder);
  await refuses(
    () => run(reportCommand, out, '--benchmark', dir),
    /cannot write a report anywhere: --out FILE/,
  );
  await refuses(
    () => run(reportCommand, 'no such folder', '--out', folder),
    /cannot write to .*: it is a folder/,
  );
  await refuses(
    () => run(reportCommand, join(scratch, 'nowhere'), '--out', join(scratch, 'x.html')),
    /cannot report on .*nowhere: there is no results\.json in it/,
  );
  await refuses(
    () => run(evaluateCommand, '--benchmark', 'no', '--html', folder),
    /cannot write to .*folder: it is a folder/,
  );
  await refuses(
    () => run(evaluateCommand, '--benchmark', 'starter', '--benchmark', dir, '--html', 'x.html'),
    /cannot write one page of 2 benchmarks: --html shows one \| .*assay report DIR/,
  );
  const foreign = join(scratch, 'foreign');
  mkdirSync(foreign);
  writeFileSync(join(foreign, 'results.json'), '{"format":"other"}');
  await refuses(
    () => run(reportCommand, foreign, '--out', join(scratch, 'x.html')),
    /results\.json: it is not a result of assay evaluate/,
  );
  assert.equal(existsSync(join(scratch, 'x.html')), false);
});

test('a page that was not built is told with the way to build it', async () => {
  const folder = join(scratch, 'half built');
  mkdirSync(folder);
  writeFileSync(join(folder, 'report.js'), '');
  await refuses(
    () => readBundle(folder),
    /cannot make a report: its page was not built \(.*report\.css is missing\) \| .*npm run build/,
  );
});

test('a report that is killed leaves the older page, and no other file', async () => {
  const { out, dir } = await small();
  const folder = join(scratch, 'killed');
  mkdirSync(folder);
  const page = join(folder, 'page.html');
  writeFileSync(page, 'an older page');
  const code = `
    import { reportCommand } from ${JSON.stringify(new URL('../src/cli/commands/report.js', import.meta.url).href)};
    import { run } from ${JSON.stringify(new URL('./run-command.js', import.meta.url).href)};
    import fs from 'node:fs/promises';
    import { syncBuiltinESMExports } from 'node:module';
    import { removeUnfinished } from ${JSON.stringify(new URL('../src/store/atomic.js', import.meta.url).href)};
    // The page lies complete under another name, and is about to take its place.
    fs.rename = () => { process.stdout.write('written'); return new Promise(() => setTimeout(() => {}, 60000)); };
    syncBuiltinESMExports();
    process.once('SIGTERM', () => { removeUnfinished(); process.exit(143); });
    await run(reportCommand, ...process.argv.slice(1));
  `;
  const args = ['--input-type=module', '-e', code, out, '--benchmark', dir, '--out', page];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const before: string[] = [];
  child.stdout.once('data', () => {
    before.push(...readdirSync(folder));
    child.kill('SIGTERM');
  });
  const status = await new Promise((resolve) => child.on('exit', resolve));
  assert.equal(status, 143);
  assert.equal(before.length, 2, `while it was written: ${before}`);
  assert.deepEqual(readdirSync(folder), ['page.html']);
  assert.equal(readFileSync(page, 'utf8'), 'an older page');
});
