import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stem } from '../src/text/stem.js';
import { splitIdentifier, tokenize } from '../src/text/tokens.js';

test('identifiers split at case changes, joints and digits', () => {
  const cases: Record<string, string[]> = {
    parseLine: ['parse', 'line'],
    HTTPServer: ['http', 'server'],
    getHTTPResponseCode: ['get', 'http', 'response', 'code'],
    snake_case__name_: ['snake', 'case', 'name'],
    $jq$el: ['jq', 'el'],
    utf8: ['utf', '8'],
    sha256Sum: ['sha', '256', 'sum'],
    X: ['x'],
    ABC: ['abc'],
    aB: ['a', 'b'],
    _: [],
    '': [],
    größeÄndern: ['größe', 'ändern'],
    'kebab-case.name': ['kebab', 'case', 'name'],
  };
  for (const [name, parts] of Object.entries(cases)) assert.deepEqual(splitIdentifier(name), parts, name);
});

test('the forms of a word meet in one stem', () => {
  const families = [
    ['parse', 'parses', 'parsed', 'parsing', 'parser', 'parsers'],
    ['iterate', 'iterates', 'iterated', 'iterating', 'iteration', 'iterations', 'iterator'],
    ['run', 'runs', 'running', 'runner'],
    ['query', 'queries'],
    ['class', 'classes'],
    ['match', 'matches', 'matched', 'matching', 'matcher'],
    ['index', 'indexes', 'indexed', 'indexing', 'indexer'],
    ['connect', 'connects', 'connected', 'connection'],
    ['copy', 'copies'],
    ['key', 'keys'],
    ['try', 'tries'],
    ['set', 'sets', 'setting', 'setter'],
    ['fill', 'fills', 'filled', 'filling'],
    ['file', 'files'],
  ];
  const stems = families.map((words) => {
    const [first, ...others] = words.map(stem);
    for (const other of others) assert.equal(other, first, words.join(' '));
    return first;
  });
  assert.equal(new Set(stems.filter((one) => one !== 'fil')).size, stems.length - 1);
});

test('words that an ending would be cut from in error stay', () => {
  for (const word of ['is', 'this', 'has', 'status', 'string', 'red', 'sing', 'ion', 'x86', 'größe', 'int'])
    assert.equal(stem(word), word);
});

test('tokens of code and prose', () => {
  assert.deepEqual(tokenize('def parse_line(s): return s.split(",")'), [
    ...['def', 'pars', 'lin', 's', 'return', 's', 'split'],
  ]);
  assert.deepEqual(tokenize('Parses the lines, e.g. of utf8 files!'), [
    ...['pars', 'the', 'lin', 'e', 'g', 'of', 'utf', '8', 'fil'],
  ]);
  assert.deepEqual(tokenize('  \n\t+-*/'), []);
  assert.deepEqual(tokenize(''), []);
  assert.deepEqual(tokenize('naïve Ærodrome № 𝒳'), tokenize('NAÏVE ærodrome 𝒳'));
});

test('the same text gives the same tokens however often the word memory starts afresh', () => {
  const before = tokenize('someWordThatIsRemembered');
  const many: string[] = [];
  for (let k = 0; k < 150_000; k++) many.push(`w${k.toString(36)}`);
  assert.ok(tokenize(many.join(' ')).length >= 150_000);
  assert.deepEqual(tokenize('someWordThatIsRemembered'), before);
});

test('hostile text takes linear time and gives bounded tokens', () => {
  const size = 30 * 2 ** 20;
  const started = performance.now();
  for (const text of ['a'.repeat(size), 'aB'.repeat(size / 2), '_'.repeat(size), '('.repeat(size)]) {
    const tokens = tokenize(text);
    assert.ok(tokens.length <= 256, `${tokens.length} tokens`);
    assert.ok(tokens.every((token) => token.length <= 64));
  }
  // One pass over 120 MB takes about a second; a quadratic scanner would take days.
  assert.ok(performance.now() - started < 20_000);
});
