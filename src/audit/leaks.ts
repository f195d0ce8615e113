import { setImmediate } from 'node:timers/promises';
import type { Query } from '../core/benchmark.js';
import { poolOf } from '../core/pool.js';
import { type Random, seeded } from '../core/random.js';
import { languageNamed } from '../languages/registry.js';
import { holdsCode } from './code.js';
import { type Figure, Tally } from './figure.js';
import { type Answer, pairName, type ReadTask } from './subject.js';
import { type Facts, identifiersOf, type Name, namesOf, syntaxOf } from './texts.js';

/** Random documents drawn for a query, to tell what its answers would share with it by chance. */
const DRAWS = 20;
/** Queries looked at between two turns of the event loop. */
const TURN = 256;
/** How often a document that must not be drawn is drawn again. */
const ATTEMPTS = 10;

/** The side of a pair that a name may have leaked into. */
interface Side {
  hasWord(word: number): boolean;
  identifiers: ReadonlySet<string>;
}

const KINDS = ['name-in-query', 'name-words-in-query', 'title-in-query', 'word-overlap'] as const;
type Leak = (typeof KINDS)[number];
/** What a query and a document share; undefined where the document, or the query, has no name or title. */
type Shared = Record<Leak, number | undefined>;

/** A query with what is needed to compare it with any document. */
class Asked {
  private readonly identifiers: ReadonlySet<string>;
  private readonly words: number[];
  private readonly known: ReadonlySet<number>;

  /** @param names of the query's own functions, where documents are prose and cannot declare any */
  constructor(
    query: Query,
    words: number[],
    private readonly names: readonly Name[] | undefined,
  ) {
    this.identifiers = identifiersOf(query.text);
    this.words = words;
    this.known = new Set(words.filter((word) => word >= 0));
  }

  with({ tokens, title, names: declared, identifiers }: Facts): Shared {
    const names = this.names ?? declared;
    const hasWord = (word: number) => this.known.has(word);
    const side: Side =
      this.names === undefined
        ? { hasWord, identifiers: this.identifiers }
        : { hasWord: (word) => isIn(tokens, word), identifiers: identifiers ?? new Set() };
    const named = (holds: (name: Name) => boolean) =>
      names.length === 0 ? undefined : Number(names.some(holds));
    return {
      'name-in-query': named(({ whole }) => side.identifiers.has(whole)),
      'name-words-in-query': named(({ words }) => Array.from(words).every(side.hasWord)),
      'title-in-query': title.length === 0 ? undefined : countWhere(title, hasWord) / title.length,
      'word-overlap': this.words.length === 0 ? undefined : countWhere(tokens, hasWord) / this.words.length,
    };
  }
}

function countWhere(words: Uint32Array, test: (word: number) => boolean): number {
  let count = 0;
  for (let k = 0; k < words.length; k++) if (test(words[k]!)) count++;
  return count;
}

function isIn(sorted: Uint32Array, word: number): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < word) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === word;
}

/** Names of a code query whose answers are prose; undefined for every other query. */
async function queryNames({ subject, task }: ReadTask, query: Query): Promise<Name[] | undefined> {
  if (task.direction !== 'c2t') return undefined;
  const syntax = await syntaxOf(query.text, languageNamed(query.language ?? task.labels.language ?? ''));
  return namesOf(syntax?.functions ?? [], (name) => subject.texts.words.look(name));
}

/** Means over documents drawn from those that the query may rank, its positives left out. */
function byChance(
  read: ReadTask,
  query: Query,
  answers: readonly Answer[],
  asked: Asked,
  random: Random,
): Shared {
  const { corpus, text } = read.corpus;
  const { excluded, candidates } = poolOf(query, corpus);
  const pool = candidates === undefined ? undefined : [...candidates];
  const right = new Set(answers.map(({ i }) => i));
  const sums = KINDS.map(() => ({ sum: 0, size: 0 }));
  for (let draw = 0; draw < DRAWS; draw++) {
    let i = -1;
    for (let attempt = 0; attempt < ATTEMPTS && i < 0; attempt++) {
      const drawn = pool === undefined ? random.below(corpus.size) : (pool[random.below(pool.length)] ?? -1);
      if (!right.has(drawn) && !excluded.has(drawn)) i = drawn;
    }
    if (i < 0) continue;
    const shared = asked.with(read.subject.texts.facts[text[i]!]!);
    for (const [k, kind] of KINDS.entries()) {
      if (shared[kind] === undefined) continue;
      sums[k]!.sum += shared[kind];
      sums[k]!.size++;
    }
  }
  const means = KINDS.map((kind, k) => [
    kind,
    sums[k]!.size === 0 ? undefined : sums[k]!.sum / sums[k]!.size,
  ]);
  return Object.fromEntries(means) as Shared;
}

/**
 * How much of an answer's name, title and words the query gives away, for every pair of a query and a positive;
 * by chance: the same for random documents that are no positives.
 */
export async function leakFigures(read: ReadTask): Promise<Figure[]> {
  const { subject, task, answers, where } = read;
  const tallies = KINDS.map((kind) => new Tally(kind, kind.startsWith('name') ? 'share' : 'mean'));
  const random = seeded(`${subject.options.seed} leaks ${subject.benchmark.name} ${task.id}`);
  let done = 0;
  for (const [item, own] of answers) {
    if (done++ % TURN === 0) {
      await setImmediate();
      subject.options.progress(
        `${subject.benchmark.name} · what queries of ${task.id} give away`,
        done,
        answers.size,
      );
    }
    const { query } = item;
    const asked = new Asked(query, subject.texts.words.look(query.text), await queryNames(read, query));
    const chance = byChance(read, query, own, asked, random);
    for (const answer of own) {
      const shared = asked.with(answer.facts);
      for (const [k, kind] of KINDS.entries()) {
        const value = shared[kind];
        if (value === undefined) continue;
        tallies[k]!.add(
          value,
          chance[kind],
          kind.startsWith('name') ? pairName(read, item, answer) : undefined,
        );
      }
    }
  }
  return tallies.map((tally) => tally.result(where));
}

/** Code queries without code: they cannot ask for what they are said to ask for. */
export async function codelessQueries({ task, queries, where }: ReadTask): Promise<Figure> {
  const tally = new Tally('codeless-queries', 'share');
  for (const { query } of task.direction === 't2c' ? [] : queries) {
    const language = languageNamed(query.language ?? task.labels.language ?? '');
    const syntax = await syntaxOf(query.text, language);
    tally.add(!(syntax?.holdsCode ?? holdsCode(query.text)), undefined, query.id);
  }
  return tally.result(where);
}
