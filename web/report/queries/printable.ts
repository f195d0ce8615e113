import { type Child, el } from '../dom.js';

/**
 * Characters that a reader cannot see or that turn the order of what follows: control characters but tab and
 * line feed, direction marks and overrides, zero-width characters, other line ends. Code that hides behind them
 * must not look like other code. Joiners are spelt out beside ASCII alone: emoji and many scripts are written with them.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|(?<=[ -~])[\u200c\u200d]|[\u200c\u200d](?=[ -~])/gu;

function nameOf(character: string): string {
  const code = character.codePointAt(0)!;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? '␡' : `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/** A text with hidden characters spelt out, on any line ends. */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(HIDDEN, nameOf);
}

/** The same, with what was spelt out marked as such. */
export function shownText(text: string): Child[] {
  const plain = text.replaceAll('\r\n', '\n');
  const parts: Child[] = [];
  let from = 0;
  for (const found of plain.matchAll(HIDDEN)) {
    if (found.index > from) parts.push(plain.slice(from, found.index));
    parts.push(el('span', { class: 'hidden-character' }, nameOf(found[0])));
    from = found.index + found[0].length;
  }
  if (from < plain.length) parts.push(plain.slice(from));
  return parts;
}
