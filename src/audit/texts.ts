import { type Corpus, type DocMeta, familyOf } from '../core/benchmark.js';
import { cutComments } from '../languages/comments.js';
import type { Language } from '../languages/language.js';
import { ownNames } from '../languages/names.js';
import { nodesOf, parse, type SyntaxNode } from '../languages/parser.js';
import { languageNamed } from '../languages/registry.js';
import { tokenize } from '../text/tokens.js';
import { holdsCode } from './code.js';
import { nearDuplicates, shinglesOf } from './near.js';

/** A longer text is data or generated; its syntax tree would take memory out of all proportion. UTF-16 units. */
const LONGEST_PARSED = 100_000;

/** Numbers for the tokens that occur in documents. */
export class Words {
  private readonly ids = new Map<string, number>();

  get size(): number {
    return this.ids.size;
  }

  /** The distinct tokens of a text, ascending; unknown ones become known. */
  learn(text: string): Uint32Array {
    const own = new Set<number>();
    for (const token of tokenize(text)) {
      let id = this.ids.get(token);
      if (id === undefined) this.ids.set(token, (id = this.ids.size));
      own.add(id);
    }
    return Uint32Array.from(own).sort();
  }

  /** The distinct tokens of a text; those that no document has are −1, once each. */
  look(text: string): number[] {
    return Array.from(new Set(tokenize(text)), (token) => this.ids.get(token) ?? -1);
  }
}

/** The name of a function: as it is written, in lower case, and the numbers of its words. */
export interface Name {
  whole: string;
  words: ArrayLike<number>;
}

/** What the figures look at in one text. */
export interface Facts {
  /** Distinct tokens, ascending. */
  tokens: Uint32Array;
  /** Distinct tokens of the title: the title that came with the document, else the signature, else the first line. */
  title: Uint32Array;
  /** Of the functions that the text declares; none where its language is not read. */
  names: Name[];
  /** Of prose: every word in it, as written but in lower case. */
  identifiers: ReadonlySet<string> | undefined;
  holdsCode: boolean;
  shingles: Uint32Array;
}

/** Every word of a text as a name would stand there, in lower case. */
export function identifiersOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}_$][\p{L}\p{N}_$]*/gu));
}

/** A name without any word, such as `_`, is none. */
export function namesOf(functions: readonly string[], wordsOf: (name: string) => ArrayLike<number>): Name[] {
  return functions
    .map((name) => ({ whole: name.toLowerCase(), words: wordsOf(name) }))
    .filter(({ words }) => words.length > 0);
}

/** What the syntax of a text tells; undefined where it is not read: the language is unknown, or the text too long. */
export interface Syntax {
  /** The text without comments and docstrings. */
  code: string;
  functions: string[];
  /** The line on which the first function is declared. */
  signature: string | undefined;
  holdsCode: boolean;
}

export function isParsed(text: string, language: Language | undefined): language is Language {
  return language !== undefined && text.length <= LONGEST_PARSED;
}

export async function syntaxOf(text: string, language: Language | undefined): Promise<Syntax | undefined> {
  if (!isParsed(text, language)) return undefined;
  const root = await parse(text, language);
  const { declared, roles } = ownNames(root, text, language);
  const functions = [...declared]
    .map(({ start, end }) => ({ start, name: text.slice(start, end) }))
    .filter(({ name }) => roles.get(name) === 'function')
    .sort((a, b) => a.start - b.start);
  // Cutting parses once more, which is most of the work.
  const code = hasComments(root, language) ? await cutComments(text, language) : text;
  return {
    code,
    functions: [...new Set(functions.map(({ name }) => name))],
    signature: functions.length === 0 ? undefined : lineAt(root, text, functions[0]!.start, language),
    holdsCode: holdsCode(code, { root, language }),
  };
}

/** Whether there may be something to cut: comments, or a statement that begins with a string. */
function hasComments(root: SyntaxNode, { roles }: Language): boolean {
  for (const { type, children } of nodesOf(root)) {
    if (roles.comments.includes(type)) return true;
    if (type === roles.docstring?.statement && roles.strings.includes(children[0]?.type ?? '')) return true;
  }
  return false;
}

/** What stands on the line around an offset, without comments, its parts set apart by spaces. */
function lineAt(root: SyntaxNode, text: string, at: number, { roles }: Language): string {
  const start = text.lastIndexOf('\n', at) + 1;
  const end = text.indexOf('\n', at);
  const parts: string[] = [];
  for (const node of nodesOf(root)) {
    const isOnLine = node.start >= start && (end < 0 || node.end <= end);
    if (isOnLine && node.children.length === 0 && !roles.comments.includes(node.type))
      parts.push(text.slice(node.start, node.end));
  }
  return parts.join(' ');
}

