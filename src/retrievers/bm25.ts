import type { Corpus, Query } from '../core/benchmark.js';
import { UserError } from '../core/errors.js';
import { maskPool, poolOf } from '../core/pool.js';
import { type Hit, isBefore, NOT_RANKED, type Row } from '../core/ranking.js';
import type { Ask, DenseRetriever, DenseSearcher } from '../core/stage.js';
import { TOKENS_VERSION, tokenize } from '../text/tokens.js';
import { Bm25Builder, type Bm25Parameters, SCORE_STEP } from './bm25-index.js';
import { Bm25Search, type PlacedTop } from './bm25-search.js';

/**
 * The values that most published BM25 results use for k1 and b, and a k3 under which a query word that is
 * repeated counts for at most three. One setting for all data; none was fitted to a benchmark.
 */
const DEFAULTS: Bm25Parameters = { k1: 1.2, b: 0.75, k3: 2 };

/** Okapi BM25 over code-aware tokens. Documents that share no token with the query are ranked but not retrieved. */
export function bm25(parameters: Partial<Bm25Parameters> = {}): DenseRetriever {
  const resolved = { ...DEFAULTS, ...parameters };
  assertSetting('k1', resolved.k1);
  assertSetting('b', resolved.b, 1);
  // Beyond this, scores of long queries could leave the range in which they are exact.
  assertSetting('k3', resolved.k3, 1000);
  const { k1, b, k3 } = resolved;
  return {
    id: `bm25(k1=${k1},b=${b},k3=${k3},tokens=${TOKENS_VERSION})`,
    async index(corpus) {
      const builder = new Bm25Builder(resolved);
      for await (const { text } of corpus.texts()) builder.add(tokenize(text));
      return new Bm25Searcher(corpus, new Bm25Search(builder.build(corpus.byteOrder), k3));
    },
  };
}

function assertSetting(name: keyof Bm25Parameters, value: number, most?: number): void {
  if (Number.isFinite(value) && value >= 0 && value <= (most ?? value)) return;
  const range = most === undefined ? 'a number of at least 0' : `a number from 0 to ${most}`;
  throw new UserError(
    `cannot use bm25 with ${name} = ${value}: it must be ${range}`,
    `Leave it out for the default of ${DEFAULTS[name]}.`,
  );
}

class Bm25Searcher implements DenseSearcher {
  /** The ordinal at each place. */
  private readonly ordinals: Uint32Array;
  private readonly dense: Float64Array;

  constructor(
    private readonly corpus: Corpus,
    private readonly engine: Bm25Search,
  ) {
    this.ordinals = new Uint32Array(corpus.size);
    for (let i = 0; i < corpus.size; i++) this.ordinals[corpus.byteOrder[i]!] = i;
    this.dense = new Float64Array(corpus.size);
  }

  async search(asks: readonly Ask[], depth: number): Promise<Row[]> {
    return asks.map((ask) => this.row(ask, depth));
  }

  scores(query: Query): Float64Array {
    const { engine, dense, ordinals } = this;
    engine.accumulate(tokenize(query.text));
    for (let place = 0; place < dense.length; place++)
      dense[ordinals[place]!] = engine.scores[place]! * SCORE_STEP;
    engine.clear();
    maskPool(dense, query, this.corpus);
    return dense;
  }

  private row({ query, judged }: Ask, depth: number): Row {
    const { engine, ordinals } = this;
    engine.accumulate(tokenize(query.text));
    const { size, candidates } = this.restrict(query);
    const targets = judged.map((i) => this.corpus.byteOrder[i]!);
    const { top, ranks } =
      candidates === undefined
        ? this.rankAll(targets, depth)
        : rankCandidates(candidates, engine.scores, depth);
    const hits: Hit[] = [];
    targets.forEach((place, k) => {
      const rank = ranks.get(place);
      if (rank !== undefined)
        hits.push({ i: judged[k]!, rank, tier: 0, score: engine.scores[place]! * SCORE_STEP });
    });
    engine.clear();
    return {
      query: query.id,
      docs: top.places.map((place) => ordinals[place]!),
      scores: top.scores.map((score) => score * SCORE_STEP),
      judged: hits,
      pool: size,
    };
  }

  /** Takes the excluded out of the ranking. With candidates, gives the places of those that are left. */
  private restrict(query: Query): { size: number; candidates?: number[] } {
    const { byteOrder, size } = this.corpus;
    const { excluded, candidates } = poolOf(query, this.corpus);
    for (const i of excluded) this.engine.scores[byteOrder[i]!] = NOT_RANKED;
    if (candidates === undefined) return { size: size - excluded.size };
    return { size: candidates.size, candidates: Array.from(candidates, (i) => byteOrder[i]!) };
  }

  private rankAll(targets: readonly number[], depth: number): { top: PlacedTop; ranks: Map<number, number> } {
    const { engine } = this;
    const { scores } = engine;
    const top = engine.top(depth);
    const ranks = new Map<number, number>();
    const beyond: number[] = [];
    for (const place of targets) {
      if (scores[place] === NOT_RANKED) continue;
      const k = positionIn(top, scores[place]!, place);
      if (top.places[k] === place) ranks.set(place, k + 1);
      else beyond.push(place);
    }
    if (beyond.length > 0) for (const [place, rank] of engine.ranks(beyond)) ranks.set(place, rank);
    return { top, ranks };
  }
}

/** How many of the top come before (score, place). */
function positionIn(top: PlacedTop, score: number, place: number): number {
  let low = 0;
  let high = top.places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(top.scores[middle]!, top.places[middle]!, score, place)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function rankCandidates(
  candidates: number[],
  scores: Float64Array,
  depth: number,
): { top: PlacedTop; ranks: Map<number, number> } {
  candidates.sort((a, b) => scores[b]! - scores[a]! || b - a);
  const retrieved = candidates.slice(0, depth).filter((place) => scores[place]! > 0);
  return {
    top: {
      places: Uint32Array.from(retrieved),
      scores: Float64Array.from(retrieved, (place) => scores[place]!),
    },
    ranks: new Map(candidates.map((place, k) => [place, k + 1])),
  };
}
