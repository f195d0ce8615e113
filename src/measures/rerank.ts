import type { Corpus } from '../core/benchmark.js';
import { type Hit, isBefore, type Row } from '../core/ranking.js';
import type { Profile } from './profiles.js';

/** The row as a profile sees it: scores in its precision, ranked anew, less the first result where it says so. */
export function asProfileSees(row: Row, corpus: Corpus, profile: Profile): Row {
  const rounded = profile.scores === 'float32' ? inSinglePrecision(row, corpus.byteOrder) : row;
  return profile.skipFirst ? withoutFirst(rounded) : rounded;
}

/**
 * The row with scores rounded to float32, too large ones to infinity, and documents that have become equal
 * ordered by id. Rounding is monotone, so only neighbours that now tie can change places.
 *
 * Exact where the prefix is the whole list, as with a run read from a file. Where it is not, ties that reach
 * across its end are ordered among the documents that are known: the prefix and the judged ones.
 */
function inSinglePrecision(row: Row, byteOrder: Uint32Array): Row {
  const scores = new Float64Array(row.scores.length);
  for (let at = 0; at < scores.length; at++) scores[at] = Math.fround(row.scores[at]!);
  const judged = row.judged.map((hit) => ({ ...hit, score: Math.fround(hit.score) }));
  const rounded: Row = { ...row, scores, judged };
  const beyond = judged.filter((hit) => hit.rank > scores.length).sort((a, b) => a.rank - b.rank);
  if (isPrefixOrdered(rounded, byteOrder)) {
    const end = scores.length - 1;
    const border = end < 0 ? beyond : [hitAt(rounded, end), ...beyond];
    if (isOrdered(border, byteOrder)) return rounded;
  }
  return reranked(rounded, beyond, byteOrder);
}

/** Makes no objects: in nearly every row nothing has become equal, and this is all there is to do. */
function isPrefixOrdered({ docs, scores, tiers }: Row, byteOrder: Uint32Array): boolean {
  for (let at = 1; at < docs.length; at++) {
    if (scores[at - 1] !== scores[at] || byteOrder[docs[at - 1]!]! > byteOrder[docs[at]!]!) continue;
    if (tiers === undefined || tiers[at - 1] === tiers[at]) return false;
  }
  return true;
}

function hitAt({ docs, scores, tiers }: Row, at: number): Hit {
  return { i: docs[at]!, rank: at + 1, tier: tiers?.[at] ?? 0, score: scores[at]! };
}

/** @param beyond the judged documents that are not in the prefix, by rank */
function reranked(row: Row, beyond: readonly Hit[], byteOrder: Uint32Array): Row {
  const known = [...Array.from(row.docs, (_, at) => hitAt(row, at)), ...beyond];
  const ranks = known.map((hit) => hit.rank);
  known.sort((a, b) => (precedes(a, b, byteOrder) ? -1 : 1));
  const placed = known.map((hit, at) => ({ ...hit, rank: ranks[at]! }));
  const prefix = placed.slice(0, row.docs.length);
  const judged = new Set(row.judged.map((hit) => hit.i));
  return {
    ...row,
    docs: Uint32Array.from(prefix, (hit) => hit.i),
    scores: Float64Array.from(prefix, (hit) => hit.score),
    ...(row.tiers ? { tiers: Uint8Array.from(prefix, (hit) => hit.tier) } : {}),
    judged: placed.filter((hit) => judged.has(hit.i)),
  };
}

function precedes(a: Hit, b: Hit, byteOrder: Uint32Array): boolean {
  if (a.tier !== b.tier) return a.tier > b.tier;
  return isBefore(a.score, byteOrder[a.i]!, b.score, byteOrder[b.i]!);
}

function isOrdered(hits: readonly Hit[], byteOrder: Uint32Array): boolean {
  for (let at = 1; at < hits.length; at++) if (!precedes(hits[at - 1]!, hits[at]!, byteOrder)) return false;
  return true;
}

/** The removed document was not retrieved; a judged one still counts among the relevant. */
function withoutFirst(row: Row): Row {
  if (row.docs.length === 0) return row;
  return {
    ...row,
    docs: row.docs.subarray(1),
    scores: row.scores.subarray(1),
    ...(row.tiers ? { tiers: row.tiers.subarray(1) } : {}),
    judged: row.judged.filter((hit) => hit.rank > 1).map((hit) => ({ ...hit, rank: hit.rank - 1 })),
    pool: row.pool - 1,
  };
}
