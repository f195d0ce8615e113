import type { Corpus } from '../core/benchmark.js';
import { type Hit, isBefore, type Row } from '../core/ranking.js';
import type { Profile } from './profiles.js';

/** The row as a profile sees it: scores in its precision, ranked anew, less the first result where it says so. */
export function asProfileSees(row: Row, corpus: Corpus, profile: Profile): Row {
  const rounded = profile.scores === 'float32' ? rerankedInSinglePrecision(row, corpus) : row;
  return profile.skipFirst ? withoutFirst(rounded) : rounded;
}

/** Each score rounded to float32; too large ones become infinite. */
export function inSinglePrecision(scores: Float64Array): Float64Array {
  return new Float64Array(new Float32Array(scores));
}

/**
 * The row with scores rounded to float32, documents that have become equal ordered by id. Rounding is
 * monotone, so only neighbours that now tie can change places.
 *
 * Exact where the prefix is the whole list, as with a run read from a file. Where it is not, ties that reach
 * across its end are ordered among the documents that are known: the prefix and the judged ones.
 */
function rerankedInSinglePrecision(row: Row, corpus: Corpus): Row {
  const { docs, tiers } = row;
  const scores = inSinglePrecision(row.scores);
  const beyond = row.judged.filter((hit) => hit.rank > docs.length).sort((a, b) => a.rank - b.rank);
  const known: Hit[] = Array.from(docs, (i, at) => ({
    i,
    rank: at + 1,
    tier: tiers?.[at] ?? 0,
    score: scores[at]!,
  }));
  for (const hit of beyond) known.push({ ...hit, score: Math.fround(hit.score) });
  if (isOrdered(known, corpus.byteOrder)) {
    return { ...row, scores, judged: row.judged.map((hit) => ({ ...hit, score: Math.fround(hit.score) })) };
  }
  const ranks = known.map((hit) => hit.rank);
  known.sort((a, b) => (precedes(a, b, corpus.byteOrder) ? -1 : 1));
  known.forEach((hit, at) => {
    hit.rank = ranks[at]!;
  });
  const prefix = known.slice(0, docs.length);
  const judged = new Set(row.judged.map((hit) => hit.i));
  return {
    ...row,
    docs: Uint32Array.from(prefix, (hit) => hit.i),
    scores: Float64Array.from(prefix, (hit) => hit.score),
    ...(tiers ? { tiers: Uint8Array.from(prefix, (hit) => hit.tier) } : {}),
    judged: known.filter((hit) => judged.has(hit.i)),
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
