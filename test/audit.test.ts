import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { type AuditReport, audit } from '../src/audit/audit.js';
import { holdsCode } from '../src/audit/code.js';
import type { Figure } from '../src/audit/figure.js';
import { FIGURE_KINDS } from '../src/audit/kinds.js';
import { nearDuplicates, shinglesOf } from '../src/audit/near.js';
import { syntaxOf } from '../src/audit/texts.js';
import { auditCommand } from '../src/cli/commands/audit.js';
import type { Io } from '../src/cli/io.js';
import type { Corpus } from '../src/core/benchmark.js';
import { seeded } from '../src/core/random.js';
import { sourceOf } from '../src/core/source.js';
import { evaluate } from '../src/evaluate/evaluate.js';
import { languageNamed } from '../src/languages/registry.js';
import { lint } from '../src/lint/lint.js';
import { profile } from '../src/measures/profiles.js';
import { parseMeasure } from '../src/measures/registry.js';
import { resolvePipeline, stageContext } from '../src/pipeline/resolve.js';
import { openBenchmark, writeBenchmark } from '../src/store/benchmark-folder.js';
import {
  auditOf,
  benchmarkOf,
  figureOf,
  functionOf,
  OPTIONS,
  SUITE,
  soundWorld,
  type World,
  wordSource,
} from './audit-world.js';
import { root } from './files.js';
import { refuses, scratchFolder } from './scratch.js';

const scratch = scratchFolder();

/** The definition: every pair of sets, shared ÷ all ≥ 4/5 in whole numbers. */
function naiveNear(sets: readonly Uint32Array[]): number[][] {
  return sets.map((a, x) =>
    [...sets.keys()].filter((y) => {
      const b = new Set(sets[y]);
      const shared = a.filter((member) => b.has(member)).length;
      return x !== y && shared > 0 && 5 * shared >= 4 * (a.length + b.size - shared);
    }),
  );
}

test('near duplicates are just the pairs that brute force finds', async () => {
  const random = seeded('near');
  for (let round = 0; round < 60; round++) {
    // Few members, so that sets overlap; some are copies with a change, some straddle 4/5 exactly.
    const size = 1 + random.below(30);
    const members = 4 + random.below(60);
    const draw = () => Array.from({ length: random.below(24) }, () => random.below(members) * 0x01000193);
    const sets: Uint32Array[] = [];
    for (let k = 0; k < size; k++) {
      const base = sets.length > 0 && random.below(2) === 0 ? [...sets[random.below(sets.length)]!] : draw();
      if (random.below(2) === 0) base.push(random.below(members) * 0x01000193);
      if (random.below(3) === 0) base.pop();
      sets.push(Uint32Array.from(new Set(base.map((member) => member >>> 0))).sort());
    }
    const sorted = (lists: number[][]) => lists.map((list) => [...list].sort((a, b) => a - b));
    assert.deepEqual(sorted(await nearDuplicates(sets)), naiveNear(sets));
  }
});

test('two sets are near at exactly four fifths, whatever their size', async () => {
  for (let n = 1; n <= 200; n++) {
    const shared = Array.from({ length: 4 * n }, (_, k) => k);
    const own = (from: number) => Array.from({ length: n }, (_, k) => from + k);
    const whole = Uint32Array.from([...shared, ...own(10_000)]);
    const part = Uint32Array.from(shared);
    assert.deepEqual(await nearDuplicates([whole, part]), [[1], [0]], `4 of 5 with n = ${n}`);
    const less = Uint32Array.from(shared.slice(1));
    assert.deepEqual(await nearDuplicates([whole, less]), [[], []], `less than 4 of 5 with n = ${n}`);
  }
});

test('a large group of copies costs no quadratic time, and each still has its near duplicates', async () => {
  const common = Array.from({ length: 90 }, (_, k) => k * 7919);
  const sets = Array.from({ length: 2000 }, (_, k) =>
    Uint32Array.from([...common, ...Array.from({ length: 5 }, (_, own) => 10_000_000 + 5 * k + own)]).sort(),
  );
  const near = await nearDuplicates(sets);
  assert.ok(near.every((own) => own.length > 0 && own.length <= 100));
});

