import type { Benchmark, Corpus } from '../core/benchmark.js';
import { editSize, editsFromRoot } from '../core/variants.js';
import { hasVariants } from '../measures/variants.js';

/** What the planted variants of a corpus are, by ordinal, as numbers. */
export interface Variants {
  /** −1: no variant. */
  slot: Int32Array;
  /** Edits between the document and its root, those of its ancestors included. */
  edits: Uint16Array;
  /** Characters (UTF-16 units) that all these edits insert and delete; 0: not known, for an edit may be known by its type alone. */
  size: Float64Array;
  /** Ordinal of the root; −1: no variant, or the root is not in the corpus. */
  root: Int32Array;
}

const known = new WeakMap<Corpus, Variants | null>();

/** undefined where the corpus has no variant. */
export function variantsOf(corpus: Corpus): Variants | undefined {
  let variants = known.get(corpus);
  if (variants === undefined) known.set(corpus, (variants = read(corpus)));
  return variants ?? undefined;
}

export function anyVariants({ corpora }: Pick<Benchmark, 'corpora'>): boolean {
  return [...corpora.values()].some(hasVariants);
}

function read(corpus: Corpus): Variants | null {
  const slot = new Int32Array(corpus.size).fill(-1);
  const variants: Variants = {
    slot,
    edits: new Uint16Array(corpus.size),
    size: new Float64Array(corpus.size),
    root: new Int32Array(corpus.size).fill(-1),
  };
  for (let i = 0; i < corpus.size; i++) {
    const { variant } = corpus.meta(i);
    if (variant === undefined) continue;
    slot[i] = variant.slot;
    variants.root[i] = corpus.ordinal(variant.root) ?? -1;
    const edits = editsFromRoot(corpus, i);
    variants.edits[i] = edits.length;
    variants.size[i] = editSize(edits);
  }
  return slot.some((one) => one >= 0) ? variants : null;
}
