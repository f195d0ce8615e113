import { BLOCK, type Bm25Kernel, bm25Kernel } from './bm25-kernel.js';

/**
 * The inverted index of BM25 and its arithmetic.
 *
 * A document scores the sum over the distinct query terms of q(qtf) · w(t, d), where
 *
 *   w(t, d) = idf(t) · tf / (tf + k1 · (1 − b + b · dl / avgdl))     idf(t) = ln(1 + (N − df + ½) / (df + ½))
 *   q(qtf)  = qtf · (k3 + 1) / (k3 + qtf)
 *
 * (Robertson and Zaragoza 2009 with the idf of Lucene, which is never negative; the constant k1 + 1 of the
 * original is left out, as Lucene does since version 8: it changes no ranking.)
 *
 * Both factors are rounded to a grid, w to multiples of 2^-18 and q to multiples of 2^-8. Then every product
 * and every sum is a multiple of 2^-26 below 2^53 such steps, which doubles hold exactly: the score does not
 * depend on the order of summation, so a search that skips work can be compared bit for bit with one that does
 * not. A factor is never rounded to 0, so the documents with a positive score are those that share a term.
 *
 * Error against the real-valued formula: at most Σ over the shared terms of q · 2^-18 + (w + 2^-18) · 2^-8 when
 * qtf > 1, and of q · 2^-18 when qtf = 1, for q(1) = 1 lies on the grid. (Rounding itself errs by half a step;
 * a factor below half a step that is raised to one errs by less than one.)
 */
export const WEIGHT_STEPS = 2 ** 18;
export const QUERY_STEPS = 2 ** 8;
/** A score in grid steps times this is the score. */
export const SCORE_STEP = 1 / (WEIGHT_STEPS * QUERY_STEPS);

export interface Bm25Parameters {
  /** How slowly repeated terms of a document saturate; 0: presence alone counts. */
  k1: number;
  /** How much long documents are held back: 0 not at all, 1 in full proportion. */
  b: number;
  /** How slowly repeated terms of a query saturate; 0: presence alone counts. */
  k3: number;
}

/** The weight of a term in the query, in steps of 2^-8. */
export function queryWeight(qtf: number, k3: number): number {
  return Math.max(1, Math.round(((qtf * (k3 + 1)) / (k3 + qtf)) * QUERY_STEPS));
}

/**
 * Postings by term. A document goes by its *place*, its position in ascending byte order of ids: where scores
 * are equal the higher place comes first, so no search need look ids up.
 */
export interface Bm25Index {
  readonly size: number;
  readonly terms: ReadonlyMap<string, number>;
  /** Postings of term t are those from start[t] to start[t + 1], by place ascending. */
  readonly start: Uint32Array;
  readonly places: Uint32Array;
  /** w(t, d) in steps of 2^-18: whole numbers below 2^24, which a 32-bit float holds exactly. */
  readonly weights: Float32Array;
  /** Scores by place, all 0 between searches, and room for the maximum of each block of them. */
  readonly scores: Float64Array;
  readonly maxima: Float64Array;
  readonly kernel: Bm25Kernel;
}

/** Numbers of 32 bits in blocks, so that growing copies nothing. */
class NumberList {
  private static readonly BITS = 18;
  private static readonly MASK = (1 << NumberList.BITS) - 1;
  private readonly blocks: Uint32Array[] = [];
  length = 0;

  push(value: number): void {
    const at = this.length & NumberList.MASK;
    if (at === 0) this.blocks.push(new Uint32Array(NumberList.MASK + 1));
    this.blocks[this.length++ >>> NumberList.BITS]![at] = value;
  }

  at(k: number): number {
    return this.blocks[k >>> NumberList.BITS]![k & NumberList.MASK]!;
  }
}

/** Takes documents in ordinal order and makes the index. Memory: 8 bytes a posting, 16 while `build` runs. */
export class Bm25Builder {
  private readonly terms = new Map<string, number>();
  /** The distinct terms of all documents one after the other, how often each occurs, and where documents end. */
  private readonly docTerms = new NumberList();
  private readonly docCounts = new NumberList();
  private readonly docEnds = new NumberList();
  private readonly docLengths = new NumberList();
  /** Occurrences in the document at hand, by term; all 0 between documents. */
  private counts = new Uint32Array(1 << 16);

