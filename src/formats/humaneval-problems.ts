import type { Suite, Test } from '../core/benchmark.js';
import { canonicalJson } from '../core/json.js';
import { anonymise, rename } from '../languages/anonymise.js';
import { cutComments } from '../languages/comments.js';
import type { Language, NameRole } from '../languages/language.js';
import { declaredFunctions, isVariable } from '../languages/names.js';
import { brokenNodes, parse } from '../languages/parser.js';
import { sha256 } from '../store/digest.js';
import type { Place } from '../store/fields.js';
import { readError } from '../store/lines.js';
import { descriptionIn, withoutExamples, withoutNames } from './humaneval-text.js';

/** One row of the data set, of either format. */
export interface Row {
  place: Place;
  /** The data set's id, such as `Python/17`. */
  id: string;
  /** The same for all languages of one problem, such as `HumanEval/17`. */
  problem: string;
  language: Language;
  prompt: string;
  /** The text above the solution: signature, imports and helpers, with or without comments. */
  head: string;
  solution: string;
  /** The tests, which follow the document in the same program (in Go: a file of their own beside it). */
  test: string;
  /** Known only where the data set names it. */
  entry?: string;
}

export interface Version {
  description: string;
  document: string;
  suite: Suite;
}

export interface Problem {
  id: string;
  problem: string;
  language: Language;
  plain: Version;
  anonymised: Version;
}

function suiteOf(entry: string, language: Language, source: string): Suite {
  const tests: Test[] = [{ kind: 'source', language: language.name, source }];
  const id = sha256(canonicalJson({ entry, tests }));
  return { id, entry, tests };
}

async function brokenIn(code: string, language: Language): Promise<number> {
  return brokenNodes(await parse(code, language));
}

/** Head and solution without comments; where a head is itself damaged, the prompt stands in for it. */
async function documentOf(row: Row, warn: (message: string) => void): Promise<string> {
  const { language, place } = row;
  const usual = row.head + row.solution;
  const broken = await brokenIn(usual, language);
  if (broken === 0) return cutComments(usual, language);
  const other = row.prompt + row.solution;
  if (row.prompt !== row.head && (await brokenIn(other, language)) < broken) {
    warn(
      `${place.path}, line ${place.line}: the declaration of ${row.id} does not parse; its prompt is used`,
    );
    return cutComments(other, language);
  }
  warn(
    `${place.path}, line ${place.line}: ${row.id} does not parse as ${language.name} in ${broken} ` +
      `place${broken === 1 ? '' : 's'}; comments and names there may be left`,
  );
  return cutComments(usual, language);
}

/** The function whose body the solution is: the last one above it. Where the tests do not name that, the last they do. */
async function entryOf(row: Row): Promise<string> {
  if (row.entry !== undefined) return row.entry;
  const functions = await declaredFunctions(row.head + row.solution, row.language);
  const above = functions.filter(({ start }) => start < row.head.length).at(-1);
  if (above === undefined)
    throw readError(row.place.path, `${row.id} declares no function above its solution`, row.place.line);
  const words = new Set(row.test.match(/[\p{L}_][\p{L}\p{N}_]*/gu));
  if (words.has(above.name)) return above.name;
  return functions.filter(({ name }) => words.has(name)).at(-1)?.name ?? above.name;
}

/**
 * A row in both its versions. In the anonymised one the document's own names are neutral, the tests follow
 * them, and the description has neither examples nor function names.
 *
 * @param names the problem's function names in all languages
 * @param renamed what of the document is renamed
 */
export async function problemOf(
  row: Row,
  names: ReadonlySet<string>,
  renamed: readonly NameRole[],
  warn: (message: string) => void,
): Promise<Problem> {
  const { language } = row;
  const code = row.prompt + row.solution;
  const description = await descriptionIn(code, row.prompt.length, language);
  if (description === '')
    throw readError(row.place.path, `the prompt of ${row.id} has no description`, row.place.line);
  const document = await documentOf(row, warn);
  const entry = await entryOf(row);
  const neutral = await anonymise(document, language, renamed, [row.test]);
  const testNames = new Map([...neutral.names].filter(([name]) => !isVariable(neutral.roles.get(name))));
  const neutralTest = await rename(row.test, language, testNames);
  const functions = [...neutral.roles].flatMap(([name, role]) => (role === 'function' ? [name] : []));
  const allNames = new Set([...names, ...functions]);
  return {
    id: row.id,
    problem: row.problem,
    language,
    plain: { description, document, suite: suiteOf(entry, language, row.test) },
    anonymised: {
      description: withoutNames(withoutExamples(description), allNames),
      document: neutral.code,
      suite: suiteOf(neutral.names.get(entry) ?? entry, language, neutralTest),
    },
  };
}

/** The functions that a row's head names, to be cut from the descriptions of its problem in all languages. */
export async function namesIn(row: Row): Promise<string[]> {
  const functions = await declaredFunctions(row.head + row.solution, row.language);
  const named = functions.filter(({ start }) => start < row.head.length).map(({ name }) => name);
  return row.entry === undefined ? named : [...named, row.entry];
}
