import type { ShownDocument } from './draft.js';

/** Characters that are held at the most: far more than a page has room for, however well they compress. */
const HELD = 32 * 2 ** 20;
/** Characters that are kept of a long text where there is not room for all of it. */
export const LONG = 3000;

export interface CutText {
  text: string;
  /** The text goes on for so many characters more. */
  cut?: number;
}

/** The beginning of a text, and how much is missing. A surrogate pair stays whole. */
export function cutTo(text: string, most: number): CutText {
  if (text.length <= most) return { text };
  const lead = text.charCodeAt(most - 1);
  const end = lead >= 0xd800 && lead < 0xdc00 ? most - 1 : most;
  // By way of a buffer, for a slice would keep the whole text in memory.
  return { text: Buffer.from(text.slice(0, end), 'utf16le').toString('utf16le'), cut: text.length - end };
}

/** Texts of documents, those that a reader would miss the most first. */
export interface Texts {
  order: ShownDocument[];
  /** Of the first documents of `order`: whole, or cut to `LONG`. */
  texts: CutText[];
  /** Whether all are there and whole. */
  whole: boolean;
}

export async function readTexts(documents: readonly ShownDocument[]): Promise<Texts> {
  const order = [...documents].sort((a, b) => a.need - b.need || a.turn - b.turn);
  let texts: CutText[] = [];
  let held = 0;
  let whole = true;
  for (const { corpus, i } of order) {
    const text = await corpus.text(i);
    if (whole && held + text.length > HELD) {
      whole = false;
      texts = texts.map((one) => cutTo(one.text, LONG));
      held = texts.reduce((sum, one) => sum + one.text.length, 0);
    }
    const kept = whole ? { text } : cutTo(text, LONG);
    if (held + kept.text.length > HELD) break;
    held += kept.text.length;
    texts.push(kept);
  }
  return { order, texts, whole };
}
