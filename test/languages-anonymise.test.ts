import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anonymise, rename } from '../src/languages/anonymise.js';
import { declaredFunctions } from '../src/languages/names.js';
import { brokenNodes, nodesOf, parse } from '../src/languages/parser.js';
import { LANGUAGES, languageNamed } from '../src/languages/registry.js';

const cases: [language: string, what: string, code: string, expected: string][] = [
  [
    'python',
    'functions, parameters and locals, not imports, attributes or built-ins',
    'import math\ndef area(radius, unit=1):\n    result = math.pi * radius ** 2\n    return round(result, unit).real\n',
    'import math\ndef f0(v0, v1=1):\n    v2 = math.pi * v0 ** 2\n    return round(v2, v1).real\n',
  ],
  [
    'python',
    'labels of own calls, not of foreign ones',
    'def go(key=None, n=1):\n    return sorted([n], key=key)\ngo(key=abs, n=2)\n',
    'def f0(v0=None, v1=1):\n    return sorted([v1], key=v0)\nf0(v0=abs, v1=2)\n',
  ],
  [
    'python',
    'names in interpolated strings, in comprehensions and with walrus',
    'def g(xs):\n    return [f"{x}" for x in xs if (y := x) and y], "x"\n',
    'def f0(v0):\n    return [f"{v1}" for v1 in v0 if (v2 := v1) and v2], "x"\n',
  ],
  [
    'python',
    'classes with their members, not the members of lists',
    'class Bag:\n    def __init__(self):\n        self.items = []\n    def append(self, x):\n        self.items.append(x)\n    def twice(self, x):\n        self.append(x)\n        self.append(x)\n',
    'class t0:\n    def __init__(self):\n        self.v0 = []\n    def f0(self, v1):\n        self.v0.append(v1)\n    def f1(self, v1):\n        self.f0(v1)\n        self.f0(v1)\n',
  ],
  [
    'python',
    'a local that hides a built-in is kept where the built-in is called too',
    'def a(max):\n    return max\ndef b(xs):\n    return max(xs)\n',
    'def f0(max):\n    return max\ndef f1(v0):\n    return max(v0)\n',
  ],
  [
    'python',
    'a neutral name that is taken is passed over',
    'from m import v0\ndef f(x): return x + v0',
    'from m import v0\ndef f0(v1): return v1 + v0',
  ],
  [
    'javascript',
    'functions in constants, shorthands, patterns and keys',
    'const fs = require("fs");\nconst pair = ({ left, r: [right] }) => ({ left, sum: left + right });\nclass A { go() { this.n = pair; return this.go; } }\n',
    'const fs = require("fs");\nconst f0 = ({ left: v0, r: [v1] }) => ({ left: v0, sum: v0 + v1 });\nclass t0 { f1() { this.v2 = f0; return this.f1; } }\n',
  ],
  [
    'typescript',
    'types and annotated parameters',
    'interface Shape { side: number }\nfunction area(s: Shape, k?: number): number { return s.side * k!; }\n',
    'interface t0 { side: number }\nfunction f0(v0: t0, v1?: number): number { return v0.side * v1!; }\n',
  ],
  [
    'java',
    'own methods, not those of lists, interfaces or overrides',
    'import java.util.*;\nclass Solution {\n  @Override public String toString() { return ""; }\n  int add(List<Integer> xs, int n) { xs.add(n); return this.add(xs, Integer.max(n, 1)); }\n}\n',
    'import java.util.*;\nclass t0 {\n  @Override public String toString() { return ""; }\n  int f0(List<Integer> v0, int v1) { v0.add(v1); return this.f0(v0, Integer.max(v1, 1)); }\n}\n',
  ],
  [
    'java',
    'lambdas and methods named after two colons',
    'class A { int sum(List<Integer> xs) { return xs.stream().map(x -> x + 1).reduce(Integer::sum).get(); } }',
    'class t0 { int f0(List<Integer> v0) { return v0.stream().map(v1 -> v1 + 1).reduce(Integer::sum).get(); } }',
  ],
  [
    'cpp',
    'declarators, qualified names and words in macros',
    '#define TWICE(x) ((x) * 2 + base)\nint base = 1;\nint f(const vector<int>& xs, int *p) { int max = std::max(1, *p); for (auto x : xs) max += x; return max; }\n',
    '#define TWICE(x) ((x) * 2 + base)\nint base = 1;\nint f0(const vector<int>& v0, int *v1) { int v2 = std::max(1, *v1); for (auto x : v0) v2 += x; return v2; }\n',
  ],
  [
    'go',
    'imported packages, fields and methods',
    'import "strings"\ntype Box struct { size int }\nfunc (b Box) Grow(by int) Box { return Box{size: b.size + by} }\nfunc Up(s string) string { n := len(s); return strings.Repeat(s, n) }\n',
    'import "strings"\ntype t0 struct { v0 int }\nfunc (v1 t0) f0(v2 int) t0 { return t0{v0: v1.v0 + v2} }\nfunc f1(v3 string) string { v4 := len(v3); return strings.Repeat(v3, v4) }\n',
  ],
  [
    'rust',
    'patterns, macros and formatted names',
    'use std::cmp::max;\nfn top(xs: Vec<i32>) -> Option<i32> {\n    let mut best = None;\n    let n = 1;\n    for (i, x) in xs.iter().enumerate() { if let Some(b) = best { best = Some(max(b, *x)); } println!("{n} {}", i); }\n    best\n}\n',
    'use std::cmp::max;\nfn f0(v0: Vec<i32>) -> Option<i32> {\n    let mut v1 = None;\n    let n = 1;\n    for (v2, v3) in v0.iter().enumerate() { if let Some(v4) = v1 { v1 = Some(max(v4, *v3)); } println!("{n} {}", v2); }\n    v1\n}\n',
  ],
];