test('neighbours of one kind do not use up the places of another, and those not looked for use up none', async () => {
  const copies = 300;
  const common = Array.from({ length: 90 }, (_, k) => k * 7919);
  const sets = Array.from({ length: copies + 1 }, (_, k) =>
    Uint32Array.from([...common, ...Array.from({ length: 5 }, (_, own) => 10_000_000 + 5 * k + own)]).sort(),
  );
  // The stranger comes first, so that the postings of all others stand before it.
  for (const copiesAre of [0, undefined] as const) {
    const near = await nearDuplicates(sets, {
      kindOf: (x, y) => (x === 0 || y === 0 ? 1 : copiesAre),
    });
    assert.ok(near.slice(1).every((own) => own.includes(0)));
    assert.equal(near[0]!.length, 100);
  }
});

test('shingles are runs of five tokens, and a shorter text is one', () => {
  assert.equal(shinglesOf('').length, 0);
  assert.equal(shinglesOf(' \n\t').length, 0);
  assert.equal(shinglesOf('a').length, 1);
  assert.equal(shinglesOf('a(b, c)').length, 2);
  assert.equal(shinglesOf('a b c d e').length, 1);
  assert.equal(shinglesOf('a b c d e f').length, 2);
  assert.equal(shinglesOf('a a a a a a a a').length, 1);
  assert.deepEqual(shinglesOf('a( b,c )'), shinglesOf('a(b, c)\n'));
  assert.notDeepEqual(shinglesOf('a b c d e'), shinglesOf('b a c d e'));
  assert.notDeepEqual(shinglesOf('ab c'), shinglesOf('a bc'));
});

const CODE: [language: string, text: string, holds: boolean][] = [
  ['python', 'def f(a):\n    return a', true],
  ['python', 'import os', true],
  ['python', 'x', true],
  ['python', '42', false],
  ['python', 'True', false],
  ['python', '{"a": [1, 2]}', false],
  ['python', '"""A docstring and nothing else."""', false],
  ['python', '# def f(a): return a', false],
  ['python', 'Sure! Here is how you can do it:\n\n```python\nfor x in items:\n    print(x)\n```', true],
  ['python', 'The argument(s) are sorted, and the result is returned to the caller.', false],
  ['python', "It's the result of dividing a by b; don't forget to check for zero first.", false],
  ['javascript', 'saveAll: function(options) {\n\tvar x = 1;\n\treturn x;\n}', true],
  ['javascript', '// nothing', false],
  ['java', 'how to read a file line by line in java', false],
  ['java', '@Override\npublic int size() { return 0; }', true],
  ['cpp', 'python check if a variable is iterable', false],
  ['cpp', 'int main() { return 0; }', true],
  ['go', 'The answer is 5.', false],
  ['rust', 'fn main() {}', true],
  ['ruby', 'def greet(name)\n  puts name\nend', true],
  ['ruby', 'class A\nend', true],
  ['ruby', 'Prints the name of the person that was given to it.', false],
  ['sql', 'SELECT name FROM singer', true],
  ['sql', '[[1, 2], [3, 4]]', false],
  ['', 'const f = (a) => a + 1', true],
  ['', 'Returns the second argument plus one.', false],
];

for (const [language, text, holds] of CODE)
  test(`${JSON.stringify(text)} ${holds ? 'holds' : 'holds no'} code (${language || 'no language told'})`, async () => {
    const syntax = await syntaxOf(text, languageNamed(language));
    assert.equal(syntax?.holdsCode ?? holdsCode(text), holds);
  });

test('every function of the built-in benchmark holds code, and no description does', async () => {
  const starter = await openBenchmark(join(root, 'benchmarks/starter'));
  const corpus = starter.corpora.get('code')!;
  for await (const { i, text } of corpus.texts()) {
    const syntax = await syntaxOf(text, languageNamed(corpus.meta(i).language ?? ''));
    assert.ok(syntax?.holdsCode ?? holdsCode(text), text);
  }
  for (const task of starter.tasks)
    for await (const { query } of task.queries())
      assert.ok(!(await syntaxOf(query.text, languageNamed('python')))!.holdsCode, query.text);
});

