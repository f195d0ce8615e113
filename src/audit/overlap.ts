import type { JudgedQuery, Task } from '../core/benchmark.js';
import { type Figure, Tally } from './figure.js';
import type { ReadTask, Subject } from './subject.js';

/** What is kept of a query to look for it, and for its answers, elsewhere. */
interface Trace {
  id: string;
  /** The query's words in lower case: the same query in other spacing is the same. */
  query: string;
  /** Numbers of the texts of its answers. */
  answers: number[];
}

/** The queries of each part of a benchmark. */
export interface Traces {
  /** `split train` → its queries; `task ID`, where no two splits are named. */
  parts: Map<string, Trace[]>;
}

function splitOf({ query }: JudgedQuery, task: Task): string | undefined {
  return query.tags?.split ?? task.labels.split;
}

/** Collects the traces of a benchmark, task by task. */
export class TraceCollector {
  private readonly bySplit = new Map<string, Trace[]>();
  private readonly byTask = new Map<string, Trace[]>();

  add({ task, queries, answers, corpus, where }: ReadTask): void {
    const ofTask: Trace[] = [];
    this.byTask.set(where, ofTask);
    for (const item of queries) {
      const { id, text } = item.query;
      const trace = {
        id,
        query: text.toLowerCase().split(/\s+/).join(' ').trim(),
        answers: (answers.get(item) ?? []).map(({ i }) => corpus.text[i]!),
      };
      ofTask.push(trace);
      const split = splitOf(item, task);
      if (split === undefined) continue;
      const name = `split ${split}`;
      const ofSplit = this.bySplit.get(name);
      if (ofSplit === undefined) this.bySplit.set(name, [trace]);
      else ofSplit.push(trace);
    }
  }

  traces(): Traces {
    return { parts: this.bySplit.size > 1 ? this.bySplit : this.byTask };
  }
}

/** What is looked for a trace in. */
interface Haystack {
  hasQuery(query: string): boolean;
  hasDigest(digest: string): boolean;
  hasText(n: number): boolean;
}

/** Queries and answers of a part that stand in the haystack. */
function found(
  kinds: readonly [query: string, answer: string, near: string],
  traces: readonly Trace[],
  haystack: Haystack,
  { texts, options }: Subject,
  where: string,
): Figure[] {
  const [query, answer] = [new Tally(kinds[0], 'share'), new Tally(kinds[1], 'share')];
  const near = new Tally(kinds[2], 'share');
  for (const trace of traces) {
    query.add(haystack.hasQuery(trace.query), undefined, trace.id);
    if (trace.answers.length === 0) continue;
    const same = trace.answers.some((n) => haystack.hasDigest(texts.digests[n]!));
    answer.add(same, undefined, trace.id);
    if (options.near)
      near.add(
        trace.answers.some((n) => texts.near[n]!.some((other) => haystack.hasText(other))),
        undefined,
        trace.id,
      );
  }
  return [query, answer, near].map((tally) => tally.result(where));
}

/** Queries and answers that come again in another part of the benchmark. */
export function elsewhereFigures(subject: Subject, { parts }: Traces): Figure[] {
  const { digests } = subject.texts;
  const queries = partsWith(parts, ({ query }) => [query]);
  const texts = partsWith(parts, ({ answers }) => answers);
  const sames = partsWith(parts, ({ answers }) => answers.map((n) => digests[n]!));
  const others = <K>(places: Map<K, Set<string>>, key: K, own: string) => {
    const all = places.get(key);
    return all !== undefined && (all.size > 1 || !all.has(own));
  };
  return [...(parts.size < 2 ? [] : parts)].flatMap(([where, traces]) => {
    const haystack: Haystack = {
      hasQuery: (query) => others(queries, query, where),
      hasDigest: (digest) => others(sames, digest, where),
      hasText: (n) => others(texts, n, where),
    };
    const kinds = ['queries-elsewhere', 'answers-elsewhere', 'near-answers-elsewhere'] as const;
    return found(kinds, traces, haystack, subject, where);
  });
}

function partsWith<K>(
  parts: ReadonlyMap<string, readonly Trace[]>,
  keysOf: (trace: Trace) => K[],
): Map<K, Set<string>> {
  const places = new Map<K, Set<string>>();
  for (const [part, traces] of parts)
    for (const trace of traces)
      for (const key of keysOf(trace)) {
        const own = places.get(key);
        if (own === undefined) places.set(key, new Set([part]));
        else own.add(part);
      }
  return places;
}

/** Queries, answers and documents that stand in another benchmark too. */
export function inOtherFigures(subject: Subject, traces: Traces, other: Subject, others: Traces): Figure[] {
  const { digests } = subject.texts;
  const queries = new Set([...others.parts.values()].flatMap((part) => part.map(({ query }) => query)));
  const texts = new Set(other.corpora.flatMap(({ text }) => [...text]));
  const same = new Set([...texts].map((n) => digests[n]!));
  const haystack: Haystack = {
    hasQuery: (query) => queries.has(query),
    hasDigest: (digest) => same.has(digest),
    hasText: (n) => texts.has(n),
  };
  const kinds = ['queries-in-other', 'answers-in-other', 'near-answers-in-other'] as const;
  const figures = [...traces.parts].flatMap(([where, part]) => found(kinds, part, haystack, subject, where));
  for (const { corpus } of subject.corpora) {
    const tally = new Tally('documents-in-other', 'share');
    for (let i = 0; i < corpus.size; i++) {
      const { digest, id } = corpus.meta(i);
      tally.add(same.has(digest), undefined, id);
    }
    figures.push(tally.result(`corpus ${corpus.id}`));
  }
  return figures;
}
