import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIGURE_KINDS } from '../src/audit/kinds.js';
import {
  type Asked,
  auditOf,
  figureOf,
  functionOf,
  SUITE,
  soundWorld,
  type World,
  wordSource,
} from './audit-world.js';

// For every kind of figure: a benchmark with the flaw planted in a known number, and its clean twin.

interface Expected {
  value: number;
  count?: number | null;
  of?: number;
  chance?: number | null;
}

interface Case {
  flawed: World;
  clean: World;
  /** The other benchmark of both. */
  other?: World;
  found: Expected;
  /** What the clean twin has: 0 unless told. */
  none?: Expected;
}

const SIZE = 10;
const sound = () => soundWorld(SIZE, 'sound');
const word = wordSource('planted');

/** A sound world with something done to its queries, documents or both. */
function changed(change: (queries: Asked[], world: World) => void): World {
  const world = sound();
  change(world.tasks.t, world);
  return world;
}

/** The name of the function that a document declares. */
const nameIn = (text: string) => /def (\w+)/.exec(text)![1]!;
const textOf = (world: World, id: string) => world.documents.find((document) => document.id === id)!.text;

const withVerdicts = (outcomes: (world: World) => Record<string, 'pass' | 'fail' | 'invalid' | 'timeout'>) =>
  changed((queries, world) => {
    for (const asked of queries) asked.query = { suite: SUITE };
    world.outcomes = outcomes(world) as NonNullable<World['outcomes']>;
  });
const passAll = (world: World) =>
  Object.fromEntries(world.documents.map(({ text }) => [text, 'pass' as const]));

/** Code queries: each the text of a fresh function. */
const codeWorld = (change: (queries: Asked[], world: World) => void = () => {}) =>
  changed((queries, world) => {
    world.direction = 'c2c';
    for (const asked of queries) asked.text = functionOf(word);
    change(queries, world);
  });

/** Pairs of near-clones, the first of each right and the second judged wrong. */
function pairs(lengthen: (pair: number) => 'right' | 'wrong'): World {
  return {
    level: 2,
    documents: Array.from({ length: 8 }, (_, k) => {
      const longer = (k % 2 === 0) === (lengthen(k >> 1) === 'right');
      return {
        id: `d${k}`,
        text: `def f(a):\n    return a + ${longer ? '1000' : '2'}`,
        meta: { family: `f${k >> 1}` },
      };
    }),
    tasks: {
      t: Array.from({ length: 4 }, (_, k) => ({
        id: `q-${k}`,
        text: word(),
        grades: { [`d${2 * k}`]: 2, [`d${2 * k + 1}`]: 1 },
        query: { suite: SUITE },
      })),
    },
  };
}

/** Families of three, one right: the one in the middle of a star where `central`, else one of its ends. */
function stars(central: (family: number) => boolean): World {
  const texts = ['a + b + c', 'a + b - c', 'a - b + c'];
  return {
    documents: Array.from({ length: 12 }, (_, k) => ({
      id: `d${k}`,
      text: `${word()} ${texts[k % 3]}`,
      meta: { family: `f${Math.floor(k / 3)}` },
    })).map((document, k, all) => ({
      ...document,
      text: `${all[k - (k % 3)]!.text.split(' ')[0]} ${texts[k % 3]}`,
    })),
    tasks: {
      t: Array.from({ length: 4 }, (_, k) => {
        const right = 3 * k + (central(k) ? 0 : 1);
        const grades = Object.fromEntries(
          [0, 1, 2].map((m) => [`d${3 * k + m}`, 3 * k + m === right ? 2 : 1]),
        );
        return { id: `q-${k}`, text: word(), grades, query: { suite: SUITE } };
      }),
    },
    level: 2,
  };
}

/** Pairs of near-clones, of which `named` has its function's name in the query. */
function namedPairs(named: (pair: number) => 'right' | 'wrong' | 'both'): World {
  const world = pairs(() => 'right');
  for (const [k, asked] of world.tasks.t!.entries()) {
    const names = [word(), word()];
    for (const m of [0, 1]) world.documents[2 * k + m]!.text = `def ${names[m]}(a):\n    return a`;
    const which = named(k);
    asked.text = which === 'both' ? names.join(' ') : names[which === 'right' ? 0 : 1]!;
  }
  return world;
}