/** Answers in prose to queries in code: three of six answers name the function they are about. */
function proseAnswers(): World {
  const word = wordSource('prose');
  const names = Array.from({ length: 6 }, () => `${word()}_${word()}`);
  return {
    direction: 'c2t',
    documents: names.map((name, k) => ({
      id: `d${k}`,
      text: `The function ${k < 3 ? name : word()} adds ${k === 3 ? name.replace('_', ' ') : word()}.`,
      meta: { kind: 'text' },
    })),
    tasks: {
      t: names.map((name, k) => ({
        id: `q-${k}`,
        text: `def ${name}(${word()}):\n    return ${word()}`,
        grades: { [`d${k}`]: 1 },
      })),
    },
  };
}

test('where answers are prose, names leak from the query into them', async () => {
  const report = await auditOf(proseAnswers());
  const [whole, words] = ['name-in-query', 'name-words-in-query'].map((name) => figureOf(report, name)!);
  assert.deepEqual([whole!.count, whole!.of, whole!.chance], [3, 6, 0]);
  assert.deepEqual([words!.count, words!.of, words!.chance], [4, 6, 0]);
});

test('a word that every document has is at chance', async () => {
  const world = soundWorld(12, 'chance');
  for (const asked of world.tasks.t) asked.text = 'return';
  const { value, chance } = figureOf(await auditOf(world), 'word-overlap')!;
  assert.deepEqual([value, chance], [1, 1]);
});

test('random documents are drawn among the candidates alone', async () => {
  const world = soundWorld(12, 'candidates');
  for (const asked of world.tasks.t) {
    asked.text = 'apple banana';
    asked.query = { candidates: [...Object.keys(asked.grades), 'd0', 'd1'] };
  }
  for (const k of [0, 1]) world.documents[k]!.text += '\n    # apple';
  const figure = figureOf(await auditOf(world), 'word-overlap')!;
  // Ten of the twelve queries draw d0 or d1; the first two draw the one that is not their own answer.
  assert.equal(figure.chance, 0.5);
  assert.equal(figure.value, 1 / 12);
});

test('ids align by chance as often as numbers are drawn: two of five documents with the number, two positives', async () => {
  const word = wordSource('ids');
  const world: World = {
    documents: ['a7', 'b7', 'c1', 'd2', 'e'].map((id) => ({ id, text: functionOf(word) })),
    tasks: { t: [{ id: 'query 007', text: word(), grades: { c1: 1, d2: 1 } }] },
  };
  const { value, chance } = figureOf(await auditOf(world), 'aligned-ids')!;
  // 1 − C(3, 2) / C(5, 2)
  assert.deepEqual([value, chance], [0, 0.7]);
});

test('without splits, answers are looked for in the other tasks', async () => {
  const world = soundWorld(6, 'tasks');
  const [first, second] = [world.tasks.t.slice(0, 3), world.tasks.t.slice(3)];
  second[0]!.grades = { d0: 1 };
  const report = await auditOf({ ...world, tasks: { first, second } });
  const places = report.benchmarks[0]!.figures.filter(({ figure }) => figure === 'answers-elsewhere');
  assert.deepEqual(
    places.map(({ where, count, of, examples }) => [where, count, of, examples]),
    [
      ['task first', 1, 3, ['q-aa']],
      ['task second', 1, 3, ['q-ad']],
    ],
  );
});

test('more than a hundred near copies of one family, or of one text, hide no twin of another', async () => {
  const word = wordSource('hiding');
  const text = Array.from({ length: 12 }, () => functionOf(word)).join('\n');
  const near = (k: number) => `${text}\nmark_${k}(${k})`;
  const hidden = (meta: (k: number) => object, textOf: (k: number) => string): World => ({
    documents: [
      { id: 'twin', text: near(999) },
      ...Array.from({ length: 130 }, (_, k) => ({ id: `d${k}`, text: textOf(k), meta: meta(k) })),
    ],
    tasks: { t: [{ id: 'q', text: 'asked', grades: { d129: 1 } }] },
  });
  for (const world of [
    hidden(() => ({ family: 'declared' }), near),
    hidden(
      (k) => ({ family: 'declared', tags: { title: `title ${k}` } }),
      () => near(0),
    ),
  ]) {
    const report = await auditOf(world, undefined, { renamed: false });
    assert.equal(figureOf(report, 'unjudged-near-twins')!.count, 1);
    assert.equal(figureOf(report, 'near-duplicates')!.count, 131);
  }
});

