import { setImmediate } from 'node:timers/promises';
import { hash32, mix32 } from '../core/random.js';

/** Tokens in a shingle. */
const WIDTH = 5;
/** From this Jaccard similarity on, 4/5, two texts are near duplicates; whole numbers keep the border exact. */
const [OUT_OF, LEAST] = [5, 4];
/** Near duplicates of one kind kept for one text: of more, nobody needs to know. */
const MOST = 100;
/**
 * Sets passed over for one, because it has enough of their kind, until the search for it ends: without an end, a large
 * group of copies would cost quadratic time.
 */
const PASSED_OVER = 10_000;
/** Kinds of neighbours at the most. */
const KINDS = 3;

/** Sets compared between two turns of the event loop. */
const TURN = 1000;

/** Words, numbers, and every other visible character by itself: white space does not count. */
const TOKEN = /[\p{L}_$][\p{L}\p{N}_$]*|\p{N}+|\S/gu;

/**
 * The distinct shingles of a text, as ascending 32-bit hashes: every run of five tokens, or all tokens of a
 * shorter text. Empty without any visible character.
 */
export function shinglesOf(text: string): Uint32Array {
  const tokens: number[] = [];
  for (const [token] of text.matchAll(TOKEN)) tokens.push(hash32(token));
  const count = tokens.length === 0 ? 0 : Math.max(1, tokens.length - WIDTH + 1);
  const hashes = new Uint32Array(count);
  for (let start = 0; start < count; start++) {
    let hash = 0;
    for (let k = start; k < Math.min(start + WIDTH, tokens.length); k++)
      hash = mix32(Math.imul(hash, 31) + tokens[k]!);
    hashes[start] = hash;
  }
  hashes.sort();
  let kept = 0;
  for (let k = 0; k < count; k++) if (k === 0 || hashes[k] !== hashes[k - 1]) hashes[kept++] = hashes[k]!;
  return hashes.slice(0, kept);
}

export interface NearOptions {
  /**
   * What two sets are to each other, 0 to 2: enough neighbours of one kind do not end the search for another.
   * undefined: they are not looked for. Symmetric. Default: all are of one kind.
   */
  kindOf?: (x: number, y: number) => 0 | 1 | 2 | undefined;
  progress?: (done: number, total: number) => void;
}

/**
 * For each set, the others whose Jaccard similarity with it is at least 0.8; empty sets have none. Every pair found
 * is verified, and every pair is found, but of a set with more than 100 neighbours of a kind not all are kept; and
 * the search for one ends after 10,000 sets that it has enough of.
 *
 * Prefix filtering (Chaudhuri, Ganti and Kaushik 2006; Bayardo, Ma and Srikant 2007): two sets of similarity t
 * share one of the |x| − ⌈t·|x|⌉ + 1 rarest members of each, under any fixed order. Rare members have short
 * posting lists, so the work grows with the number of sets and not with its square.
 */
export async function nearDuplicates(
  sets: readonly Uint32Array[],
  { kindOf = () => 0, progress = () => {} }: NearOptions = {},
): Promise<number[][]> {
  const rarity = frequencies(sets);
  const near: number[][] = sets.map(() => []);
  const counts = new Uint8Array(KINDS * sets.length);
  const order = [...sets.keys()].filter((x) => sets[x]!.length > 0);
  order.sort((x, y) => sets[x]!.length - sets[y]!.length || x - y);
  const postings = new Postings(order.reduce((sum, x) => sum + prefixLength(sets[x]!.length), 0));
  const seenBy = new Int32Array(sets.length).fill(-1);
  for (const [done, x] of order.entries()) {
    if (done % TURN === 0) {
      // Without a turn of the event loop nothing could stop a long calculation.
      await setImmediate();
      progress(done, order.length);
    }
    const own = sets[x]!;
    let passedOver = 0;
    const prefix = rarest(own, rarity);
    for (const shingle of prefix)
      for (let at = postings.first(shingle); at !== 0 && passedOver < PASSED_OVER; at = postings.next(at)) {
        const y = postings.set(at);
        // The list runs from the largest set to the smallest: the rest is too small as well.
        if (OUT_OF * sets[y]!.length < LEAST * own.length) break;
        if (seenBy[y] === x) continue;
        seenBy[y] = x;
        const kind = kindOf(x, y);
        if (kind === undefined || counts[KINDS * x + kind]! >= MOST) {
          passedOver++;
          continue;
        }
        if (!isNear(own, sets[y]!)) continue;
        counts[KINDS * x + kind]!++;
        near[x]!.push(y);
        if (counts[KINDS * y + kind]! >= MOST) continue;
        counts[KINDS * y + kind]!++;
        near[y]!.push(x);
      }
    for (const shingle of prefix) postings.add(shingle, x);
  }
  return near;
}

function prefixLength(size: number): number {
  return size - Math.ceil((LEAST * size) / OUT_OF) + 1;
}

/** The first power of two above a number, 2 to the power of `most` at the most. */
function powerOfTwo(number: number, most: number): number {
  return 1 << Math.min(most, 32 - Math.clz32(number));
}

/** Counts by the low bits of the hash. Collisions change the order of rarity, never the result. */
function frequencies(sets: readonly Uint32Array[]): Uint32Array {
  const total = sets.reduce((sum, { length }) => sum + length, 0);
  const counts = new Uint32Array(powerOfTwo(total, 22));
  for (const set of sets) for (const shingle of set) counts[shingle & (counts.length - 1)]!++;
  return counts;
}

function rarest(set: Uint32Array, counts: Uint32Array): Uint32Array {
  const mask = counts.length - 1;
  const sorted = set.slice().sort((a, b) => counts[a & mask]! - counts[b & mask]! || a - b);
  return sorted.subarray(0, prefixLength(set.length));
}

/** Which sets have a shingle in their prefix, newest first. Shingles of equal low bits share a list. */
class Postings {
  private readonly heads: Int32Array;
  private readonly following: Int32Array;
  private readonly sets: Int32Array;
  private size = 0;

  constructor(capacity: number) {
    this.heads = new Int32Array(powerOfTwo(capacity, 24));
    this.following = new Int32Array(capacity + 1);
    this.sets = new Int32Array(capacity + 1);
  }

  /** 0: none. */
  first(shingle: number): number {
    return this.heads[shingle & (this.heads.length - 1)]!;
  }

  next(at: number): number {
    return this.following[at]!;
  }

  set(at: number): number {
    return this.sets[at]!;
  }

  add(shingle: number, set: number): void {
    const head = shingle & (this.heads.length - 1);
    this.sets[++this.size] = set;
    this.following[this.size] = this.heads[head]!;
    this.heads[head] = this.size;
  }
}

function isNear(a: Uint32Array, b: Uint32Array): boolean {
  let [x, y, shared] = [0, 0, 0];
  while (x < a.length && y < b.length) {
    const [p, q] = [a[x]!, b[y]!];
    if (p === q) shared++;
    if (p <= q) x++;
    if (q <= p) y++;
  }
  return OUT_OF * shared >= LEAST * (a.length + b.length - shared);
}
