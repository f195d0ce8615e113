import type { Corpus, Judgment, Outcome, Query } from '../core/benchmark.js';
import type { Cell, JudgedDocument, Measure, MeasureInput, Status } from '../core/measure.js';
import type { Hit, Row } from '../core/ranking.js';
import type { Profile } from './profiles.js';
import { isReciprocalRank } from './reciprocal-rank.js';
import { asProfileSees } from './rerank.js';

export interface Question {
  query: Query;
  /** Right: grade ≥ level. */
  level: number;
  judgments: readonly Judgment[];
}

export interface QueryScore {
  measure: Measure;
  status: Status;
  /** Empty unless the status is 'scored' or 'zero-filled'. */
  cells: Cell[];
  /** Why, where the status is 'refused'. */
  refused?: string;
}

/**
 * All measures of one query under one profile.
 *
 * @param row what the system answered; undefined when it has no result for the query at all. An empty row is
 *   a result: nothing was found.
 * @param outcome of running document i against the query's own suite; undefined: never run
 */
export function scoreQuery(
  measures: readonly Measure[],
  question: Question,
  row: Row | undefined,
  corpus: Corpus,
  outcome: (i: number) => Outcome | undefined,
  profile: Profile,
): QueryScore[] {
  const { query, level } = question;
  const seen = row ? asProfileSees(row, corpus, profile) : nothing(query);
  const judged = judgedDocuments(question, seen, corpus);
  const input: MeasureInput = {
    query,
    level,
    judged,
    row: seen,
    corpus,
    outcome,
    // A missing row has no scores to be refused for: what it counts for is the profile's choice.
    unretrieved: row ? profile.pairs : 'cut',
  };
  return applyRules(measures, input, row !== undefined, profile);
}

function nothing(query: Query): Row {
  return { query: query.id, docs: new Uint32Array(0), scores: new Float64Array(0), judged: [], pool: 0 };
}

/** The judgments at the ranks of the row, best first; excluded documents are gone from both sides. */
function judgedDocuments({ query, judgments }: Question, row: Row, corpus: Corpus): JudgedDocument[] {
  const hits = new Map<number, Hit>();
  for (const hit of row.judged) hits.set(hit.i, hit);
  const documents: JudgedDocument[] = [];
  for (const { doc, grade } of judgments) {
    if (query.exclude.includes(doc)) continue;
    const i = corpus.ordinal(doc) ?? -1;
    const hit = hits.get(i);
    documents.push(
      hit
        ? { i, grade, rank: hit.rank, tier: hit.tier, score: hit.score }
        : { i, grade, rank: Number.POSITIVE_INFINITY, tier: 0, score: Number.NaN },
    );
  }
  return byRank(documents);
}

/** Sorts in place: rank ascending, documents without a score last and in the order of the judgments. */
function byRank(documents: JudgedDocument[]): JudgedDocument[] {
  return documents.sort((a, b) => (a.rank === b.rank ? 0 : a.rank < b.rank ? -1 : 1));
}

/** Computes the measures and applies the profile's rules for missing results and missing positives. */
function applyRules(
  measures: readonly Measure[],
  input: MeasureInput,
  answered: boolean,
  profile: Profile,
): QueryScore[] {
  const hasPositive = input.judged.some((document) => document.grade >= input.level);
  // Without any judgment a query is not part of the qrels that the outside tools read.
  const excluded = !hasPositive && (profile.noPositives === 'exclude' || input.judged.length === 0);
  return measures.map((measure): QueryScore => {
    if (excluded && measure.needs.positives) return { measure, status: 'excluded', cells: [] };
    const cells = measure.cells(input);
    if ('refused' in cells) return { measure, status: 'refused', cells: [], refused: cells.refused };
    if (cells.length === 0) return { measure, status: 'not-applicable', cells };
    if (answered) return { measure, status: 'scored', cells };
    const rule = isReciprocalRank(measure) ? profile.missingRR : profile.missing;
    return rule === 'drop'
      ? { measure, status: 'dropped', cells: [] }
      : { measure, status: 'zero-filled', cells };
  });
}

/**
 * Whether the documents at ranks k and k + 1 have the same score in the profile's precision, so that their
 * ids alone decide which of them is in the top k. Where the prefix ends at k, the document at k + 1 is known
 * only if it is judged.
 */
export function tieAtCut(row: Row, k: number, profile?: Profile): boolean {
  const round = profile?.scores === 'float32' ? Math.fround : (score: number) => score;
  const { docs, scores, tiers } = row;
  const last = profile?.skipFirst ? k + 1 : k;
  if (last > docs.length) return false;
  const next: Pick<Hit, 'tier' | 'score'> | undefined =
    last < docs.length
      ? { tier: tiers?.[last] ?? 0, score: scores[last]! }
      : row.judged.find((hit) => hit.rank === last + 1);
  return next?.tier === (tiers?.[last - 1] ?? 0) && round(next.score) === round(scores[last - 1]!);
}
