import type { Groups } from '../stats/sample.js';
import { ANY_LANGUAGE, type Grouping } from './grouping.js';

/**
 * The queries cut along several groupings at once: two queries are of one part just when every grouping has them
 * in one group, so that sums by part give the sums of any group.
 */
export class Parts {
  /** The part of each query. */
  readonly part: Uint32Array;
  readonly parts: number;
  /** A query of each part. */
  private readonly first: number[] = [];

  /** @param languages present where a mean is one over languages first */
  constructor(
    queries: number,
    groupings: readonly Grouping[],
    private readonly languages: Grouping | undefined,
  ) {
    this.part = new Uint32Array(queries);
    let parts = Math.min(1, queries);
    for (const { of, names } of languages === undefined ? groupings : [...groupings, languages]) {
      const places = new Map<number, number>();
      for (let q = 0; q < queries; q++) {
        const key = this.part[q]! * (names.length + 1) + of[q]! + 1;
        let place = places.get(key);
        if (place === undefined) places.set(key, (place = places.size));
        this.part[q] = place;
      }
      parts = places.size;
    }
    this.parts = parts;
    for (let q = queries - 1; q >= 0; q--) this.first[this.part[q]!] = q;
  }

  /**
   * The parts that make up a group: one set of them, or one a language where the mean is over languages and at
   * least two of them have a value. Queries of no language are in no mean over languages.
   *
   * @param den sums of denominators by part
   */
  groupsOf({ of }: Grouping, group: number, den: Float64Array): Groups {
    const within = [...this.first.keys()].filter((p) => of[this.first[p]!] === group);
    const { languages } = this;
    if (languages === undefined) return [within];
    const spoken = languages.names.flatMap((name, language) => {
      if (name === ANY_LANGUAGE) return [];
      const ofLanguage = within.filter((p) => languages.of[this.first[p]!] === language);
      return ofLanguage.some((p) => den[p] !== 0) ? [ofLanguage] : [];
    });
    return spoken.length > 1 ? spoken : [within];
  }
}
