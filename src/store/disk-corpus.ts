import { closeSync, openSync, readSync } from 'node:fs';
import type { Corpus, DocId, DocMeta } from '../core/benchmark.js';
import { byteOrderOf } from '../core/order.js';
import { readError, readJsonLines } from './lines.js';

/** Metadata of a corpus as it is collected from `corpus.jsonl`, with the place of every text on disk. */
export class CorpusIndex {
  readonly metas: DocMeta[] = [];
  readonly offsets: number[] = [];
  readonly lengths: number[] = [];
  readonly ordinals = new Map<DocId, number>();

  constructor(readonly id: string) {}

  /** @returns whether the id was new */
  add(meta: DocMeta, offset: number, bytes: number): boolean {
    if (this.ordinals.has(meta.id)) return false;
    this.ordinals.set(meta.id, this.metas.length);
    this.metas.push(meta);
    this.offsets.push(offset);
    this.lengths.push(bytes);
    return true;
  }
}

/** Files stay open as long as their corpus is in use: opening one for every text would cost more than reading. */
const openFiles = new FinalizationRegistry<number>((file) => closeSync(file));

/** A corpus whose metadata is in memory and whose texts are read from `corpus.jsonl` when asked for. */
export class DiskCorpus implements Corpus {
  readonly id: string;
  readonly size: number;
  readonly byteOrder: Uint32Array;
  private file: number | undefined;

  constructor(
    private readonly path: string,
    private readonly index: CorpusIndex,
  ) {
    this.id = index.id;
    this.size = index.metas.length;
    this.byteOrder = byteOrderOf(index.metas.map(({ id }) => id));
  }

  meta(i: number): DocMeta {
    const meta = this.index.metas[i];
    if (meta === undefined) throw new RangeError(`corpus "${this.id}" has no document ${i}`);
    return meta;
  }

  ordinal(id: DocId): number | undefined {
    return this.index.ordinals.get(id);
  }

  async text(i: number): Promise<string> {
    const { id } = this.meta(i);
    if (this.file === undefined) {
      this.file = openSync(this.path, 'r');
      openFiles.register(this, this.file);
    }
    const length = this.index.lengths[i]!;
    const buffer = Buffer.alloc(length);
    const bytesRead = readSync(this.file, buffer, 0, length, this.index.offsets[i]!);
    if (bytesRead < length)
      throw readError(this.path, `it ends inside document "${id}": the file has changed`);
    return (JSON.parse(buffer.toString('utf8')) as { text: string }).text;
  }

  /** Sequential: a corpus is one run of lines, so this reads just its part of the file. */
  async *texts(): AsyncIterable<{ i: number; text: string }> {
    if (this.size === 0) return;
    const last = this.size - 1;
    const range = {
      start: this.index.offsets[0]!,
      end: this.index.offsets[last]! + this.index.lengths[last]!,
    };
    let i = 0;
    for await (const { value } of readJsonLines(this.path, range)) {
      if (value.corpus !== this.id) continue;
      yield { i: i++, text: value.text as string };
    }
  }
}
