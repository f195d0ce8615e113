import type { Corpus, DocId, QueryId } from '../core/benchmark.js';
import type { UserError } from '../core/errors.js';
import type { Row } from '../core/ranking.js';
import type { Scored } from '../core/sparse.js';
import { viaTemporary } from '../store/atomic.js';
import { LineWriter } from '../store/line-writer.js';
import { readError, readLines } from '../store/lines.js';
import type { DocNumbers } from './doc-numbers.js';
import { assertOneColumn, columnsOf, RUN_COLUMNS } from './trec-lines.js';

const FIRST_CAPACITY = 16;

/** A score as run files write it; what JavaScript also takes for a number, such as 0x10, is none. */
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** The documents and scores of one query, in file order. Grows by doubling: 12 bytes a document. */
class ScoredList implements Scored {
  docs = new Uint32Array(FIRST_CAPACITY);
  scores = new Float64Array(FIRST_CAPACITY);
  size = 0;

  push(doc: number, score: number): void {
    if (this.size === this.docs.length) this.resize(2 * this.size);
    this.docs[this.size] = doc;
    this.scores[this.size++] = score;
  }

  resize(capacity: number): void {
    const docs = new Uint32Array(capacity);
    const scores = new Float64Array(capacity);
    docs.set(this.docs.subarray(0, this.size));
    scores.set(this.scores.subarray(0, this.size));
    this.docs = docs;
    this.scores = scores;
  }
}

/**
 * Reads a TREC run: `query Q0 document rank score tag`, separated by white space, plain or gzip. The rank, Q0
 * and tag columns are ignored: the order of a run is that of its scores. The lines of a query need not be
 * contiguous; queries are in order of first occurrence. Memory: 12 bytes a line (up to twice that while
 * reading), 40 a query, and each document id once.
 *
 * @param numbers what documents become: several files may share them
 * @throws UserError naming the line: wrong number of columns, a score that is not finite, a document listed
 *   twice for one query
 */
export async function loadTrecRun(path: string, numbers: DocNumbers): Promise<Map<QueryId, Scored>> {
  const lists = new Map<QueryId, ScoredList>();
  let query: QueryId | undefined;
  let list: ScoredList | undefined;
  for await (const line of readLines(path)) {
    const columns = columnsOf(path, line, RUN_COLUMNS);
    if (columns.length === 0) continue;
    const score = DECIMAL.test(columns[4]!) ? Number(columns[4]) : Number.NaN;
    if (!Number.isFinite(score)) throw badScore(path, columns[4]!, line.number);
    if (list === undefined || columns[0] !== query) {
      query = columns[0]!;
      list = lists.get(query);
      if (list === undefined) lists.set(query, (list = new ScoredList()));
    }
    list.push(numbers.numberOf(columns[2]!), score);
  }
  if (lists.size === 0) throw readError(path, 'it has no line of a run');
  for (const each of lists.values()) if (each.size < each.docs.length) each.resize(each.size);
  await refuseRepeats(path, lists, numbers.ids.length);
  return lists;
}

function badScore(path: string, text: string, line: number): UserError {
  return readError(
    path,
    `the score ${JSON.stringify(text)} is not a finite number`,
    line,
    'Each line must be: query Q0 document rank score tag.',
  );
}

/**
 * One pass over the numbers with a stamp per document, instead of a set per query while reading. Only when there
 * is a repeat is the file read again, to name its line.
 */
async function refuseRepeats(
  path: string,
  lists: ReadonlyMap<QueryId, ScoredList>,
  documents: number,
): Promise<void> {
  const stamps = new Uint32Array(documents);
  let stamp = 0;
  for (const [query, { docs }] of lists) {
    stamp++;
    for (const doc of docs) {
      if (stamps[doc] === stamp) throw await repeatError(path, query);
      stamps[doc] = stamp;
    }
  }
}

async function repeatError(path: string, query: QueryId): Promise<UserError> {
  const lines = new Map<DocId, number>();
  for await (const line of readLines(path)) {
    const [id, , doc] = columnsOf(path, line, RUN_COLUMNS);
    if (id !== query || doc === undefined) continue;
    const before = lines.get(doc);
    if (before !== undefined)
      return readError(
        path,
        `query "${query}" lists document "${doc}" again, after line ${before}`,
        line.number,
        'Keep one of the two lines.',
      );
    lines.set(doc, line.number);
  }
  return readError(path, `query "${query}" lists a document twice`);
}

/**
 * Writes the retrieved documents of each row as a TREC run; judged documents beyond them are left out, for a run
 * has no way to say that ranks are missing in between. Scores are printed so that they read back as the same
 * doubles. In a row with several tiers scores cannot be compared across tiers, so there the score is the number
 * of documents from this one to the end: the order survives, the scores do not.
 *
 * @returns how many rows were written, and how many of them with scores replaced
 * @throws UserError when an id holds white space
 */
export async function writeTrecRun(
  rows: AsyncIterable<Row> | Iterable<Row>,
  corpus: Corpus,
  tag: string,
  path: string,
): Promise<{ rows: number; rescored: number }> {
  const label = tag.trim().replace(/\s+/g, '_') || 'run';
  const summary = { rows: 0, rescored: 0 };
  await viaTemporary(path, async (temporary) => {
    const out = await LineWriter.create(temporary);
    try {
      for await (const row of rows) {
        const { query, docs, scores, tiers } = row;
        assertOneColumn(path, 'query', query);
        const rescore = tiers?.some((tier) => tier !== tiers[0]) ?? false;
        for (let k = 0; k < docs.length; k++) {
          const { id } = corpus.meta(docs[k]!);
          assertOneColumn(path, 'document', id);
          await out.write(`${query} Q0 ${id} ${k + 1} ${rescore ? docs.length - k : scores[k]} ${label}`);
        }
        summary.rows++;
        if (rescore) summary.rescored++;
      }
    } finally {
      await out.end();
    }
  });
  return summary;
}
