import { UserError } from '../core/errors.js';
import { compareSystems } from '../evaluate/compare.js';
import type { Evaluation } from '../evaluate/evaluate.js';
import { type Mean, type SystemSummary, summarise, withMean } from '../evaluate/summary.js';
import { type Standing, leaderboard as standingsOf } from '../evaluate/tie-groups.js';
import { decimals, valueText } from './result-table.js';

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

/** @throws UserError when none of the measures has a value for any system */
export async function drawBoard(
  evaluation: Evaluation,
  resampling: Leaderboard['resampling'],
  progress: (share: number) => void,
): Promise<Leaderboard> {
  const { systems, table, profile, benchmark } = evaluation;
  const options = { ...resampling, progress };
  const summaries = withMean(profile.mean, await summarise(systems, table, options));
  const asked = systems[0]?.columns.map(({ measure }) => measure) ?? [];
  const primary = asked.find(({ name }) => summaries.some(({ measures }) => measures[name]));
  if (primary === undefined) throw nothingApplies(benchmark.name, summaries);
  const measures = [primary.name];
  const comparison = await compareSystems(systems, table, { ...options, mean: profile.mean, measures });
  const standings = standingsOf(summaries, comparison, primary);
  return { evaluation, summaries, primary: primary.name, standings, resampling };
}

function nothingApplies(benchmark: string, summaries: readonly SystemSummary[]): UserError {
  const absent = Object.entries(summaries[0]?.absent ?? {});
  const reasons = new Set(absent.flatMap(([, { refusals }]) => Object.keys(refusals)));
  const why = reasons.size > 0 ? [...reasons].join('; ') : 'they apply to none of its queries';
  const without =
    absent.some(([, { excluded }]) => excluded > 0) && absent.every(([, one]) => one.scored === 0);
  return new UserError(
    `cannot evaluate on benchmark "${benchmark}": ${absent.map(([name]) => name).join(', ')} have no value (${why})`,
    without
      ? 'No query has a document that is judged right: most measures need one.'
      : 'Measures of execution need a benchmark with verdicts, pair measures one with judged negatives.',
  );
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

/** One cell with its interval. */
export function withInterval(mean: Mean | undefined): string {
  if (mean === undefined) return valueText(null);
  const { mean: value, low, high } = mean;
  return valueText({ value, low, high });
}

/** A row of means and, below it, a row of their intervals. */
export function twoLines(start: readonly string[], means: readonly (Mean | undefined)[]): string[][] {
  const interval = ({ low, high }: Mean) => `${decimals(low)}…${decimals(high)}`;
  return [
    [...start, ...means.map((mean) => (mean ? decimals(mean.mean) : valueText(null)))],
    [...start.map(() => ''), ...means.map((mean) => (mean ? interval(mean) : ''))],
  ];
}