test('the same text under another title is an exact duplicate, not a near one', async () => {
  const world = soundWorld(4, 'titles');
  world.documents[1]!.text = world.documents[0]!.text;
  world.documents[1]!.meta = { tags: { title: 'another' } };
  const report = await auditOf(world);
  assert.equal(figureOf(report, 'exact-duplicates')!.count, 1);
  assert.equal(figureOf(report, 'near-duplicates')!.count, 0);
});

test('two benchmarks are counted both ways', async () => {
  const [world, other] = [soundWorld(4, 'one'), soundWorld(8, 'two')];
  world.documents[0]!.text = other.documents[5]!.text;
  const { benchmarks } = await auditOf(world, other);
  const shares = benchmarks.map(
    ({ figures }) => figures.find(({ figure }) => figure === 'documents-in-other')!,
  );
  assert.deepEqual(
    shares.map(({ count, of, examples }) => [count, of, examples]),
    [
      [1, 4, ['d0']],
      [1, 8, ['d5']],
    ],
  );
});

test('an order of the near-clones prefers as PPA says where nothing ties', async () => {
  const word = wordSource('ppa');
  const random = seeded('ppa');
  const documents = Array.from({ length: 40 }, (_, k) => ({
    id: `d${random.uint32()}-${k}`,
    text: `def f(a):\n    return a + ${'1'.repeat(1 + random.below(1000))}`,
    meta: { family: `f${k >> 2}` },
  }));
  const world: World = {
    ...{ documents, level: 2 },
    tasks: {
      t: Array.from({ length: 10 }, (_, k) => ({
        id: `q-${k}`,
        text: `${word()} return`,
        grades: Object.fromEntries([2, 1, 2, 1].map((grade, m) => [documents[4 * k + m]!.id, grade])),
      })),
    },
  };
  const pipeline = await resolvePipeline(
    'longest',
    stageContext(() => {}),
  );
  const { systems } = await evaluate(benchmarkOf(world), [pipeline], {
    ...{ measures: [parseMeasure('PPA')], profile: profile('assay'), depth: 10, progress: () => {} },
  });
  const { num } = systems[0]!.columns[0]!;
  const mean = num.reduce((sum, value) => sum + value, 0) / num.length;
  const { value } = figureOf(await auditOf(world), 'longest-prefers')!;
  assert.ok(mean > 0.1 && Math.abs(value! - mean) < 1e-12, `${value}, ${mean}`);
});

test('the linter counts the same', async () => {
  const world = soundWorld(8, 'lint');
  const [first, second, third] = world.tasks.t;
  first!.grades = { d0: 1, gone: 1, d1: 0 };
  second!.query = { suite: SUITE, exclude: ['d1'] };
  third!.query = { suite: SUITE };
  third!.text = first!.text;
  world.documents[4]!.text = world.documents[3]!.text;
  world.outcomes = { [world.documents[2]!.text]: 'fail' };
  const findings = await lint(benchmarkOf(world), () => {});
  const { benchmarks } = await auditOf(world, undefined, { renamed: false });
  const pairs = {
    ...{ 'absent-documents': 'absent-documents', 'unreachable-positives': 'unreachable-positives' },
    ...{ 'failed-positives': 'failed-positives', 'repeated-queries': 'shared-query-texts' },
    ...{ 'exact-duplicates': 'duplicate-documents', 'empty-documents': 'empty-documents' },
  };
  const counts = Object.entries(pairs).map(([figure, check]) => {
    const own = benchmarks[0]!.figures.find((one) => one.figure === figure)!;
    assert.equal(own.count, findings.find((one) => one.check === check)?.count ?? 0, figure);
    return own.count;
  });
  assert.deepEqual(counts, [1, 1, 1, 1, 1, 0]);
});

