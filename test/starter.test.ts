import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Benchmark, Corpus } from '../src/core/benchmark.js';
import { groupsOf } from '../src/families/groups.js';
import { longest } from '../src/families/longest.js';
import { medoid } from '../src/families/medoid.js';
import type { FamilyOrder } from '../src/families/order.js';
import { openBenchmark } from '../src/store/benchmark-folder.js';
import { BENCHMARK_FILES } from '../src/store/benchmark-writer.js';
import { root } from './files.js';

const folder = join(root, 'benchmarks/starter');

function build(...options: string[]) {
  return spawnSync(process.execPath, [join(folder, 'build.mjs'), ...options], { encoding: 'utf8' });
}

/** Mean chance that the canonical comes first, equal values shared equally. */
async function canonicalFirst(corpus: Corpus, order: FamilyOrder): Promise<number> {
  const groups = groupsOf(corpus);
  const query = { id: '', text: '', kind: 'text' as const, cluster: '', exclude: [] };
  const rate = (await order.prepare(corpus, groups))(query);
  let sum = 0;
  for (const members of groups.members) {
    const best = Math.max(...[...members].map(rate));
    const first = [...members].filter((i) => rate(i) === best);
    if (first.some((i) => corpus.meta(i).variant === undefined)) sum += 1 / first.length;
  }
  return sum / groups.members.length;
}

describe('the starter benchmark', () => {
  let scratch: string;
  let benchmark: Benchmark;
  let corpus: Corpus;
  before(async () => {
    scratch = mkdtempSync(join(tmpdir(), 'assay-starter-'));
    benchmark = await openBenchmark(folder);
    corpus = benchmark.corpora.get('code')!;
  });
  after(() => rmSync(scratch, { recursive: true, force: true }));

  it('is what its problems give, byte for byte, and its README states its figures', () => {
    const out = join(scratch, 'again');
    const { status, stdout, stderr } = build('--out', out);
    assert.equal(status, 0, stderr);
    for (const file of ['benchmark.json', ...BENCHMARK_FILES])
      assert.ok(readFileSync(join(out, file)).equals(readFileSync(join(folder, file))), `${file} is stale`);
    const stated = `<!-- figures -->\n${stdout}<!-- end of figures -->\n`;
    assert.ok(readFileSync(join(folder, 'README.md'), 'utf8').endsWith(stated), 'README.md is stale');
  });

  it('asks two queries a problem, each with one right document and four wrong ones', async () => {
    assert.deepEqual(
      benchmark.tasks.map(({ id, size }) => [id, size]),
      [
        ['text-to-code', 50],
        ['search', 50],
      ],
    );
    for (const task of benchmark.tasks)
      for await (const { query, judgments } of task.queries()) {
        assert.deepEqual(judgments.map(({ grade }) => grade).sort(), [1, 1, 1, 1, 2], query.id);
        const right = judgments.find(({ grade }) => grade === 2)!.doc;
        for (const { doc } of judgments) {
          const { family, variant } = corpus.meta(corpus.ordinal(doc)!);
          assert.equal(family, right);
          assert.equal(variant === undefined, doc === right);
        }
      }
  });

  it('has a verdict for every document on every suite; the canonical alone passes', async () => {
    for await (const { query, judgments } of benchmark.tasks[0]!.queries()) {
      const right = judgments.find(({ grade }) => grade === 2)!.doc;
      for (let i = 0; i < corpus.size; i++) {
        const { id, digest } = corpus.meta(i);
        const outcome = benchmark.verdict(digest, query.suite!)?.outcome.is;
        assert.ok(outcome !== undefined, `${id} was not run on ${query.id}`);
        assert.equal(outcome === 'pass', id === right, `${id} on ${query.id}: ${outcome}`);
      }
    }
  });

  it('has variants that are their parent with one edit', async () => {
    let variants = 0;
    for await (const { i, text } of corpus.texts()) {
      const { variant } = corpus.meta(i);
      if (variant === undefined) continue;
      const parent = await corpus.text(corpus.ordinal(variant.parent)!);
      const [edit, ...more] = variant.edits;
      assert.equal(more.length, 0);
      assert.equal(parent.slice(0, edit!.start) + edit!.insert + parent.slice(edit!.end), text);
      variants++;
    }
    assert.equal(variants, 200);
  });

  it('hides its canonicals from baselines that read no query', async () => {
    for (const order of [medoid, longest]) {
      const share = await canonicalFirst(corpus, order);
      assert.ok(share >= 0.1 && share <= 0.35, `${order.name}: ${share}`);
    }
  });

  const defects: [name: string, from: string, to: string, message: RegExp][] = [
    ['a variant that is right', 'seen > stable', 'seen >= +stable', /variant 0 passes every case/],
    [
      'an edit that changes nothing',
      'state || seen"',
      'state  && seen"',
      /variant 2 answers every case as its/,
    ],
    ['an edit of text that is not there', 'seen >= stable', 'seen >== stable', /must occur exactly once/],
    [
      'an edit of text that occurs twice',
      '"find": "seen >= stable"',
      '"find": "seen"',
      /must occur exactly once/,
    ],
    [
      'two equal documents',
      'seen > stable',
      'seen >= stable',
      /a function of it is also in "debounce-signal"/,
    ],
    ['an unknown bug type', '"off_by_one"', '"typing"', /"typing" is not a bug type/],
    [
      'a query that tells the name',
      'switch samples',
      'signal',
      /its search gives the name debounceSignal away/,
    ],
    [
      'a canonical that fails',
      '"args": [[1], 1], "want": []',
      '"args": [[1], 1], "want": 0',
      /does not pass/,
    ],
    ['endless loops', 'seen > stable', 'seen > stable) for (;;) if (1', /the time|no answer in/],
    ['damaged JSON', '"layout"', 'layout', /its JSON cannot be read/],
  ];
  for (const [name, from, to, message] of defects)
    it(`refuses ${name}`, () => {
      const problems = join(scratch, name);
      const out = join(scratch, `${name} out`);
      mkdirSync(problems);
      for (const file of ['debounce-signal.js', 'debounce-signal.json'])
        cpSync(join(folder, 'problems', file), join(problems, file));
      const path = join(problems, 'debounce-signal.json');
      const text = readFileSync(path, 'utf8');
      assert.ok(text.includes(from), 'the defect could be planted');
      writeFileSync(path, text.replace(from, to));
      const { status, stderr } = build('--problems', problems, '--out', out);
      assert.match(stderr, /^cannot build problem "debounce-signal": /);
      assert.match(stderr, message);
      assert.equal(status, 2);
      assert.equal(existsSync(out), false);
    });
});
