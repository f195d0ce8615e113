import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { referencePages } from '../src/cli/reference.js';
import { glob, root } from './files.js';

test('docs/reference is what the registries say (npm run docs renews it)', async () => {
  const pages = await referencePages();
  assert.deepEqual(readdirSync(join(root, 'docs/reference')).sort(), Object.keys(pages).sort());
  for (const [name, content] of Object.entries(pages))
    assert.equal(readFileSync(join(root, 'docs/reference', name), 'utf8'), content, name);
});

test('every relative link of the documentation leads somewhere', () => {
  const pages = [
    ...glob('docs', '.md'),
    ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].map((name) => join(root, name)),
  ];
  let links = 0;
  for (const page of pages)
    for (const [, target] of readFileSync(page, 'utf8').matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
      if (/^[a-z]+:/.test(target!)) continue;
      links++;
      assert.ok(existsSync(resolve(dirname(page), target!)), `${relative(root, page)} links to ${target}`);
    }
  assert.ok(links > 5, `saw ${links} links`);
});
