import type { Corpus, Edit } from './benchmark.js';

/** UTF-16 units inserted plus deleted. 0: not known, for an edit may be imported by its type alone. */
export function editSize(edits: readonly Edit[]): number {
  return edits.reduce((sum, { start, end, insert }) => sum + end - start + insert.length, 0);
}

/**
 * All edits between a variant and its root, in the order they were planted: those of its ancestors, where it is a
 * variant of one, and its own. A circle of parents ends where it closes.
 */
export function editsFromRoot(corpus: Corpus, i: number): Edit[] {
  const edits: Edit[] = [];
  const seen = new Set<number>();
  for (let at: number | undefined = i; at !== undefined && !seen.has(at); ) {
    seen.add(at);
    const { variant }: ReturnType<Corpus['meta']> = corpus.meta(at);
    if (variant === undefined) break;
    edits.unshift(...variant.edits);
    at = corpus.ordinal(variant.parent);
  }
  return edits;
}
