import type { Cell } from '../core/measure.js';
import type { QueryTable } from '../evaluate/scores.js';
import type { Profile } from '../measures/profiles.js';

/**
 * Running means of values that need no interval: sums alone, so that many cut-offs of many systems cost no memory
 * a query. The mean is the one that the profile leads with: over queries, or over languages first.
 */
export class RunningMeans {
  /** The language of each query as a number; absent where means are over queries. */
  private readonly language: Uint16Array | undefined;
  private readonly languages: readonly string[];
  private readonly num: Float64Array;
  private readonly den: Float64Array;

  /** @param slots how many means are kept */
  constructor(table: Pick<QueryTable, 'language'>, mean: Profile['mean'], slots: number) {
    this.languages = mean === 'query' ? [''] : [...new Set(table.language)];
    if (mean === 'macro-language') {
      const place = new Map(this.languages.map((name, k) => [name, k]));
      this.language = Uint16Array.from(table.language, (name) => place.get(name)!);
    }
    this.num = new Float64Array(slots * this.languages.length);
    this.den = new Float64Array(slots * this.languages.length);
  }

  add(slot: number, q: number, { num, den }: Pick<Cell, 'num' | 'den'>): void {
    const at = slot * this.languages.length + (this.language?.[q] ?? 0);
    this.num[at]! += num;
    this.den[at]! += den;
  }

  addAll(slot: number, q: number, cells: readonly Cell[]): void {
    for (const cell of cells) this.add(slot, q, cell);
  }

  /** undefined where no query has a value. Queries that name no language are in no mean over languages. */
  of(slot: number): number | undefined {
    const start = slot * this.languages.length;
    const valued = [...this.languages.keys()].filter((k) => this.den[start + k] !== 0);
    if (valued.length === 0) return undefined;
    const spoken = valued.filter((k) => this.languages[k] !== '');
    if (spoken.length > 1)
      return spoken.reduce((sum, k) => sum + this.num[start + k]! / this.den[start + k]!, 0) / spoken.length;
    const [num, den] = valued.reduce(
      ([n, d], k) => [n + this.num[start + k]!, d + this.den[start + k]!],
      [0, 0],
    );
    return num / den;
  }
}
