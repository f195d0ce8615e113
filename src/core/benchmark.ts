import type { Json } from './json.js';

export type DocId = string;
export type QueryId = string;
/** SHA-256, lower-case hexadecimal, of UTF-8 text. */
export type Sha = string;

/** One edit that turned a parent text into a variant; offsets are UTF-16 units of the parent. */
export interface Edit {
  type: string;
  start: number;
  end: number;
  insert: string;
}

/** What is known of a document besides its text. Metadata stays in memory, texts on disk. */
export interface DocMeta {
  id: DocId;
  /** SHA-256 of the text. */
  digest: Sha;
  kind: 'code' | 'text';
  language?: string;
  tags?: Record<string, string>;
  /** Name of the near-clone group that the document belongs to. */
  family?: string;
  /** Present on a planted variant. A density of d keeps the variants with slot < d. */
  variant?: { parent: DocId; root: DocId; slot: number; edits: Edit[] };
}

/** An ordered set of documents, addressed by ordinal 0 … size − 1. */
export interface Corpus {
  readonly id: string;
  readonly size: number;
  /** byteOrder[i] is the place of ordinal i when ids are sorted ascending by their UTF-8 bytes. */
  readonly byteOrder: Uint32Array;
  meta(i: number): DocMeta;
  ordinal(id: DocId): number | undefined;
  text(i: number): Promise<string>;
  /** All texts, in ordinal order, one at a time. */
  texts(): AsyncIterable<{ i: number; text: string }>;
}

export interface Query {
  id: QueryId;
  text: string;
  kind: 'text' | 'code';
  language?: string;
  tags?: Record<string, string>;
  /** The source problem: queries of one cluster are resampled together. */
  cluster: string;
  /** Anchors: never ranked, scored or counted. */
  exclude: DocId[];
  /** Present on reranking tasks: the only documents that may be ranked. */
  candidates?: DocId[];
  suite?: Sha;
}

/** A document without a judgment is unjudged, which is not the same as grade 0. */
export interface Judgment {
  doc: DocId;
  grade: number;
}

export interface JudgedQuery {
  query: Query;
  judgments: Judgment[];
}

export const DIMENSIONS = ['correctness', 'efficiency', 'security', 'maintainability'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** What is searched with what: t is text, c is code. */
export const DIRECTIONS = ['t2c', 'c2c', 'c2t'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export interface TaskHeader {
  id: string;
  /** Id of the corpus that is searched. */
  corpus: string;
  direction: Direction;
  labels: Record<string, string>;
  /** A document is right when its grade ≥ level, wrong when it is judged below it. */
  level: number;
  dimension?: Dimension;
}

export interface Task extends TaskHeader {
  /** Number of queries. */
  readonly size: number;
  queries(): AsyncIterable<JudgedQuery>;
}

export type Test =
  | {
      kind: 'case';
      args: Json[];
      want: { value: Json; tolerance?: number; unordered?: boolean } | { error: string };
    }
  | { kind: 'stdio'; stdin: string; stdout: string }
  | { kind: 'source'; language: string; source: string };

export interface Suite {
  id: Sha;
  entry?: string;
  signature?: { params: string[]; result: string };
  tests: Test[];
}

export type Outcome =
  | { is: 'pass' }
  | { is: 'fail'; test: number }
  | { is: 'invalid' | 'timeout' | 'flaky' | 'unavailable'; why: string };

/** The outcome of running one code against one suite, and how far it can be believed. */
export interface Verdict {
  code: Sha;
  suite: Sha;
  outcome: Outcome;
  isolation: string;
  toolchain: string;
  proof: 'compared' | 'asserted' | 'imported';
}

export interface Benchmark {
  readonly name: string;
  readonly version: string;
  readonly licence?: string;
  /** Where the content came from and with which choices: free-form, kept with every result. */
  readonly origin?: Json;
  /** The seed of whatever was drawn when the benchmark was made. */
  readonly seed?: number;
  readonly digest: Sha;
  readonly corpora: ReadonlyMap<string, Corpus>;
  readonly tasks: readonly Task[];
  readonly suiteIds: ReadonlySet<Sha>;
  suite(id: Sha): Promise<Suite>;
  verdict(code: Sha, suite: Sha): Verdict | undefined;
  verdicts(): Iterable<Verdict>;
}

/** The near-clone group of a document: its variant root, its declared family, or itself. */
export function familyOf(meta: DocMeta): string {
  return meta.family ?? meta.variant?.root ?? meta.id;
}
