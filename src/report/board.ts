import type { Evaluation } from '../evaluate/evaluate.js';
import type { Mean, SystemSummary } from '../evaluate/summary.js';
import type { Standing } from '../evaluate/tie-groups.js';

/** What a leaderboard is drawn from: an evaluation, its means, and who cannot be told from whom. */
export interface Leaderboard {
  evaluation: Evaluation;
  summaries: readonly SystemSummary[];
  /** The measure that systems are ordered by. */
  primary: string;
  /** Best first, with the letters of their tie groups. */
  standings: readonly Standing[];
  resampling: { resample: 'cluster' | 'query'; resamples: number; seed: number | string };
}

/** A system with the name that tells it from the others, and its letters. */
export type RankedSystem = SystemSummary & { name: string; letters: string };

/** The systems best first. */
export function ranked({ summaries, standings }: Leaderboard): RankedSystem[] {
  return standings.map(({ index, name, letters }) => ({ ...summaries[index]!, name, letters }));
}

/** Measure names that some system has a value for, in the order asked for. */
export function measureNames({ evaluation, summaries }: Leaderboard): string[] {
  const names = evaluation.systems[0]?.columns.map(({ measure }) => measure.name) ?? [];
  return names.filter((name) => summaries.some(({ measures }) => measures[name] !== undefined));
}

/** How a table heads a measure: with an arrow where less is better. */
export function headOf({ evaluation }: Leaderboard, name: string): string {
  const column = evaluation.systems[0]?.columns.find(({ measure }) => measure.name === name);
  return column?.measure.better === 'lower' ? `${name} ↓` : name;
}

/** How a table calls a system: with a star when it is an artefact baseline. */
export function labelOf({ evaluation }: Leaderboard, system: RankedSystem): string {
  const pipeline = evaluation.pipelines.find(({ id }) => id === system.id);
  return pipeline?.baseline ? `${system.name} *` : system.name;
}

function decimals(value: number): string {
  return (Math.abs(value) < 5e-4 ? 0 : value).toFixed(3);
}

export function interval({ low, high }: Mean): string {
  return `${decimals(low)}…${decimals(high)}`;
}

/** One cell with its interval. */
export function withInterval(mean: Mean | undefined): string {
  return mean === undefined ? '–' : `${decimals(mean.mean)} [${decimals(mean.low)}, ${decimals(mean.high)}]`;
}

/** A row of means and, below it, a row of their intervals. */
export function twoLines(start: readonly string[], means: readonly (Mean | undefined)[]): string[][] {
  return [
    [...start, ...means.map((mean) => (mean ? decimals(mean.mean) : '–'))],
    [...start.map(() => ''), ...means.map((mean) => (mean ? interval(mean) : ''))],
  ];
}
