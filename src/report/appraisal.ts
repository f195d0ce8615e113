import { analysesNamed, startAnalyses } from '../analyses/registry.js';
import type { Benchmark } from '../core/benchmark.js';
import type { Progress } from '../core/progress.js';
import type { ResultTable } from '../core/result-table.js';
import { type Evaluation, evaluate } from '../evaluate/evaluate.js';
import type { Observer } from '../evaluate/observer.js';
import { namesOf } from '../evaluate/resampling.js';
import type { System } from '../evaluate/system.js';
import { profile } from '../measures/profiles.js';
import { parseMeasures } from '../measures/registry.js';
import { drawBoard, type Leaderboard } from './board.js';

/** Every choice that decides the numbers of an evaluation: the same settings on the same runs give the same. */
export interface Settings {
  /** Names of the measures. */
  measures: readonly string[];
  /** Name of the profile. */
  profile: string;
  depth: number;
  /** Only this task, or those that match it with `*`. */
  task?: string | undefined;
  resampling: Leaderboard['resampling'];
  /** Names of the analyses. */
  analyses: readonly string[];
}

export interface AppraisalContext {
  /** Folder that runs are kept in, and continued from. */
  out?: string | undefined;
  observers?: readonly Observer[];
  progress: Progress;
}

export interface Appraisal {
  evaluation: Evaluation;
  analyses: ResultTable[];
}

/** Every answer of every system, scored and analysed in one pass. */
export async function appraise(
  benchmark: Benchmark,
  systems: readonly System[],
  settings: Settings,
  { out, observers = [], progress }: AppraisalContext,
): Promise<Appraisal> {
  const { depth, task, resampling } = settings;
  const chosen = profile(settings.profile);
  const names = namesOf(systems.map(({ name, id }) => ({ pipeline: name, id })));
  const wanted = analysesNamed(settings.analyses);
  let run = undefined as ReturnType<typeof startAnalyses> | undefined;
  const evaluation = await evaluate(benchmark, systems, {
    measures: parseMeasures(settings.measures.join(',')),
    profile: chosen,
    ...{ depth, task, out, progress },
    observe(tasks, table) {
      run = startAnalyses(wanted, {
        ...{ benchmark, tasks, table, depth, profile: chosen, resampling },
        systems: systems.map(({ baseline }, s) => ({ name: names[s]!, baseline })),
      });
      return [run.see, ...observers];
    },
  });
  return { evaluation, analyses: await run!.tables() };
}

/** The leaderboard of an evaluation, with progress told in the evaluation's name. */
export function boardOf(
  evaluation: Evaluation,
  { resampling }: Pick<Settings, 'resampling'>,
  { progress }: AppraisalContext,
): Promise<Leaderboard> {
  const { name } = evaluation.benchmark;
  return drawBoard(evaluation, resampling, (share) =>
    progress(`${name} · resampling, ${Math.round(100 * share)} %`),
  );
}
