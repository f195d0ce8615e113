import type { Outcome, Sha, Verdict } from '../core/benchmark.js';
import { isObject } from '../core/json.js';
import type { Fields } from '../store/fields.js';
import { readRecords } from '../store/records.js';

/** One row of the execution cache: what each test of one suite said of one code. */
export interface CacheRow {
  code: Sha;
  tests: Sha;
  results: string[];
}

const SHA = /[0-9a-f]{64}/gi;

function shaIn(record: Record<string, unknown>, word: RegExp): string | undefined {
  for (const [field, value] of Object.entries(record))
    if (word.test(field) && typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value))
      return value.toLowerCase();
  return undefined;
}

/** The pair of digests: two fields named after code and tests, or one `key` that holds both, code first. */
function keyOf(fields: Fields): { code: Sha; tests: Sha } {
  const { record } = fields;
  const code = shaIn(record, /code|snippet|program/i);
  const tests = shaIn(record, /test|suite/i);
  if (code !== undefined && tests !== undefined) return { code, tests };
  const digests = (JSON.stringify(record.key) ?? '').match(SHA) ?? [];
  if (digests.length === 2) return { code: digests[0]!.toLowerCase(), tests: digests[1]!.toLowerCase() };
  throw fields.fail(
    `no pair of SHA-256 digests, of the code and of the tests, is among its fields ${Object.keys(record).join(', ')}`,
  );
}

const RESULT = /^\s*(pass|fail|error|time)/i;

/** A result is a text, or an object that holds it as `status`, `result` or `outcome`. */
function resultText(item: unknown): string | undefined {
  if (typeof item === 'string') return RESULT.test(item) ? item.trim() : undefined;
  if (typeof item === 'boolean') return item ? 'pass' : 'FAIL';
  if (!isObject(item)) return undefined;
  return resultText(item.status ?? item.result ?? item.outcome);
}

/** The results in a field: a list of them, an object of them by test, or one for the whole suite. */
function resultTexts(value: unknown): string[] | undefined {
  const list = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [value];
  const texts = list.map(resultText);
  return texts.includes(undefined) ? undefined : (texts as string[]);
}

function resultsOf(fields: Fields): string[] {
  const named = (word: RegExp): unknown[] =>
    Object.entries(fields.record).flatMap(([field, value]) => (word.test(field) ? [value] : []));
  for (const value of [...named(/result|outcome|status/i), ...named(/test/i)]) {
    const texts = resultTexts(value);
    if (texts !== undefined) return texts;
  }
  throw fields.fail(
    `no list of test results (pass, FAIL, TIMEOUT, ERROR: …) is among its fields ${Object.keys(fields.record).join(', ')}`,
  );
}

export async function* readCache(path: string): AsyncIterable<CacheRow> {
  for await (const fields of readRecords(path)) yield { ...keyOf(fields), results: resultsOf(fields) };
}

export function passes(results: readonly string[]): boolean {
  return results.length > 0 && results.every((result) => /^pass(ed)?$/i.test(result));
}

/**
 * A failed assertion or an exception decides over a time-out, as a definite result over an indefinite one; code
 * that no test could even load (a syntax error in every test) is invalid.
 */
export function outcomeOf(results: readonly string[]): Outcome {
  if (results.length === 0) return { is: 'unavailable', why: 'the cache has no results for it' };
  if (passes(results)) return { is: 'pass' };
  const unloadable = results.every((result) => /^ERROR\W*(Syntax|Indentation|Tab)Error/i.test(result));
  if (unloadable) return { is: 'invalid', why: results[0]! };
  const failed = results.findIndex((result) => /^(FAIL|ERROR)/i.test(result));
  if (failed >= 0) return { is: 'fail', test: failed };
  const timeout = results.find((result) => /^TIME/i.test(result));
  if (timeout !== undefined) return { is: 'timeout', why: timeout };
  return { is: 'unavailable', why: `the cache says "${results.find((result) => !passes([result]))}"` };
}

export function verdictOf(row: CacheRow, code: Sha): Verdict {
  return {
    code,
    suite: row.tests,
    outcome: outcomeOf(row.results),
    isolation: 'imported',
    toolchain: 'execretrieval execution_cache',
    proof: 'imported',
  };
}
