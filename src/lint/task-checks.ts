import { createHash } from 'node:crypto';
import type { JudgedQuery } from '../core/benchmark.js';
import { compareUtf8 } from '../core/order.js';
import { type Check, found, type LintedTask } from './finding.js';

function positives({ judgments }: JudgedQuery, level: number): string[] {
  return judgments.filter(({ grade }) => grade >= level).map(({ doc }) => doc);
}

function negatives({ judgments }: JudgedQuery, level: number): string[] {
  return judgments.filter(({ grade }) => grade < level).map(({ doc }) => doc);
}

/** Ids of the queries for which `test` holds. */
function queriesWhere({ queries }: LintedTask, test: (item: JudgedQuery) => boolean): string[] {
  return queries.filter(test).map(({ query }) => query.id);
}

/** `query → document` for every judged document that `test` picks. */
function pairsWhere(
  { queries }: LintedTask,
  test: (item: JudgedQuery, doc: string, grade: number) => boolean,
): string[] {
  return queries.flatMap((item) =>
    item.judgments
      .filter(({ doc, grade }) => test(item, doc, grade))
      .map(({ doc }) => `${item.query.id} → ${doc}`),
  );
}

function judgmentCount({ queries }: LintedTask): number {
  return queries.reduce((sum, { judgments }) => sum + judgments.length, 0);
}

function outcomeOf(
  { benchmark, corpus }: LintedTask,
  { query }: JudgedQuery,
  doc: string,
): string | undefined {
  const i = corpus.ordinal(doc);
  if (i === undefined || query.suite === undefined) return undefined;
  return benchmark.verdict(corpus.meta(i).digest, query.suite)?.outcome.is;
}

export const absentDocuments: Check = {
  name: 'absent-documents',
  severity: 'error',
  describe: 'judgments on documents that the corpus lacks: no system can find them',
  task: (subject) =>
    found(
      pairsWhere(subject, (_item, doc) => subject.corpus.ordinal(doc) === undefined),
      judgmentCount(subject),
      'judgments name documents that are not in the corpus',
    ),
};

export const unreachablePositives: Check = {
  name: 'unreachable-positives',
  severity: 'error',
  describe: 'positives that are no candidates of their query, or excluded: recall has a ceiling below 1',
  task: (subject) => {
    const pools = new Map(
      subject.queries.map(({ query }) => [query.id, query.candidates && new Set(query.candidates)]),
    );
    return found(
      pairsWhere(subject, ({ query }, doc, grade) => {
        const pool = pools.get(query.id);
        const reachable = !query.exclude.includes(doc) && (pool === undefined || pool.has(doc));
        return grade >= subject.task.level && !reachable;
      }),
      judgmentCount(subject),
      'positives are put out of reach by candidates or exclusions',
    );
  },
};

export const failedPositives: Check = {
  name: 'failed-positives',
  severity: 'error',
  describe: 'documents graded right that failed the tests of their query',
  task: (subject) =>
    found(
      pairsWhere(subject, (item, doc, grade) => {
        const outcome = outcomeOf(subject, item, doc);
        return (
          grade >= subject.task.level &&
          outcome !== undefined &&
          ['fail', 'invalid', 'timeout'].includes(outcome)
        );
      }),
      judgmentCount(subject),
      'positives did not pass the tests of their query',
    ),
};

export const passedNegatives: Check = {
  name: 'passed-negatives',
  severity: 'warning',
  describe:
    'documents graded wrong that pass the tests: for code to code, valid translations among the negatives',
  task: (subject) =>
    found(
      pairsWhere(
        subject,
        (item, doc, grade) => grade < subject.task.level && outcomeOf(subject, item, doc) === 'pass',
      ),
      judgmentCount(subject),
      'hard negatives pass the tests of their query',
    ),
};

export const anchorInCorpus: Check = {
  name: 'anchor-in-corpus',
  severity: 'error',
  describe: 'code queries whose own text is a document and not excluded: every system finds it at rank 1',
  task: (subject) => {
    if (subject.task.direction !== 'c2c') return undefined;
    const documents = new Map<string, string[]>();
    for (let i = 0; i < subject.corpus.size; i++) {
      const { digest, id } = subject.corpus.meta(i);
      const same = documents.get(digest);
      if (same === undefined) documents.set(digest, [id]);
      else same.push(id);
    }
    const ids = queriesWhere(subject, ({ query }) => {
      const digest = createHash('sha256').update(query.text).digest('hex');
      return (documents.get(digest) ?? []).some((id) => !query.exclude.includes(id));
    });
    return found(
      ids,
      subject.queries.length,
      'code queries stand in the corpus themselves and are not excluded',
    );
  },
};

export const judgedExclusions: Check = {
  name: 'judged-exclusions',
  severity: 'warning',
  describe: 'documents that are both judged and excluded for a query: their judgment is ignored',
  task: (subject) =>
    found(
      pairsWhere(subject, ({ query }, doc) => query.exclude.includes(doc)),
      judgmentCount(subject),
      'judged documents are excluded',
    ),
};

export const noPositives: Check = {
  name: 'no-positives',
  severity: 'note',
  describe: 'queries without a positive: some profiles count them as 0, some leave them out',
  task: (subject) =>
    found(
      queriesWhere(subject, (item) => positives(item, subject.task.level).length === 0),
      subject.queries.length,
      'queries have no positive',
    ),
};

export const emptyQueries: Check = {
  name: 'empty-queries',
  severity: 'error',
  describe: 'queries without any visible character',
  task: (subject) =>
    found(
      queriesWhere(subject, ({ query }) => query.text.trim() === ''),
      subject.queries.length,
      'queries are empty',
    ),
};

export const sharedTexts: Check = {
  name: 'shared-query-texts',
  severity: 'note',
  describe:
    'queries that repeat the text of another, such as language variants: not independent observations',
  task: (subject) => {
    const seen = new Set<string>();
    const ids = queriesWhere(subject, ({ query }) => seen.has(query.text) || !seen.add(query.text));
    return found(ids, subject.queries.length, 'queries repeat the text of another: resample by cluster');
  },
};

export const caseMismatch: Check = {
  name: 'case-mismatch',
  severity: 'warning',
  describe: 'a lower-cased corpus asked with queries that are not: case-sensitive systems lose',
  task: (subject, texts) => {
    const lowered = texts.withLetters > 0 && texts.lowerCase === texts.withLetters;
    const ids = lowered ? queriesWhere(subject, ({ query }) => query.text !== query.text.toLowerCase()) : [];
    return found(ids, subject.queries.length, 'queries have capitals, and no document has');
  },
};

/** Ties go to the greater id, so ids that sort by label hand a system without an opinion a score. */
export const idLeak: Check = {
  name: 'id-leak',
  severity: 'warning',
  describe: 'ids that tell positives from negatives by their order: score ties would be decided by the label',
  task: (subject) => {
    let after = 0;
    let pairs = 0;
    for (const item of subject.queries)
      for (const right of positives(item, subject.task.level))
        for (const wrong of negatives(item, subject.task.level)) {
          pairs++;
          if (compareUtf8(right, wrong) > 0) after++;
        }
    const share = after / pairs;
    if (pairs < 30 || Math.abs(share - 0.5) <= 0.25) return undefined;
    const [count, side] = share > 0.5 ? [after, 'after'] : [pairs - after, 'before'];
    return {
      count,
      of: pairs,
      message: `pairs have the positive ${side} the negative in id order`,
      examples: [],
    };
  },
};
