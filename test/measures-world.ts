import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Corpus, DocMeta, Judgment, Outcome, Query } from '../src/core/benchmark.js';
import type { Cell } from '../src/core/measure.js';
import { byteOrderOf } from '../src/core/order.js';
import type { Row } from '../src/core/ranking.js';
import { rankSparse } from '../src/core/sparse.js';
import { type Profile, profile } from '../src/measures/profiles.js';
import { parseMeasure } from '../src/measures/registry.js';
import { type QueryScore, scoreQuery } from '../src/measures/score.js';

/** A corpus of ids, with metadata where a test needs some; it has no texts. */
export function corpusOf(ids: readonly string[], metas: Record<string, Partial<DocMeta>> = {}): Corpus {
  const ordinals = new Map(ids.map((id, i) => [id, i]));
  return {
    id: 'test',
    size: ids.length,
    byteOrder: byteOrderOf(ids),
    meta: (i) => ({ id: ids[i]!, digest: '', kind: 'code', ...metas[ids[i]!] }),
    ordinal: (id) => ordinals.get(id),
    text: async () => '',
    async *texts() {},
  };
}

export function queryOf(fields: Partial<Query> = {}): Query {
  return { id: 'q', text: '', kind: 'text', cluster: 'q', exclude: [], ...fields };
}

export function judgmentsOf(grades: Record<string, number>): Judgment[] {
  return Object.entries(grades).map(([doc, grade]) => ({ doc, grade }));
}

/** The row of a system that gave these scores; `depth` cuts the prefix, judged documents keep their ranks. */
export function rowOf(
  corpus: Corpus,
  scores: Record<string, number>,
  judgments: readonly Judgment[],
  depth = Infinity,
): Row {
  const scored = {
    docs: Uint32Array.from(Object.keys(scores), (id) => corpus.ordinal(id)!),
    scores: Float64Array.from(Object.values(scores)),
  };
  const judged = judgments.map(({ doc }) => corpus.ordinal(doc)).filter((i) => i !== undefined);
  return rankSparse('q', scored, corpus, judged, depth);
}

/** One question put to one system, with everything but the scores and grades at its simplest. */
export interface Setup {
  grades: Record<string, number>;
  /** Absent: the system has no result for the query. */
  scores?: Record<string, number>;
  level?: number;
  depth?: number;
  query?: Partial<Query>;
  metas?: Record<string, Partial<DocMeta>>;
  outcomes?: Record<string, Outcome['is']>;
  profile?: string | Profile;
  tiers?: number[];
  /** Ids of the corpus; default: all that are scored or judged. */
  ids?: string[];
}

export function outcomeOf(is: Outcome['is'] | undefined): Outcome | undefined {
  if (is === undefined || is === 'pass') return is && { is };
  return is === 'fail' ? { is, test: 0 } : { is, why: 'because' };
}

export function scoreAll(names: readonly string[], setup: Setup): QueryScore[] {
  const ids = setup.ids ?? [...new Set([...Object.keys(setup.scores ?? {}), ...Object.keys(setup.grades)])];
  const corpus = corpusOf(ids, setup.metas);
  const judgments = judgmentsOf(setup.grades);
  const row = setup.scores && rowOf(corpus, setup.scores, judgments, setup.depth);
  if (row && setup.tiers) {
    row.tiers = Uint8Array.from(setup.tiers);
    for (const hit of row.judged) hit.tier = setup.tiers[hit.rank - 1]!;
  }
  return scoreQuery(
    names.map(parseMeasure),
    { query: queryOf(setup.query), level: setup.level ?? 1, judgments },
    row,
    corpus,
    (i) => outcomeOf(setup.outcomes?.[ids[i]!]),
    typeof setup.profile === 'object' ? setup.profile : profile(setup.profile ?? 'assay'),
  );
}

export function scoreOne(name: string, setup: Setup): QueryScore {
  return scoreAll([name], setup)[0]!;
}

/** num ÷ den of a query's cells; NaN without any. */
export function ratio(cells: readonly Cell[]): number {
  return cells.reduce((sum, cell) => sum + cell.num, 0) / cells.reduce((sum, cell) => sum + cell.den, 0);
}

/** The value of one measure, or its status where there is none. */
export function valueFor(name: string, setup: Setup): number | string {
  const score = scoreOne(name, setup);
  return score.cells.length > 0 ? ratio(score.cells) : score.status;
}

export function readGzipJson(path: string): unknown {
  return JSON.parse(gunzipSync(readFileSync(path)).toString('utf8'));
}

/** The names of a family's members at these cut-offs; all of its names where it has none. */
export function namesOf({ pattern }: { pattern: string }, cuts: readonly number[]): string[] {
  const head = pattern.replace(/\[?@k\]?$/, '');
  if (head === pattern) return [pattern];
  const cut = cuts.map((k) => `${head}@${k}`);
  return pattern.includes('[') ? [head, ...cut] : cut;
}
