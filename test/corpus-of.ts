import type { Corpus, Query } from '../src/core/benchmark.js';
import { byteOrderOf } from '../src/core/order.js';

/** A corpus in memory, of documents without text. */
export function corpusOf(ids: readonly string[], id = 'c'): Corpus {
  const ordinals = new Map(ids.map((each, i) => [each, i]));
  return {
    id,
    size: ids.length,
    byteOrder: byteOrderOf(ids),
    meta: (i) => ({ id: ids[i]!, digest: '', kind: 'code' }),
    ordinal: (doc) => ordinals.get(doc),
    text: async () => '',
    async *texts() {
      for (const i of ids.keys()) yield { i, text: '' };
    },
  };
}

export function queryOf(id: string, rest: Partial<Query> = {}): Query {
  return { id, text: '', kind: 'text', cluster: id, exclude: [], ...rest };
}
