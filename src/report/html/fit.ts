import type { Results } from '../results.js';
import type { DocumentView, QueryView } from './data.js';
import type { Draft, DraftWriter, ShownDocument } from './draft.js';
import { grouped } from './grouped.js';
import { packed } from './page.js';
import type { ShownQueries } from './shown-queries.js';
import { type CutText, cutTo, LONG, readTexts, type Texts } from './texts.js';

/** Lengths that query texts are cut to, one after the other, until there is room for documents beside them. */
const QUERY_LENGTHS = [LONG, 1000, 300];
/** Share of the room that may be filled before query texts are cut further, and before queries are left out. */
const SHARE = { texts: 0.5, queries: 0.8 };

/** How the page is cut to its room. */
interface Cut {
  draft: Draft;
  /** Characters of a query's text. */
  query: number;
  /** Texts by document; documents that lack here have none. */
  texts: ReadonlyMap<ShownDocument, CutText>;
}

/** What there is room for, found by packing it: guessing would either waste room or exceed it. */
export class Fitting {
  private readonly tasks: string[];

  /**
   * @param room bytes of packed data
   * @param systems names of those that have rankings
   */
  constructor(
    private readonly results: Results,
    private readonly shown: ShownQueries,
    private readonly systems: readonly string[],
    private readonly left: readonly string[],
    private readonly room: number,
  ) {
    this.tasks = shown.tasks.map(({ id }) => id);
  }

  /**
   * The view with all that fits. What is given up, in this order: the ends of long texts; texts of documents, those
   * first that were ranked low or not at all; the ends of queries; queries.
   */
  async view(writer: DraftWriter): Promise<QueryView> {
    const draft = writer.write();
    const texts = await readTexts(draft.documents);
    const whole = { draft, query: Infinity, texts: textsOf(texts, texts.order.length) };
    if (texts.whole && (await this.fits(whole))) return this.shape(whole);
    const cut = shortened(texts);
    const first = { draft, query: LONG, texts: textsOf(cut, cut.texts.length) };
    const all = cut.texts.length === cut.order.length;
    const shorter = !texts.whole || [...texts.texts, ...draft.queries].some(({ text }) => text.length > LONG);
    if (all && shorter && (await this.fits(first))) return this.shape(first);
    const bare = await this.bare(writer, draft);
    const kept = bare.draft === draft ? cut : shortened(await readTexts(bare.draft.documents));
    const most = await largest(kept.texts.length, this.room, (n) =>
      this.size({ ...bare, texts: textsOf(kept, n) }),
    );
    return this.shape({ ...bare, texts: textsOf(kept, most) });
  }

  /** The queries without texts of documents, small enough to leave room for those. */
  private async bare(writer: DraftWriter, draft: Draft): Promise<Cut> {
    const none: Cut['texts'] = new Map();
    for (const query of QUERY_LENGTHS)
      if (await this.fits({ draft, query, texts: none }, SHARE.texts)) return { draft, query, texts: none };
    const query = QUERY_LENGTHS.at(-1)!;
    const turns = [...this.shown.queries.keys()].sort(
      (a, b) => this.shown.queries[a]!.turn - this.shown.queries[b]!.turn || a - b,
    );
    const firstOf = (n: number) => writer.write(turns.slice(0, n).sort((a, b) => a - b));
    const most = await largest(turns.length, SHARE.queries * this.room, (n) =>
      this.size({ draft: firstOf(n), query, texts: none }),
    );
    return { draft: most === turns.length ? draft : firstOf(most), query, texts: none };
  }

  private async fits(cut: Cut, share = 1): Promise<boolean> {
    return (await this.size(cut)) <= share * this.room;
  }

  private async size(cut: Cut): Promise<number> {
    return (await packed(this.results, this.shape(cut))).length;
  }

  private shape({ draft, query, texts }: Cut): QueryView {
    const queries = draft.queries.map((entry) => ({ ...entry, ...cutTo(entry.text, query) }));
    const documents = draft.documents.map((one): DocumentView => ({ ...one.view, ...texts.get(one) }));
    return {
      systems: [...this.systems],
      tasks: this.tasks,
      total: this.shown.total,
      left: [...this.left, ...this.losses(queries, documents)],
      documents,
      queries,
    };
  }

  /** What was given up, in words. */
  private losses(queries: QueryView['queries'], documents: QueryView['documents']): string[] {
    const lines: string[] = [];
    const missing = this.shown.queries.length - queries.length;
    if (missing > 0)
      lines.push(
        `${grouped(missing)} of ${grouped(this.shown.queries.length)} queries are left out to keep the file small.`,
      );
    const shorter = queries.filter(({ cut }) => cut !== undefined).length;
    if (shorter > 0)
      lines.push(`The texts of ${grouped(shorter)} of ${grouped(queries.length)} queries are cut.`);
    const cut = documents.filter((one) => one.cut !== undefined).length;
    if (cut > 0)
      lines.push(
        `The texts of ${grouped(cut)} of ${grouped(documents.length)} documents are cut to ${grouped(LONG)} characters.`,
      );
    const bare = documents.filter(({ text }) => text === undefined).length;
    if (bare > 0)
      lines.push(
        `The texts of ${grouped(bare)} of ${grouped(documents.length)} documents are left out, those ranked lowest first.`,
      );
    return lines;
  }
}

function textsOf({ order, texts }: Texts, most: number): Map<ShownDocument, CutText> {
  return new Map(texts.slice(0, most).map((text, k) => [order[k]!, text]));
}

function shortened({ order, texts, whole }: Texts): Texts {
  return { order, texts: whole ? texts.map(({ text }) => cutTo(text, LONG)) : texts, whole: false };
}

/** The share of the limit at which a search for the largest n is content. */
const CLOSE = 0.985;

/**
 * About the largest n ≤ most whose size is within the limit; 0 where none is. Sizes grow with n, nearly in
 * proportion: the next n is where a line through the two known sizes meets the limit, and now and then the middle.
 */
async function largest(most: number, limit: number, sizeOf: (n: number) => Promise<number>): Promise<number> {
  let high = { n: most, size: await sizeOf(most) };
  if (high.size <= limit || most === 0) return most;
  let low = { n: 0, size: await sizeOf(0) };
  for (let round = 1; high.n - low.n > 1 && low.size < CLOSE * limit; round++) {
    const aim = ((1 + CLOSE) / 2) * limit;
    const share = round % 3 === 0 ? 0.5 : (aim - low.size) / (high.size - low.size);
    const n = Math.min(high.n - 1, Math.max(low.n + 1, Math.round(low.n + share * (high.n - low.n))));
    const size = await sizeOf(n);
    if (size <= limit) low = { n, size };
    else high = { n, size };
  }
  return low.n;
}
