import type { Row } from '../core/ranking.js';
import type { Observer } from '../evaluate/observer.js';

/** One of the best documents of an answer. */
export interface TopRank {
  /** Ordinal in the corpus. */
  i: number;
  rank: number;
  similarity: number;
}

/** Keeps the first few documents of every answer that passes by. Memory: 12 bytes a document. */
export class TopRanks {
  private readonly docs: Uint32Array;
  private readonly similarities: Float64Array;
  /** How many are kept of each answer, plus one; 0: no answer. */
  private readonly lengths: Uint8Array;

  constructor(
    systems: number,
    private readonly queries: number,
    private readonly most: number,
  ) {
    this.docs = new Uint32Array(systems * queries * most);
    this.similarities = new Float64Array(systems * queries * most);
    this.lengths = new Uint8Array(systems * queries);
  }

  readonly see: Observer = ({ system, q, row }) => {
    if (row === undefined) return;
    const answer = system * this.queries + q;
    const length = Math.min(this.most, row.docs.length);
    this.lengths[answer] = length + 1;
    this.docs.set(row.docs.subarray(0, length), answer * this.most);
    this.similarities.set(similaritiesOf(row, length), answer * this.most);
  };

  /** Best first; undefined where the system has no result for the query. */
  of(system: number, q: number): TopRank[] | undefined {
    const answer = system * this.queries + q;
    if (this.lengths[answer] === 0) return undefined;
    return Array.from({ length: this.lengths[answer]! - 1 }, (_, k) => ({
      i: this.docs[answer * this.most + k]!,
      rank: k + 1,
      similarity: this.similarities[answer * this.most + k]!,
    }));
  }
}

/** The scores; where those of several tiers cannot be compared, or JSON cannot hold one, what is 1 ÷ rank. */
function similaritiesOf({ scores, tiers }: Row, length: number): Float64Array {
  const top = scores.subarray(0, length);
  const oneTier = tiers === undefined || tiers.subarray(0, length).every((tier) => tier === tiers[0]);
  return oneTier && top.every(Number.isFinite) ? top : top.map((_, k) => 1 / (k + 1));
}
