import type { Corpus, DocId, Query, QueryId } from '../core/benchmark.js';
import { UserError } from '../core/errors.js';
import { type Pool, poolOf } from '../core/pool.js';
import type { Row } from '../core/ranking.js';
import { rankSparse, type Scored } from '../core/sparse.js';
import type { Ask, Retriever, Searcher } from '../core/stage.js';

/** What one file lists for each query. Documents are numbers into the ids of the replay that it belongs to. */
export interface Listing {
  path: string;
  queries: ReadonlyMap<QueryId, Scored>;
}

/** Rankings that somebody else made. */
export interface Replay {
  ids: readonly DocId[];
  listings: readonly Listing[];
}

export interface ReplayOptions extends Pick<Retriever, 'id' | 'inputs'> {
  /** The file or folder, for messages. */
  path: string;
  /** Called once, however many corpora are indexed. */
  load(): Promise<Replay>;
  /** Told, for each corpus, how many entries name documents that it does not have. */
  warn?: ((message: string) => void) | undefined;
}

/**
 * Replays rankings made elsewhere. Query ids are all that they know, so they serve all tasks and corpora.
 * Entries on documents that a corpus does not have are ignored and counted; of several files, one that knows
 * nothing of the corpus is on another one and is not counted. A query that is not listed has no row. A judged
 * document that is not listed has no score.
 */
export function replayRetriever({ id, inputs, path, load, warn }: ReplayOptions): Retriever {
  let loading: Promise<Replay> | undefined;
  return {
    id,
    ...(inputs === undefined ? {} : { inputs }),
    async index(corpus) {
      loading ??= load();
      const replay = await loading;
      const ordinals = Int32Array.from(replay.ids, (doc) => corpus.ordinal(doc) ?? UNKNOWN);
      let known = 0;
      for (const listing of replay.listings) {
        const count = countKnown(listing, ordinals);
        known += count.known;
        if (count.unknown > 0 && (count.known > 0 || replay.listings.length === 1))
          warn?.(
            `${listing.path}: ${count.unknown} of its entries name no document of corpus "${corpus.id}" and are ignored,` +
              ` for example "${replay.ids[count.firstUnknown]}"`,
          );
      }
      return new ReplaySearcher(path, replay, ordinals, corpus, known > 0);
    },
  };
}

/** In the place of the ordinal of a document that the corpus does not have. */
const UNKNOWN = -1;

function countKnown(
  { queries }: Listing,
  ordinals: Int32Array,
): { known: number; unknown: number; firstUnknown: number } {
  const count = { known: 0, unknown: 0, firstUnknown: 0 };
  for (const { docs } of queries.values())
    for (let k = 0; k < docs.length; k++)
      if (ordinals[docs[k]!] !== UNKNOWN) count.known++;
      else if (count.unknown++ === 0) count.firstUnknown = docs[k]!;
  return count;
}

class ReplaySearcher implements Searcher {
  constructor(
    private readonly path: string,
    private readonly replay: Replay,
    private readonly ordinals: Int32Array,
    private readonly corpus: Corpus,
    private readonly knowsCorpus: boolean,
  ) {}

  async search(asks: readonly Ask[], depth: number): Promise<(Row | undefined)[]> {
    return asks.map(({ query, judged }) => {
      const answer = this.answerTo(query);
      if (answer === undefined) return undefined;
      const scored = inPool(answer, poolOf(query, this.corpus));
      return rankSparse(query.id, scored, this.corpus, judged, depth);
    });
  }

  /** What is listed for the query, by ordinal. Of several files that list it, the one that knows this corpus. */
  private answerTo(query: Query): Scored | undefined {
    let answer: Scored | undefined;
    let from: Listing | undefined;
    for (const listing of this.replay.listings) {
      const listed = listing.queries.get(query.id);
      if (listed === undefined) continue;
      if (!this.knowsCorpus) throw this.otherCorpus(query, listed);
      const own = this.inCorpus(listed);
      if (own.docs.length === 0) {
        answer ??= own;
        continue;
      }
      if (from !== undefined) throw this.listedTwice(query, from, listing);
      [answer, from] = [own, listing];
    }
    return answer;
  }

  private inCorpus(listed: Scored): Scored {
    const docs = new Uint32Array(listed.docs.length);
    const scores = new Float64Array(listed.docs.length);
    let size = 0;
    for (let k = 0; k < listed.docs.length; k++) {
      const i = this.ordinals[listed.docs[k]!]!;
      if (i === UNKNOWN) continue;
      docs[size] = i;
      scores[size++] = listed.scores[k]!;
    }
    return { docs: docs.subarray(0, size), scores: scores.subarray(0, size) };
  }

  /** Only when a query matches: a run may rightly know nothing of one corpus of several. */
  private otherCorpus({ id }: Query, { docs }: Scored): UserError {
    const example = docs.length === 0 ? '' : ` (the first is "${this.replay.ids[docs[0]!]}")`;
    return new UserError(
      `cannot score ${this.path}: it answers query "${id}", but none of its documents is in corpus ` +
        `"${this.corpus.id}"${example}`,
      'Check that it was made on this benchmark and uses its document ids.',
    );
  }

  private listedTwice({ id }: Query, first: Listing, second: Listing): UserError {
    return new UserError(
      `cannot score ${this.path}: query "${id}" is in ${first.path} and in ${second.path}, both on corpus ` +
        `"${this.corpus.id}"`,
      'Evaluate one task at a time with --task, and name the file of that task as the pipeline.',
    );
  }
}

function inPool(scored: Scored, { excluded, candidates }: Pool): Scored {
  if (excluded.size === 0 && candidates === undefined) return scored;
  const stays = (i: number): boolean => !excluded.has(i) && (candidates?.has(i) ?? true);
  return {
    docs: scored.docs.filter(stays),
    scores: scored.scores.filter((_, k) => stays(scored.docs[k]!)),
  };
}
