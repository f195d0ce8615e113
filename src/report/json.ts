import { version } from '../core/version.js';
import { type Leaderboard, type RankedSystem, ranked } from './board.js';
import { correlationsOf } from './notes.js';

/** The machine-readable result of one benchmark: what `assay evaluate --json` prints an array of. */
export function leaderboardJson(board: Leaderboard): object {
  const { benchmark, profile, depth, table, tasks, pipelines } = board.evaluation;
  const system = (summary: RankedSystem) => {
    const pipeline = pipelines.find(({ id }) => id === summary.id)!;
    return {
      pipeline: summary.pipeline,
      id: summary.id,
      ...(pipeline.baseline ? { baseline: true } : {}),
      config: pipeline.config,
      inputs: pipeline.inputs,
      tie: summary.letters,
      measures: summary.measures,
      tasks: summary.tasks,
      absent: summary.absent,
      tiesAtCut: summary.tiesAtCut,
    };
  };
  return {
    benchmark: benchmark.name,
    version: benchmark.version,
    digest: benchmark.digest,
    versions: { assay: version, node: process.versions.node },
    profile: profile.name,
    queries: table.ids.length,
    clusters: table.clusters,
    depth,
    primary: board.primary,
    resampling: board.resampling,
    tasks: tasks.map(({ id, corpus, direction, dimension, level, size }) => ({
      ...{ id, corpus, direction, level },
      ...(dimension === undefined ? {} : { dimension }),
      queries: size,
    })),
    correlations: correlationsOf(board),
    systems: ranked(board).map(system),
  };
}