/** The same with verdicts: the right document of each pair or star passes, all others fail. */
function proven(world: World): World {
  const right = new Set(
    world.tasks.t!.flatMap(({ grades }) => Object.keys(grades).filter((id) => grades[id] === 2)),
  );
  const outcomes = world.documents.map(({ id, text }) => [text, right.has(id) ? 'pass' : 'fail'] as const);
  return { ...world, outcomes: Object.fromEntries(outcomes) };
}

/** Pairs whose texts differ from pair to pair, so that a verdict belongs to one document. */
function distinctPairs(lengthen: (pair: number) => 'right' | 'wrong'): World {
  const world = pairs(lengthen);
  for (const document of world.documents) document.text += `\n# ${word()}`;
  return world;
}

/** Two splits of five queries. */
const splits = (change: (queries: Asked[], world: World) => void = () => {}) =>
  changed((queries, world) => {
    for (const [k, asked] of queries.entries()) asked.query = { tags: { split: k < 5 ? 'train' : 'test' } };
    change(queries, world);
  });

const spaced = (text: string) => text.replaceAll('(', ' ( ').replaceAll('    ', '        ');
const otherWorld = () => ({ ...soundWorld(4, 'other'), name: 'other' });

/** Queries of words that stand in the answers, in a place that `make` chooses. */
const lexical = (make: (word: string) => string): World => {
  const fresh = wordSource('lexical');
  const words = Array.from({ length: SIZE }, fresh);
  return {
    documents: words.map((one, k) => ({ id: `d${k}`, text: make(one) })),
    tasks: { t: words.map((one, k) => ({ id: `q-${k}`, text: one, grades: { [`d${k}`]: 1 } })) },
  };
};

