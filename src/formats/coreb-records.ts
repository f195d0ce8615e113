import type { Outcome, Query, Sha, TaskHeader, Verdict } from '../core/benchmark.js';
import type { SourceDocument } from '../core/source.js';
import { sha256 } from '../store/digest.js';
import type { Fields } from '../store/fields.js';
import { objectOf, tagsOf, withTags } from './tags.js';

/** One timed release of CoREB, and what makes its ids and problems differ from another's. */
export interface Release {
  /** `release_v2603`; empty when the files carry no release. */
  name: string;
  /** A document or query id as it is kept. Ids start over in every release, under one and the same prefix. */
  scope(id: string): string;
}

export const GROUPS = [
  { direction: 't2c', corpus: 'code', queries: 'text2code_queries', qrels: 'text2code_qrels' },
  { direction: 'c2c', corpus: 'code', queries: 'code2code_queries', qrels: 'code2code_qrels' },
  { direction: 'c2t', corpus: 'text', queries: 'code2text_queries', qrels: 'code2text_qrels' },
] as const satisfies { direction: TaskHeader['direction']; [part: string]: string }[];

export type Group = (typeof GROUPS)[number];

/** The seed problem that a record belongs to. */
export function problemOf(fields: Fields): string | undefined {
  const problem = objectOf(fields, 'meta').source_problem_id;
  return typeof problem === 'string' || typeof problem === 'number' ? String(problem) : undefined;
}

/** Everything but `used`, the metadata flattened as `meta.NAME`. */
function leftover(fields: Fields, used: readonly string[]): { tags?: Record<string, string> } {
  const record = { ...fields.record, meta: objectOf(fields, 'meta') };
  return withTags(tagsOf(record, new Set(used)));
}

export function codeDocument(fields: Fields, release: Release): SourceDocument {
  const language = fields.optionalString('language');
  return {
    meta: {
      id: release.scope(fields.id('code_id')),
      kind: 'code',
      ...(language === undefined ? {} : { language }),
      ...leftover(fields, ['code_id', 'code', 'language']),
    },
    text: fields.string('code'),
  };
}

/**
 * A problem statement. What is searched is `text`, the full statement, in the canonical tasks too: their
 * judgments name this same document and the published evaluator ranks this field. `abbreviated_text` stays
 * with the document as a tag. A statement and the noise statements derived from it are one near-clone group.
 */
export function textDocument(fields: Fields, release: Release): SourceDocument {
  const original = objectOf(fields, 'meta').original_problem_id;
  const problem = original === undefined || original === null ? problemOf(fields) : String(original);
  return {
    meta: {
      id: release.scope(fields.id('text_id')),
      kind: 'text',
      ...leftover(fields, ['text_id', 'text']),
      ...(problem === undefined ? {} : { family: release.scope(problem) }),
    },
    text: fields.string('text'),
  };
}

/** Id of the anchor, the document of the code corpus that the query was made from. */
export function anchorOf(fields: Fields): string | undefined {
  const anchor = objectOf(fields, 'meta').anchor_code_id;
  return typeof anchor === 'string' && anchor !== '' ? anchor : undefined;
}

function languageOf(fields: Fields): { language?: string } {
  const language = fields.optionalString('language_constraint') ?? fields.optionalString('anchor_language');
  return language === undefined || language === 'none' ? {} : { language };
}

/** A query without its exclusions. `c2t_match` rows keep their text in `code`. */
export function queryOf(fields: Fields, group: Group, release: Release): Query {
  const field = fields.has('query') ? 'query' : 'code';
  const id = fields.id('query_id');
  const problem = problemOf(fields);
  return {
    id: release.scope(id),
    text: fields.string(field),
    kind: group.direction === 't2c' ? 'text' : 'code',
    ...languageOf(fields),
    ...leftover(fields, ['query_id', field, 'subtask', 'language_constraint', 'anchor_language']),
    cluster: release.scope(problem === undefined ? `query ${id}` : `problem ${problem}`),
    exclude: [],
  };
}

/**
 * Name of a problem's test suite. The tests themselves are not published, only what became of every solution
 * under them, so that this id has verdicts and no suite.
 */
export function suiteIdOf(release: Release, problem: string): Sha {
  return sha256(`coreb:${release.name}:${problem}`);
}

function outcomeOf(meta: Record<string, unknown>): Outcome | undefined {
  if (meta.passed === true) return { is: 'pass' };
  // Which test failed is not published.
  return meta.passed === false ? { is: 'fail', test: UNKNOWN_TEST } : undefined;
}

/** In the place of a test's index when it is known that a test failed and not which. */
const UNKNOWN_TEST = -1;

/** What the authors' test run said of one solution under its own problem's tests. */
export function verdictOf(fields: Fields, release: Release): Verdict | undefined {
  const problem = problemOf(fields);
  const outcome = outcomeOf(objectOf(fields, 'meta'));
  if (problem === undefined || outcome === undefined) return undefined;
  return {
    code: sha256(fields.string('code')),
    suite: suiteIdOf(release, problem),
    outcome,
    isolation: 'imported',
    toolchain: `coreb ${release.name}`.trim(),
    proof: 'imported',
  };
}

/** `t2c_canonical_retro_python` → its parts. */
export function labelsOf(subtask: string, group: Group, release: Release): Record<string, string> {
  const parts = /^[a-z0-9]+_(.+?)(?:_(any|python|java|cpp|ruby|go))?$/.exec(subtask);
  return {
    ...(release.name === '' ? {} : { release: release.name }),
    group: group.queries.replace('_queries', ''),
    ...(parts === null ? {} : { subtask: parts[1]! }),
    ...(parts?.[2] === undefined ? {} : { language: parts[2] }),
  };
}
