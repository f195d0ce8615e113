import { basename } from 'node:path';
import type { Corpus, Query } from '../core/benchmark.js';
import { UserError } from '../core/errors.js';
import type { Row } from '../core/ranking.js';
import { rankSparse, type Scored } from '../core/sparse.js';
import type { Ask, Retriever, Searcher } from '../core/stage.js';
import { loadTrecRun, type RunTable } from '../formats/trec-run.js';
import { sha256OfFile } from '../store/digest.js';
import { assertReadableFile } from '../store/lines.js';

export interface RunOptions {
  path: string;
  /** What the system is called; the name of the file otherwise. */
  label?: string;
  /** Told, for each corpus, how many lines name documents that it does not have. */
  warn?(message: string): void;
}

/**
 * Replays a TREC run file. Query ids are all that a run knows, so one run serves all tasks and corpora; lines on
 * documents that a corpus does not have are counted, told to `warn` and ignored. A query that the run lacks has
 * no row. A judged document that the run does not list has no score.
 *
 * @throws UserError when the file cannot be read; `index` throws on lines that cannot be used
 */
export async function runRetriever({ path, label = basename(path), warn }: RunOptions): Promise<Retriever> {
  await assertReadableFile(path);
  return {
    id: `run:${label}:${await sha256OfFile(path)}`,
    async index(corpus) {
      const table = await loadTrecRun(path, (doc) => corpus.ordinal(doc));
      if (table.unknown > 0)
        warn?.(
          `${path}: ${table.unknown} lines are ignored, for they name documents that are not in corpus ` +
            `"${corpus.id}", for example "${table.firstUnknown}"`,
        );
      return new RunSearcher(path, table, corpus);
    },
  };
}

class RunSearcher implements Searcher {
  constructor(
    private readonly path: string,
    private readonly table: RunTable,
    private readonly corpus: Corpus,
  ) {}

  async search(asks: readonly Ask[], depth: number): Promise<(Row | undefined)[]> {
    return asks.map(({ query, judged }) => {
      const answer = this.table.queries.get(query.id);
      if (answer === undefined) return undefined;
      if (this.table.known === 0) throw this.otherCorpus(query);
      const scored = scoredPool(answer, query, this.corpus);
      return rankSparse(query.id, scored, this.corpus, judged, depth);
    });
  }

  /** Only when a query matches: a run may rightly know nothing of one corpus of several. */
  private otherCorpus({ id }: Query): UserError {
    const { firstUnknown } = this.table;
    return new UserError(
      `cannot score ${this.path}: it answers query "${id}", but none of its documents is in corpus ` +
        `"${this.corpus.id}" (the first is "${firstUnknown}")`,
      'Check that the run was made on this benchmark and uses its document ids.',
    );
  }
}

/** What a run lists for a query, less the excluded documents and those that are not candidates. */
function scoredPool(listed: Scored, { exclude, candidates }: Query, corpus: Corpus): Scored {
  if (exclude.length === 0 && candidates === undefined) return listed;
  const ordinals = (ids: readonly string[]) => new Set(ids.map((id) => corpus.ordinal(id)));
  const out = ordinals(exclude);
  const only = candidates === undefined ? undefined : ordinals(candidates);
  const stays = (i: number): boolean => !out.has(i) && (only === undefined || only.has(i));
  return {
    docs: listed.docs.filter(stays),
    scores: listed.scores.filter((_, k) => stays(listed.docs[k]!)),
  };
}