const CASES: Record<string, Case> = {
  'one-positive': {
    flawed: changed((queries) => queries.slice(3).map((asked, k) => (asked.grades[`d${k}`] = 1))),
    clean: changed((queries) => queries.map((asked, k) => (asked.grades[`d${(k + 1) % SIZE}`] = 1))),
    found: { value: 0.3, count: 3, of: SIZE, chance: null },
  },
  'one-grade': {
    flawed: changed((queries) => queries.slice(4).map((asked, k) => (asked.grades[`d${k}`] = 2))),
    clean: changed((queries) => queries.map((asked, k) => (asked.grades[`d${(k + 1) % SIZE}`] = 2))),
    found: { value: 0.4, count: 4, of: SIZE },
  },
  'no-negatives': {
    flawed: changed((queries) => queries.slice(6).map((asked, k) => (asked.grades[`d${k}`] = 0))),
    clean: changed((queries) => queries.map((asked, k) => (asked.grades[`d${(k + 1) % SIZE}`] = 0))),
    found: { value: 0.6, count: 6, of: SIZE },
  },
  'no-positives': {
    flawed: changed((queries) => queries.slice(8).map((asked) => (asked.grades = { d0: 0 }))),
    clean: sound(),
    found: { value: 0.2, count: 2, of: SIZE },
  },
  // Document k is right; one of ten documents has each number.
  'aligned-ids': {
    flawed: changed((queries) => queries.map((asked, k) => (asked.id = k < 7 ? `q-00${k}` : `q-${k}0`))),
    clean: sound(),
    found: { value: 0.7, count: 7, of: SIZE, chance: 0.07 },
  },
  'absent-documents': {
    flawed: changed((queries) => queries.slice(0, 2).map((asked) => (asked.grades.gone = 1))),
    clean: sound(),
    found: { value: 2 / 12, count: 2, of: 12 },
  },
  'unreachable-positives': {
    flawed: changed((queries) => {
      queries[0]!.query = { exclude: ['d0'] };
      queries[1]!.query = { candidates: ['d2'] };
      queries[2]!.query = { candidates: ['d2', 'd3'] };
    }),
    clean: sound(),
    found: { value: 0.2, count: 2, of: SIZE },
  },
  'failed-positives': {
    flawed: withVerdicts((world) => ({
      ...{
        [textOf(world, 'd0')]: 'fail',
        [textOf(world, 'd1')]: 'invalid',
        [textOf(world, 'd2')]: 'timeout',
      },
      ...{ [textOf(world, 'd3')]: 'pass' },
    })),
    clean: withVerdicts(passAll),
    found: { value: 0.75, count: 3, of: 4 },
  },
  'unexecuted-positives': {
    flawed: withVerdicts((world) => ({ [textOf(world, 'd0')]: 'fail', [textOf(world, 'd3')]: 'pass' })),
    clean: withVerdicts(passAll),
    found: { value: 0.8, count: 8, of: SIZE },
  },
  'passed-negatives': {
    flawed: (() => {
      const world = withVerdicts((of) => ({ ...passAll(of), [textOf(of, 'd9')]: 'fail' }));
      delete world.outcomes![textOf(world, 'd8')];
      world.tasks.t![0]!.grades = { d0: 1, d1: 0, d2: 0, d8: 0, d9: 0 };
      return world;
    })(),
    clean: (() => {
      const world = withVerdicts((of) => ({ ...passAll(of), [textOf(of, 'd9')]: 'fail' }));
      world.tasks.t![0]!.grades = { d0: 1, d9: 0 };
      return world;
    })(),
    found: { value: 2 / 3, count: 2, of: 3 },
  },
  'empty-queries': {
    flawed: changed((queries) => queries.slice(0, 3).map((asked) => (asked.text = ' \t\n'))),
    clean: sound(),
    found: { value: 0.3, count: 3, of: SIZE },
  },
  'repeated-queries': {
    flawed: changed((queries) => queries.slice(0, 3).map((asked) => (asked.text = 'the same'))),
    clean: sound(),
    found: { value: 0.2, count: 2, of: SIZE },
  },
  'codeless-queries': {
    flawed: codeWorld((queries) => {
      queries[0]!.text = 'Please sort this list of names for me.';
      queries[1]!.text = '[3, 4, 5]';
      queries[2]!.text = '# nothing but a comment\n';
    }),
    clean: codeWorld(),
    found: { value: 0.3, count: 3, of: SIZE },
  },
  'anchor-in-corpus': {
    flawed: codeWorld((queries, world) => {
      queries[4]!.text = world.documents[7]!.text;
      queries[5]!.text = world.documents[8]!.text;
    }),
    clean: codeWorld((queries, world) => {
      queries[4]!.text = world.documents[7]!.text;
      queries[4]!.query = { exclude: ['d7'] };
    }),
    found: { value: 0.2, count: 2, of: SIZE },
  },
  'empty-documents': {
    flawed: changed((_, world) => world.documents.slice(0, 4).map((one) => (one.text = '\n \n'))),
    clean: sound(),
    found: { value: 0.4, count: 4, of: SIZE },
  },
  'codeless-documents': {
    flawed: changed((_, { documents }) => {
      documents[0]!.text = '[3, 4, 5]\n';
      documents[1]!.text = 'You can use the sorted() function to sort a list of names.';
      documents[2]!.text = '# only a comment\n"""and a docstring"""\n';
      documents[3]!.text = '  ';
      documents[4]!.text = `Use this:\n\n${documents[4]!.text}`;
    }),
    clean: sound(),
    found: { value: 0.4, count: 4, of: SIZE },
  },
  'name-in-query': {
    flawed: changed((queries, { documents }) =>
      queries.slice(0, 4).map((asked, k) => (asked.text += ` ${nameIn(documents[k]!.text).toUpperCase()}!`)),
    ),
    clean: changed((queries, { documents }) =>
      queries.map((asked, k) => (asked.text += ` ${nameIn(documents[k]!.text)}s`)),
    ),
    found: { value: 0.4, count: 4, of: SIZE, chance: 0 },
    none: { value: 0, chance: 0 },
  },
  'name-words-in-query': {
    flawed: changed((queries, { documents }) =>
      queries.slice(0, 6).map((asked, k) => {
        const [first, second] = nameIn(documents[k]!.text).split('_');
        return (asked.text = `${second} and ${first}`);
      }),
    ),
    clean: changed((queries, { documents }) =>
      queries.map((asked, k) => (asked.text += ` ${nameIn(documents[k]!.text).split('_')[0]}`)),
    ),
    found: { value: 0.6, count: 6, of: SIZE, chance: 0 },
    none: { value: 0, chance: 0 },
  },
  // Half of the words of each title stand in the query.
  'title-in-query': {
    flawed: changed((queries, { documents }) =>
      queries.map((asked, k) => {
        documents[k]!.meta = { tags: { title: `${word()} titled${k}x` } };
        return (asked.text += ` titled${k}x`);
      }),
    ),
    clean: sound(),
    // titled0x is split into titled, 0 and x: four words with the fresh one; a random title shares titled and x.
    found: { value: 0.75, count: null, of: SIZE, chance: 0.5 },
    none: { value: 0, chance: 0 },
  },
  'word-overlap': {
    flawed: changed((queries, { documents }) =>
      queries.map(
        (asked, k) => (asked.text = `${word()} ${nameIn(documents[k]!.text).replace('_', ' ')} ${word()}`),
      ),
    ),
    // Every document has one of the two words: at chance.
    clean: changed((queries) => queries.map((asked) => (asked.text = `return ${word()}`))),
    found: { value: 0.5, count: null, of: SIZE, chance: 0 },
    none: { value: 0.5, chance: 0.5 },
  },
  'exact-duplicates': {
    flawed: changed((_, { documents }) => {
      documents[1]!.text = documents[0]!.text;
      documents[2]!.text = documents[0]!.text;
      documents[4]!.text = documents[3]!.text;
    }),
    clean: sound(),
    found: { value: 0.3, count: 3, of: SIZE },
  },
  'near-duplicates': {
    flawed: changed((_, { documents }) => {
      documents[1]!.text = `# copied\n${spaced(documents[0]!.text)}`;
      documents[4]!.text = `${documents[3]!.text}\n# ${Array.from({ length: 30 }, word).join(' ')}`;
      documents[6]!.text = documents[5]!.text;
    }),
    // Near-clones that are declared as such are no flaw.
    clean: changed((_, { documents }) => {
      documents[1]!.text = `# copied\n${spaced(documents[0]!.text)}`;
      for (const k of [0, 1]) documents[k]!.meta = { family: 'declared' };
    }),
    found: { value: 0.4, count: 4, of: SIZE },
  },
  'unjudged-twins': {
    flawed: changed((queries, { documents }) => {
      documents[1]!.text = documents[0]!.text;
      documents[8]!.text = documents[7]!.text;
      queries[7]!.query = { exclude: ['d8'] };
    }),
    // The copies are judged right, or cannot be ranked.
    clean: changed((queries, { documents }) => {
      documents[1]!.text = documents[0]!.text;
      queries[0]!.grades.d1 = 1;
      queries[1]!.query = { candidates: ['d1', 'd2'] };
    }),
    found: { value: 0.3, count: 3, of: SIZE },
  },
  'conflicting-twins': {
    flawed: changed((queries, { documents }) => {
      documents[1]!.text = documents[0]!.text;
      queries[0]!.grades.d1 = 0;
    }),
    clean: changed((queries, { documents }) => {
      documents[1]!.text = documents[0]!.text;
      queries[0]!.grades.d1 = 1;
    }),
    found: { value: 0.1, count: 1, of: SIZE },
  },
  'unjudged-near-twins': {
    flawed: changed((queries, { documents }) => {
      documents[1]!.text = `# copied\n${spaced(documents[0]!.text)}`;
      queries[1]!.grades.d0 = 0;
    }),
    clean: changed((queries, { documents }) => {
      documents[1]!.text = `# copied\n${spaced(documents[0]!.text)}`;
      queries[0]!.grades.d1 = 0;
      queries[1]!.grades.d0 = 1;
    }),
    found: { value: 0.1, count: 1, of: SIZE },
  },
  'queries-elsewhere': {
    flawed: splits((queries) => {
      queries[9]!.text = `  ${queries[0]!.text.toUpperCase().replaceAll(' ', '\n')}`;
      queries[8]!.text = queries[0]!.text;
    }),
    clean: splits((queries) => (queries[8]!.text = queries[9]!.text)),
    found: { value: 0.3, count: 3, of: SIZE },
  },
  'answers-elsewhere': {
    flawed: splits((queries, { documents }) => {
      queries[9]!.grades = { d0: 1 };
      documents[8]!.text = documents[1]!.text;
    }),
    clean: splits((queries) => (queries[9]!.grades = { d8: 1 })),
    found: { value: 0.4, count: 4, of: SIZE },
  },
  'near-answers-elsewhere': {
    flawed: splits((_, { documents }) => (documents[8]!.text = `# copied\n${spaced(documents[1]!.text)}`)),
    clean: splits((_, { documents }) => (documents[8]!.text = `# copied\n${spaced(documents[9]!.text)}`)),
    found: { value: 0.2, count: 2, of: SIZE },
  },
  'queries-in-other': {
    flawed: changed((queries) => (queries[3]!.text = ` ${otherWorld().tasks.t[2]!.text.toUpperCase()}`)),
    clean: sound(),
    other: otherWorld(),
    found: { value: 0.1, count: 1, of: SIZE },
  },
  'answers-in-other': {
    flawed: changed((_, { documents }) => (documents[3]!.text = otherWorld().documents[1]!.text)),
    clean: sound(),
    other: otherWorld(),
    found: { value: 0.1, count: 1, of: SIZE },
  },
  'near-answers-in-other': {
    flawed: changed((_, { documents }) => {
      documents[3]!.text = spaced(otherWorld().documents[1]!.text);
      documents[4]!.text = `${otherWorld().documents[2]!.text}  # changed`;
    }),
    clean: sound(),
    other: otherWorld(),
    found: { value: 0.2, count: 2, of: SIZE },
  },
  'documents-in-other': {
    flawed: changed((_, { documents }) => {
      for (const k of [0, 1, 2]) documents[k]!.text = otherWorld().documents[k]!.text;
    }),
    clean: sound(),
    other: otherWorld(),
    found: { value: 0.3, count: 3, of: SIZE },
  },
  'longest-first': {
    flawed: pairs((k) => (k === 0 ? 'wrong' : 'right')),
    clean: pairs((k) => (k < 2 ? 'wrong' : 'right')),
    found: { value: 0.75, count: null, of: 4, chance: 0.5 },
    none: { value: 0.5, chance: 0.5 },
  },
  'longest-passes': {
    flawed: proven(distinctPairs((k) => (k === 0 ? 'wrong' : 'right'))),
    clean: proven(distinctPairs((k) => (k < 2 ? 'wrong' : 'right'))),
    found: { value: 0.75, count: null, of: 4, chance: 0.5 },
    none: { value: 0.5, chance: 0.5 },
  },
  'longest-prefers': {
    flawed: pairs(() => 'right'),
    clean: pairs((k) => (k < 2 ? 'wrong' : 'right')),
    found: { value: 1, count: null, of: 4, chance: 0.5 },
    none: { value: 0.5, chance: 0.5 },
  },
  'medoid-first': {
    flawed: stars((k) => k < 3),
    clean: stars(() => false),
    found: { value: 0.75, count: null, of: 4, chance: 1 / 3 },
    none: { value: 0, chance: 1 / 3 },
  },
  'medoid-passes': {
    flawed: proven(stars((k) => k < 3)),
    clean: proven(stars(() => false)),
    found: { value: 0.75, count: null, of: 4, chance: 1 / 3 },
    none: { value: 0, chance: 1 / 3 },
  },
  // An end of the star loses to the middle and ties with the other end.
  'medoid-prefers': {
    flawed: stars(() => true),
    clean: pairs((k) => (k < 2 ? 'wrong' : 'right')),
    found: { value: 1, count: null, of: 4, chance: 0.5 },
    none: { value: 0.5, chance: 0.5 },
  },
  'name-overlap-first': {
    flawed: namedPairs((k) => (k === 0 ? 'wrong' : 'right')),
    clean: namedPairs(() => 'both'),
    found: { value: 0.75, count: null, of: 4, chance: 0.5 },
    none: { value: 0.5, chance: 0.5 },
  },
  'name-overlap-passes': {
    flawed: proven(namedPairs((k) => (k === 0 ? 'wrong' : 'right'))),
    clean: proven(namedPairs(() => 'both')),
    found: { value: 0.75, count: null, of: 4, chance: 0.5 },
    none: { value: 0.5, chance: 0.5 },
  },
  'name-overlap-prefers': {
    flawed: namedPairs((k) => (k === 0 ? 'wrong' : 'right')),
    clean: namedPairs(() => 'both'),
    found: { value: 0.75, count: null, of: 4, chance: 0.5 },
    none: { value: 0.5, chance: 0.5 },
  },
  bm25: {
    flawed: lexical((one) => `print("${one}")`),
    clean: sound(),
    found: { value: 1, count: null, of: SIZE },
  },
  'bm25-without-comments': {
    flawed: lexical((one) => `x = 1  # ${one}\n`),
    clean: lexical((one) => `print("${one}")  # a comment`),
    found: { value: 0, count: null, of: SIZE, chance: 1 },
    none: { value: 1, chance: 1 },
  },
  'bm25-locals': {
    flawed: lexical((one) => `def f(a):\n    ${one} = a\n    return ${one}\n`),
    clean: lexical((one) => `def f(${one}):\n    return ${one}\n`),
    found: { value: 0, count: null, of: SIZE, chance: 1 },
    none: { value: 1, chance: 1 },
  },
  'bm25-all': {
    flawed: lexical((one) => `def f(${one}):\n    return ${one}\n`),
    clean: lexical((one) => `import ${one}\n${one}.run()\n`),
    found: { value: 0, count: null, of: SIZE, chance: 1 },
    none: { value: 1, chance: 1 },
  },
};

