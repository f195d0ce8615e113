import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { JsonPlace } from '../src/published/json-place.js';
import {
  type JsonNode,
  JsonNumber,
  jsonText,
  parseJsonText,
  readJsonText,
} from '../src/published/json-text.js';
import { mtebResultText, readMtebResult } from '../src/published/mteb-result.js';
import { glob } from './files.js';
import { refuses, scratchFolder } from './scratch.js';

const scratch = scratchFolder();

/** The tree as the language's own parser would give it, for comparison. */
function plain(node: JsonNode): unknown {
  if (node instanceof JsonNumber) return node.value;
  if (node instanceof Map) return Object.fromEntries([...node].map(([key, item]) => [key, plain(item)]));
  return Array.isArray(node) ? node.map(plain) : node;
}

const parse = (text: string): JsonNode => parseJsonText(text, 'x.json');

/** A repeatable stream of numbers from 0 up to, not including, n. */
function dice(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

function anything(roll: (n: number) => number, depth = 0): unknown {
  const strings = ['', 'a', '"', '\\', 'ø\u2028', '\ud800', '__proto__', '1', 'x\ny\t', '𝄞'];
  const kind = roll(depth > 3 ? 4 : 6);
  if (kind === 0) return [null, true, false][roll(3)];
  if (kind === 1) return [0, -0.5, 1e-7, 1e21, 123456789, -3][roll(6)];
  if (kind <= 3) return strings[roll(strings.length)];
  const size = roll(4);
  if (kind === 4) return Array.from({ length: size }, () => anything(roll, depth + 1));
  return Object.fromEntries(
    Array.from({ length: size }, () => [strings[roll(strings.length)]!, anything(roll, depth + 1)]),
  );
}

test('JSON is read as the language reads it, and written so that it reads the same', () => {
  const roll = dice(7);
  for (let k = 0; k < 500; k++) {
    const value = anything(roll);
    const text = k % 2 === 0 ? JSON.stringify(value) : JSON.stringify(value, null, 3);
    const node = parse(text);
    assert.deepEqual(plain(node), JSON.parse(text));
    assert.deepEqual(JSON.parse(jsonText(node)), JSON.parse(text));
  }
});

test('what the language refuses as JSON is refused, wherever a character is taken away or added', () => {
  const roll = dice(11);
  const text = '{"a": [1.5e-3, "x\\u00f8\\n", {"b": null}, -0, true], "c": {}}';
  let refused = 0;
  for (let k = 0; k < 3000; k++) {
    const at = roll(text.length);
    const insert = ['', '"', ',', '}', '0', '.', '\\', '\n', 'e', '-'][roll(10)]!;
    const broken = text.slice(0, at) + insert + text.slice(at + roll(2));
    let valid = true;
    try {
      JSON.parse(broken);
    } catch {
      valid = false;
    }
    if (valid) assert.deepEqual(plain(parse(broken)), JSON.parse(broken), broken);
    else {
      refused++;
      assert.throws(() => parse(broken), /^UserError: cannot read x\.json, line \d+: it is not JSON/, broken);
    }
  }
  assert.ok(refused > 1000);
});

test('order of keys, spelling of numbers, NaN and Infinity are as they were', () => {
  const text =
    '{"10": 1.0, "2": [NaN, -Infinity, Infinity], "b": 1e-05, "a": 32768.0, "n": 12345678901234567890}';
  assert.equal(jsonText(parse(text)).replace(/\s+/g, ''), text.replace(/\s+/g, ''));
});

test('a message names the line', () => {
  assert.throws(
    () => parse('{\n"a": 1,\n"b": nan\n}'),
    /line 3: it is not JSON \("n" where a value was expected\)/,
  );
  assert.throws(() => parse('{"a": 1, "a": 2}'), /the key "a" is there twice/);
  assert.throws(() => parse('{"a": [1, 2'), /it ends where "," or "\]" was expected/);
  assert.throws(() => parse(' \n'), /it is empty/);
  assert.throws(() => parse('[1] 2'), /something follows/);
  assert.throws(() => parse('["abc'), /a string does not end/);
});

test('nesting without end is refused, not a defect', () => {
  assert.throws(() => parse('['.repeat(100_000)), /nested more than 100 deep/);
  assert.deepEqual(
    plain(parse('['.repeat(100) + ']'.repeat(100))),
    JSON.parse('['.repeat(100) + ']'.repeat(100)),
  );
});

test('files that are too large, missing, a folder or not UTF-8 are refused by name', async () => {
  const file = join(scratch, 'huge.json');
  writeFileSync(file, '{}');
  truncateSync(file, 65 * 2 ** 20);
  await refuses(() => readJsonText(file), /huge\.json: it is larger than 64 MB/);
  await refuses(() => readJsonText(join(scratch, 'none.json')), /none\.json: there is no such file/);
  mkdirSync(join(scratch, 'folder.json'));
  await refuses(() => readJsonText(join(scratch, 'folder.json')), /folder\.json: it is a directory/);
  writeFileSync(file, Buffer.from([0x22, 0xff, 0x22]));
  await refuses(() => readJsonText(file), /huge\.json: it is not UTF-8/);
  writeFileSync(file, '\uFEFF{"a": 1}');
  assert.deepEqual(plain(await readJsonText(file)), { a: 1 });
});

test('a place tells its path and what was found there', () => {
  const place = new JsonPlace(parse('{"a": {"b c": [1, "0.5", {}]}, "e": "\\u001b"}'), 'x.json');
  const list = place.get('a').get('b c').items();
  assert.throws(() => list[1]!.number(), /x\.json: a\["b c"\]\[1\] must be a number, but it is "0\.5"/);
  assert.throws(() => list[2]!.get('d').string(), /a\["b c"\]\[2\]\.d must be a string, but it is missing/);
  assert.throws(() => place.get('a').items(), /a must be an array, but it is \{ "b c": \[ 1, "0\.5"/);
  assert.throws(() => place.get('e').name(), /e must be a name/);
  assert.throws(
    () => new JsonPlace(parse('[]'), 'x.json').members(),
    /x\.json: it must be an object, but it is \[\]/,
  );
});

test('an MTEB result that is read and written is the same, token for token', async () => {
  const files = glob('test/fixtures/mteb/results', 'ing.json').concat(
    glob('test/fixtures/mteb/results', 'Retrieval.json'),
  );
  assert.equal(files.length, 9);
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    assert.match(text, /NaN/);
    // Laid out as Python lays it out, so that not even white space differs.
    assert.equal(mtebResultText(await readMtebResult(file)), `${text}\n`);
  }
});

test('fields that nobody knows, and letters beyond ASCII, survive a round trip', async () => {
  const file = join(scratch, 'T.json');
  const json = {
    dataset_revision: 'r',
    task_name: 'T',
    mteb_version: null,
    unknown: { '2': [1, { x: null }], '1': 'bjørn' },
    scores: { test: [{ main_score: 0.5, hf_subset: '', languages: [], more: { nested: [true] } }] },
    evaluation_time: 1e-9,
  };
  const text = JSON.stringify(json).replace('bjørn', 'bj\\u00f8rn').replace('1e-9', '1E-09');
  writeFileSync(file, text);
  const written = mtebResultText(await readMtebResult(file));
  assert.deepEqual(JSON.parse(written), json);
  assert.match(written, /1E-09/);
  assert.deepEqual(Object.keys(JSON.parse(written)), Object.keys(json));
});
