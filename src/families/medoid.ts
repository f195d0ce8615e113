import { setImmediate } from 'node:timers/promises';
import type { Corpus } from '../core/benchmark.js';
import type { Cache } from '../store/cache.js';
import type { Groups } from './groups.js';
import type { FamilyOrder } from './order.js';

/**
 * The most central member first: the one with the least sum of token edit distances to the others. Where every
 * variant is one edit away from the canonical, this finds the canonical with neither query nor model.
 */
export const medoid: FamilyOrder = {
  name: 'medoid',
  describe: 'the member nearest to all others of its near-clone group first (token edit distance)',
  async prepare(corpus, groups, cache) {
    const centrality = await keptCentralities(corpus, groups, cache);
    return () => (i) => centrality[i]!;
  },
};

/** All pairs of all groups are compared: minutes for a large corpus, so the values are kept by content. */
async function keptCentralities(
  corpus: Corpus,
  groups: Groups,
  cache: Cache | undefined,
): Promise<Float64Array> {
  const key = groups.members.map((own) => [...own].map((i) => [i, corpus.meta(i).digest]));
  const kept = await cache?.get('medoid-1', key);
  if (kept?.length === corpus.size * 8) return new Float64Array(new Uint8Array(kept).buffer);
  const fresh = await centralities(corpus, groups);
  await cache?.put('medoid-1', key, new Uint8Array(fresh.buffer));
  return fresh;
}

async function centralities(corpus: Corpus, groups: Groups): Promise<Float64Array> {
  const centrality = new Float64Array(corpus.size);
  for (const members of groups.members) {
    if (members.length < 3) continue; // two members are equally far from each other
    const own = await centralitiesOf(corpus, members);
    for (const [k, i] of members.entries()) centrality[i] = own[k]!;
  }
  return centrality;
}

/** For each member of a group, minus the sum of its token edit distances to the others: O(m² · tokens²). */
export async function centralitiesOf(corpus: Corpus, members: Uint32Array): Promise<Float64Array> {
  // Reading is synchronous underneath: without a turn of the event loop nothing could stop a long calculation.
  await setImmediate();
  const ids = new Map<string, number>();
  const tokens: Uint32Array[] = [];
  for (const i of members) tokens.push(tokenIds(await corpus.text(i), ids));
  const centrality = new Float64Array(members.length);
  for (let a = 0; a < members.length; a++)
    for (let b = a + 1; b < members.length; b++) {
      const distance = editDistance(tokens[a]!, tokens[b]!);
      centrality[a]! -= distance;
      centrality[b]! -= distance;
    }
  return centrality;
}

/** Lexical tokens: words, numbers, and every other visible character by itself. */
export function tokenIds(text: string, ids: Map<string, number>): Uint32Array {
  const tokens = text.match(/[\p{L}_$][\p{L}\p{N}_$]*|\p{N}+|\S/gu) ?? [];
  return Uint32Array.from(tokens, (token) => {
    let id = ids.get(token);
    if (id === undefined) ids.set(token, (id = ids.size));
    return id;
  });
}

/**
 * Levenshtein distance with unit costs. Common ends are cut first, which makes near-clones cheap: O(n + e·f)
 * for differing regions of e and f tokens.
 */
export function editDistance(a: Uint32Array, b: Uint32Array): number {
  let start = 0;
  let endA = a.length;
  let endB = b.length;
  while (start < endA && start < endB && a[start] === b[start]) start++;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  const width = endB - start;
  let previous = Uint32Array.from({ length: width + 1 }, (_, k) => k);
  let current = new Uint32Array(width + 1);
  for (let x = start; x < endA; x++) {
    current[0] = x - start + 1;
    for (let k = 1; k <= width; k++) {
      const change = previous[k - 1]! + (a[x] === b[start + k - 1] ? 0 : 1);
      current[k] = Math.min(change, previous[k]! + 1, current[k - 1]! + 1);
    }
    [previous, current] = [current, previous];
  }
  return previous[width]!;
}