test('the same seed gives the same report, and another changes only what is drawn', async () => {
  const world = soundWorld(40, 'seeds');
  for (const [k, asked] of world.tasks.t.entries()) asked.text = k % 2 === 0 ? 'apple' : 'return';
  for (const document of world.documents.slice(0, 9)) document.text += '\n    # apple';
  const run = (seed: number) => auditOf(world, undefined, { seed, renamed: false });
  const [first, again, other] = [await run(1), await run(1), await run(2)];
  assert.deepEqual(first, again);
  const withoutDraws = ({ benchmarks }: AuditReport) =>
    benchmarks.map(({ figures }) => figures.map(({ chance, ...rest }) => rest));
  assert.notDeepEqual(other.benchmarks, first.benchmarks);
  assert.deepEqual(withoutDraws(other), withoutDraws(first));
});

/** Benchmarks at the edge of what there is. */
const EDGES: Record<string, World> = {
  'no task at all': { documents: [{ id: 'a', text: 'x' }], tasks: {} },
  'a task without queries': { documents: [{ id: 'a', text: 'x' }], tasks: { t: [] } },
  'one query and one document': {
    documents: [{ id: 'a', text: 'def f(x): return x' }],
    tasks: { t: [{ id: 'q', text: 'f', grades: { a: 1 } }] },
  },
  'no document': { documents: [], tasks: { t: [{ id: 'q', text: 'f', grades: { a: 1 } }] } },
  'no positive': {
    documents: [{ id: 'a', text: 'def f(x): return x' }],
    tasks: { t: [{ id: 'q', text: 'f', grades: { a: 0 } }] },
  },
  'no judgment': { documents: [{ id: 'a', text: '' }], tasks: { t: [{ id: 'q', text: '', grades: {} }] } },
  'every document a positive': {
    documents: [
      { id: 'a', text: 'def f(x): return x' },
      { id: 'b', text: 'def g(x): return x', meta: { family: 'a' } },
    ],
    tasks: { t: [{ id: 'q', text: 'f', grades: { a: 1, b: 1 } }] },
  },
  'hostile texts': {
    documents: [
      { id: 'a', text: '\u0000\ud800 def \ufeff(((((' },
      { id: 'b', text: `${'('.repeat(5000)}${')'.repeat(5000)}` },
      { id: 'c', text: '"'.repeat(3000) + "'".repeat(3001) },
      { id: 'd', text: 'def _(): pass' },
      { id: '__proto__', text: 'def constructor(__proto__): return __proto__' },
    ],
    tasks: {
      t: [
        { id: 'constructor', text: 'constructor __proto__ \ud800', grades: { ['__proto__']: 1, a: 1, d: 1 } },
      ],
    },
  },
};

for (const [what, world] of Object.entries(EDGES))
  test(`copes with ${what}`, async () => {
    const alone = await auditOf(world);
    const beside = await auditOf(world, soundWorld(2, 'beside'), { renamed: false });
    for (const { benchmarks, tables } of [alone, beside]) {
      for (const { figures } of benchmarks)
        for (const { figure, value, count, of, chance } of figures) {
          assert.ok(FIGURE_KINDS.some(({ name }) => name === figure));
          assert.equal(value === null, of === 0, figure);
          for (const number of [value, chance])
            assert.ok(number === null || (number >= 0 && number <= 1), figure);
          assert.ok(count === null || (count >= 0 && count <= of), figure);
        }
      for (const { columns, rows } of tables)
        for (const row of rows) assert.equal(row.length, columns.length);
    }
  });

test('says which documents it cannot read as code, and still measures the rest', async () => {
  const world = soundWorld(5, 'languages');
  for (const [k, asked] of world.tasks.t.entries())
    asked.text = /def (\w+)/.exec(world.documents[k]!.text)![1]!;
  world.documents[0]!.meta = { language: 'cobol' };
  world.documents[1]!.meta = { language: 'cobol' };
  world.documents.push({ id: 'untold', text: 'x = 1', meta: { language: undefined } as object });
  world.documents.push({ id: 'long', text: `x = [${'1, '.repeat(60_000)}]` });
  const report = await auditOf(world);
  assert.deepEqual(report.benchmarks[0]!.unread, { cobol: 2, 'no language told': 1, 'too long': 1 });
  assert.match(
    report.tables[0]!.notes.join('\n'),
    /4 code documents is not read \(2 cobol, 1 no language told, 1 too long\)/,
  );
  const named = figureOf(report, 'name-in-query')!;
  assert.deepEqual([named.count, named.of], [3, 3]);
  assert.equal(figureOf(report, 'codeless-documents')!.of, 7);
});

