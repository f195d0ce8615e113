import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commentBlocks, cutComments } from '../src/languages/comments.js';
import { languageNamed, languageOfFile } from '../src/languages/registry.js';

const cases: [language: string, what: string, code: string, expected: string][] = [
  ['python', 'a comment at the end of a line', 'a = 1  # one\nb = "# two"\n', 'a = 1\nb = "# two"'],
  ['python', 'lines of comments', '# head\n\n# more\n\n\na = 1\n\n# x\n\nb = 2\n', 'a = 1\n\nb = 2'],
  ['python', 'docstrings', '"""m"""\ndef f():\n    """d\n\n    e"""\n    return 1', 'def f():\n    return 1'],
  ['python', 'a docstring that is the whole body', 'def f():\n    """d"""\n', 'def f():\n    pass'],
  ['python', 'docstrings of classes', 'class A:\n    "d"\n    x = 1', 'class A:\n    x = 1'],
  ['python', 'strings of many lines stay', 'a = """x\n\n\n# y\n  """\n', 'a = """x\n\n\n# y\n  """'],
  ['python', 'a docstring before a semicolon', 'def f(): "d"; return 1', 'def f(): pass; return 1'],
  [
    'javascript',
    'both kinds',
    `/* a\n b */\nlet x = "//"; // c\nlet y = \`/* \${x} */\`;`,
    `let x = "//";\nlet y = \`/* \${x} */\`;`,
  ],
  ['javascript', 'a comment between tokens', 'return/**/x', 'return x'],
  ['javascript', 'a comment inside a line', 'f(/* a */ 1)', 'f( 1)'],
  ['typescript', 'a comment before a type', '// n\nlet n: /* t */ number = 1', 'let n:  number = 1'],
  ['java', 'a documentation comment', '/** d\n * e */\nclass A { int x; /* y */ }', 'class A { int x;  }'],
  ['cpp', 'a comment after code of many lines', 'int x; /* a\n b */ int y; // z\n', 'int x;\n int y;'],
  [
    'go',
    'comments of functions',
    '// F does.\nfunc F() string {\n\treturn "// no"\n}\n',
    'func F() string {\n\treturn "// no"\n}',
  ],
  ['rust', 'documentation comments', '/// d\n//! e\nfn f() -> i32 { 1 /* one */ }\n', 'fn f() -> i32 { 1  }'],
];

for (const [language, what, code, expected] of cases)
  test(`${language}: ${what} in cutComments`, async () => {
    assert.equal(await cutComments(code, languageNamed(language)!), expected);
  });

test('comments with only white space between them are one block', async () => {
  const code = '// a\n// b\nint x;\n// c\n\n/* d */';
  const blocks = await commentBlocks(code, languageNamed('cpp')!);
  assert.deepEqual(
    blocks.map(({ start, end }) => code.slice(start, end)),
    ['// a\n// b', '// c\n\n/* d */'],
  );
});

test('a file name tells the language', () => {
  assert.equal(languageOfFile('src/a.test.PY'), 'python');
  assert.equal(languageOfFile('a/b.jsx'), 'javascript');
  assert.equal(languageOfFile('x.c'), 'c');
  assert.equal(languageOfFile('x.C'), 'cpp');
  assert.equal(languageOfFile('x.rb'), 'ruby');
  assert.equal(languageOfFile('Makefile'), undefined);
  assert.equal(languageOfFile('a.b/c'), undefined);
});
