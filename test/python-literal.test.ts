import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePythonLiteral } from '../src/formats/python-literal.js';

test('Python literals', () => {
  const cases: [string, unknown][] = [
    [
      "{'a': 'b', \"c\": None, 'd': True, 'e': [1, -2.5, 1e3], 'f': (), 'g': {}}",
      { a: 'b', c: null, d: true, e: [1, -2.5, 1000], f: [], g: {} },
    ],
    [
      "{'it\\'s': \"q\\\"\", 'n': 'a\\nb\\t\\\\', 'u': '\\u00eb\\x41\\U0001F600\\101'}",
      { "it's": 'q"', n: 'a\nb\t\\', u: 'ëA😀A' },
    ],
    ["('a' 'b', r'\\n', u'x', '''y\n''',)", ['ab', '\\n', 'x', 'y\n']],
    ['{1, 2}', [1, 2]],
    ['{1: False}', { '1': false }],
    ["  'x' ", 'x'],
    ["'\\q'", '\\q'],
  ];
  for (const [text, value] of cases) assert.deepEqual(parsePythonLiteral(text), value, text);
  for (const bad of [
    '',
    "{'a': }",
    "{'a' 1}",
    "'x",
    '[1 2]',
    "{'a': 1, 2}",
    'foo',
    "'\\u12'",
    '1 2',
    "'\\UFFFFFFFF'",
  ])
    assert.throws(() => parsePythonLiteral(bad), /at offset \d+: expected/, bad);
  assert.throws(() => parsePythonLiteral('['.repeat(100_000)), /at most 100 levels/);
});
