import { meanRanksDescending } from '../stats/ranks.js';

/** Where a system stands among others on a set of tasks. */
export interface Standing {
  /** The Borda count: Σ over its tasks of (systems − rank on the task). */
  points: number;
  /** The place by points, equals sharing the better one; undefined where it has no score at all. */
  rank: number | undefined;
  /** Mean over the tasks; undefined where a score is missing. */
  mean: number | undefined;
  /** Mean over the tasks of each type; undefined where one of them is missing. */
  byType: ReadonlyMap<string, number | undefined>;
  /** Mean over the means by type; undefined where a score is missing, or the type of a task is not known. */
  meanByType: number | undefined;
}

/**
 * Ranks systems as MTEB's leaderboard does.
 *
 * Borda: "each task is treated as a preference voter, which gives votes on the models in accordance with their
 * relative performance on the task" (embeddings-benchmark/mteb, issue 1512). In numbers
 * (mteb/benchmarks/_create_table.py, `_borda_rank_from_long`): on each task a model gets n − r votes, where n is
 * the number of models that have any score and r its rank, the mean rank among equals; votes are summed, and ranked
 * with equals sharing the better place. "A model simply gets zero votes on a task it has not completed" (issue
 * 1921).
 *
 * Means (`_benchmark_metrics.py`): Mean(Task) over all tasks, Mean(TaskType) over the means of the tasks of each
 * type. Neither exists for a model that lacks a task.
 *
 * @param scores system × task; undefined where there is none
 * @param types of the tasks; undefined where it is not known
 */
export function standingsOf(
  scores: readonly (readonly (number | undefined)[])[],
  types: readonly (string | undefined)[],
): Standing[] {
  const points = bordaPoints(scores, types.length);
  const ranked = points.filter((_, s) => scores[s]!.some((score) => score !== undefined));
  return scores.map((row, s) => {
    const byType = meansByType(row, types);
    const known = !types.includes(undefined);
    const present = row.some((score) => score !== undefined);
    return {
      points: points[s]!,
      rank: present ? 1 + ranked.filter((other) => other > points[s]!).length : undefined,
      mean: meanOf(row),
      byType,
      meanByType: known ? meanOf([...byType.values()]) : undefined,
    };
  });
}

function bordaPoints(scores: readonly (readonly (number | undefined)[])[], tasks: number): number[] {
  const n = scores.filter((row) => row.some((score) => score !== undefined)).length;
  const points = new Array<number>(scores.length).fill(0);
  for (let t = 0; t < tasks; t++) {
    const scored = scores.flatMap((row, s) => {
      const score = row[t];
      return score === undefined ? [] : [{ s, score }];
    });
    const ranks = meanRanksDescending(scored.map(({ score }) => score));
    for (const [k, { s }] of scored.entries()) points[s]! += n - ranks[k]!;
  }
  return points;
}

function meanOf(values: readonly (number | undefined)[]): number | undefined {
  let sum = 0;
  for (const value of values) {
    if (value === undefined) return undefined;
    sum += value;
  }
  return values.length === 0 ? undefined : sum / values.length;
}

function meansByType(
  row: readonly (number | undefined)[],
  types: readonly (string | undefined)[],
): Map<string, number | undefined> {
  const known = [...new Set(types)].filter((type) => type !== undefined);
  return new Map(known.map((type) => [type, meanOf(row.filter((_, t) => types[t] === type))]));
}
