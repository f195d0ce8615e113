import type { Measure } from '../core/measure.js';
import type { Seen } from '../evaluate/observer.js';
import type { QueryScore } from '../measures/score.js';
import type { Cells } from '../stats/sample.js';
import type { Subject } from './analysis.js';

/** The measures that analyses ask for, each computed once for an answer, whoever asks. */
export class SharedScores {
  private readonly measures: Measure[] = [];
  private readonly places = new Map<Measure, number>();
  /** By place of the measure, then by system: its values per query; absent where it has none. */
  private readonly kept: (Cells | undefined)[][] = [];
  private readonly verified: boolean;
  private atHand: QueryScore[] = [];

  constructor(private readonly subject: Pick<Subject, 'benchmark' | 'depth' | 'table' | 'systems'>) {
    this.verified = !subject.benchmark.verdicts()[Symbol.iterator]().next().done;
  }

  /**
   * Asks for a measure of every answer, to be had by `of` as each passes by.
   *
   * @returns false where it cannot have a value: it looks deeper than was retrieved, or there are no verdicts
   */
  want(measure: Measure): boolean {
    const { depth, verdicts } = measure.needs;
    if (depth > this.subject.depth || (verdicts !== undefined && !this.verified)) return false;
    if (!this.places.has(measure)) this.places.set(measure, this.measures.push(measure) - 1);
    return true;
  }

  /** As `want`, and keeps the values per query, to be had by `cells` in the end. */
  keep(measure: Measure): boolean {
    if (!this.want(measure)) return false;
    this.kept[this.places.get(measure)!] ??= [];
    return true;
  }

  see(seen: Seen): void {
    if (this.measures.length === 0) return;
    this.atHand = seen.score(this.measures);
    for (let m = 0; m < this.kept.length; m++) {
      const columns = this.kept[m];
      const { cells } = this.atHand[m]!;
      if (columns === undefined || cells.length === 0) continue;
      columns[seen.system] ??= emptyCells(this.subject.table.ids.length);
      const { num, den } = columns[seen.system]!;
      for (const cell of cells) {
        num[seen.q]! += cell.num;
        den[seen.q]! += cell.den;
      }
    }
  }

  /** What the answer at hand has; undefined where the measure was not wanted, or can have no value. */
  of(measure: Measure): QueryScore | undefined {
    const place = this.places.get(measure);
    return place === undefined ? undefined : this.atHand[place];
  }

  /** A system's values per query; undefined where it has none. */
  cells(measure: Measure, system: number): Cells | undefined {
    const place = this.places.get(measure);
    return place === undefined ? undefined : this.kept[place]?.[system];
  }
}

export function emptyCells(queries: number): Cells {
  return { num: new Float64Array(queries), den: new Float64Array(queries) };
}
