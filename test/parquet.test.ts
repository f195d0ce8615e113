import assert from 'node:assert/strict';
import { readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { UserError } from '../src/core/errors.js';
import { seeded } from '../src/core/random.js';
import { coreb } from '../src/formats/coreb.js';
import { readParquet } from '../src/store/parquet.js';
import { glob } from './files.js';
import { fixture, readWith, spoilable } from './read-source.js';
import { scratchFolder } from './scratch.js';

const PARQUET = fixture('coreb/parquet');

test('parquet: cut short, foreign and incomplete files are refused', async (t) => {
  const folder = spoilable(t, 'coreb/parquet/release_v2603');
  const path = join(folder, 'code_corpus-release_v2603-00000-of-00001.parquet');
  const whole = readFileSync(path);
  truncateSync(path, whole.length - 100);
  await assert.rejects(readWith(coreb, folder), /code_corpus.*: the parquet file is cut short/);
  writeFileSync(path, '{"code_id":"x"}\n');
  await assert.rejects(readWith(coreb, folder), /code_corpus.*: it is not a parquet file/);
  writeFileSync(path, 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n');
  await assert.rejects(readWith(coreb, folder), /it is a Git LFS pointer/);
  const broken = Buffer.from(whole);
  broken.fill(0xff, 8, 400);
  writeFileSync(path, broken);
  await assert.rejects(readWith(coreb, folder), /rows 1 to 2 cannot be decoded/);
  const footless = Buffer.from(whole);
  footless.fill(0xff, whole.length - 300, whole.length - 8);
  writeFileSync(path, footless);
  await assert.rejects(readWith(coreb, folder), /the parquet footer is damaged|cannot be decoded/);
  writeFileSync(path, whole);
  renameSync(path, path.replace('of-00001', 'of-00003'));
  await assert.rejects(readWith(coreb, folder), /it comes in 3 parts, of which 1 are there/);
});

test('parquet: rows have numbers over all groups, and wrong columns are named with the row', async (t) => {
  const path = join(PARQUET, 'release_v2603/code_corpus-release_v2603-00000-of-00001.parquet');
  const rows = [];
  for await (const row of readParquet(path, ['code_id', 'not there'])) rows.push(row);
  assert.deepEqual(rows.at(-1), { number: 7, value: { code_id: 'code_v202601_00007' } });
  const folder = spoilable(t, 'coreb/parquet/release_v2603');
  const qrels = join(folder, 'text2code_qrels-release_v2603-00000-of-00001.parquet');
  writeFileSync(join(folder, 'code_corpus-release_v2603-00000-of-00001.parquet'), readFileSync(qrels));
  await assert.rejects(readWith(coreb, folder), /code_corpus.*\.parquet, row 1: field "code_id"/);
});

test('parquet: bytes changed anywhere give rows or one refusal in words, and nothing that nobody catches', async () => {
  const folder = scratchFolder();
  const strays: unknown[] = [];
  const stray = (error: unknown): void => void strays.push(error);
  process.on('unhandledRejection', stray);
  const files = glob('test/fixtures', '.parquet');
  const random = seeded('damaged parquet');
  let refused = 0;
  for (let round = 0; round < 300; round++) {
    const bytes = readFileSync(files[random.below(files.length)]!);
    // The footer, where offsets are, is at the end.
    for (let flips = 1 + random.below(3); flips > 0; flips--)
      bytes[bytes.length - 8 - random.below(Math.min(600, bytes.length - 12))] = random.below(256);
    const path = join(folder, 'damaged.parquet');
    writeFileSync(path, bytes);
    try {
      for await (const { value } of readParquet(path)) assert.equal(typeof value, 'object');
    } catch (error) {
      assert.ok(error instanceof UserError, `round ${round}: ${(error as Error).stack}`);
      refused++;
    }
  }
  await setImmediate();
  process.off('unhandledRejection', stray);
  assert.deepEqual(strays, []);
  assert.ok(refused > 30, `${refused} were refused`);
});
