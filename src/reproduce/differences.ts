import { isObject } from '../core/json.js';
import { differ, type FileReport, sameNumber } from './file-report.js';

/** A longer value is shown by its part around the first difference. */
const LONGEST = 80;
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
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}

/** Two texts cut to where they begin to differ, quoted. */
export function shownTexts(stored: string, expected: string): [string, string] {
  let same = 0;
  while (same < stored.length && stored[same] === expected[same]) same++;
  const from = Math.max(0, same - BEFORE);
  const cut = (text: string) => {
    const part = text.slice(from, from + LONGEST);
    return `${from > 0 ? '…' : ''}${JSON.stringify(part)}${from + LONGEST < text.length ? '…' : ''}`;
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
