import type { DocMeta, Sha } from '../core/benchmark.js';
import type { SourceDocument } from '../core/source.js';
import { sha256 } from '../store/digest.js';
import type { Fields } from '../store/fields.js';
import { readRecords } from '../store/records.js';
import { editBetween } from './execretrieval-edit.js';
import type { Listener } from './format.js';
import { counted } from './progress.js';
import { tagsOf, withTags } from './tags.js';
import { Tally } from './tally.js';

/** A distractor and the canonical that it was made from. */
export interface Pair {
  distractor: string;
  canonical: string;
  /** Place among the distractors of its query. */
  slot: number;
}

/** The corpus: ids, digests and relations in memory, texts on disk (those of canonicals while edits are derived). */
export class ExecCorpus {
  private readonly digests = new Map<string, Sha>();
  /** Digests that a cache may use → digest of the text as it is. */
  private readonly aliases = new Map<Sha, Sha>();
  private readonly variants = new Map<string, NonNullable<DocMeta['variant']>>();
  private readonly distractorTags = new Map<string, Record<string, string>>();
  readonly canonicalDigests = new Set<Sha>();

  private constructor(private readonly path: string) {}

  static async scan(path: string, listener: Listener): Promise<ExecCorpus> {
    const corpus = new ExecCorpus(path);
    for await (const fields of counted(readRecords(path), 'reading document', listener)) corpus.add(fields);
    return corpus;
  }

  private add(fields: Fields): void {
    const id = fields.id('corpus_id');
    if (this.digests.has(id)) throw fields.fail(`the corpus_id "${id}" occurs twice`);
    const code = fields.string('code');
    const digest = sha256(code);
    this.digests.set(id, digest);
    this.aliases.set(digest, digest);
    const trimmed = sha256(code.trim());
    if (!this.aliases.has(trimmed)) this.aliases.set(trimmed, digest);
    if (fields.oneOf('label', ['correct', 'incorrect']) === 'correct') this.canonicalDigests.add(digest);
  }

  has(id: string): boolean {
    return this.digests.has(id);
  }

  digest(id: string): Sha | undefined {
    return this.digests.get(id);
  }

  /** Digest of the text that a digest of the cache stands for: of the code as it is, or without outer blanks. */
  digestOf(cached: Sha): Sha | undefined {
    return this.aliases.get(cached);
  }

  /** Derives every distractor's edit from its canonical's text, and takes in what is said of its bug. */
  async relate(
    pairs: readonly Pair[],
    distractorFile: string | undefined,
    listener: Listener,
  ): Promise<void> {
    const canonicals = new Set(pairs.map(({ canonical }) => canonical));
    const texts = new Map<string, string>();
    for await (const fields of readRecords(this.path))
      if (canonicals.has(fields.id('corpus_id'))) texts.set(fields.id('corpus_id'), fields.string('code'));
    const byDistractor = new Map(pairs.map((pair) => [pair.distractor, pair]));
    const { warn } = listener;
    for await (const fields of counted(readRecords(this.path), 'comparing document', listener)) {
      const id = fields.id('corpus_id');
      const pair = byDistractor.get(id);
      const parent = pair === undefined ? undefined : texts.get(pair.canonical);
      if (pair === undefined || parent === undefined) continue;
      const edits = editBetween(
        parent,
        fields.string('code'),
        fields.optionalString('bug_type') ?? 'unknown',
      );
      if (edits.length === 0) warn(`${this.path}: "${id}" is the same text as its canonical`);
      this.variants.set(id, { parent: pair.canonical, root: pair.canonical, slot: pair.slot, edits });
    }
    if (distractorFile !== undefined) await this.describe(distractorFile, warn);
  }

  private async describe(path: string, warn: Listener['warn']): Promise<void> {
    const stray = new Tally();
    for await (const fields of readRecords(path)) {
      const [field, id] =
        Object.entries(fields.record).find(
          ([name, value]) =>
            /corpus_id|distractor_id/.test(name) && typeof value === 'string' && this.has(value),
        ) ?? [];
      const placed = new Set([`distractor.${field}`, 'distractor.bug_type']);
      if (field === undefined) stray.add(fields, Object.keys(fields.record).join(', '));
      else this.distractorTags.set(id as string, tagsOf(fields.record, placed, 'distractor.'));
    }
    stray.tell(warn, 'rows name no document of the corpus, and are left out');
  }

  async *documents(): AsyncIterable<SourceDocument> {
    for await (const fields of readRecords(this.path)) {
      const id = fields.id('corpus_id');
      const variant = this.variants.get(id);
      const tags = {
        ...tagsOf(fields.record, new Set(['corpus_id', 'code'])),
        ...this.distractorTags.get(id),
      };
      yield {
        meta: {
          id,
          kind: 'code',
          language: 'python',
          ...withTags(tags),
          family: variant?.root ?? id,
          ...(variant === undefined ? {} : { variant }),
        },
        text: fields.string('code'),
      };
    }
  }
}
