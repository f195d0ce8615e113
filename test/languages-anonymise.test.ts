import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anonymise, rename } from '../src/languages/anonymise.js';
import type { NameRole } from '../src/languages/language.js';
import { declaredFunctions } from '../src/languages/names.js';
import { brokenNodes, nodesOf, parse } from '../src/languages/parser.js';
import { LANGUAGES, languageNamed } from '../src/languages/registry.js';

const cases: [language: string, what: string, code: string, expected: string][] = [
  [
    'python',
    'functions, parameters and locals, not imports, attributes or built-ins',
    'import math\ndef area(radius, unit=1):\n    result = math.pi * radius ** 2\n    return round(result, unit).real\n',
    'import math\ndef fa(pa, pb=1):\n    va = math.pi * pa ** 2\n    return round(va, pb).real\n',
  ],
  [
    'python',
    'labels of own calls, not of foreign ones',
    'def go(key=None, n=1):\n    return sorted([n], key=key)\ngo(key=abs, n=2)\n',
    'def fa(pa=None, pb=1):\n    return sorted([pb], key=pa)\nfa(pa=abs, pb=2)\n',
  ],
  [
    'python',
    'names in interpolated strings, in comprehensions and with walrus',
    'def g(xs):\n    return [f"{x}" for x in xs if (y := x) and y], "x"\n',
    'def fa(pa):\n    return [f"{va}" for va in pa if (vb := va) and vb], "x"\n',
  ],
  [
    'python',
    'classes with their members, not the members of lists',
    'class Bag:\n    def __init__(self):\n        self.items = []\n    def append(self, x):\n        self.items.append(x)\n    def twice(self, x):\n        self.append(x)\n        self.append(x)\n',
    'class ta:\n    def __init__(self):\n        self.va = []\n    def fa(self, pa):\n        self.va.append(pa)\n    def fb(self, pa):\n        self.fa(pa)\n        self.fa(pa)\n',
  ],
  [
    'python',
    'a local that hides a built-in is kept where the built-in is called too',
    'def a(max):\n    return max\ndef b(xs):\n    return max(xs)\n',
    'def fa(max):\n    return max\ndef fb(pa):\n    return max(pa)\n',
  ],
  [
    'python',
    'a neutral name that the text holds anywhere is passed over',
    'from m import pa\ndef f(x, y): return eval("pb") + x + y + pa  # fa',
    'from m import pa\ndef fb(pc, pd): return eval("pb") + pc + pd + pa  # fa',
  ],
  [
    'javascript',
    'functions in constants, shorthands, patterns and keys',
    'const fs = require("fs");\nconst pair = ({ left, r: [right] }) => ({ left, sum: left + right });\nclass A { go() { this.n = pair; return this.go; } }\n',
    'const fs = require("fs");\nconst fa = ({ left: pa, r: [pb] }) => ({ left: pa, sum: pa + pb });\nclass ta { fb() { this.va = fa; return this.fb; } }\n',
  ],
  [
    'typescript',
    'types and annotated parameters',
    'interface Shape { side: number }\nfunction area(s: Shape, k?: number): number { return s.side * k!; }\n',
    'interface ta { side: number }\nfunction fa(pa: ta, pb?: number): number { return pa.side * pb!; }\n',
  ],
  [
    'java',
    'own methods, not those of lists, interfaces or overrides',
    'import java.util.*;\nclass Solution {\n  @Override public String toString() { return ""; }\n  int add(List<Integer> xs, int n) { xs.add(n); return this.add(xs, Integer.max(n, 1)); }\n}\n',
    'import java.util.*;\nclass ta {\n  @Override public String toString() { return ""; }\n  int fa(List<Integer> pa, int pb) { pa.add(pb); return this.fa(pa, Integer.max(pb, 1)); }\n}\n',
  ],
  [
    'java',
    'lambdas and methods named after two colons',
    'class A { int sum(List<Integer> xs) { return xs.stream().map(x -> x + 1).reduce(Integer::sum).get(); } }',
    'class ta { int fa(List<Integer> pa) { return pa.stream().map(pb -> pb + 1).reduce(Integer::sum).get(); } }',
  ],
  [
    'cpp',
    'declarators, qualified names and words in macros',
    '#define TWICE(x) ((x) * 2 + base)\nint base = 1;\nint f(const vector<int>& xs, int *p) { int max = std::max(1, *p); for (auto x : xs) max += x; return max; }\n',
    '#define TWICE(x) ((x) * 2 + base)\nint base = 1;\nint fa(const vector<int>& pa, int *pb) { int va = std::max(1, *pb); for (auto x : pa) va += x; return va; }\n',
  ],
  [
    'go',
    'imported packages, fields and methods',
    'import "strings"\ntype Box struct { size int }\nfunc (b Box) Grow(by int) Box { return Box{size: b.size + by} }\nfunc Up(s string) string { n := len(s); return strings.Repeat(s, n) }\n',
    'import "strings"\ntype ta struct { va int }\nfunc (pa ta) fa(pb int) ta { return ta{va: pa.va + pb} }\nfunc fb(pc string) string { vb := len(pc); return strings.Repeat(pc, vb) }\n',
  ],
  [
    'rust',
    'patterns, macros and formatted names',
    'use std::cmp::max;\nfn top(xs: Vec<i32>) -> Option<i32> {\n    let mut best = None;\n    let n = 1;\n    for (i, x) in xs.iter().enumerate() { if let Some(b) = best { best = Some(max(b, *x)); } println!("{n} {}", i); }\n    best\n}\n',
    'use std::cmp::max;\nfn fa(pa: Vec<i32>) -> Option<i32> {\n    let mut va = None;\n    let n = 1;\n    for (vb, vc) in pa.iter().enumerate() { if let Some(vd) = va { va = Some(max(vd, *vc)); } println!("{n} {}", vb); }\n    va\n}\n',
  ],
];

