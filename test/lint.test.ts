import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { JudgedQuery, Verdict } from '../src/core/benchmark.js';
import type { BenchmarkSource, SourceDocument } from '../src/core/source.js';
import { CHECKS, lint } from '../src/lint/lint.js';
import { openBenchmark, writeBenchmark } from '../src/store/benchmark-folder.js';
import { sha256 } from '../src/store/digest.js';
import { scratchFolder } from './scratch.js';

const scratch = scratchFolder();
const suite = 'b'.repeat(64);

const document = (id: string, text: string, rest: object = {}): SourceDocument => ({
  meta: { id, kind: 'code', ...rest },
  text,
});
const query = (
  id: string,
  rest: Partial<JudgedQuery['query']> = {},
  judgments: [string, number][] = [
    ['a', 2],
    ['b', 1],
  ],
): JudgedQuery => ({
  query: { id, text: `Query ${id}`, kind: 'text', cluster: id, exclude: [], ...rest },
  judgments: judgments.map(([doc, grade]) => ({ doc, grade })),
});
const verdict = (text: string, is: 'pass' | 'invalid'): Verdict => ({
  ...{ code: sha256(text), suite, isolation: 'none', toolchain: 'none', proof: 'imported' as const },
  outcome: is === 'pass' ? { is } : { is, why: 'does not parse' },
});

interface Flawed {
  documents?: SourceDocument[];
  queries?: JudgedQuery[];
  verdicts?: Verdict[];
  direction?: 't2c' | 'c2c';
}

const sound: Required<Flawed> = {
  documents: [document('a', 'Alpha()'), document('b', 'Beta()'), document('c', 'Gamma()')],
  queries: [
    query('q1'),
    query('q2', {}, [
      ['b', 2],
      ['a', 1],
    ]),
  ],
  verdicts: [],
  direction: 't2c',
};

/** For each check, a benchmark that has the flaw and no other of the same severity or worse. */
const star = (root: string): SourceDocument[] => {
  const words = 'one two three four five'.split(' ');
  const variant = (slot: number) => ({ family: root, variant: { parent: root, root, slot, edits: [] } });
  return [
    document(root, words.join(' '), { family: root }),
    ...words
      .slice(0, 4)
      .map((_, slot) =>
        document(
          `${root}${slot}`,
          words.map((word, k) => (k === slot ? 'X' : word)).join(' '),
          variant(slot),
        ),
      ),
  ];
};

const FLAWS: Record<string, Flawed> = {
  'empty-documents': { documents: [...sound.documents, document('d', ' \n')] },
  'duplicate-documents': { documents: [...sound.documents, document('d', 'Alpha()')] },
  'medoid-leak': { documents: [...sound.documents, ...star('r'), ...star('s')] },
  'absent-documents': { queries: [query('q1', {}, [['gone', 2]]), ...sound.queries.slice(1)] },
  'unreachable-positives': { queries: [query('q1', { candidates: ['b', 'c'] })] },
  'failed-positives': { queries: [query('q1', { suite })], verdicts: [verdict('Alpha()', 'invalid')] },
  'passed-negatives': { queries: [query('q1', { suite })], verdicts: [verdict('Beta()', 'pass')] },
  'anchor-in-corpus': { queries: [query('q1', { text: 'Gamma()', kind: 'code' })], direction: 'c2c' },
  'judged-exclusions': { queries: [query('q1', { exclude: ['b'] })] },
  'no-positives': { queries: [query('q1', {}, [['b', 1]])] },
  'empty-queries': { queries: [query('q1', { text: '\t' })] },
  'shared-query-texts': { queries: [query('q1', { text: 'same' }), query('q2', { text: 'same' })] },
  'case-mismatch': { documents: [document('a', 'alpha()'), document('b', 'beta()')] },
  'id-leak': { queries: Array.from({ length: 40 }, (_, k) => query(`q${k}`)) },
};

let folders = 0;
async function findings(flawed: Flawed) {
  const { documents, queries, verdicts, direction } = { ...sound, ...flawed };
  const source: BenchmarkSource = {
    name: 'lint',
    version: '1',
    corpora: [{ id: 'code', documents: () => documents }],
    tasks: [{ id: 't', corpus: 'code', direction, labels: {}, level: 2, queries: () => queries }],
    suites: () => [],
    verdicts: () => verdicts,
  };
  const dir = join(scratch, String(folders++));
  await writeBenchmark(source, dir, { missingDocuments: 'keep' });
  return lint(await openBenchmark(dir), () => {});
}

test('every check has a flaw planted for it here', () => {
  assert.deepEqual(Object.keys(FLAWS).sort(), CHECKS.map(({ name }) => name).sort());
});

test('a sound benchmark has no finding', async () => {
  assert.deepEqual(await findings({}), []);
});

for (const [name, flawed] of Object.entries(FLAWS))
  test(`finds ${name}`, async () => {
    const found = await findings(flawed);
    const own = found.find(({ check }) => check === name);
    assert.ok(own, `found only ${found.map(({ check }) => check).join(', ')}`);
    assert.ok(own.count >= 1 && own.count <= own.of);
    assert.equal(own.severity, CHECKS.find((check) => check.name === name)!.severity);
  });
