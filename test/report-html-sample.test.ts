import assert from 'node:assert/strict';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { reportCommand } from '../src/cli/commands/report.js';
import { sampleQueries, sharesOf } from '../src/report/html/sample.js';
import { document, query } from './describe-world.js';
import { dataOf, evaluated, listed } from './report-html-world.js';
import { run } from './run-command.js';
import { refuses, scratchFolder } from './scratch.js';

const scratch = scratchFolder();
const DIGEST = 'ab'.repeat(32);
const ids = (count: number, name = 'q') => Array.from({ length: count }, (_, k) => `${name}${k}`);
const TASKS = [
  { id: 'long', queries: ids(30_000) },
  { id: 'short', queries: ids(700) },
  { id: 'empty', queries: [] },
  { id: 'one', queries: ['single'] },
];

test('shares follow the sizes, by largest remainder, with one for the smallest', () => {
  // One each; the other 7 over the sizes less one, 9, 29 and 59 of 97: 0.65, 2.09 and 4.26.
  assert.deepEqual(sharesOf([10, 30, 60], 10), [2, 3, 5]);
  assert.deepEqual(sharesOf([1, 1000, 0], 10), [1, 9, 0]);
  assert.deepEqual(sharesOf([5, 5, 5], 2), [1, 1, 0], 'too few for one each');
  for (const most of [1, 3, 7, 50, 99, 100]) {
    const sizes = [1, 2, 3, 17, 77];
    const shares = sharesOf(sizes, most);
    assert.equal(
      shares.reduce((sum, share) => sum + share, 0),
      most,
    );
    for (const [t, share] of shares.entries()) assert.ok(share >= 0 && share <= sizes[t]!);
  }
});

test('where there are not too many, all queries are taken, and nothing is said', () => {
  const { places, said } = sampleQueries(TASKS, 30_701, DIGEST);
  assert.deepEqual(
    places.map(({ length }) => length),
    [30_000, 700, 0, 1],
  );
  assert.equal(said, undefined);
});

test('a sample has the size asked for, of every task, from few parts, and says how it was drawn', () => {
  const { places, said } = sampleQueries(TASKS, 1000, DIGEST);
  // One each; the other 997 over 29,999, 699 and 0 of 30,698: 974.3 and 22.7.
  assert.deepEqual(
    places.map(({ length }) => length),
    [975, 24, 0, 1],
  );
  for (const [t, chosen] of places.entries()) {
    assert.deepEqual(
      chosen,
      [...new Set(chosen)].sort((a, b) => a - b),
    );
    assert.ok(chosen.every((place) => place < TASKS[t]!.queries.length));
  }
  // 30,000 queries are 59 parts of 512, of which 12 are read; 700 are 2, and one is 1.
  const parts = places.map((chosen) => new Set(chosen.map((place) => Math.floor(place / 512))).size);
  assert.deepEqual(parts, [12, 2, 0, 1]);
  assert.equal(
    said,
    "The queries are a sample of 1,000 of 30,701, each task by its size, drawn with the seed abababab (the benchmark's digest) from 15 of 62 parts of up to 512 successive queries.",
  );
  const spread = places[0]!.filter((place) => place >= 15_000).length;
  assert.ok(spread > 400 && spread < 575, `${spread} of 975 lie in the second half`);
});

test('a sample depends on ids and digest alone', () => {
  assert.deepEqual(sampleQueries(TASKS, 1000, DIGEST), sampleQueries(TASKS, 1000, DIGEST));
  const other = sampleQueries(TASKS, 1000, 'cd'.repeat(32));
  assert.notDeepEqual(other.places[0], sampleQueries(TASKS, 1000, DIGEST).places[0]);
  const renamed = sampleQueries([{ id: 'long', queries: ids(30_000, 'x') }], 1000, DIGEST);
  assert.notDeepEqual(renamed.places[0], sampleQueries([TASKS[0]!], 1000, DIGEST).places[0]);
});

test('a sample as large as a part and more is filled, though the last part holds a single query', () => {
  for (const most of [512, 513, 1024, 1025, 2048])
    for (const size of [2049, 5121]) {
      const [chosen] = sampleQueries([{ id: 't', queries: ids(size) }], most, DIGEST).places;
      assert.equal(chosen!.length, most);
    }
});

test('no query at all may be asked for', () => {
  const { places, said } = sampleQueries(TASKS, 0, DIGEST);
  assert.deepEqual([places.flat(), said], [[], 'No query is shown.']);
});

test('of the runs, only the parts that hold the sample are read; a damaged one of those is refused', async () => {
  const queries = ids(1100).map((id) => query(id, id, { a: 2 }));
  const world = { documents: [document('a', 'text')], tasks: [{ queries }] };
  const made = await evaluated(scratch, 'parts', world, [listed('only', () => ['a'])]);
  const page = join(scratch, 'parts.html');
  const report = ['--benchmark', made.dir, '--out', page, '--queries', '2'];
  await run(reportCommand, made.out, ...report);
  const { queries: view } = dataOf(page);
  assert.equal(view.queries.length, 2);
  assert.equal(view.total, 1100);
  assert.match(view.left.join(), /^The queries are a sample of 2 of 1,100, .* from 2 of 3 parts/);
  const read = new Set(view.queries.map(({ id }) => Math.floor(Number(id.slice(1)) / 512)));
  const folder = join(made.runs, 'only-0', 'tasks', 'task-1');
  const parts = readdirSync(folder).filter((name) => name.endsWith('.rows'));
  assert.equal(parts.length, 3);
  const unread = parts.filter((_, part) => !read.has(part));
  assert.ok(unread.length >= 1);
  for (const name of unread) rmSync(join(folder, name));
  await run(reportCommand, made.out, ...report);
  const [first] = parts.filter((_, part) => read.has(part));
  writeFileSync(join(folder, first!), 'damaged');
  await refuses(
    () => run(reportCommand, made.out, ...report),
    /part-0000\d\.rows: its SHA-256 is not the one/,
  );
});
