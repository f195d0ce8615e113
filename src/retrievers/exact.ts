import type { Corpus } from '../core/benchmark.js';
import { maskPool } from '../core/pool.js';
import { NOT_RANKED, type Row, rankDense } from '../core/ranking.js';
import type { Ask } from '../core/stage.js';
import type { Matrix } from '../store/npy.js';

export type Similarity = 'cosine' | 'dot';

/** The vectors of a corpus, ready to be compared with those of queries. */
export interface DocumentVectors {
  corpus: Corpus;
  matrix: Matrix;
  /** The documents that have a vector: ordinals in the corpus, and beside them rows of the matrix. */
  ordinals: Uint32Array;
  rows: Uint32Array;
  similarity: Similarity;
  /** Euclidean length of each row of the matrix; used by cosine only. */
  lengths: Float64Array;
}

/** A query whose vector is at hand. */
export interface VectorAsk {
  ask: Ask;
  vector: Float32Array;
}

/** Score buffers of one block of queries together: bytes. */
const BLOCK_BYTES = 64 * 2 ** 20;
const LARGEST_BLOCK = 64;
/** Queries that the inner loop handles at once. */
const LANES = 4;
/** Documents whose rows stay in the processor's cache while all queries of a block pass over them. */
const TILE = 32;

/** Euclidean lengths of the rows, summed in double precision. */
export function rowLengths({ rows, columns, data }: Matrix): Float64Array {
  const lengths = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    let sum = 0;
    for (let k = row * columns; k < (row + 1) * columns; k++) sum += data[k]! * data[k]!;
    lengths[row] = Math.sqrt(sum);
  }
  return lengths;
}

/**
 * Scores every document that has a vector against every query and ranks them. Products and sums are double
 * precision, each sum from the first dimension to the last, so a score does not depend on how queries are
 * batched, and equal vectors tie exactly. Memory: at most `BLOCK_BYTES`, or four rows of scores.
 */
export async function rankExact(
  documents: DocumentVectors,
  asks: readonly VectorAsk[],
  depth: number,
): Promise<Row[]> {
  const { size } = documents.corpus;
  const fitting = Math.floor(BLOCK_BYTES / (8 * size * LANES)) * LANES;
  const block = Math.min(LARGEST_BLOCK, Math.max(LANES, fitting), Math.ceil(asks.length / LANES) * LANES);
  const scores = new Float64Array(block * size);
  const rows: Row[] = [];
  for (let first = 0; first < asks.length; first += block) {
    const batch = asks.slice(first, first + block);
    scoreBlock(documents, batch, scores);
    for (const [k, { ask, vector }] of batch.entries()) {
      const own = scores.subarray(k * size, (k + 1) * size);
      if (documents.similarity === 'cosine') divideByLengths(documents, vector, own);
      maskPool(own, ask.query, documents.corpus);
      rows.push(rankDense(ask.query.id, own, documents.corpus, ask.judged, depth));
    }
    // Between blocks, progress can be drawn and an interrupt can be heard.
    await new Promise(setImmediate);
  }
  return rows;
}

/** Fills scores[q × size + i] with the dot product of query q and document i; no vector: `NOT_RANKED`. */
function scoreBlock(documents: DocumentVectors, batch: readonly VectorAsk[], scores: Float64Array): void {
  const { columns } = documents.matrix;
  scores.fill(NOT_RANKED);
  const lanes = Math.ceil(batch.length / LANES) * LANES;
  const queries = new Float64Array(lanes * columns);
  for (const [k, { vector }] of batch.entries()) queries.set(vector, k * columns);
  for (let from = 0; from < documents.ordinals.length; from += TILE) {
    const to = Math.min(from + TILE, documents.ordinals.length);
    for (let q = 0; q < lanes; q += LANES) scoreTile(documents, queries, q, from, to, scores);
  }
}

/**
 * Four queries × two documents at a time: eight independent sums keep the adders busy, and each number that is
 * loaded is used more than once. The last of an odd number of documents is paired with itself.
 */
function scoreTile(
  { corpus, matrix, ordinals, rows }: DocumentVectors,
  queries: Float64Array,
  q: number,
  from: number,
  to: number,
  scores: Float64Array,
): void {
  const { columns, data } = matrix;
  const { size } = corpus;
  const [q0, q1, q2, q3] = [q * columns, (q + 1) * columns, (q + 2) * columns, (q + 3) * columns];
  for (let j = from; j < to; j += 2) {
    const pair = j + 1 < to ? j + 1 : j;
    const a = rows[j]! * columns;
    const b = rows[pair]! * columns;
    let [a0, a1, a2, a3, b0, b1, b2, b3] = [0, 0, 0, 0, 0, 0, 0, 0];
    for (let d = 0; d < columns; d++) {
      const x = data[a + d]!;
      const y = data[b + d]!;
      const u0 = queries[q0 + d]!;
      const u1 = queries[q1 + d]!;
      const u2 = queries[q2 + d]!;
      const u3 = queries[q3 + d]!;
      a0 += x * u0;
      b0 += y * u0;
      a1 += x * u1;
      b1 += y * u1;
      a2 += x * u2;
      b2 += y * u2;
      a3 += x * u3;
      b3 += y * u3;
    }
    let at = q * size + ordinals[j]!;
    let bt = q * size + ordinals[pair]!;
    scores[at] = a0;
    scores[bt] = b0;
    scores[(at += size)] = a1;
    scores[(bt += size)] = b1;
    scores[(at += size)] = a2;
    scores[(bt += size)] = b2;
    scores[at + size] = a3;
    scores[bt + size] = b3;
  }
}

function divideByLengths(
  { ordinals, rows, lengths }: DocumentVectors,
  vector: Float32Array,
  scores: Float64Array,
): void {
  const length = lengthOf(vector);
  for (let j = 0; j < ordinals.length; j++) scores[ordinals[j]!]! /= length * lengths[rows[j]!]!;
}

function lengthOf(vector: Float32Array): number {
  let sum = 0;
  for (const x of vector) sum += x * x;
  return Math.sqrt(sum);
}
