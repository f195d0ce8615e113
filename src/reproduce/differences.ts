import { isObject } from '../core/json.js';

/** Something that is not as it should be. */
export interface Difference {
  /** Where in the file: a path into its JSON, a line, a byte; empty where it is the file as a whole. */
  where: string;
  /** What the file says; absent where only the place is known. */
  stored?: string;
  /** What it should say. */
  expected?: string;
  /** In words, where there are no two values. */
  note?: string;
}

/** What came out of checking one file. */
export interface FileReport {
  /** Path below the folder that was checked, with `/`. */
  file: string;
  /** Against what: its digest in the manifest of a bundle, or what the stored runs give. */
  by: 'manifest' | 'recomputation';
  /** Values that are equal, those within `TOLERANCE` included. */
  equal: number;
  /** Values that are equal within `TOLERANCE` only. */
  within: number;
  differing: number;
  /** The first `SHOWN` of them. */
  differences: Difference[];
}

/** The differences of a file that are told; the others are counted. */
export const SHOWN = 20;

/** Relative: where the machine's logarithms differ in the last place, so do sums of them. */
export const TOLERANCE = 1e-9;

export function emptyReport(file: string, by: FileReport['by']): FileReport {
  return { file, by, equal: 0, within: 0, differing: 0, differences: [] };
}

export function differ(report: FileReport, difference: Difference): void {
  report.differing++;
  if (report.differences.length < SHOWN) report.differences.push(difference);
}

/** Counts two numbers as equal, as equal within the tolerance, or not. @returns whether they are equal */
export function sameNumber(report: FileReport, stored: number, expected: number): boolean {
  if (stored === expected) return true;
  const largest = Math.max(Math.abs(stored), Math.abs(expected));
  if (!(Math.abs(stored - expected) <= TOLERANCE * largest)) return false;
  report.within++;
  return true;
}

/** A longer value is shown by its part around the first difference. */
const LONGEST_VALUE = 80;
const BEFORE = 20;

/** Where a value stands: `systems[0].measures["nDCG@10"].mean`, or after a colon, `line 3: values.PPA`. */
function keyed(where: string, key: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${where}[${JSON.stringify(key)}]`;
  return where === '' || where.endsWith(': ') ? where + key : `${where}.${key}`;
}

/** A value as its JSON, cut where it is long. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE)}…`;
}

/** Two texts cut to where they begin to differ, quoted. */
export function shownTexts(stored: string, expected: string): [string, string] {
  let same = 0;
  while (same < stored.length && stored[same] === expected[same]) same++;
  const from = Math.max(0, same - BEFORE);
  const cut = (text: string) => {
    const part = text.slice(from, from + LONGEST_VALUE);
    return `${from > 0 ? '…' : ''}${JSON.stringify(part)}${from + LONGEST_VALUE < text.length ? '…' : ''}`;
  };
  return [cut(stored), cut(expected)];
}

/** Whether a value at this place is not compared. */
export type Ignored = (where: string) => boolean;

/** Compares two JSON values leaf by leaf; an object or array that only one side has is one difference. */
export function compareJson(
  report: FileReport,
  stored: unknown,
  expected: unknown,
  where = '',
  ignored: Ignored = () => false,
): void {
  if (ignored(where)) return;
  if (Array.isArray(stored) && Array.isArray(expected)) {
    const length = Math.max(stored.length, expected.length);
    for (let k = 0; k < length; k++) compareJson(report, stored[k], expected[k], `${where}[${k}]`, ignored);
  } else if (isObject(stored) && isObject(expected)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(stored)])) {
      const own = (record: Record<string, unknown>) => (Object.hasOwn(record, key) ? record[key] : undefined);
      compareJson(report, own(stored), own(expected), keyed(where, key), ignored);
    }
  } else compareLeaf(report, stored, expected, where);
}

function compareLeaf(report: FileReport, stored: unknown, expected: unknown, where: string): void {
  const numbers = typeof stored === 'number' && typeof expected === 'number';
  const equal = numbers ? sameNumber(report, stored, expected) : stored === expected;
  if (equal) report.equal++;
  else if (typeof stored === 'string' && typeof expected === 'string') {
    const [a, b] = shownTexts(stored, expected);
    differ(report, { where, stored: a, expected: b });
  } else differ(report, { where, stored: shown(stored), expected: shown(expected) });
}

/** How many values `compareJson` finds equal in two such. */
export function leavesIn(json: unknown): number {
  if (typeof json !== 'object' || json === null) return 1;
  let leaves = 0;
  for (const value of Object.values(json)) leaves += leavesIn(value);
  return leaves;
}

/** The fields that say what a line is about, in the order in which they are told. */
const NAMES = ['corpus', 'task', 'id', 'corpus_id', 'query_id', 'query', 'doc', 'system', 'code', 'suite'];
/** The names of digests in ExecRetrieval's cache. */
const DIGESTS = ['code_sha256', 'tests_sha256'];
const LONGEST_NAME = 60;

/** ` (task search, query q7, doc d3)`; empty where the record has none of the known fields. */
export function labelOf(record: Readonly<Record<string, unknown>>): string {
  const parts = [...NAMES, ...DIGESTS].flatMap((name) => {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    if (typeof value !== 'string' || value === '' || value.length > 2 * LONGEST_NAME) return [];
    // Beside a query_id, it is the query's text.
    if (name === 'query' && Object.hasOwn(record, 'query_id')) return [];
    const digest = /^[0-9a-f]{64}$/.test(value);
    // Elsewhere it is the text of a document.
    if (name === 'code' && !digest) return [];
    return [`${name} ${digest ? value.slice(0, 12) : value.slice(0, LONGEST_NAME)}`];
  });
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}