test('every kind of figure has a flaw planted for it here', () => {
  assert.deepEqual(
    Object.keys(CASES),
    FIGURE_KINDS.map(({ name }) => name),
  );
});

function assertFigure(figure: Awaited<ReturnType<typeof figureOf>>, expected: Expected, what: string): void {
  assert.ok(figure, `${what} has no figure`);
  for (const field of ['value', 'chance'] as const) {
    const [actual, wanted] = [figure[field], expected[field]];
    if (wanted === undefined) continue;
    const near = actual === wanted || Math.abs(Number(actual) - Number(wanted)) < 1e-9;
    assert.ok(
      near && (actual === null) === (wanted === null),
      `${what}: ${field} is ${actual}, not ${wanted}`,
    );
  }
  if (expected.count !== undefined) assert.equal(figure.count, expected.count, what);
  if (expected.of !== undefined) assert.equal(figure.of, expected.of, what);
}

for (const [name, { flawed, clean, other, found, none }] of Object.entries(CASES))
  test(`${name} is found as often as it was planted, and not in the clean twin`, async () => {
    const renamed = name.startsWith('bm25');
    const report = await auditOf(flawed, other, { renamed });
    const kinds = new Set(FIGURE_KINDS.map((kind) => kind.name));
    for (const { figure } of report.benchmarks.flatMap(({ figures }) => figures))
      assert.ok(kinds.has(figure), `${figure} is no kind`);
    assertFigure(figureOf(report, name), found, 'the flawed one');
    const twin = await auditOf(clean, other, { renamed });
    assertFigure(figureOf(twin, name), none ?? { value: 0 }, 'the clean one');
  });
