import { UserError } from '../core/errors.js';
import type { ResultTable } from '../core/result-table.js';
import { suggestion } from '../core/suggest.js';
import type { Observer } from '../evaluate/observer.js';
import type { Analysis, Subject } from './analysis.js';
import { languages } from './by-language.js';
import { subtasks } from './by-subtask.js';
import { curves } from './curves.js';
import { deception } from './deception.js';
import { density } from './density.js';
import { difficulty } from './difficulty.js';
import { divergence } from './divergence.js';
import { domains } from './domains.js';
import { editSize } from './edit-size.js';
import { Estimates } from './estimates.js';
import { intrusion } from './intrusion.js';
import { languageGap } from './language-gap.js';
import { qualityDimensions, relevanceQuality } from './quality.js';
import { SharedScores } from './scores.js';
import { stacked } from './stacked.js';

/** In the order in which their tables are shown. */
export const ANALYSES: readonly Analysis[] = [
  curves,
  divergence,
  difficulty,
  languages,
  languageGap,
  subtasks,
  domains,
  relevanceQuality,
  qualityDimensions,
  intrusion,
  deception,
  editSize,
  stacked,
  density,
];

/** @throws UserError when there is no analysis of one of the names */
export function analysesNamed(names: readonly string[]): Analysis[] {
  return names.map((name) => {
    const found = ANALYSES.find((analysis) => analysis.name === name);
    if (found !== undefined) return found;
    const known = ANALYSES.map((analysis) => analysis.name);
    throw new UserError(`cannot run analysis "${name}": there is no such analysis`, suggestion(name, known));
  });
}

/** Runs several analyses over one pass of an evaluation. */
export function startAnalyses(
  analyses: readonly Analysis[],
  subject: Subject,
): { see: Observer; tables(): Promise<ResultTable[]> } {
  const shared = { scores: new SharedScores(subject), estimates: new Estimates(subject) };
  const runs = analyses.map((analysis) => analysis.start(subject, shared)).filter((run) => run !== undefined);
  const observers = runs.flatMap(({ see }) => see ?? []);
  return {
    see(seen) {
      shared.scores.see(seen);
      for (const observer of observers) observer(seen);
    },
    // All at once, so that what they estimate comes from one pass of draws.
    async tables() {
      const tables = (await Promise.all(runs.map((run) => run.tables()))).flat();
      const { note } = shared.estimates;
      return note === undefined
        ? tables
        : tables.map((table) => (hasIntervals(table) ? { ...table, notes: [...table.notes, note] } : table));
    },
  };
}

function hasIntervals({ rows }: ResultTable): boolean {
  return rows.some((row) => row.some((cell) => typeof cell === 'object' && cell?.low !== undefined));
}
