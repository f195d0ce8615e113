import { type AuditOptions, type AuditReport, audit } from '../src/audit/audit.js';
import type { Figure } from '../src/audit/figure.js';
import { FIGURE_KINDS } from '../src/audit/kinds.js';
import { overall } from '../src/audit/tables.js';
import type {
  Benchmark,
  Corpus,
  Direction,
  DocMeta,
  JudgedQuery,
  Outcome,
  Query,
  Task,
  Verdict,
} from '../src/core/benchmark.js';
import { byteOrderOf } from '../src/core/order.js';
import { seeded } from '../src/core/random.js';
import { sha256 } from '../src/store/digest.js';

// Benchmarks in memory, and words that occur nowhere else: whatever such a benchmark shares was put there.

export interface Doc {
  id: string;
  text: string;
  meta?: Partial<DocMeta>;
}

export interface Asked {
  id: string;
  text: string;
  /** Document → grade. */
  grades: Record<string, number>;
  query?: Partial<Query>;
}

export interface World {
  documents: Doc[];
  /** Task → queries. All search the one corpus. */
  tasks: Record<string, Asked[]>;
  direction?: Direction;
  labels?: Record<string, string>;
  level?: number;
  /** Outcomes of texts under the suite of all queries that have one. */
  outcomes?: Record<string, Outcome['is']>;
  name?: string;
}

/** The suite of every query that has one. */
export const SUITE = 'f'.repeat(64);

function corpusOf(documents: readonly Doc[]): Corpus {
  const metas = documents.map(
    ({ id, text, meta }): DocMeta => ({
      ...{ id, digest: sha256(text), kind: 'code', language: 'python' },
      ...meta,
    }),
  );
  const ordinals = new Map(metas.map(({ id }, i) => [id, i]));
  return {
    id: 'code',
    size: documents.length,
    byteOrder: byteOrderOf(metas.map(({ id }) => id)),
    meta: (i) => metas[i]!,
    ordinal: (id) => ordinals.get(id),
    text: async (i) => documents[i]!.text,
    async *texts() {
      for (const [i, { text }] of documents.entries()) yield { i, text };
    },
  };
}

function taskOf(id: string, asked: readonly Asked[], world: World): Task {
  const direction = world.direction ?? 't2c';
  const items = asked.map(
    ({ id, text, grades, query }): JudgedQuery => ({
      query: {
        ...{ id, text, cluster: id, exclude: [] },
        ...(direction === 't2c' ? { kind: 'text' } : { kind: 'code', language: 'python' }),
        ...query,
      },
      judgments: Object.entries(grades).map(([doc, grade]) => ({ doc, grade })),
    }),
  );
  const { labels = {}, level = 1 } = world;
  return {
    ...{ id, corpus: 'code', direction, labels, level, size: items.length },
    async *queries() {
      yield* items;
    },
  };
}

function outcomeOf(is: Outcome['is']): Outcome {
  if (is === 'pass') return { is };
  return is === 'fail' ? { is, test: 0 } : { is, why: 'planted' };
}

export function benchmarkOf(world: World): Benchmark {
  const verdicts = Object.entries(world.outcomes ?? {}).map(
    ([text, is]): Verdict => ({
      ...{ code: sha256(text), suite: SUITE, outcome: outcomeOf(is) },
      ...{ isolation: 'none', toolchain: 'none', proof: 'imported' },
    }),
  );
  return {
    ...{ name: world.name ?? 'world', version: '1', digest: sha256(JSON.stringify(world)) },
    corpora: new Map([['code', corpusOf(world.documents)]]),
    tasks: Object.entries(world.tasks).map(([id, asked]) => taskOf(id, asked, world)),
    suiteIds: new Set(verdicts.length === 0 ? [] : [SUITE]),
    suite: async (id) => ({ id, tests: [] }),
    verdict: (code, suite) => verdicts.find((one) => one.code === code && one.suite === suite),
    verdicts: () => verdicts,
  };
}

export const OPTIONS: AuditOptions = {
  ...{ seed: 1, near: true, renamed: true },
  progress: () => {},
  warn: () => {},
};

export function auditOf(
  world: World,
  other?: World,
  options: Partial<AuditOptions> = {},
): Promise<AuditReport> {
  return audit(benchmarkOf(world), other && benchmarkOf(other), { ...OPTIONS, ...options });
}

/** One figure over all places of the benchmark that was asked about. */
export function figureOf({ benchmarks }: AuditReport, name: string): Figure | undefined {
  return overall(benchmarks[0]!, FIGURE_KINDS.find((kind) => kind.name === name)!);
}

/** Words of consonants and vowels, no two alike and none an English one: every call gives fresh ones. */
export function wordSource(seed: string): () => string {
  const random = seeded(seed);
  const seen = new Set<string>();
  const pick = (letters: string) => letters[random.below(letters.length)]!;
  return () => {
    for (;;) {
      const word = Array.from({ length: 4 }, () => pick('bdfgklmnpt') + pick('aou')).join('');
      if (!seen.has(word) && seen.add(word)) return word;
    }
  };
}

/** A Python function of fresh words. */
export function functionOf(word: () => string): string {
  const [name, argument, first, second] = [`${word()}_${word()}`, word(), word(), word()];
  return [
    `def ${name}(${argument}):`,
    `    ${first} = ${word()}(${argument})`,
    `    ${second} = ${word()}(${first}, '${word()}')`,
    `    return ${word()}(${second}, '${word()}')`,
  ].join('\n');
}

/** Documents d0 … of fresh words, and queries that have none of them: query k (ids without a number) is right in document k. */
export function soundWorld(size: number, seed: string): World & { tasks: { t: Asked[] } } {
  const word = wordSource(seed);
  const letters = (k: number) => String.fromCharCode(97 + Math.floor(k / 26), 97 + (k % 26));
  return {
    documents: Array.from({ length: size }, (_, k) => ({ id: `d${k}`, text: functionOf(word) })),
    tasks: {
      t: Array.from({ length: size }, (_, k) => ({
        id: `q-${letters(k)}`,
        text: `${word()} ${word()} ${word()} ${word()}`,
        grades: { [`d${k}`]: 1 },
      })),
    },
  };
}
