import type { Benchmark, Corpus, JudgedQuery, Task } from '../core/benchmark.js';

/** A flaw that a check found. */
export interface Finding {
  check: string;
  /** 'error': scores would mislead; 'warning': they may; 'note': worth knowing when reading them. */
  severity: 'error' | 'warning' | 'note';
  /** The corpus or task concerned. */
  where: string;
  count: number;
  /** Out of how many. */
  of: number;
  message: string;
  /** Ids of the first few. */
  examples: string[];
}

/** What checks look at, read once. */
export interface LintedTask {
  benchmark: Benchmark;
  task: Task;
  corpus: Corpus;
  queries: readonly JudgedQuery[];
}

export interface LintedCorpus {
  benchmark: Benchmark;
  corpus: Corpus;
  /** What was seen of every text while streaming them once. */
  texts: { empty: number[]; lowerCase: number; withLetters: number };
}

export type Found = Omit<Finding, 'check' | 'severity' | 'where'>;

/** One trap: a name, how grave it is, and how to find it. */
export interface Check {
  readonly name: string;
  readonly severity: Finding['severity'];
  readonly describe: string;
  readonly corpus?: (subject: LintedCorpus) => Promise<Found | undefined> | Found | undefined;
  readonly task?: (
    subject: LintedTask,
    texts: LintedCorpus['texts'],
  ) => Promise<Found | undefined> | Found | undefined;
}

/** A finding about the listed ids, or none when there are none. */
export function found(ids: readonly string[], of: number, message: string): Found | undefined {
  return ids.length === 0 ? undefined : { count: ids.length, of, message, examples: ids.slice(0, 3) };
}