test('documents without a language are read in the one that all tasks on them name', async () => {
  const world = { ...soundWorld(3, 'labels'), labels: { language: 'python' } };
  for (const document of world.documents) document.meta = { language: undefined } as object;
  const report = await auditOf(world);
  assert.deepEqual(report.benchmarks[0]!.unread, {});
  assert.equal(figureOf(report, 'name-in-query')!.of, 3);
});

test('a document of a million characters is looked at without its syntax', async () => {
  const world = soundWorld(2, 'huge');
  const word = wordSource('huge');
  const line = `${functionOf(word).replaceAll('\n', ' ')} `;
  world.documents.push({ id: 'huge', text: line.repeat(4000) });
  world.documents.push({ id: 'blank', text: ' '.repeat(1_000_000) });
  world.documents.push({ id: 'open', text: '('.repeat(200_000) });
  const report = await auditOf(world, undefined, { renamed: false });
  assert.deepEqual(report.benchmarks[0]!.unread, { 'too long': 3 });
});

test('what is left out is not measured, and another task can be chosen alone, with its corpus', async () => {
  const world = soundWorld(6, 'options');
  const tasks = { first: world.tasks.t.slice(0, 2), second: world.tasks.t.slice(2) };
  const benchmark = benchmarkOf({ ...world, tasks });
  const [corpus] = benchmark.corpora.values();
  const spare = Object.create(corpus!, { id: { value: 'spare' } }) as Corpus;
  const both = { ...benchmark, corpora: new Map([...benchmark.corpora, ['spare', spare]]) };
  const options = { ...OPTIONS, near: false, renamed: false };
  const placesOf = async (task?: string) => {
    const { benchmarks } = await audit(both, undefined, { ...options, task });
    const { figures } = benchmarks[0]!;
    assert.ok(!figures.some(({ figure, value }) => value !== null && /near|bm25/.test(figure)));
    return [...new Set(figures.map(({ where }) => where))].sort();
  };
  assert.deepEqual(await placesOf(), ['corpus code', 'corpus spare', 'task first', 'task second']);
  assert.deepEqual(await placesOf('sec*'), ['corpus code', 'task second']);
  await refuses(() => placesOf('third'), /task "third".*no such task/s);
});

test('an excluded positive is no answer', async () => {
  const world = soundWorld(4, 'excluded');
  world.tasks.t[0]!.query = { exclude: ['d0'] };
  const report = await auditOf(world);
  const names = ['name-in-query', 'word-overlap', 'unjudged-twins', 'unreachable-positives'];
  assert.deepEqual(
    names.map((name) => figureOf(report, name)!.of),
    [3, 3, 3, 4],
  );
});

test('the tables show where most is to be seen, and name what does not apply', async () => {
  const world = soundWorld(8, 'tables');
  const tasks = { few: world.tasks.t.slice(0, 4), many: world.tasks.t.slice(4) };
  tasks.few[0]!.text = ' ';
  for (const asked of tasks.many) asked.text = '';
  const { tables } = await auditOf({ ...world, tasks });
  const examples = tables.find(({ name }) => name === 'audit-1-examples')!;
  assert.deepEqual(examples.rows[0], ['empty-queries', 'task many', 'q-ae; q-af; q-ag; …']);
  const byTask = tables.find(({ name }) => name === 'audit-1-texts-by-task')!;
  assert.deepEqual(byTask.columns.slice(0, 2), ['task', 'empty-queries']);
  assert.deepEqual(
    byTask.rows.map(([task, empty]) => [task, empty]),
    [
      ['few', { value: 0.25 }],
      ['many', { value: 1 }],
    ],
  );
  const [, missing] = tables[0]!.notes;
  assert.match(missing!, /^Nothing to measure: .*codeless-queries.*longest-first/);
  assert.doesNotMatch(missing!, /in-other/);
});

async function command(args: string[], options: object = {}): Promise<{ code: number; out: string }> {
  let out = '';
  const io: Io = {
    ...{ width: 300, note: () => {}, warn: () => {}, progress: () => {}, settle: () => {} },
    async result(text) {
      out += text;
    },
  };
  const defaults = { near: true, bm25: false, seed: 1, cache: join(scratch, 'cache') };
  return { code: await auditCommand.run(args, { ...defaults, ...options }, io), out };
}

