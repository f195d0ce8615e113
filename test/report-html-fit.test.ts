import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { reportCommand } from '../src/cli/commands/report.js';
import { seeded } from '../src/core/random.js';
import type { QueryView } from '../src/report/html/data.js';
import { frameOf } from '../src/report/html/page.js';
import { storedRankings } from '../src/report/html/rankings.js';
import { showQueries } from '../src/report/html/shown-queries.js';
import { readTexts } from '../src/report/html/texts.js';
import { writePage } from '../src/report/html/write.js';
import { corpusOf } from './corpus-of.js';
import { document, query, type World } from './describe-world.js';
import { type Answers, dataOf, evaluated, listed } from './report-html-world.js';
import { run } from './run-command.js';
import { scratchFolder } from './scratch.js';

// A page has a largest size, and what is left out for it is said.

const scratch = scratchFolder();

/** Text that does not compress. */
function noise(seed: string, length: number): string {
  const { uint32 } = seeded(seed);
  const bytes = Uint32Array.from({ length: Math.ceil(length / 5) }, uint32);
  return Buffer.from(bytes.buffer).toString('base64').slice(0, length);
}

interface Shown {
  view: QueryView;
  bytes: number;
  limit: number;
}

/** @param room bytes of the page for its data */
async function shown(name: string, world: World, answers: Answers, room: number): Promise<Shown> {
  const made = await evaluated(scratch, name, world, [listed('only', answers)], { depth: 4 });
  const { benchmark, results, runs } = made;
  const queries = await showQueries(benchmark, undefined, 10_000);
  const stored = await storedRankings(runs, results, queries, { top: 10, progress() {} });
  const limit = Buffer.byteLength((await frameOf(results)).before + (await frameOf(results)).after) + room;
  const out = join(scratch, `${name}.html`);
  const written = await writePage(out, { results, benchmark, shown: queries, ...stored }, limit);
  const { queries: view } = dataOf(out);
  const { size } = statSync(out);
  assert.deepEqual(written, {
    ...{ out, benchmark: name, digest: benchmark.digest, bytes: size, left: view.left },
    queries: { shown: view.queries.length, total: view.total },
  });
  return { view, bytes: size, limit };
}

const numbers = (count: number) => [...Array(count).keys()];
const listsOf =
  (count: number): Answers =>
  (id) =>
    numbers(4).map((k) => `d${(4 * Number(id.slice(1)) + k) % count}`);

test('long texts are cut where not all fit, and say by how much', async () => {
  const count = 40;
  const { view, bytes, limit } = await shown(
    'long',
    {
      documents: numbers(count).map((k) => document(`d${k}`, k === 0 ? 'short' : noise(`d${k}`, 9000))),
      tasks: [{ queries: numbers(count / 4).map((q) => query(`q${q}`, 'x', { [`d${4 * q}`]: 2 })) }],
    },
    listsOf(count),
    200_000,
  );
  assert.ok(bytes <= limit);
  assert.deepEqual(view.left, ['The texts of 39 of 40 documents are cut to 3,000 characters.']);
  for (const { id, text, cut } of view.documents) {
    const whole = id === 'd0' ? 'short' : noise(id, 9000);
    assert.equal(text, whole.slice(0, 3000));
    assert.equal(cut, id === 'd0' ? undefined : 6000);
  }
});

test('where even those do not fit, right documents and those above them keep their texts', async () => {
  const count = 400;
  const { view, bytes, limit } = await shown(
    'many',
    {
      documents: numbers(count).map((k) => document(`d${k}`, noise(`d${k}`, 3000))),
      // Of each four that are shown, the second is right.
      tasks: [{ queries: numbers(count / 4).map((q) => query(`q${q}`, 'x', { [`d${4 * q + 1}`]: 2 })) }],
    },
    listsOf(count),
    480_000,
  );
  assert.ok(bytes <= limit && bytes > limit - 24_000, `${limit - bytes} bytes are free`);
  assert.equal(view.queries.length, 100);
  const bare = view.documents.filter(({ text }) => text === undefined).length;
  assert.deepEqual(view.left, [
    `The texts of ${bare} of 400 documents are left out, those ranked lowest first.`,
  ]);
  const kept = numbers(4).map(
    (place) =>
      view.documents.filter(({ id, text }) => Number(id.slice(1)) % 4 === place && text !== undefined).length,
  );
  // About 160 texts: those of all right documents, then of those above them.
  assert.deepEqual([kept[1], kept[2], kept[3]], [100, 0, 0]);
  assert.ok(kept[0]! > 40 && kept[0]! < 70, `${kept}`);
});

