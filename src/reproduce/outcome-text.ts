import { counted } from '../core/words.js';
import { isEqual, type Outcome } from './check.js';
import type { Difference, FileReport } from './file-report.js';
import { MANIFEST } from './manifest.js';

/** A line for each difference that is told, and for each file that has none what was equal; then the sum. */
export function outcomeText(outcome: Outcome): string {
  const { intact, reports } = outcome;
  const files = intact === undefined ? [] : [`manifest.json: ${counted(intact, 'file')} as it says`];
  return [...files, ...reports.flatMap(reportLines), verdict(outcome), ''].join('\n');
}

function reportLines({ file, by, equal, within, differing, differences }: FileReport): string[] {
  const near = within === 0 ? '' : `, ${within} of them within 1e-9`;
  const noun = file.endsWith('.md') ? 'line' : 'value';
  if (differing === 0) return [`${file}: ${counted(equal, noun)} equal${near}`];
  // A damaged manifest is held against the files, anything else against the manifest.
  const right = by === 'recomputation' || file === MANIFEST ? 'recomputed' : 'was';
  const lines = differences.map((one) => `${file}: ${differenceText(one, right)}`);
  const rest = differing - differences.length;
  return rest === 0 ? lines : [...lines, `${file}: and ${counted(rest, 'difference')} more`];
}

function differenceText({ where, stored, expected, note }: Difference, right: string): string {
  const place = where === '' ? '' : `${where.replace(/: $/, '')}: `;
  if (stored === undefined) return place + note;
  const values = expected === undefined ? `stored ${stored}` : `stored ${stored}, ${right} ${expected}`;
  return `${place}${values}${note === undefined ? '' : `, ${note}`}`;
}

function verdict(outcome: Outcome): string {
  const { reports } = outcome;
  const equal = reports.reduce((sum, report) => sum + report.equal, 0);
  const recomputed = reports.filter(({ by }) => by === 'recomputation').length;
  const what = `${counted(equal, 'value')} in ${counted(recomputed, 'file')}`;
  if (isEqual(outcome)) return `reproduced: ${what}, all equal`;
  const bad = new Set(reports.filter(({ differing }) => differing > 0).map(({ file }) => file));
  return `not reproduced: ${counted(bad.size, 'file')} with differences (${[...bad].join(', ')})`;
}
