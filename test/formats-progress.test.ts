import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coquir } from '../src/formats/coquir.js';
import { coreb } from '../src/formats/coreb.js';
import { corebReranker } from '../src/formats/coreb-reranker.js';
import { execretrieval } from '../src/formats/execretrieval.js';
import type { Format } from '../src/formats/format.js';
import { humaneval } from '../src/formats/humaneval.js';
import { humanevalX } from '../src/formats/humaneval-x.js';
import { fixture } from './read-source.js';

// Readers that take in much before they hand on anything say how far they are.

interface Case {
  format: Format;
  path: string;
  options?: Record<string, string>;
  /** What is told → how many there are. */
  expected: Record<string, number>;
}

const CASES: Case[] = [
  {
    format: coreb,
    path: 'coreb/jsonl',
    options: { release: 'newest' },
    expected: { 'reading code': 7, 'reading text': 5 },
  },
  {
    format: corebReranker,
    path: 'coreb/reranker',
    options: { split: 'test' },
    expected: { 'reading record': 3 },
  },
  { format: coquir, path: 'coquir/CodeNet-B', expected: { 'reading document': 8, 'reading query': 2 } },
  {
    format: execretrieval,
    path: 'execretrieval',
    expected: { 'reading document': 7, 'comparing document': 7, 'reading query': 2, 'reading result': 9 },
  },
];

async function counts(
  format: Format,
  path: string,
  options: Record<string, string>,
): Promise<Map<string, number[]>> {
  const told = new Map<string, number[]>();
  await format.read!(path, {
    options,
    warn: () => {},
    progress: (what, count) => told.set(what, [...(told.get(what) ?? []), count]),
  });
  return told;
}

for (const { format, path, options = {}, expected } of CASES)
  test(`${format.title}: every record is counted while it is read`, async () => {
    const told = await counts(format, fixture(path), options);
    for (const [what, size] of Object.entries(expected))
      assert.deepEqual(
        told.get(what),
        Array.from({ length: size }, (_, k) => k + 1),
        what,
      );
  });

test('HumanEval: every problem is counted while names are looked for and code is parsed', async () => {
  for (const [format, path] of [
    [humaneval, 'humaneval/plain'],
    [humanevalX, 'humaneval/x'],
  ] as const) {
    const told = await counts(format, fixture(path), { rename: 'locals' });
    const [names, parsed] = ['looking for names in problem', 'parsing problem'].map(
      (what) => told.get(what)!,
    );
    assert.ok(parsed!.length > 1);
    assert.deepEqual(names, parsed);
    assert.deepEqual(
      parsed,
      Array.from(parsed!, (_, k) => k + 1),
    );
  }
});