/** From few roles to all of them. */
const degrees: NameRole[][] = [
  ['function', 'type'],
  ['function', 'type', 'local'],
  ['function', 'type', 'local', 'parameter'],
];
const SHAPES: Record<NameRole, RegExp> = {
  function: /^f[a-z]+$/,
  type: /^t[a-z]+$/,
  parameter: /^p[a-z]+$/,
  local: /^v[a-z]+$/,
};

for (const [name, what, code, expected] of cases)
  test(`${name}: ${what}`, async () => {
    const language = languageNamed(name)!;
    const whole = await anonymise(code, language);
    assert.equal(whole.code, expected);
    for (const renamed of degrees) {
      const result = await anonymise(code, language, renamed);
      const fresh = [...result.names.values()];
      assert.equal(new Set(fresh).size, fresh.length, 'two names became one');
      const asked = [...whole.names].filter(([old]) => renamed.includes(whole.roles.get(old)!));
      assert.deepEqual([...result.names], asked, 'a name is the same in every degree');
      for (const [old, neutral] of result.names) assert.match(neutral, SHAPES[result.roles.get(old)!]);
      const [before, after] = [await parse(code, language), await parse(result.code, language)];
      assert.equal(brokenNodes(after), brokenNodes(before));
      assert.deepEqual(
        await anonymise(code, language, renamed),
        result,
        'the same text gives the same names',
      );
    }
  });

test('every language is tested', () => {
  assert.deepEqual(
    [...new Set(cases.map(([name]) => name))].sort(),
    LANGUAGES.map(({ name }) => name).sort(),
  );
});

