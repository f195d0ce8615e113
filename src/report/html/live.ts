import type { Benchmark } from '../../core/benchmark.js';
import type { Observer } from '../../evaluate/observer.js';
import { profile } from '../../measures/profiles.js';
import type { Settings } from '../appraisal.js';
import type { Results } from '../results.js';
import { RankingCollector } from './rankings.js';
import { showQueries } from './shown-queries.js';
import { SHOWN_DOCUMENTS, SHOWN_QUERIES, type WrittenPage, writePage } from './write.js';

/** A page of an evaluation that is under way: the same that `assay report` makes of what it leaves behind. */
export interface LivePage {
  see: Observer;
  write(results: Results): Promise<WrittenPage>;
}

export async function livePage(
  out: string,
  benchmark: Benchmark,
  settings: Pick<Settings, 'task' | 'profile'>,
): Promise<LivePage> {
  const shown = await showQueries(benchmark, settings.task, SHOWN_QUERIES);
  const collector = new RankingCollector(shown, profile(settings.profile), SHOWN_DOCUMENTS);
  return {
    see: collector.see,
    write: (results) => writePage(out, { results, benchmark, shown, systems: collector.rankings(results) }),
  };
}
