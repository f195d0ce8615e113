import type { JudgedDocument, Measure, MeasureInput } from '../core/measure.js';

/** Measures that share a definition and differ in the cut-off at most. One line each in `registry.ts`. */
export interface MeasureFamily {
  /** How the names look: `P@k` has a cut-off, `AP[@k]` may have one, `PPA` has none. */
  readonly pattern: string;
  /** The definition, with its denominator, in one sentence or two. */
  readonly describe: string;
  /** The measure of that name, or undefined where it is not one of this family. */
  parse(name: string): Measure | undefined;
}

/** The deepest cut-off that a name may ask for. */
export const MAX_CUTOFF = 1_000_000;

/** The k of `head@k`; undefined where the name has another head, or k is not a plain number in range. */
function cutoffOf(head: string, name: string): number | undefined {
  if (!name.startsWith(`${head}@`)) return undefined;
  const digits = name.slice(head.length + 1);
  // One spelling per number, so that a name parses back to itself: no sign, no leading zero, no point.
  if (!/^[1-9][0-9]{0,6}$/.test(digits)) return undefined;
  const k = Number(digits);
  return k <= MAX_CUTOFF ? k : undefined;
}

/**
 * A family whose members are `head@k`, and `head` alone for the whole list where `whole` is set. The whole
 * list has the cut-off Infinity and asks for no particular depth: it is what the system retrieved.
 */
export function cutFamily(
  head: string,
  describe: string,
  measure: (name: string, k: number, depth: number) => Measure,
  whole?: 'whole',
): MeasureFamily {
  return {
    pattern: whole ? `${head}[@k]` : `${head}@k`,
    describe,
    parse(name) {
      if (whole && name === head) return measure(name, Number.POSITIVE_INFINITY, 0);
      const k = cutoffOf(head, name);
      return k === undefined ? undefined : measure(name, k, k);
    },
  };
}

/** A family of one. */
export function singleFamily(describe: string, measure: Measure): MeasureFamily {
  return {
    pattern: measure.name,
    describe,
    parse: (name) => (name === measure.name ? measure : undefined),
  };
}

/** The last rank that counts at cut-off k: measures at k look at retrieved documents only. */
export function lastRank(input: MeasureInput, k: number): number {
  return Math.min(k, input.row.docs.length);
}

/** Ranks of the relevant documents (grade ≥ level) down to cut-off k, ascending. */
export function relevantRanks(input: MeasureInput, k: number): number[] {
  const last = lastRank(input, k);
  const ranks: number[] = [];
  for (const document of input.judged) {
    if (document.rank > last) break;
    if (document.grade >= input.level) ranks.push(document.rank);
  }
  return ranks;
}

/** How many documents are relevant, wherever they are: unretrieved and absent from the corpus included. */
export function countRelevant(input: MeasureInput): number {
  let count = 0;
  for (const { grade } of input.judged) if (grade >= input.level) count++;
  return count;
}

/**
 * Whether a stands strictly above b: the higher tier, and within one tier the higher score. Scores of
 * different tiers come from different stages of a pipeline and are never compared.
 */
export function scoresAbove(a: JudgedDocument, b: JudgedDocument): boolean {
  return a.tier > b.tier || (a.tier === b.tier && a.score > b.score);
}

/** One value for the query, with denominator 1. */
export function value(num: number): { num: number; den: number }[] {
  return [{ num, den: 1 }];
}
