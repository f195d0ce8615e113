import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { glob } from './files.js';
import { paperFixtures } from './paper-fixtures.js';
import { fixture } from './read-source.js';

test('the fixtures are what their script writes', () => {
  const files = paperFixtures();
  for (const [name, content] of files)
    assert.deepEqual(new Uint8Array(readFileSync(fixture(name))), new Uint8Array(Buffer.from(content)), name);
  const written = ['coreb', 'coquir', 'execretrieval'].flatMap((folder) =>
    glob(`test/fixtures/${folder}`, ''),
  );
  assert.equal(written.length, files.size);
});