const kinds: [language: string, code: string, parameters: string, locals: string][] = [
  ['python', 'def f(a, *b, c=1, **d):\n    e = lambda g: a\n    for h in b: i = a\n', 'a b c d g', 'h i'],
  ['python', 'class C:\n    k = 1\n    def f(self, a):\n        self.b = self.a = a\n', 'a', 'k b'],
  [
    'javascript',
    'function f({ a }, [b], ...c) { try { let d; } catch (e) {} return g => a; }',
    'a b c g',
    'd e',
  ],
  ['typescript', 'class C { n = 1; f(a: number, b?: string) { const d = a; } }', 'a b', 'n d'],
  [
    'java',
    'class C { int n; void f(int a, int... b) { int d; g((x, y) -> x, z -> z); } }',
    'a b x y z',
    'n d',
  ],
  [
    'cpp',
    'int f(int a, int *b = 0) { int d; try {} catch (int e) {} return [](int c) { return c; }(d); }',
    'a b c',
    'd e',
  ],
  [
    'go',
    'type T struct { n int }\nfunc (t T) f(a int, b ...int) (r int) { d := a; return d }',
    't a b r',
    'n d',
  ],
  [
    'rust',
    'fn f(a: i32, mut b: i32) { let d = |c, (x, y): (i32, i32)| c; let Some(z) = g else { return }; }',
    'a b c x y',
    'z',
  ],
];
for (const [name, code, parameters, locals] of kinds)
  test(`${name}: ${parameters} are parameters, ${locals} locals`, async () => {
    const { names, roles } = await anonymise(code, languageNamed(name)!);
    const of = (role: NameRole): string[] =>
      [...names.keys()].filter((old) => roles.get(old) === role).sort();
    assert.deepEqual(of('parameter'), parameters.split(' ').sort());
    assert.deepEqual(of('local'), locals.split(' ').sort());
  });

test('a local that is a parameter anywhere stays with the parameters, a function does not', async () => {
  const code = 'def f():\n    n = 1\n    f = 2\n    return n\ndef g(n, f):\n    m = n\n    return m';
  const result = await anonymise(code, languageNamed('python')!, degrees[1]);
  assert.equal(
    result.code,
    'def fa():\n    n = 1\n    fa = 2\n    return n\ndef fb(n, fa):\n    va = n\n    return va',
  );
});

const crowds: [language: string, one: (n: number) => string, words: string[]][] = [
  ['python', (n) => `def X${n}(): pass\n`, ['for']],
  ['javascript', (n) => `let X${n};\n`, ['var']],
  ['typescript', (n) => `interface X${n} {}\n`, ['try']],
  ['java', (n) => `class X${n} {}\n`, ['try']],
  ['java', (n) => `class C${n} { int X${n}; }\n`, ['var']],
  ['cpp', (n) => `struct X${n} {};\n`, ['tm', 'try', 'tie', 'tan']],
  ['go', (n) => `var X${n} int\n`, ['var']],
  ['rust', (n) => `fn X${n}() {}\n`, ['fn', 'for']],
];
for (const [name, one, words] of crowds)
  test(`${name}: no neutral name is a keyword or a built-in (${words.join(', ')})`, async () => {
    const code = Array.from({ length: 700 }, (_, n) => one(n)).join('');
    const { names } = await anonymise(code, languageNamed(name)!);
    const fresh = [...names].filter(([old]) => old.startsWith('X')).map(([, neutral]) => neutral);
    assert.equal(fresh.length, 700);
    assert.equal(new Set(fresh).size, 700);
    assert.deepEqual(
      fresh.filter((neutral) => words.includes(neutral)),
      [],
    );
    const letter = fresh[0]![0]!;
    assert.equal(fresh[0], `${letter}a`);
    assert.equal(fresh[fresh.indexOf(`${letter}z`) + 1], `${letter}aa`);
    assert.ok(fresh.every((neutral) => !/\d/.test(neutral)));
  });

test('a neutral name is in no other text of the program', async () => {
  const { code } = await anonymise('def area(side):\n    return side', languageNamed('python')!, undefined, [
    'fa = area(1)',
  ]);
  assert.equal(code, 'def fb(pa):\n    return pa');
});

test('tests follow the names of the code, strings do not', async () => {
  const names = new Map([['area', 'fa']]);
  assert.equal(
    await rename('assert area(2) == m.area and "area"', languageNamed('python')!, names),
    'assert fa(2) == m.fa and "area"',
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
