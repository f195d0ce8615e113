import type { OutcomeCode, QueryEntry, QueryView } from '../../../src/report/html/data.js';

/** What is known of a document for one query. `unknown`: neither run nor judged; it is not wrong for that. */
export type Standing = 'right' | 'wrong' | 'unknown';

/** What is known of a query's documents, looked up fast. */
interface Known {
  grades: Map<number, number>;
  outcomes: Map<number, OutcomeCode>;
}

/** A wrong document that stands above the best right one. */
export interface Upset {
  /** Document that stands above. */
  winner: number;
  rank: number;
  /** The right document below it. */
  right: number;
  /** Its rank; null: the system gave no right document a score. */
  rightRank: number | null;
}

/** Answers what each system did on each query. */
export class Standings {
  private readonly cache = new WeakMap<QueryEntry, Known>();

  /** @param asked rows of the systems that are to solve queries, which the artefact baselines are not */
  constructor(
    private readonly view: QueryView,
    readonly asked: readonly number[],
  ) {}

  private known(query: QueryEntry): Known {
    let known = this.cache.get(query);
    if (known === undefined)
      this.cache.set(query, (known = { grades: new Map(query.judged), outcomes: new Map(query.outcomes) }));
    return known;
  }

  grade(query: QueryEntry, document: number): number | undefined {
    return this.known(query).grades.get(document);
  }

  outcome(query: QueryEntry, document: number): OutcomeCode | undefined {
    return this.known(query).outcomes.get(document);
  }

  /** The tests decide where they were run to an end, the judgment elsewhere. */
  of(query: QueryEntry, document: number): Standing {
    const outcome = this.outcome(query, document);
    if (outcome === 'p') return 'right';
    if (outcome === 'f' || outcome === 'i' || outcome === 't') return 'wrong';
    const grade = this.grade(query, document);
    if (grade === undefined) return 'unknown';
    return grade >= query.level ? 'right' : 'wrong';
  }

  /** Whether the system of a row has a right document at rank 1. */
  solved(query: QueryEntry, row: number): boolean {
    const first = query.rows[row]?.top[0];
    return first !== undefined && this.of(query, first) === 'right';
  }

  /** How many of the systems that were asked solve a query; undefined: nothing is known to be right for it. */
  solvers(query: QueryEntry): number | undefined {
    if (query.outcomes.length === 0 && this.rights(query).length === 0) return undefined;
    return this.asked.filter((row) => this.solved(query, row)).length;
  }

  /** Near-clones have one root: the document that a variant was made from, however often edited. */
  root(document: number): number {
    return this.view.documents[document]?.root ?? document;
  }

  /**
   * The wrong document to lay beside the right one that it beats: the highest of the right one's own near-clones,
   * or else the highest that is known to be wrong, or else the highest of which nothing is known.
   */
  upset(query: QueryEntry, row: number): Upset | undefined {
    const ranked = query.rows[row];
    if (!ranked) return undefined;
    const { top } = ranked;
    const at = top.findIndex((document) => this.of(query, document) === 'right');
    const rightRank = at < 0 ? ranked.right : at + 1;
    if (rightRank === 1) return undefined;
    const above = top.slice(0, at < 0 ? top.length : at);
    const rights = at < 0 ? this.rights(query) : [top[at]!];
    if (above.length === 0 || rights.length === 0) return undefined;
    const notRight = (document: number) => this.of(query, document) !== 'right';
    const clone = above.find(
      (document) => notRight(document) && rights.some((right) => this.root(right) === this.root(document)),
    );
    const winner =
      clone ?? above.find((document) => this.of(query, document) === 'wrong') ?? above.find(notRight);
    if (winner === undefined) return undefined;
    const right = rights.find((one) => this.root(one) === this.root(winner)) ?? rights[0]!;
    return { winner, rank: above.indexOf(winner) + 1, right, rightRank };
  }

  /**
   * What is known to be wrong beside a right document, wherever it is ranked: a near-clone of it, or else any that
   * was judged or run for the query; undefined: nothing is.
   */
  twin(query: QueryEntry, right: number): number | undefined {
    const known = [...query.judged, ...query.outcomes].map(([document]) => document);
    const wrong = known.filter(
      (document) => this.of(query, document) === 'wrong' && document in this.view.documents,
    );
    return wrong.find((document) => this.root(document) === this.root(right)) ?? wrong[0];
  }

  /** Right documents of a query by judgment. */
  rights(query: QueryEntry): number[] {
    return query.judged.flatMap(([document, grade]) => (grade >= query.level ? [document] : []));
  }
}
