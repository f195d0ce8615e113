import type { ResultTable, TableValue } from '../core/result-table.js';
import type { TokenCounter } from '../text/cl100k.js';
import { cells } from './distribution.js';
import { ALL, label, shownGroups } from './labels.js';

/** Lengths of the texts of one group: numbers only, never the texts. */
export interface LengthGroup {
  words: number[];
  /** Empty where tokens are not counted. */
  tokens: number[];
}

/** Measures a text and notes its lengths in a group. */
export type LengthTaker = (text: string, group: LengthGroup) => void;

/** Runs of anything but white space. */
export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}

/** @param tokens undefined: tokens are not counted */
export function lengthTaker(tokens: TokenCounter | undefined): LengthTaker {
  return (text, group) => {
    group.words.push(countWords(text));
    if (tokens !== undefined) group.tokens.push(tokens(text));
  };
}

/** The groups of a corpus or task, by what its texts have in common. */
export class LengthGroups {
  private readonly byName = new Map<string, LengthGroup>();

  group(name: string): LengthGroup {
    let group = this.byName.get(name);
    if (group === undefined) this.byName.set(name, (group = { words: [], tokens: [] }));
    return group;
  }

  /** Adds the lengths of a group that was measured elsewhere. */
  take(name: string, { words, tokens }: LengthGroup): void {
    const group = this.group(name);
    group.words = group.words.concat(words);
    group.tokens = group.tokens.concat(tokens);
  }

  /** Every group by its name. */
  entries(): [string, LengthGroup][] {
    return [...this.byName];
  }

  all(): LengthGroup {
    return joined([...this.byName.values()]);
  }
}

export function joined(groups: readonly LengthGroup[]): LengthGroup {
  return { words: groups.flatMap(({ words }) => words), tokens: groups.flatMap(({ tokens }) => tokens) };
}

/** What the rows of a table of lengths stand for. */
export interface LengthRow {
  names: string[];
  group: LengthGroup;
}

/** One row for all of it, then one a group where there are several. */
export function lengthRows(owner: string, groups: LengthGroups): LengthRow[] {
  const entries = shownGroups(groups.entries(), ({ words }) => words.length, joined);
  const whole = { names: [owner, entries.length === 1 ? entries[0]![0] : ALL], group: groups.all() };
  if (entries.length < 2) return [whole];
  return [whole, ...entries.map(([name, group]) => ({ names: [owner, name], group }))];
}

const UNITS = {
  tokens: {
    title: 'tokens',
    note: 'Tokens are those of cl100k_base; the names of its special tokens count as plain text.',
  },
  words: { title: 'words', note: 'A word is a run of anything but white space.' },
} as const;

/** Lengths of what the rows stand for: a table in tokens where they were counted, and one in words. */
export function lengthTables(
  of: { name: string; title: string; columns: string[]; counted: string },
  rows: readonly LengthRow[],
): ResultTable[] {
  const units = (['tokens', 'words'] as const).filter(
    (unit) => unit === 'words' || rows.some(({ group }) => group.tokens.length > 0),
  );
  return units.map((unit, k) => ({
    name: `${of.name}-${unit}`,
    title: `${of.title} in ${UNITS[unit].title}`,
    columns: [...of.columns, of.counted, 'total', 'mean', 'median', 'p95', 'max'],
    rows: rows.map(({ names, group }): TableValue[] => [
      ...names.map(label),
      ...cells(group[unit], 'n', 'total', 'mean', 'median', 'p95', 'max'),
    ]),
    notes: [UNITS[unit].note, ...(k === 0 ? [`p95: 95 % of the ${of.counted} are no longer.`] : [])],
    digits: 1,
  }));
}