test('the command prints tables, Markdown or JSON, and never fails a benchmark', async () => {
  const world = soundWorld(6, 'command');
  world.tasks.t[0]!.grades.gone = 1;
  const tasks = { first: world.tasks.t.slice(0, 2), second: world.tasks.t.slice(2) };
  const folder = join(scratch, 'benchmark');
  const source = sourceOf(benchmarkOf({ ...world, tasks, name: 'flawed' }));
  await writeBenchmark(source, folder, { missingDocuments: 'keep' });
  const plain = await command([folder]);
  assert.equal(plain.code, 0);
  assert.match(plain.out, /^How far flawed can be trusted\n/);
  assert.match(plain.out, /\none-positive +2 tasks +0\.833 +5 +6 queries +– +nDCG, RR/);
  assert.match(plain.out, /\nflawed: where to look\n[\s\S]+absent-documents +task first +q-aa → gone\n/);
  const markdown = await command([folder, folder], { markdown: true });
  assert.match(markdown.out, /^## How far flawed \(1\) and flawed \(2\) can be trusted\n/);
  assert.match(markdown.out, /\| documents-in-other \| 1\.000 \| 6 \| 6 documents \| – \| 1\.000 \| 6 \|/);
  const { benchmarks, kinds } = JSON.parse((await command([folder], { json: true })).out);
  const absent = benchmarks[0].figures.filter(({ figure }: Figure) => figure === 'absent-documents');
  assert.deepEqual(absent, [
    {
      ...{ figure: 'absent-documents', where: 'task first', value: 1 / 3, count: 1, of: 3, chance: null },
      examples: ['q-aa → gone'],
    },
    {
      ...{ figure: 'absent-documents', where: 'task second', value: 0, count: 0, of: 4, chance: null },
      examples: [],
    },
  ]);
  assert.deepEqual(
    kinds.map(({ name }: { name: string }) => name),
    FIGURE_KINDS.map(({ name }) => name),
  );
  await refuses(() => command(['no-such-benchmark']), /cannot open benchmark/);
});

test('code queries are renamed as well: what they shared with a string is gone', async () => {
  const word = wordSource('code queries');
  const words = Array.from({ length: 12 }, word);
  const world: World = {
    direction: 'c2c',
    documents: words.map((one, k) => ({ id: `d${k}`, text: `print("${one}")` })),
    tasks: {
      t: words.map((one, k) => ({
        id: `q-${k}`,
        text: `def f(a):\n    ${one} = a\n    return ${one}`,
        grades: { [`d${k}`]: 1 },
      })),
    },
  };
  const report = await auditOf(world);
  const values = ['bm25', 'bm25-without-comments', 'bm25-locals', 'bm25-all'];
  assert.deepEqual(
    values.map((name) => figureOf(report, name)!.value),
    [1, 1, 0, 0],
  );
});

test('families that were not run as a whole, or hold nothing wrong, are left out', async () => {
  const clone = (k: number, text: string) => ({ id: `d${k}`, text, meta: { family: `f${k >> 1}` } });
  const texts = ['x = 1', 'x = 22', 'y = 1', 'y = 22', 'z = 1', 'z = 22'];
  const query = { suite: SUITE };
  const world: World = {
    documents: texts.map((text, k) => clone(k, text)),
    tasks: {
      t: [
        { id: 'q-proven', text: 'x', grades: { d1: 1, d0: 0 }, query },
        { id: 'q-half', text: 'y', grades: { d3: 1 }, query },
        { id: 'q-right', text: 'z', grades: { d4: 1, d5: 1 }, query },
      ],
    },
    outcomes: { 'x = 1': 'fail', 'x = 22': 'pass', 'y = 22': 'pass', 'z = 1': 'pass', 'z = 22': 'pass' },
  };
  const report = await auditOf(world);
  const cases = ['longest-first', 'longest-passes', 'longest-prefers'].map((name) => figureOf(report, name)!);
  assert.deepEqual(
    cases.map(({ value, of, chance }) => [value, of, chance]),
    [
      [1, 2, 0.5],
      [1, 1, 0.5],
      [1, 1, 0.5],
    ],
  );
});
