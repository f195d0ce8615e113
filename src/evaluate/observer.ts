import type { Benchmark, Corpus, JudgedQuery, Judgment, Outcome, Task } from '../core/benchmark.js';
import type { Measure } from '../core/measure.js';
import type { Row } from '../core/ranking.js';
import type { Profile } from '../measures/profiles.js';
import { type QueryScore, scoreQuery } from '../measures/score.js';

/** One system's answer to one query, as an evaluation passes by. */
export interface Seen {
  /** Index of the system. */
  system: number;
  /** Index of the query in the evaluation's table. */
  q: number;
  task: Task;
  corpus: Corpus;
  item: JudgedQuery;
  /** undefined: the system has no result for the query. */
  row: Row | undefined;
  /** Of running document i against the query's own suite; undefined: never run. */
  outcome(i: number): Outcome | undefined;
  /** Measures of this answer under the evaluation's profile, or of another row and judgments in their place. */
  score(
    measures: readonly Measure[],
    instead?: { row: Row | undefined; judgments: readonly Judgment[] },
  ): QueryScore[];
}

/** Is shown every answer once: system by system, and within each in the order of the table. */
export type Observer = (seen: Seen) => void;

export function seenOf(
  place: Pick<Seen, 'system' | 'q' | 'task' | 'corpus' | 'item' | 'row'>,
  benchmark: Benchmark,
  profile: Profile,
): Seen {
  const { task, corpus, item, row } = place;
  const { query, judgments } = item;
  const { suite } = query;
  const outcome = (i: number) =>
    suite === undefined ? undefined : benchmark.verdict(corpus.meta(i).digest, suite)?.outcome;
  return {
    ...place,
    outcome,
    score(measures, instead = { row, judgments }) {
      const question = { query, level: task.level, judgments: instead.judgments };
      return scoreQuery(measures, question, instead.row, corpus, outcome, profile);
    },
  };
}
