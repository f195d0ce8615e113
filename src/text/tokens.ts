import { stem } from './stem.js';

/** Raised whenever `tokenize` gives other tokens for some text: indexes made with another number are stale. */
export const TOKENS_VERSION = 1;

/** Only this much of one unbroken word is read: what is longer is data (base64, hex dumps), not a name. */
const LONGEST_WORD = 256;
/** Longest token; the rest of a longer part is cut off. */
const LONGEST_TOKEN = 64;
/** How many distinct words are remembered before the memory starts afresh: some 20 MB at the most. */
const MEMO_LIMIT = 1 << 17;

/** What a UTF-16 unit is to the scanner. JOINT stands inside words and separates parts: _ and $. */
const NONE = 0;
const JOINT = 1;
const DIGIT = 2;
const LOWER = 3;
const UPPER = 4;

const classes = asciiClasses();
let knowsUnicode = false;
const memo = new Map<string, readonly string[]>();

function asciiClasses(): Uint8Array {
  const table = new Uint8Array(0x10000);
  table.fill(DIGIT, 48, 58);
  table.fill(UPPER, 65, 91);
  table.fill(LOWER, 97, 123);
  table[0x5f] = JOINT;
  table[0x24] = JOINT;
  return table;
}

/** Classes beyond ASCII take milliseconds to compute and are seldom needed: filled in on first use. */
function learnUnicode(): void {
  for (let c = 0x80; c < 0x10000; c++) {
    const char = String.fromCharCode(c);
    if (/\p{Lu}/u.test(char)) classes[c] = UPPER;
    else if (/[\p{L}\p{M}\p{Cs}]/u.test(char)) classes[c] = LOWER;
    else if (/\p{N}/u.test(char)) classes[c] = DIGIT;
  }
  knowsUnicode = true;
}

/**
 * The tokens of code or prose, in order: words split as `splitIdentifier` does, then stemmed. Operators and
 * punctuation separate words and give no token. Linear in the length of the text.
 */
export function tokenize(text: string): string[] {
  const tokens: string[] = [];
  const length = text.length;
  let at = 0;
  while (at < length) {
    let c = text.charCodeAt(at);
    if (c > 0x7f && !knowsUnicode) learnUnicode();
    if (classes[c] === NONE) {
      at++;
      continue;
    }
    const start = at;
    do {
      c = ++at < length ? text.charCodeAt(at) : 0;
      if (c > 0x7f && !knowsUnicode) learnUnicode();
    } while (classes[c] !== NONE);
    const word = text.slice(start, Math.min(at, start + LONGEST_WORD));
    const known = memo.get(word) ?? remember(word);
    for (let k = 0; k < known.length; k++) tokens.push(known[k]!);
  }
  return tokens;
}

/** A word cut out of a long text keeps the whole text alive in V8; the copy that is remembered does not. */
function remember(word: string): readonly string[] {
  if (memo.size >= MEMO_LIMIT) memo.clear();
  const copy = Buffer.from(word, 'utf16le').toString('utf16le');
  const tokens = splitIdentifier(copy).map(stem);
  memo.set(copy, tokens);
  return tokens;
}

/**
 * The lower-case parts of a name, split at _ and $, where lower case meets upper case ("parseLine"), before
 * the last capital of a run that lower case follows ("HTTPServer" → http, server), and between letters and
 * digits ("utf8" → utf, 8).
 */
export function splitIdentifier(name: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let before = NONE;
  for (let at = 0; at <= name.length; at++) {
    const c = at < name.length ? name.charCodeAt(at) : 0;
    if (c > 0x7f && !knowsUnicode) learnUnicode();
    const now = classes[c]!;
    if (isBoundary(before, now)) {
      if (before > JOINT) parts.push(part(name, start, at));
      start = at;
    } else if (before === UPPER && now === LOWER && at - 1 > start) {
      parts.push(part(name, start, at - 1));
      start = at - 1;
    }
    before = now;
  }
  return parts;
}

function isBoundary(before: number, now: number): boolean {
  if (before <= JOINT || now <= JOINT) return true;
  return before === DIGIT ? now !== DIGIT : now === DIGIT || (before === LOWER && now === UPPER);
}

function part(name: string, start: number, end: number): string {
  return name.slice(start, Math.min(end, start + LONGEST_TOKEN)).toLowerCase();
}