test('a page keeps to its size where the first texts compress worse than the others', async () => {
  const count = 240;
  const { view, bytes, limit } = await shown(
    'steep',
    {
      documents: numbers(count).map((k) =>
        document(`d${k}`, k % 4 === 0 ? noise(`d${k}`, 3000) : `def f${k}(): pass\n`.repeat(150)),
      ),
      tasks: [{ queries: numbers(count / 4).map((q) => query(`q${q}`, 'x', { [`d${4 * q}`]: 2 })) }],
    },
    listsOf(count),
    150_000,
  );
  assert.ok(bytes <= limit && bytes > limit - 12_000, `${limit - bytes} bytes are free`);
  assert.ok(view.documents.filter(({ text }) => text !== undefined).length < 60);
});

test('queries that do not fit are cut, and then left out, evenly over the tasks', async () => {
  const queries = (from: number) =>
    numbers(200).map((k) => query(`q${from + k}`, noise(`q${from + k}`, 700), { d0: 2 }));
  const { view, bytes, limit } = await shown(
    'asked',
    { documents: [document('d0', 'answer')], tasks: [{ queries: queries(0) }, { queries: queries(200) }] },
    () => ['d0'],
    80_000,
  );
  assert.ok(bytes <= limit && bytes > limit - 20_000, `${limit - bytes} bytes are free`);
  const { length } = view.queries;
  assert.ok(length > 120 && length < 320, `${length} queries`);
  for (const { id, text, cut } of view.queries)
    assert.deepEqual([text, cut], [noise(id, 700).slice(0, 300), 400]);
  assert.deepEqual(view.left, [
    `${400 - length} of 400 queries are left out to keep the file small.`,
    `The texts of ${length} of ${length} queries are cut.`,
  ]);
  const first = view.queries.filter(({ task }) => task === 0).length;
  assert.ok(Math.abs(first - length / 2) < 0.15 * length, `${first} of ${length} are of the first task`);
  assert.equal(view.documents[0]!.text, 'answer');
});

test('queries are cut before documents lose all of their texts', async () => {
  const { view, bytes, limit } = await shown(
    'both',
    {
      documents: numbers(40).map((k) => document(`d${k}`, noise(`d${k}`, 2000))),
      tasks: [{ queries: numbers(40).map((q) => query(`q${q}`, noise(`q${q}`, 2500), { [`d${q}`]: 2 })) }],
    },
    listsOf(40),
    100_000,
  );
  assert.ok(bytes <= limit);
  assert.equal(view.queries.length, 40);
  assert.ok(view.queries.every(({ text, cut }) => text.length === 1000 && cut === 1500));
  assert.ok(view.documents.filter(({ text }) => text !== undefined).length > 10);
});

test('results that fill the page by themselves leave no room for queries, and stay whole', async () => {
  const queries = numbers(30).map((q) => query(`q${q}`, noise(`q${q}`, 100), { d0: 2 }));
  const { view } = await shown(
    'results only',
    { documents: [document('d0', 'answer')], tasks: [{ queries }] },
    () => ['d0'],
    100,
  );
  assert.deepEqual([view.queries, view.documents], [[], []]);
  assert.deepEqual(view.left, ['30 of 30 queries are left out to keep the file small.']);
});

test('a page keeps to its size whatever the benchmark', async () => {
  const documents = numbers(720).map((k) => document(`d${k}`, noise(`d${k}`, 4000)));
  const queries = numbers(240).map((q) => query(`q${q}`, 'x', { [`d${q}`]: 2 }));
  const made = await evaluated(scratch, 'limit', { documents, tasks: [{ queries }] }, [
    listed('only', (id) => numbers(3).map((k) => `d${3 * Number(id.slice(1)) + k}`)),
  ]);
  const out = join(scratch, 'limit.html');
  await run(reportCommand, made.out, '--benchmark', made.dir, '--out', out);
  const { size } = statSync(out);
  assert.ok(size <= 2_600_000 && size > 2_550_000, `${size} bytes`);
});

test('more than can be held is not read: a text larger than that is cut, without tearing a pair of surrogates', async () => {
  const huge = `${'x'.repeat(2999)}\u{1f600}${'y'.repeat(34 * 2 ** 20)}`;
  const texts = ['small', '', '\ud800', huge, 'z'.repeat(3001)];
  const corpus = { ...corpusOf(numbers(5).map(String)), text: async (i: number) => texts[i]! };
  const documents = numbers(5).map((i) => ({ corpus, i, view: { id: String(i) }, need: i, turn: 0 }));
  const read = await readTexts(documents.toReversed());
  assert.deepEqual(
    read.order.map(({ i }) => i),
    [0, 1, 2, 3, 4],
  );
  assert.equal(read.whole, false);
  assert.deepEqual(read.texts, [
    ...[{ text: 'small' }, { text: '' }, { text: '\ud800' }],
    ...[
      { text: 'x'.repeat(2999), cut: huge.length - 2999 },
      { text: 'z'.repeat(3000), cut: 1 },
    ],
  ]);
});