for (const [name, what, code, expected] of cases)
  test(`${name}: ${what}`, async () => {
    const language = languageNamed(name)!;
    const result = await anonymise(code, language);
    assert.equal(result.code, expected);
    const fresh = [...result.names.values()];
    assert.equal(new Set(fresh).size, fresh.length, 'two names became one');
    const [before, after] = [await parse(code, language), await parse(result.code, language)];
    assert.equal(brokenNodes(after), brokenNodes(before));
    assert.deepEqual(await anonymise(code, language), result, 'the same text gives the same names');
  });

test('every language is tested', () => {
  assert.deepEqual(
    [...new Set(cases.map(([name]) => name))].sort(),
    LANGUAGES.map(({ name }) => name).sort(),
  );
});

test('only the roles asked for are renamed', async () => {
  const { code } = await anonymise('def area(side):\n    return side', languageNamed('python')!, [
    'function',
  ]);
  assert.equal(code, 'def f0(side):\n    return side');
});

test('tests follow the names of the code, strings do not', async () => {
  const names = new Map([['area', 'f0']]);
  assert.equal(
    await rename('assert area(2) == m.area and "area"', languageNamed('python')!, names),
    'assert f0(2) == m.f0 and "area"',
  );
});

test('declared functions come in text order', async () => {
  const found = await declaredFunctions(
    'def b(): pass\nclass C:\n    def a(self): pass\nx = lambda: 1',
    languageNamed('python')!,
  );
  assert.deepEqual(found, [
    { name: 'b', start: 4 },
    { name: 'a', start: 31 },
    { name: 'x', start: 45 },
  ]);
});

test('text that is not of the language gives broken nodes, not an error', async () => {
  const tree = await parse('def (:\n ]]', languageNamed('python')!);
  assert.ok(brokenNodes(tree) > 0);
  assert.equal([...nodesOf(await parse('', languageNamed('go')!))].length, 1);
});

test('deep nesting does not exhaust the stack', async () => {
  const code = `x = ${'('.repeat(20000)}1${')'.repeat(20000)}`;
  assert.ok([...nodesOf(await parse(code, languageNamed('python')!))].length > 20000);
});
