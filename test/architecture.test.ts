import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { version } from '../src/core/version.js';
import { glob, root } from './files.js';

/** Room → rooms it may import from. Anything else is an error. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  core: [],
  text: ['core'],
  languages: ['core'],
  measures: ['core'],
  stats: ['core'],
  store: ['core'],
  families: ['core', 'text', 'store'],
  formats: ['core', 'store', 'text', 'languages'],
  retrievers: ['core', 'text', 'store', 'formats'],
  pipeline: ['core', 'store', 'families', 'retrievers'],
  lint: ['core', 'families'],
  describe: ['core', 'text', 'families', 'store'],
  evaluate: ['core', 'measures', 'stats', 'store', 'families', 'pipeline'],
  audit: ['core', 'text', 'families', 'languages', 'measures', 'lint', 'pipeline', 'evaluate'],
  analyses: ['core', 'measures', 'stats', 'families', 'evaluate'],
  report: ['core', 'measures', 'store', 'evaluate', 'analyses'],
  published: ['core', 'stats', 'store', 'formats', 'measures', 'evaluate'],
  reproduce: ['core', 'store', 'formats', 'measures', 'evaluate', 'report'],
  cli: [
    ...['core', 'store', 'languages', 'families', 'formats', 'measures', 'stats', 'pipeline', 'lint'],
    ...['describe', 'evaluate', 'audit', 'analyses', 'report', 'published', 'reproduce'],
  ],
};

/** Package → the only room that may import it. */
const HOME: Record<string, string> = {
  commander: 'cli',
  hyparquet: 'store',
  'hyparquet-writer': 'store',
  'hyparquet-compressors': 'store',
  yauzl: 'store',
  '@vscode/tree-sitter-wasm': 'languages',
  'gpt-tokenizer': 'text',
};

const sources = join(root, 'src');
const files = glob('src', '.ts');

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?\bfrom\s*'([^']+)'|\b(?:import|require)\(\s*'([^']+)'/g,
  );
  return [...found].map(([, from, call]) => (from ?? call)!);
}

function roomOf(file: string): string {
  return relative(sources, file).split(/[\\/]/)[0]!;
}

test('rooms import in one direction only', () => {
  let arrows = 0;
  for (const file of files) {
    const room = roomOf(file);
    assert.ok(MAY_IMPORT[room], `${relative(root, file)}: room "${room}" is not in the table`);
    for (const specifier of importsOf(file).filter((one) => one.startsWith('.'))) {
      const target = roomOf(resolve(dirname(file), specifier));
      if (target === room) continue;
      arrows++;
      assert.ok(
        MAY_IMPORT[room]!.includes(target),
        `${relative(root, file)} imports ${specifier}: ${room} may not use ${target}`,
      );
    }
  }
  assert.ok(files.length > 50 && arrows > 50, `the test saw ${files.length} files and ${arrows} arrows only`);
});

test('no room is in the table in vain', () => {
  const seen = new Set(files.map(roomOf));
  for (const room of Object.keys(MAY_IMPORT)) assert.ok(seen.has(room), `there is no room "${room}"`);
});

test('an outside package is imported in its own room alone', () => {
  const used = new Set<string>();
  for (const file of files) {
    for (const specifier of importsOf(file)) {
      if (specifier.startsWith('.') || specifier.startsWith('node:')) continue;
      const name = specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/');
      used.add(name);
      assert.equal(HOME[name], roomOf(file), `${relative(root, file)} imports ${name}`);
    }
  }
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies))
    assert.ok(HOME[name], `${name} is a dependency without a room`);
  assert.ok(used.size >= 3);
});

test('a file stays under about 300 lines', () => {
  for (const file of files) {
    const lines = readFileSync(file, 'utf8').split('\n').length;
    assert.ok(lines <= 330, `${relative(root, file)} has ${lines} lines`);
  }
});

test('the version is that of the package', () => {
  assert.equal(version, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version);
});
