import type { Results } from '../results.js';

/** All that the page holds; it travels as deflated JSON inside the file. */
export interface ReportData {
  results: Results;
  queries: QueryView;
  /** `Assay` and its version. */
  madeBy: string;
}

/** The queries that a reader can open, and the documents that they show. */
export interface QueryView {
  /**
   * Names of the systems, best first, in the order of `results.systems`; rows below are in this order. A system
   * whose run is gone is missing here, and `left` says so.
   */
  systems: string[];
  /** Ids of the tasks. */
  tasks: string[];
  /** How many queries the evaluation has. */
  total: number;
  /** What was left out to keep the file small, one sentence each; empty when all is there. */
  left: string[];
  documents: DocumentView[];
  queries: QueryEntry[];
}

export interface DocumentView {
  id: string;
  language?: string;
  /** Bug types of a planted variant, in order, such as ['wrong_operator']. */
  bugs?: string[];
  /** Index of the document that the variant was made from. */
  root?: number;
  /** Absent where texts were left out to keep the file small. */
  text?: string;
  /** The text goes on for so many characters more. */
  cut?: number;
}

/** p passes, f fails, i invalid, t timeout, k flaky, u unavailable. */
export type OutcomeCode = 'p' | 'f' | 'i' | 't' | 'k' | 'u';

export interface QueryEntry {
  id: string;
  /** Index into `tasks`. */
  task: number;
  text: string;
  /** The text goes on for so many characters more. */
  cut?: number;
  language?: string;
  /** Grade from which a document is right. */
  level: number;
  /** Judged documents: index and grade. */
  judged: [document: number, grade: number][];
  /** Outcomes of the query's tests on shown documents; a document that is not listed was never run. */
  outcomes: [document: number, outcome: OutcomeCode][];
  /**
   * For each system what it ranked: null when it gave no result. `top`: documents from rank 1 on. `right`: the
   * exact rank of the best right document, null when it has none or gave it no score; it may lie below `top`.
   */
  rows: ({ top: number[]; right: number | null } | null)[];
}
