/** Number of tokens of a text. */
export type TokenCounter = (text: string) => number;

/** A text is cut into these pieces first; no token reaches across two of them. */
const PIECE = pieces();
/** How many distinct pieces are remembered before the memory starts afresh: some 20 MB at the most. */
const MEMO_LIMIT = 1 << 17;
/** Longer pieces (data, rules of dashes) hardly ever come back. */
const LONGEST_REMEMBERED = 64;
/** Leaves room for the place of a pair below its rank in one double. */
const RANK_STEP = 2 ** 32;

/**
 * cl100k_base as tiktoken ≥ 0.8 defines it (`tiktoken_ext/openai_public.py`), in this language's syntax: what is
 * possessive there cannot backtrack here either, and `\s` is Unicode's white space, which JavaScript's own is not
 * (U+0085, U+FEFF). That `'ſ` is a contraction there makes no difference: no token holds a ſ.
 */
function pieces(): RegExp {
  const space = String.raw`\p{White_Space}`;
  const contraction = "'(?:[sSdDmMtT]|[lL][lL]|[vV][eE]|[rR][eE])";
  const word = String.raw`[^\r\n\p{L}\p{N}]?\p{L}+`;
  const sign = String.raw` ?[^${space}\p{L}\p{N}]+[\r\n]*`;
  const blank = String.raw`${space}+$|${space}*[\r\n]|${space}+(?!\P{White_Space})|${space}`;
  return new RegExp(String.raw`${contraction}|${word}|\p{N}{1,3}|${sign}|${blank}`, 'gu');
}

let loading: Promise<TokenCounter> | undefined;

/**
 * The counter of cl100k_base tokens. The vocabulary takes a fifth of a second and some 40 MB to load, which is
 * why it is loaded when it is first asked for. The names of special tokens (`<|endoftext|>`) are plain text.
 */
export function cl100k(): Promise<TokenCounter> {
  loading ??= load();
  return loading;
}

async function load(): Promise<TokenCounter> {
  const { default: vocabulary } = await import('gpt-tokenizer/bpeRanks/cl100k_base');
  const ranks = new Map<string, number>();
  for (const [rank, token] of vocabulary.entries()) ranks.set(bytesOf(token), rank);
  const memo = new Map<string, number>();
  const countAnew = (piece: string): number => {
    const bytes = bytesOf(piece);
    const count = ranks.has(bytes) ? 1 : mergedParts(bytes, ranks);
    if (piece.length > LONGEST_REMEMBERED) return count;
    if (memo.size >= MEMO_LIMIT) memo.clear();
    // A piece cut out of a long text keeps the whole text alive in V8; a copy does not.
    memo.set(Buffer.from(piece, 'utf16le').toString('utf16le'), count);
    return count;
  };
  return (text) => {
    let count = 0;
    for (const piece of text.match(PIECE) ?? []) count += memo.get(piece) ?? countAnew(piece);
    return count;
  };
}

/** UTF-8 as a string of one character a byte: a key that compares by bytes. */
function bytesOf(token: string | readonly number[]): string {
  return (typeof token === 'string' ? Buffer.from(token, 'utf8') : Buffer.from(token)).toString('latin1');
}

/**
 * Byte-pair encoding (Sennrich et al. 2016): while two neighbouring parts together are a token, the pair of the
 * lowest rank is joined, the leftmost of equals first. A heap of pairs makes it O(n log n); trying all pairs anew
 * for each join, as the tokenizers at hand do, is quadratic: one line of 300,000 letters takes them minutes or hours.
 *
 * @returns the number of parts that are left
 */
function mergedParts(bytes: string, ranks: ReadonlyMap<string, number>): number {
  const length = bytes.length;
  /** By the start of a part: the starts of its neighbours, and the rank of the pair that it begins. */
  const next = Uint32Array.from({ length: length + 1 }, (_, k) => k + 1);
  const previous = Int32Array.from({ length: length + 1 }, (_, k) => k - 1);
  const pairs = new Int32Array(length).fill(-1);
  const heap: number[] = [];
  const rate = (start: number): void => {
    const middle = next[start]!;
    const rank = middle < length ? ranks.get(bytes.slice(start, next[middle]!)) : undefined;
    pairs[start] = rank ?? -1;
    if (rank !== undefined) push(heap, rank * RANK_STEP + start);
  };
  for (let start = 0; start < length - 1; start++) rate(start);
  let parts = length;
  while (heap.length > 0) {
    const least = pop(heap);
    const start = least % RANK_STEP;
    // Of a pair that has been joined with others since, and is none any more.
    if (pairs[start] !== Math.floor(least / RANK_STEP)) continue;
    const gone = next[start]!;
    pairs[gone] = -1;
    next[start] = next[gone]!;
    previous[next[gone]!] = start;
    parts--;
    rate(start);
    if (previous[start]! >= 0) rate(previous[start]!);
  }
  return parts;
}

function push(heap: number[], value: number): void {
  let at = heap.push(value) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (heap[parent]! <= value) break;
    heap[at] = heap[parent]!;
    at = parent;
  }
  heap[at] = value;
}

/** The least value of a heap that is not empty. */
function pop(heap: number[]): number {
  const least = heap[0]!;
  const last = heap.pop()!;
  const size = heap.length;
  if (size === 0) return least;
  let at = 0;
  for (let child = 1; child < size; child = 2 * at + 1) {
    if (child + 1 < size && heap[child + 1]! < heap[child]!) child++;
    if (heap[child]! >= last) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = last;
  return least;
}
