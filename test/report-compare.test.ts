import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QueryEntry, QueryView } from '../src/report/html/data.js';
import { type DiffLine, inCommon, lineDiff } from '../web/report/queries/diff.js';
import { gist } from '../web/report/queries/gist.js';
import { Standings } from '../web/report/queries/standing.js';

const SIGNS = { same: ' ', removed: '-', added: '+' };

/** A line as text: its sign, and marked parts in brackets. */
function shown({ is, parts }: DiffLine): string {
  return SIGNS[is] + parts.map(({ text, marked }) => (marked ? `[${text}]` : text)).join('');
}

test('an edited line stands twice, with the words that differ marked', () => {
  const lines = lineDiff('a = 1\nif a < b:\n  go()', 'a = 1\nif a <= b:\n  go()');
  assert.deepEqual(lines.map(shown), [' a = 1', '-if a < b:', '+if a <[=] b:', '   go()']);
});

test('lines that have little in common are not compared word by word', () => {
  const lines = lineDiff('alpha beta', 'return 42;');
  assert.deepEqual(lines.map(shown), ['-alpha beta', '+return 42;']);
});

test('a diff loses no line of either text, whatever the lines are', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  const words = ['x', ' ', 'foo(', ')', '\n', '\n\n', '\t', 'é', '😀', '<b>', '='];
  const text = () => Array.from({ length: random(40) }, () => words[random(words.length)]).join('');
  for (let round = 0; round < 300; round++) {
    const [before, after] = [text(), text()];
    const lines = lineDiff(before, after);
    const side = (not: DiffLine['is']) =>
      lines
        .filter(({ is }) => is !== not)
        .map(({ parts }) => parts.map((part) => part.text).join(''))
        .join('\n');
    assert.equal(side('added'), before);
    assert.equal(side('removed'), after);
  }
});

test('texts have in common the lines that stand in both, edited ones too, and no lone braces', () => {
  const share = (before: string, after: string) => inCommon(lineDiff(before, after));
  assert.equal(share('a1\nb2\nc3\nd4', 'a1\nb2\nxx\nyy'), 0.5);
  assert.equal(share('a = 1\nif a < b:', 'a = 1\nif a <= b:'), 1);
  assert.equal(share('alpha {\n}', 'return 42 {\n}'), 0);
  assert.equal(share('a1', 'a1\nb2\nc3\nd4'), 0.25, 'of the longer one');
  assert.equal(share('{\n}', '{\n\n}'), 1);
});

test('the gist of a text is its first line that is no comment, import or bare decorator', () => {
  assert.equal(gist('\n# says\nimport os\n@cached\n\n  def f(a):\n    pass'), 'def f(a):');
  assert.equal(gist('/*\n * long\n */\n#include <x.h>\n}, function (a) {\nreturn 1'), 'return 1');
  assert.equal(gist('@app.route("/x")\ndef f(): pass'), '@app.route("/x")');
  assert.equal(gist('import os'), 'import os');
  assert.equal(gist('// only words'), '// only words');
  assert.equal(gist('{\n}'), '');
  assert.equal(gist('y'.repeat(500)).length, 120);
});

test('one line of 100,000 characters that has another in its place ends in one line for each', () => {
  const [a, b] = ['x+', 'y-'].map((word) => word.repeat(50_000));
  const lines = lineDiff(a!, b!);
  assert.deepEqual(
    lines.map(({ is }) => is),
    ['removed', 'added'],
  );
});

/** 0 is right, 1 and 2 its variants, 3 another wrong one, 4 unjudged, 5 another right one. */
function world(top: number[], right: number | null, more: Partial<QueryEntry> = {}) {
  const query: QueryEntry = {
    ...{ id: 'q', task: 0, text: '', level: 2 },
    judged: [
      [0, 2],
      [1, 1],
      [2, 1],
      [3, 1],
    ],
    outcomes: [],
    rows: [{ top, right }, null],
    ...more,
  };
  const ids = ['0', '1', '2', '3', '4', '5'];
  const documents = ids.map((id, d) => ({ id, ...(d === 1 || d === 2 ? { root: 0 } : {}) }));
  const view: QueryView = {
    ...{ systems: ['a', 'b'], tasks: ['t'], total: 1, left: [], documents, queries: [query] },
  };
  return { query, standings: new Standings(view, [0, 1]) };
}

test('a variant of the right document is laid beside it before any higher wrong document', () => {
  const { query, standings } = world([3, 4, 2, 1, 0], 5);
  assert.deepEqual(standings.upset(query, 0), { winner: 2, rank: 3, right: 0, rightRank: 5 });
});

test('without a variant it is the highest document known to be wrong, and then the highest of all', () => {
  const known = world([4, 3, 0], 3);
  assert.deepEqual(known.standings.upset(known.query, 0), { winner: 3, rank: 2, right: 0, rightRank: 3 });
  const unknown = world([4, 0], 2);
  assert.deepEqual(unknown.standings.upset(unknown.query, 0), { winner: 4, rank: 1, right: 0, rightRank: 2 });
});

test('the twin of a right document is its own wrong variant, or else what is known to be wrong', () => {
  const { query, standings } = world([4, 0], 2);
  assert.equal(standings.twin(query, 0), 1);
  assert.equal(standings.twin(query, 5), 1, 'no variant of 5 is known: the first that is wrong');
  const judged = world([4, 0], 2, {
    judged: [
      [0, 2],
      [3, 1],
    ],
  });
  assert.equal(judged.standings.twin(judged.query, 0), 3);
  const passing = world([4, 0], 2, {
    judged: [[0, 2]],
    outcomes: [
      [1, 'p'],
      [2, 'u'],
    ],
  });
  assert.equal(passing.standings.twin(passing.query, 0), undefined);
});

test('the right document may lie below what the page shows, or have no score', () => {
  const below = world([1, 3], 57);
  assert.deepEqual(below.standings.upset(below.query, 0), { winner: 1, rank: 1, right: 0, rightRank: 57 });
  const unscored = world([3], null);
  assert.equal(unscored.standings.upset(unscored.query, 0)?.rightRank, null);
});

test('a system that is right at rank 1 was not beaten, and one without a result was not either', () => {
  const { query, standings } = world([0, 1], 1);
  assert.equal(standings.upset(query, 0), undefined);
  assert.equal(standings.upset(query, 1), undefined);
  assert.equal(standings.upset(query, 2), undefined);
  assert.equal(standings.solved(query, 0), true);
  assert.equal(standings.solved(query, 1), false);
});

test('tests decide before judgments, and outcomes that say nothing leave it to them', () => {
  const { query, standings } = world([5, 0], 2, {
    outcomes: [
      [5, 'p'],
      [0, 'f'],
      [1, 'k'],
      [4, 'u'],
    ],
  });
  assert.equal(standings.of(query, 5), 'right', 'passes, though unjudged');
  assert.equal(standings.of(query, 0), 'wrong', 'fails, though judged right');
  assert.equal(standings.of(query, 1), 'wrong', 'flaky: judged wrong');
  assert.equal(standings.of(query, 4), 'unknown', 'neither run to an end nor judged');
  assert.equal(standings.solved(query, 0), true);
});

test('queries are solved by the systems that were asked, and by none where nothing is known to be right', () => {
  const { query, standings } = world([0, 1], 1);
  assert.equal(standings.solvers(query), 1);
  const unknowable = world([4], null, { judged: [[3, 1]] });
  assert.equal(unknowable.standings.solvers(unknowable.query), undefined);
});