/** A corpus with the text of every document known by its number in the library. */
export interface ReadCorpus {
  corpus: Corpus;
  /** text[i]: number of the text of ordinal i. */
  text: Uint32Array;
  empty: number[];
  /** The language of documents that name none. */
  fallback: string | undefined;
  /** How many code documents are not read as code, by why: the name of their language, `TOO_LONG` or `UNTOLD`. */
  unread: Map<string, number>;
}

const SEVERAL = -1;

export const TOO_LONG = 'too long';
export const UNTOLD = 'no language told';

/** Every distinct text of the audited benchmarks once, with what is needed of it. */
export class Texts {
  readonly words = new Words();
  readonly facts: Facts[] = [];
  /** digests[n]: SHA-256 of text n; texts that differ only in what is told of them share it. */
  readonly digests: string[] = [];
  private readonly known = new Map<string, number>();
  /** The corpus of each text, by number, and its near-clone family; `SEVERAL` where documents of several hold it. */
  private readonly ownCorpus: number[] = [];
  private readonly ownFamily: number[] = [];
  private readonly families = new Map<string, number>();
  private corpora = 0;
  private twins: number[][] = [];

  async read(
    corpus: Corpus,
    fallback: string | undefined,
    progress: (done: number) => void,
  ): Promise<ReadCorpus> {
    const text = new Uint32Array(corpus.size);
    const place = this.corpora++;
    const read: ReadCorpus = { corpus, text, empty: [], fallback, unread: new Map() };
    for await (const { i, text: own } of corpus.texts()) {
      const meta = corpus.meta(i);
      const name = meta.language ?? fallback;
      const language = meta.kind === 'code' && name !== undefined ? languageNamed(name) : undefined;
      if (own.trim() === '') read.empty.push(i);
      if (meta.kind === 'code' && !isParsed(own, language)) {
        const why = language !== undefined ? TOO_LONG : (name ?? UNTOLD);
        read.unread.set(why, (read.unread.get(why) ?? 0) + 1);
      }
      text[i] = await this.numberOf(meta, own, language);
      this.settle(text[i]!, place, familyOf(meta));
      progress(i + 1);
    }
    return read;
  }

  private settle(n: number, corpus: number, family: string): void {
    const key = `${corpus} ${family}`;
    let number = this.families.get(key);
    if (number === undefined) this.families.set(key, (number = this.families.size));
    this.ownCorpus[n] = (this.ownCorpus[n] ?? corpus) === corpus ? corpus : SEVERAL;
    this.ownFamily[n] = (this.ownFamily[n] ?? number) === number ? number : SEVERAL;
  }

  /**
   * Texts that are the same, or that stand in other corpora, or in the family alone, must not use up the places of
   * those that are nearest to a flaw.
   */
  private kindOf(x: number, y: number): 0 | 1 | 2 | undefined {
    if (this.digests[x] === this.digests[y]) return undefined;
    const [family, corpus] = [this.ownFamily[x]!, this.ownCorpus[x]!];
    if (family !== SEVERAL && family === this.ownFamily[y]) return 0;
    const apart = corpus !== SEVERAL && this.ownCorpus[y] !== SEVERAL && corpus !== this.ownCorpus[y];
    return apart ? 2 : 1;
  }

  private async numberOf(meta: DocMeta, text: string, language: Language | undefined): Promise<number> {
    const title = meta.tags?.title;
    const key = JSON.stringify([meta.digest, meta.kind, language?.name ?? '', title ?? '']);
    let number = this.known.get(key);
    if (number === undefined) {
      number = this.facts.push(await this.factsOf(meta, text, language, title)) - 1;
      this.digests[number] = meta.digest;
      this.known.set(key, number);
    }
    return number;
  }

  private async factsOf(
    meta: DocMeta,
    text: string,
    language: Language | undefined,
    given: string | undefined,
  ): Promise<Facts> {
    const syntax = await syntaxOf(text, language);
    const code = syntax?.code ?? text;
    const title = given ?? syntax?.signature ?? /\S.*/.exec(code)?.[0] ?? '';
    return {
      tokens: this.words.learn(text),
      title: this.words.learn(title),
      names: namesOf(syntax?.functions ?? [], (name) => this.words.learn(name)),
      identifiers: meta.kind === 'text' ? identifiersOf(text) : undefined,
      holdsCode: syntax?.holdsCode ?? holdsCode(text),
      shingles: shinglesOf(code),
    };
  }

  /** Compares all texts that were read. */
  async compare(progress: (done: number, total: number) => void): Promise<void> {
    const sets = this.facts.map(({ shingles }) => shingles);
    this.twins = await nearDuplicates(sets, { kindOf: (x, y) => this.kindOf(x, y), progress });
  }

  /** For each text, the numbers of those that are near it without being the same; none before they are compared. */
  get near(): readonly (readonly number[])[] {
    return this.twins;
  }
}
