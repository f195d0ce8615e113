import { UserError } from '../core/errors.js';
import type { Measure } from '../core/measure.js';
import { nearest } from '../core/suggest.js';
import { averagePrecision } from './average-precision.js';
import { exec, execGap, execPrecision } from './execution.js';
import { MAX_CUTOFF, type MeasureFamily } from './family.js';
import { intrusion } from './intrusion.js';
import { ndcg } from './ndcg.js';
import { mrs, ppa } from './pairs.js';
import { precision } from './precision.js';
import { recall } from './recall.js';
import { reciprocalRank } from './reciprocal-rank.js';
import { deception, margin, marginLost, pairedMiss } from './variants.js';

/** Every measure there is. A new one is a file with a family and a line here. */
export const MEASURE_FAMILIES: readonly MeasureFamily[] = [
  ndcg,
  averagePrecision,
  recall,
  precision,
  reciprocalRank,
  ppa,
  mrs,
  exec,
  execPrecision,
  execGap,
  intrusion,
  pairedMiss,
  margin,
  marginLost,
  deception,
];

/** What other tools call the same thing. */
const FOREIGN = new Map(
  Object.entries({
    map: 'AP',
    map_cut: 'AP',
    mrr: 'RR',
    recip_rank: 'RR',
    recall: 'R',
    precision: 'P',
    ndcg_cut: 'nDCG',
  }),
);

const names = new Map<string, Measure>();

/**
 * The measure of that name; the same object each time.
 *
 * @throws UserError with the nearest name when there is none
 */
export function parseMeasure(name: string): Measure {
  const known = names.get(name);
  if (known) return known;
  for (const family of MEASURE_FAMILIES) {
    const measure = family.parse(name);
    if (!measure) continue;
    names.set(name, measure);
    return measure;
  }
  throw unknownMeasure(name);
}

/**
 * The measures of a comma list, in its order, each once.
 *
 * @throws UserError when a name is unknown or the list is empty
 */
export function parseMeasures(list: string): Measure[] {
  const parts = list.split(',').map((part) => part.trim());
  const wanted = new Set(parts.filter((part) => part !== '').map(parseMeasure));
  if (wanted.size === 0)
    throw new UserError(
      `cannot use the list of measures "${list}": it names none`,
      `Measures: ${patterns()}.`,
    );
  return [...wanted];
}

function patterns(): string {
  return MEASURE_FAMILIES.map((family) => family.pattern).join(', ');
}

function headOf(pattern: string): string {
  return pattern.replace(/\[?@k\]?$/, '');
}

function unknownMeasure(name: string): UserError {
  const [, typed = '', rest] = /^(.*?)(?:[@.](.*))?$/s.exec(name)!;
  const heads = MEASURE_FAMILIES.map((family) => headOf(family.pattern));
  if (name[typed.length] === '@' && heads.includes(typed)) {
    const { pattern } = MEASURE_FAMILIES[heads.indexOf(typed)]!;
    return pattern.includes('@k')
      ? new UserError(
          `cannot use measure "${name}": k must be a whole number from 1 to ${MAX_CUTOFF}`,
          `For example: ${typed}@10.`,
        )
      : new UserError(`cannot use measure "${name}": it has no cut-off`, `Did you mean ${typed}?`);
  }
  const head = FOREIGN.get(typed.toLowerCase()) ?? nearest(typed, heads);
  const known = `Measures: ${patterns()}.`;
  if (head === undefined)
    return new UserError(`cannot use measure "${name}": there is no such measure`, known);
  const { pattern } = MEASURE_FAMILIES[heads.indexOf(head)]!;
  const cut = /^[1-9][0-9]{0,5}$/.test(rest ?? '') ? rest : '10';
  const whole = rest === undefined && !pattern.endsWith('@k');
  const suggestion = pattern.includes('@k') && !whole ? `${head}@${cut}` : head;
  return new UserError(
    `cannot use measure "${name}": there is no such measure`,
    `Did you mean ${suggestion}? ${known}`,
  );
}