  constructor(private readonly parameters: Bm25Parameters) {}

  add(tokens: readonly string[]): void {
    const { terms, docTerms, docCounts } = this;
    const first = docTerms.length;
    for (let k = 0; k < tokens.length; k++) {
      let term = terms.get(tokens[k]!);
      if (term === undefined) term = this.newTerm(tokens[k]!);
      if (this.counts[term]!++ === 0) docTerms.push(term);
    }
    for (let k = first; k < docTerms.length; k++) {
      const term = docTerms.at(k);
      docCounts.push(this.counts[term]!);
      this.counts[term] = 0;
    }
    this.docEnds.push(docTerms.length);
    this.docLengths.push(tokens.length);
  }

  private newTerm(token: string): number {
    const term = this.terms.size;
    this.terms.set(token, term);
    if (term === this.counts.length) {
      const grown = new Uint32Array(2 * term);
      grown.set(this.counts);
      this.counts = grown;
    }
    return term;
  }

  /** @param byteOrder the place of each document, in the order in which they were added */
  build(byteOrder: Uint32Array): Bm25Index {
    const size = this.docEnds.length;
    const start = this.countPostings();
    const idf = Float64Array.from({ length: this.terms.size }, (_, t) => {
      const df = start[t + 1]! - start[t]!;
      return Math.log1p((size - df + 0.5) / (df + 0.5));
    });
    const ordinals = new Uint32Array(size);
    for (let i = 0; i < size; i++) ordinals[byteOrder[i]!] = i;

    const { places, weights, ...working } = layOut(size, this.docTerms.length);
    const next = start.slice();
    const saturation = this.saturation();
    for (let place = 0; place < size; place++) {
      const i = ordinals[place]!;
      const end = this.docEnds.at(i);
      const k = saturation(this.docLengths.at(i));
      for (let p = i === 0 ? 0 : this.docEnds.at(i - 1); p < end; p++) {
        const term = this.docTerms.at(p);
        const tf = this.docCounts.at(p);
        const weight = Math.max(1, Math.round(((idf[term]! * tf) / (tf + k)) * WEIGHT_STEPS));
        const at = next[term]!++;
        places[at] = place;
        weights[at] = weight;
      }
    }
    return { size, terms: this.terms, start, places, weights, ...working };
  }

  /** Where the postings of each term start. */
  private countPostings(): Uint32Array {
    const start = new Uint32Array(this.terms.size + 1);
    for (let p = 0; p < this.docTerms.length; p++) start[this.docTerms.at(p) + 1]!++;
    for (let t = 0; t < this.terms.size; t++) start[t + 1]! += start[t]!;
    return start;
  }

  /** k1 · (1 − b + b · dl / avgdl) as a function of the length. */
  private saturation(): (length: number) => number {
    const { k1, b } = this.parameters;
    let total = 0;
    for (let i = 0; i < this.docLengths.length; i++) total += this.docLengths.at(i);
    const average = total > 0 ? total / this.docLengths.length : 1;
    return (length) => k1 * (1 - b + (b * length) / average);
  }
}

/** Everything that the kernel reads and writes, in one memory: scores, block maxima, places, weights. */
function layOut(
  size: number,
  postings: number,
): Pick<Bm25Index, 'places' | 'weights' | 'scores' | 'maxima' | 'kernel'> {
  const blocks = Math.ceil(size / BLOCK);
  const { kernel, buffer } = bm25Kernel(8 * (BLOCK + 1) * blocks + 8 * postings);
  const maxima = new Float64Array(buffer, 8 * BLOCK * blocks, blocks);
  const places = new Uint32Array(buffer, maxima.byteOffset + maxima.byteLength, postings);
  const weights = new Float32Array(buffer, places.byteOffset + places.byteLength, postings);
  return { places, weights, scores: new Float64Array(buffer, 0, size), maxima, kernel };
}
