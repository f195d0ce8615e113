import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { coquirFixture } from './coquir-fixture.js';
import { corebFixture } from './coreb-fixture.js';
import { execretrievalFixture } from './execretrieval-fixture.js';
import { root } from './files.js';
import type { FixtureFiles } from './fixture-rows.js';

// The fixtures of the three papers' formats: content of our own in the published shape. Run this file to write
// them anew (node dist/test/paper-fixtures.js); a test holds the files to what is written here.

/** Path below test/fixtures → content. */
export function paperFixtures(): FixtureFiles {
  const files: FixtureFiles = new Map();
  corebFixture(files);
  coquirFixture(files);
  execretrievalFixture(files);
  return files;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const [name, content] of paperFixtures()) {
    const path = join(root, 'test/fixtures', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
