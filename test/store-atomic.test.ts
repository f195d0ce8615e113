import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { systemError } from '../src/core/errors.js';
import { viaTemporary, writeFileAtomic } from '../src/store/atomic.js';
import { scratchFolder } from './scratch.js';

const folder = scratchFolder();
/** No process has this number. */
const DEAD = 999_999_999;

test('what a killed process left of a file goes when the file is written again, and nothing else does', async () => {
  const leave = (name: string) => writeFileSync(join(folder, name), 'half');
  leave(`page.html.partial-${DEAD}-0123abcd`);
  leave(`page.html.partial-${process.pid}-0123abcd`);
  leave(`other.html.partial-${DEAD}-0123abcd`);
  leave('page.html.partial-notes');
  await writeFileAtomic(join(folder, 'page.html'), 'whole');
  assert.equal(readFileSync(join(folder, 'page.html'), 'utf8'), 'whole');
  assert.deepEqual(
    readdirSync(folder).sort(),
    [
      `other.html.partial-${DEAD}-0123abcd`,
      'page.html',
      `page.html.partial-${process.pid}-0123abcd`,
      'page.html.partial-notes',
    ].sort(),
  );
});

test('a full disk is told with the file that was to be written', async () => {
  const path = join(folder, 'results.json');
  const full = () => Promise.reject(Object.assign(new Error('write'), { code: 'ENOSPC' }));
  await assert.rejects(viaTemporary(path, full), (error) => {
    assert.equal(systemError(error)?.message, `cannot use ${path}: the disk is full`);
    return true;
  });
  assert.equal(existsSync(path), false);
});
