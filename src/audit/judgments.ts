import type { JudgedQuery, Outcome } from '../core/benchmark.js';
import * as checks from '../lint/task-checks.js';
import { counted, type Figure, Tally } from './figure.js';
import type { ReadTask } from './subject.js';

/** Positives as they are judged: reachable or not, in the corpus or not. */
function positives({ judgments }: JudgedQuery, level: number): string[] {
  return judgments.filter(({ grade }) => grade >= level).map(({ doc }) => doc);
}

/** How many answers a query has, and what its judgments can tell apart. */
function shapes({ task, queries, where }: ReadTask): Figure[] {
  const one = new Tally('one-positive', 'share');
  const flat = new Tally('one-grade', 'share');
  const lone = new Tally('no-negatives', 'share');
  const none = new Tally('no-positives', 'share');
  for (const item of queries) {
    const right = positives(item, task.level).length;
    none.add(right === 0, undefined, item.query.id);
    if (right === 0) continue;
    one.add(right === 1);
    flat.add(new Set(item.judgments.map(({ grade }) => grade)).size === 1);
    lone.add(right === item.judgments.length);
  }
  return [one, flat, lone, none].map((tally) => tally.result(where));
}

/** The last number in an id, without leading zeros. */
function numberIn(id: string): string | undefined {
  return id
    .match(/\d+/g)
    ?.at(-1)
    ?.replace(/^0+(?=\d)/, '');
}

/**
 * Queries whose id has the same last number as the id of one of their positives. By chance: the probability that
 * as many documents drawn from the whole corpus hold one with the number, 1 − C(N − m, p) / C(N, p).
 */
function alignedIds({ task, queries, corpus, where }: ReadTask): Figure {
  const tally = new Tally('aligned-ids', 'share');
  const { size } = corpus.corpus;
  const documents = new Map<string, number>();
  for (let i = 0; i < size; i++) {
    const number = numberIn(corpus.corpus.meta(i).id);
    if (number !== undefined) documents.set(number, (documents.get(number) ?? 0) + 1);
  }
  for (const item of queries) {
    const right = positives(item, task.level).filter((id) => corpus.corpus.ordinal(id) !== undefined);
    if (right.length === 0) continue;
    const number = numberIn(item.query.id);
    const same = number === undefined ? 0 : (documents.get(number) ?? 0);
    let none = 1;
    for (let k = 0; k < right.length; k++) none *= Math.max(0, size - same - k) / (size - k);
    const aligned = number !== undefined && right.some((id) => numberIn(id) === number);
    tally.add(aligned, 1 - none, item.query.id);
  }
  return tally.result(where);
}

const PROVEN: readonly Outcome['is'][] = ['pass', 'fail', 'invalid', 'timeout'];

/** Whether running a document against the query's tests proved anything. */
export function provenOutcome(
  { subject, corpus }: ReadTask,
  { query }: JudgedQuery,
  i: number,
): Outcome['is'] | undefined {
  if (query.suite === undefined) return undefined;
  const is = subject.benchmark.verdict(corpus.corpus.meta(i).digest, query.suite)?.outcome.is;
  return is !== undefined && PROVEN.includes(is) ? is : undefined;
}

/** What the linter finds, set against what it could have found. */
async function linted(read: ReadTask): Promise<Figure[]> {
  const { subject, task, corpus, queries, where } = read;
  const linted = { benchmark: subject.benchmark, task, corpus: corpus.corpus, queries };
  const texts = { empty: corpus.empty, lowerCase: 0, withLetters: 0 };
  const judged = { all: 0, right: 0, rightProven: 0, wrongProven: 0 };
  for (const item of queries)
    for (const { doc, grade } of item.judgments) {
      judged.all++;
      const i = corpus.corpus.ordinal(doc);
      const proven = i !== undefined && provenOutcome(read, item, i) !== undefined;
      if (grade >= task.level) judged.right++;
      if (proven && grade >= task.level) judged.rightProven++;
      if (proven && grade < task.level) judged.wrongProven++;
    }
  const rows = [
    ['absent-documents', checks.absentDocuments, judged.all],
    ['unreachable-positives', checks.unreachablePositives, judged.right],
    ['failed-positives', checks.failedPositives, judged.rightProven],
    ['passed-negatives', checks.passedNegatives, judged.wrongProven],
    ['anchor-in-corpus', checks.anchorInCorpus, task.direction === 'c2c' ? queries.length : 0],
    ['empty-queries', checks.emptyQueries, queries.length],
    ['repeated-queries', checks.sharedTexts, queries.length],
  ] as const;
  const figures: Figure[] = [];
  for (const [figure, check, of] of rows)
    figures.push(counted(figure, where, await check.task!(linted, texts), of));
  return figures;
}

/** Positives that nobody has run, or whose run proved nothing. */
function unexecuted(read: ReadTask): Figure {
  const tally = new Tally('unexecuted-positives', 'share');
  for (const item of read.queries)
    for (const id of positives(item, read.task.level)) {
      const i = read.corpus.corpus.ordinal(id);
      const proven = i !== undefined && provenOutcome(read, item, i) !== undefined;
      tally.add(!proven, undefined, `${item.query.id} → ${id}`);
    }
  return tally.result(read.where);
}

export async function judgmentFigures(read: ReadTask): Promise<Figure[]> {
  return [...shapes(read), alignedIds(read), ...(await linted(read)), unexecuted(read)];
}
