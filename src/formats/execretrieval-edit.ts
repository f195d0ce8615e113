import type { Edit } from '../core/benchmark.js';

/** Whether a cut before unit `at` would part the two halves of a surrogate pair. */
function insidePair(text: string, at: number): boolean {
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
}

/**
 * The one edit that turns `parent` into `variant`: what is left between their longest common prefix and, of
 * the rest, their longest common suffix. Offsets are UTF-16 units of the parent. Equal texts have no edit.
 */
export function editBetween(parent: string, variant: string, type: string): Edit[] {
  if (parent === variant) return [];
  const shorter = Math.min(parent.length, variant.length);
  let start = 0;
  while (start < shorter && parent[start] === variant[start]) start++;
  if (insidePair(parent, start) || insidePair(variant, start)) start--;
  let tail = 0;
  while (tail < shorter - start && parent[parent.length - 1 - tail] === variant[variant.length - 1 - tail])
    tail++;
  if (insidePair(parent, parent.length - tail) || insidePair(variant, variant.length - tail)) tail--;
  const end = parent.length - tail;
  return [{ type, start, end, insert: variant.slice(start, variant.length - tail) }];
}
