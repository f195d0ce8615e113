import type { DocId, Judgment, QueryId, Task } from '../core/benchmark.js';
import { UserError } from '../core/errors.js';
import { viaTemporary } from '../store/atomic.js';
import { LineWriter } from '../store/line-writer.js';
import { readError, readLines } from '../store/lines.js';
import { assertOneColumn, columnsOf, QRELS_COLUMNS } from './trec-lines.js';

/** The judgments of one file of qrels, queries and documents in the order in which they first occur. */
export class Qrels {
  private readonly grades = new Map<QueryId, Map<DocId, number>>();
  /** Lines that said again what an earlier line had said. */
  repeated = 0;

  constructor(readonly path: string) {}

  get queries(): IterableIterator<QueryId> {
    return this.grades.keys();
  }

  get size(): number {
    return this.grades.size;
  }

  has(query: QueryId): boolean {
    return this.grades.has(query);
  }

  judgments(query: QueryId): Judgment[] {
    return Array.from(this.grades.get(query) ?? [], ([doc, grade]) => ({ doc, grade }));
  }

  /** Every judged document, once. */
  documents(): Set<DocId> {
    const all = new Set<DocId>();
    for (const judged of this.grades.values()) for (const doc of judged.keys()) all.add(doc);
    return all;
  }

  /**
   * Grades are whole numbers, negative ones included (trec_eval counts those as not relevant).
   *
   * @throws UserError on a grade that is not, and on two grades for one pair
   */
  add(query: QueryId, doc: DocId, gradeText: string, line: number): void {
    if (!/^[+-]?\d+(\.0*)?$/.test(gradeText))
      throw readError(this.path, `the grade ${JSON.stringify(gradeText)} is not a whole number`, line);
    const grade = Number(gradeText) + 0;
    let judged = this.grades.get(query);
    if (judged === undefined) this.grades.set(query, (judged = new Map()));
    const before = judged.get(doc);
    if (before === undefined) judged.set(doc, grade);
    else if (before === grade) this.repeated++;
    else
      throw readError(
        this.path,
        `query "${query}" and document "${doc}" have grade ${grade} here and ${before} in an earlier line`,
        line,
        'Keep one of the two lines.',
      );
  }
}

/**
 * Reads TREC qrels: `query iteration document grade`, separated by white space; the iteration is ignored.
 *
 * @throws UserError naming the line of what cannot be used
 */
export async function readQrels(path: string): Promise<Qrels> {
  const qrels = new Qrels(path);
  for await (const line of readLines(path)) {
    const columns = columnsOf(path, line, QRELS_COLUMNS);
    if (columns.length > 0) qrels.add(columns[0]!, columns[2]!, columns[3]!, line.number);
  }
  if (qrels.size === 0) throw readError(path, 'it has no judgment');
  return qrels;
}

/** @throws UserError: trec_eval and its kin read grades as whole numbers */
export function assertWholeGrade(path: string, query: QueryId, { doc, grade }: Judgment): void {
  if (!Number.isSafeInteger(grade))
    throw new UserError(
      `cannot write ${path}: query "${query}" grades document "${doc}" ${grade}, and grades are whole numbers here`,
      'Export to the assay format.',
    );
}

/**
 * Writes the judgments of one task as TREC qrels.
 *
 * @returns how many queries have no judgment: qrels cannot tell that they exist
 * @throws UserError when an id holds white space or a grade is not a whole number
 */
export async function writeQrels(task: Task, path: string): Promise<{ unjudged: number }> {
  let unjudged = 0;
  await viaTemporary(path, async (temporary) => {
    const out = await LineWriter.create(temporary);
    try {
      for await (const { query, judgments } of task.queries()) {
        assertOneColumn(path, 'query', query.id);
        if (judgments.length === 0) unjudged++;
        for (const judgment of judgments) {
          assertOneColumn(path, 'document', judgment.doc);
          assertWholeGrade(path, query.id, judgment);
          await out.write(`${query.id} 0 ${judgment.doc} ${judgment.grade}`);
        }
      }
    } finally {
      await out.end();
    }
  });
  return { unjudged };
}
