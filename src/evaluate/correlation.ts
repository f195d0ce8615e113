import { pearson } from '../stats/correlation.js';
import type { SystemSummary } from './summary.js';

/** How a relevance measure and a quality measure go together over systems. */
export interface Correlation {
  /** Name of the relevance measure. */
  x: string;
  /** Name of the quality measure. */
  y: string;
  /** Pearson's r of the systems' means. */
  r: number;
  /** Systems that have both. */
  n: number;
}

/** What asks for the right document among similar ones, where nDCG asks for the topic. */
export const QUALITY_MEASURES: readonly string[] = ['PPA', 'MRS', 'exec@1'];

/** Two systems always lie on a line. */
const FEWEST = 3;

/**
 * Pearson's r of nDCG with each quality measure, over the means that the summaries lead with (CoQuIR asks so
 * whether relevance predicts quality). A pair is absent where fewer than three systems have both measures, and
 * where all have the same mean of one.
 */
export function measureCorrelations(systems: readonly SystemSummary[]): Correlation[] {
  const names = [...new Set(systems.flatMap(({ measures }) => Object.keys(measures)))];
  const relevance = names.filter((name) => name === 'nDCG' || name.startsWith('nDCG@'));
  const quality = QUALITY_MEASURES.filter((name) => names.includes(name));
  return relevance.flatMap((x) =>
    quality.flatMap((y): Correlation[] => {
      const means = systems.flatMap(({ measures }) => {
        const [ofX, ofY] = [measures[x]?.mean, measures[y]?.mean];
        return ofX === undefined || ofY === undefined ? [] : [[ofX, ofY] as const];
      });
      if (means.length < FEWEST) return [];
      const r = pearson(
        means.map(([one]) => one),
        means.map(([, one]) => one),
      );
      return r === undefined ? [] : [{ x, y, r, n: means.length }];
    }),
  );
}
