import type { Corpus, Query } from '../core/benchmark.js';
import { hash32 } from '../core/random.js';
import { type Hit, isBefore, NOT_RANKED, type Row, TopHeap } from '../core/ranking.js';
import type { Ask, DenseRetriever, DenseSearcher, Retriever, Searcher } from '../core/stage.js';
import type { Cache } from '../store/cache.js';
import { type Groups, groupsOf } from './groups.js';
import type { FamilyOrder } from './order.js';

/**
 * An artefact baseline: `base` orders the near-clone groups (a group stands where its best member stands) and
 * `order` orders the members within, equal values by a hash of the id, so that an order without an opinion
 * scores at chance. A document's score is minus its rank.
 */
export function familyOrdered(base: DenseRetriever, order: FamilyOrder, cache?: Cache): Retriever {
  return {
    id: `${order.name}(${base.id})`,
    async index(corpus: Corpus): Promise<Searcher> {
      const groups = groupsOf(corpus);
      const valuesFor = await order.prepare(corpus, groups, cache);
      return new FamilySearcher(corpus, groups, await base.index(corpus), valuesFor);
    },
  };
}

class FamilySearcher implements Searcher {
  /** By group: its best score, the place of the member that has it, and how many members are ranked. */
  private readonly best: Float64Array;
  private readonly place: Uint32Array;
  private readonly active: Uint32Array;
  /** By ordinal: what the order says, and the rank in the prefix of the query at hand (0: none). */
  private readonly values: Float64Array;
  private readonly ranks: Uint32Array;
  private readonly hashes: Uint32Array;

  constructor(
    private readonly corpus: Corpus,
    private readonly groups: Groups,
    private readonly base: DenseSearcher,
    private readonly valuesFor: (query: Query) => (i: number) => number,
  ) {
    const count = groups.members.length;
    this.best = new Float64Array(count);
    this.place = new Uint32Array(count);
    this.active = new Uint32Array(count);
    this.values = new Float64Array(corpus.size);
    this.ranks = new Uint32Array(corpus.size);
    this.hashes = Uint32Array.from({ length: corpus.size }, (_, i) => hash32(corpus.meta(i).id));
  }

  async search(asks: readonly Ask[], depth: number): Promise<Row[]> {
    return asks.map((ask) => this.searchOne(ask, depth));
  }

  private searchOne({ query, judged }: Ask, depth: number): Row {
    const scores = this.base.scores(query);
    const pool = this.rateGroups(scores);
    const rate = this.valuesFor(query);
    const docs = this.prefix(depth, scores, rate);
    const hits: Hit[] = [];
    for (const i of judged) {
      if (scores[i] === NOT_RANKED) continue;
      const rank = this.ranks[i] || this.rankOf(i, scores, rate);
      hits.push({ i, rank, tier: 0, score: -rank });
    }
    for (const i of docs) this.ranks[i] = 0;
    const minus = new Float64Array(docs.length);
    for (let k = 0; k < docs.length; k++) minus[k] = -(k + 1);
    return { query: query.id, docs, scores: minus, judged: hits, pool };
  }

  /** The retrieved documents, at most `depth`; notes their ranks. */
  private prefix(depth: number, scores: Float64Array, rate: (i: number) => number): Uint32Array {
    const docs = new Uint32Array(Math.min(depth, scores.length));
    let found = 0;
    for (const group of this.topGroups(depth))
      for (const i of this.ordered(group, scores, rate)) {
        if (found === docs.length) return docs;
        docs[found++] = i;
        this.ranks[i] = found;
      }
    return docs.slice(0, found);
  }

  /** Fills `best`, `place` and `active` for every group; returns how many documents are ranked. */
  private rateGroups(scores: Float64Array): number {
    const { best, place, active } = this;
    best.fill(NOT_RANKED);
    active.fill(0);
    let pool = 0;
    for (let i = 0; i < scores.length; i++) {
      const score = scores[i]!;
      if (score === NOT_RANKED) continue;
      const group = this.groups.of[i]!;
      const at = this.corpus.byteOrder[i]!;
      if (active[group] === 0 || isBefore(score, at, best[group]!, place[group]!)) {
        best[group] = score;
        place[group] = at;
      }
      active[group]!++;
      pool++;
    }
    return pool;
  }

  /** The groups that `base` retrieves (a score above 0), best first: enough to fill `depth`, or all. */
  private topGroups(depth: number): Uint32Array {
    const { best, place, active } = this;
    for (let wanted = Math.ceil((depth * best.length) / this.values.length) + 8; ; wanted *= 2) {
      const heap = new TopHeap(Math.min(wanted, best.length));
      for (let group = 0; group < best.length; group++)
        if (best[group]! > 0 && best[group]! >= heap.threshold)
          heap.offer(best[group]!, place[group]!, group);
      const { docs: top } = heap.drain();
      if (top.length < wanted || top.reduce((sum, group) => sum + active[group]!, 0) >= depth) return top;
    }
  }

  /** The ranked members of a group, best first. */
  private ordered(group: number, scores: Float64Array, rate: (i: number) => number): number[] {
    const members: number[] = [];
    for (const i of this.groups.members[group]!) {
      if (scores[i] === NOT_RANKED) continue;
      this.values[i] = rate(i);
      members.push(i);
    }
    return members.length < 2 ? members : members.sort(this.byValue);
  }

  private readonly byValue = (a: number, b: number): number =>
    this.values[b]! - this.values[a]! || this.hashes[b]! - this.hashes[a]! || b - a;

  private rankOf(i: number, scores: Float64Array, rate: (i: number) => number): number {
    const { best, place, active } = this;
    const own = this.groups.of[i]!;
    let before = 0;
    for (let group = 0; group < best.length; group++)
      if (isBefore(best[group]!, place[group]!, best[own]!, place[own]!)) before += active[group]!;
    return before + this.ordered(own, scores, rate).indexOf(i) + 1;
  }
}
