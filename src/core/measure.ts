import type { Corpus, Outcome, Query } from './benchmark.js';
import type { Row } from './ranking.js';

/** A judgment together with where the system put the document. */
export interface JudgedDocument {
  /** Ordinal in the corpus; −1 when the judged document is not in the corpus. It still counts as relevant. */
  i: number;
  grade: number;
  /** Exact 1-based rank over the whole list; Infinity when the system gave the document no score. */
  rank: number;
  tier: number;
  /** NaN when the system gave the document no score. */
  score: number;
}

/** All that a measure may look at: one query, its judgments less the excluded documents, one system's row. */
export interface MeasureInput {
  query: Query;
  /** Right: grade ≥ level. Wrong: judged below it. */
  level: number;
  /** By rank ascending; documents without a score last. */
  judged: readonly JudgedDocument[];
  row: Row;
  corpus: Corpus;
  /** Outcome of running document i against the query's own suite; undefined: never run. */
  outcome(i: number): Outcome | undefined;
  /** What a judged document beyond the retrieved prefix counts for in pair measures (`measures/profiles`). */
  unretrieved: 'full' | 'cut';
}

/**
 * One query's share of a measure: the mean over queries is sum(num) / sum(den). A measure that is a mean of
 * per-query values has den 1; one that is a share of pairs has den = number of pairs. No cell: the measure
 * does not apply to the query.
 */
export interface Cell {
  num: number;
  den: number;
  /** Values by which the measure is broken down, such as the bug type. */
  strata?: Record<string, string>;
  /** Ordinal of the document that the cell is about, where it is about one: the variant of a pair. */
  doc?: number;
}

/** Why a measure cannot be computed for a query at all, as opposed to not applying to it. */
export interface Refusal {
  refused: string;
}

export interface Measure {
  /** `nDCG@10`: the name is the identity, and parses back to the same measure. */
  readonly name: string;
  /** 'binary' values are 0 or 1 (McNemar applies); 'share' has den ≠ 1. */
  readonly type: 'binary' | 'continuous' | 'share';
  /** Which of two means is the better one; 'neither': a difference of two other measures, which only describes. */
  readonly better: 'higher' | 'lower' | 'neither';
  readonly needs: {
    /** How deep the retrieved prefix must reach. */
    depth: number;
    /** Needs ranks or scores of judged documents beyond the prefix. */
    judged?: 'scores' | 'ranks';
    /** Needs verdicts down to this rank. */
    verdicts?: number;
    /** Applies only where a query has a document of grade ≥ level. */
    positives?: boolean;
  };
  cells(input: MeasureInput): Cell[] | Refusal;
}

/** What became of one query under one measure. The index is what stored columns hold. */
export const STATUSES = [
  /** The measure was computed. */
  'scored',
  /** The system gave no result; the profile counts it as 0. */
  'zero-filled',
  /** The system gave no result; the profile leaves it out. */
  'dropped',
  /** The query has no positive; the profile leaves it out. */
  'excluded',
  /** The measure does not apply to the query (no negatives, no verdicts …). */
  'not-applicable',
  /** The measure could not be computed from what the system delivered. */
  'refused',
] as const;
export type Status = (typeof STATUSES)[number];
