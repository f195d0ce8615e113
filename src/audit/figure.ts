/** One flaw as a number, in one place of a benchmark. */
export interface Figure {
  /** Name of its kind in `kinds.ts`. */
  figure: string;
  /** The task, corpus or split that it was measured in. */
  where: string;
  /** A share or a mean; null when there was nothing to measure. */
  value: number | null;
  /** How many have the flaw; null where the value is a mean. */
  count: number | null;
  /** How many were looked at. */
  of: number;
  /** What the value would be without the flaw: by chance, or of the thing it is set against; null without any. */
  chance: number | null;
  /** Ids of the first few that have the flaw, so that somebody can look. */
  examples: string[];
}

/** How many ids a figure keeps as examples. */
const EXAMPLES = 10;

/** Adds up one figure. A share adds 0 and 1, or the part of 1 that falls to it; a mean adds values. */
export class Tally {
  private sum = 0;
  private size = 0;
  private chances = 0;
  private chanceSize = 0;
  private readonly examples: string[] = [];

  constructor(
    private readonly figure: string,
    private readonly type: 'share' | 'mean',
  ) {}

  /**
   * @param chance what the value would be without the flaw; undefined where that cannot be told
   * @param example id of what was looked at; kept when it has the flaw
   */
  add(value: number | boolean, chance?: number, example?: string): void {
    const number = Number(value);
    this.sum += number;
    this.size++;
    if (chance !== undefined) {
      this.chances += chance;
      this.chanceSize++;
    }
    if (example !== undefined && number > 0 && this.examples.length < EXAMPLES) this.examples.push(example);
  }

  result(where: string): Figure {
    const { figure, type, sum, size, chances, chanceSize, examples } = this;
    return {
      ...{ figure, where },
      value: size === 0 ? null : sum / size,
      count: type === 'share' && size > 0 ? sum : null,
      of: size,
      chance: chanceSize === 0 ? null : chances / chanceSize,
      examples,
    };
  }
}

/** What another check counted, as a figure. */
export function counted(
  figure: string,
  where: string,
  found: { count: number; examples: string[] } | undefined,
  of: number,
): Figure {
  const count = found?.count ?? 0;
  const examples = found?.examples ?? [];
  return of === 0
    ? { figure, where, value: null, count: null, of, chance: null, examples }
    : { figure, where, value: count / of, count, of, chance: null, examples };
}

/** One figure of several places as one of all of them, each weighing as much as it looked at. */
export function pooled(figures: readonly Figure[], where: string): Figure {
  const measured = figures.filter(({ value }) => value !== null);
  const weighted = (field: 'value' | 'chance') => {
    const some = measured.filter((one) => one[field] !== null);
    const of = some.reduce((sum, one) => sum + one.of, 0);
    return of === 0 ? null : some.reduce((sum, one) => sum + one[field]! * one.of, 0) / of;
  };
  const counts = measured.map(({ count }) => count);
  return {
    figure: figures[0]!.figure,
    where,
    value: weighted('value'),
    count:
      counts.length === 0 || counts.includes(null) ? null : counts.reduce((sum: number, n) => sum + n!, 0),
    of: measured.reduce((sum, { of }) => sum + of, 0),
    chance: weighted('chance'),
    examples: measured.flatMap(({ examples }) => examples).slice(0, EXAMPLES),
  };
}
