import { type Benchmark, type Corpus, familyOf, type Outcome } from '../../core/benchmark.js';
import { editsFromRoot } from '../../core/variants.js';
import type { DocumentView, OutcomeCode, QueryEntry } from './data.js';
import type { SystemRankings } from './rankings.js';
import type { ShownQuery } from './shown-queries.js';

/** A document that the page names. */
export interface ShownDocument {
  corpus: Corpus;
  i: number;
  view: DocumentView;
  /** How much a reader would miss its text: lower is more. */
  need: number;
  /** The turn of the query that needs it. */
  turn: number;
}

/** A query view before it is known which texts there is room for: queries with theirs whole, documents without. */
export interface Draft {
  documents: ShownDocument[];
  queries: QueryEntry[];
}

const CODES: Record<Outcome['is'], OutcomeCode> = {
  ...{ pass: 'p', fail: 'f', invalid: 'i', timeout: 't', flaky: 'k', unavailable: 'u' },
};

/** What a text is needed for, in order; the rank is added to the second and third. */
const NEED = { canonical: 0, above: 1, shown: 1e6, judged: 1e9 };

/** Everything about the shown queries but the texts of documents. */
export class DraftWriter {
  private readonly documents = new Map<Corpus, Map<number, ShownDocument>>();

  constructor(
    private readonly benchmark: Benchmark,
    private readonly queries: readonly ShownQuery[],
    private readonly systems: readonly SystemRankings[],
  ) {}

  /** @param kept indexes of the queries to show; absent: all */
  write(kept: readonly number[] = [...this.queries.keys()]): Draft {
    this.documents.clear();
    for (const k of kept) this.collect(k);
    const { documents, index } = this.inFamilies();
    return { documents, queries: kept.map((k) => this.entry(k, index)) };
  }

  private collect(k: number): void {
    const { corpus, task, judged, turn } = this.queries[k]!;
    for (const { i, grade } of judged)
      this.want(corpus, i, grade >= task.level ? NEED.canonical : NEED.judged, turn);
    for (const { rankings } of this.systems) {
      const { top, right } = rankings[k] ?? { top: [], right: null };
      for (const [at, i] of top.entries())
        this.want(corpus, i, (at + 1 < (right ?? Infinity) ? NEED.above : NEED.shown) + at, turn);
    }
  }

  private want(corpus: Corpus, i: number, need: number, turn: number): void {
    let documents = this.documents.get(corpus);
    if (documents === undefined) this.documents.set(corpus, (documents = new Map()));
    const known = documents.get(i);
    if (known === undefined) documents.set(i, { corpus, i, view: viewOf(corpus, i), need, turn });
    else if (need < known.need || (need === known.need && turn < known.turn))
      Object.assign(known, { need, turn });
  }

  /**
   * The documents, near-clones beside each other, for there they compress best; what a variant was made from comes
   * first. Families are in the order that the queries name them in.
   */
  private inFamilies(): { documents: ShownDocument[]; index: (corpus: Corpus, i: number) => number } {
    const ordered: ShownDocument[] = [];
    const indexes = new Map<Corpus, Map<number, number>>();
    for (const [corpus, documents] of this.documents) {
      const families = new Map<string, ShownDocument[]>();
      for (const document of documents.values()) {
        const name = familyOf(corpus.meta(document.i));
        const family = families.get(name);
        if (family === undefined) families.set(name, [document]);
        else if (document.view.id === name) family.unshift(document);
        else family.push(document);
      }
      const index = new Map<number, number>();
      for (const family of families.values())
        for (const document of family) index.set(document.i, ordered.push(document) - 1);
      indexes.set(corpus, index);
    }
    for (const { corpus, i, view } of ordered) {
      const root = corpus.meta(i).variant?.root;
      const at = root === undefined ? undefined : indexes.get(corpus)!.get(corpus.ordinal(root) ?? -1);
      if (at !== undefined) view.root = at;
    }
    return { documents: ordered, index: (corpus, i) => indexes.get(corpus)!.get(i)! };
  }

  private entry(k: number, indexOf: (corpus: Corpus, i: number) => number): QueryEntry {
    const shown = this.queries[k]!;
    const { query, judged, corpus, task, t } = shown;
    const { id, text, language } = query;
    const grades = new Map(judged.map(({ i, grade }) => [i, grade]));
    const given = this.systems.map(({ rankings }) => rankings[k]);
    const documents = new Set([...grades.keys(), ...given.flatMap((ranking) => [...(ranking?.top ?? [])])]);
    const outcomes = new Map<number, OutcomeCode>();
    for (const i of documents) {
      const outcome = this.outcome(shown, i);
      if (outcome !== undefined) outcomes.set(i, CODES[outcome.is]);
    }
    const index = (i: number) => indexOf(corpus, i);
    return {
      ...{ id, task: t, text },
      ...(language === undefined ? {} : { language }),
      level: task.level,
      judged: Array.from(grades, ([i, grade]): [number, number] => [index(i), grade]),
      outcomes: Array.from(outcomes, ([i, code]): [number, OutcomeCode] => [index(i), code]).sort(byCode),
      rows: given.map((ranking) =>
        ranking === undefined ? null : { top: Array.from(ranking.top, index), right: ranking.right },
      ),
    };
  }

  private outcome({ query: { suite }, corpus }: ShownQuery, i: number): Outcome | undefined {
    if (suite === undefined) return undefined;
    return this.benchmark.verdict(corpus.meta(i).digest, suite)?.outcome;
  }
}

/** Passes first: equal neighbours compress. */
function byCode([a, x]: [number, OutcomeCode], [b, y]: [number, OutcomeCode]): number {
  return x === y ? a - b : x === 'p' ? -1 : y === 'p' ? 1 : x < y ? -1 : 1;
}

function viewOf(corpus: Corpus, i: number): DocumentView {
  const { id, language, variant } = corpus.meta(i);
  const bugs = variant === undefined ? [] : editsFromRoot(corpus, i).map(({ type }) => type);
  return {
    id,
    ...(language === undefined ? {} : { language }),
    ...(bugs.length === 0 ? {} : { bugs }),
  };
}
