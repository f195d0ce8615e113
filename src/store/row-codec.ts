import { createHash } from 'node:crypto';
import type { Hit, Row } from '../core/ranking.js';
import { readError } from './lines.js';

// A part of a run: a block of rows in binary, since 40,000 queries × 1,000 hits as JSON would be gigabytes.
//
//   line 1        JSON: {"assay":"rows","version":1,"sha256":…,"rows":[{"query","hits","judged","pool","tiers"}|null, …]}
//   then, a row   hits × uint32 ordinal · hits × float64 score · [hits × uint8 tier] ·
//                 judged × (uint32 ordinal, float64 rank, uint8 tier, float64 score)
//
// Little-endian. `null` stands for a query that the system gave no result for. The digest is that of the owner, a
// line break, the JSON of "rows" and all that follows line 1: a part that was damaged, or belongs elsewhere, shows.

const ROWS_VERSION = 1;
const JUDGED_BYTES = 21;

interface RowHead {
  query: string;
  hits: number;
  judged: number;
  pool: number;
  tiers?: true;
}

function bytesOf({ hits, judged, tiers }: RowHead): number {
  return hits * (12 + (tiers ? 1 : 0)) + judged * JUDGED_BYTES;
}

/** @param owner what the rows belong to, such as the pipeline and the task: it must be named again to read them */
export function encodeRows(rows: readonly (Row | undefined)[], owner: string): Buffer {
  const heads = rows.map((row): RowHead | null =>
    row === undefined
      ? null
      : {
          query: row.query,
          hits: row.docs.length,
          judged: row.judged.length,
          pool: row.pool,
          ...(row.tiers === undefined ? {} : { tiers: true as const }),
        },
  );
  const body = Buffer.alloc(heads.reduce((sum, head) => sum + (head === null ? 0 : bytesOf(head)), 0));
  let at = 0;
  for (const row of rows) if (row !== undefined) at = encodeRow(row, body, at);
  const head = { assay: 'rows', version: ROWS_VERSION, sha256: digestOf(owner, heads, body), rows: heads };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]);
}

function digestOf(owner: string, heads: readonly (RowHead | null)[], body: Uint8Array): string {
  return createHash('sha256')
    .update(`${owner}\n${JSON.stringify(heads)}`)
    .update(body)
    .digest('hex');
}

function encodeRow(row: Row, out: Buffer, start: number): number {
  let at = start;
  for (const i of row.docs) at = out.writeUInt32LE(i, at);
  for (const score of row.scores) at = out.writeDoubleLE(score, at);
  if (row.tiers !== undefined) for (const tier of row.tiers) at = out.writeUInt8(tier, at);
  for (const { i, rank, tier, score } of row.judged) {
    at = out.writeUInt32LE(i, at);
    at = out.writeDoubleLE(rank, at);
    at = out.writeUInt8(tier, at);
    at = out.writeDoubleLE(score, at);
  }
  return at;
}

/** @throws UserError when the bytes are not a whole part of this version and owner */
export function decodeRows(bytes: Buffer, path: string, owner: string): (Row | undefined)[] {
  const end = bytes.indexOf(0x0a);
  let head: { assay?: unknown; version?: unknown; sha256?: unknown; rows?: (RowHead | null)[] };
  try {
    head = JSON.parse(bytes.subarray(0, Math.max(end, 0)).toString('utf8'));
  } catch {
    throw readError(path, 'it is not a part of a run');
  }
  if (head.assay !== 'rows' || !Array.isArray(head.rows)) throw readError(path, 'it is not a part of a run');
  if (head.version !== ROWS_VERSION) throw readError(path, `it has rows version ${String(head.version)}`);
  if (head.sha256 !== digestOf(owner, head.rows, bytes.subarray(end + 1)))
    throw readError(path, 'it is damaged, or a part of another run (its SHA-256 differs)');
  let at = end + 1;
  return head.rows.map((row) => {
    if (row === null) return undefined;
    const decoded = decodeRow(row, bytes, at);
    at += bytesOf(row);
    return decoded;
  });
}

function decodeRow(head: RowHead, bytes: Buffer, start: number): Row {
  const { query, hits, judged, pool, tiers } = head;
  const docs = new Uint32Array(hits);
  const scores = new Float64Array(hits);
  for (let k = 0; k < hits; k++) docs[k] = bytes.readUInt32LE(start + 4 * k);
  let at = start + 4 * hits;
  for (let k = 0; k < hits; k++) scores[k] = bytes.readDoubleLE(at + 8 * k);
  at += 8 * hits;
  const row: Row = { query, docs, scores, judged: [], pool };
  if (tiers) {
    row.tiers = new Uint8Array(bytes.subarray(at, at + hits));
    at += hits;
  }
  for (let k = 0; k < judged; k++, at += JUDGED_BYTES) row.judged.push(decodeHit(bytes, at));
  return row;
}

function decodeHit(bytes: Buffer, at: number): Hit {
  return {
    i: bytes.readUInt32LE(at),
    rank: bytes.readDoubleLE(at + 4),
    tier: bytes.readUInt8(at + 12),
    score: bytes.readDoubleLE(at + 13),
  };
}
