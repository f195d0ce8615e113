/** The values that a Python literal of dicts, lists, tuples, sets, strings, numbers, booleans and None has. */
export type PythonValue = null | boolean | number | string | PythonValue[] | { [key: string]: PythonValue };

const WORDS: Record<string, PythonValue> = { None: null, True: true, False: false };
const ESCAPES: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '\n': '',
};
const HEX_LENGTH: Record<string, number> = { x: 2, u: 4, U: 8 };
/** Deeper nesting is refused: the parser recurses. */
const DEEPEST = 100;

/** Names the offset (UTF-16 units, from 0) at which the text is no Python literal. */
export class PythonLiteralError extends Error {}

class Parser {
  private at = 0;
  private depth = 0;

  constructor(private readonly text: string) {}

  whole(): PythonValue {
    const value = this.value();
    this.space();
    if (this.at < this.text.length) throw this.error('the end');
    return value;
  }

  private error(expected: string): PythonLiteralError {
    const found = this.text.slice(this.at, this.at + 12);
    return new PythonLiteralError(
      `at offset ${this.at}: expected ${expected}, found ${found === '' ? 'the end' : JSON.stringify(found)}`,
    );
  }

  private space(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++;
  }

  private take(token: string): boolean {
    this.space();
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  private value(): PythonValue {
    if (++this.depth > DEEPEST) throw this.error(`at most ${DEEPEST} levels`);
    this.space();
    const value = this.valueHere();
    this.depth--;
    return value;
  }

  private valueHere(): PythonValue {
    const c = this.text[this.at] ?? '';
    if (c === '{') return this.braces();
    if (c === '[') return this.items('[', ']');
    if (c === '(') return this.items('(', ')');
    const prefixed = /[rRuU]?['"]/y;
    prefixed.lastIndex = this.at;
    if (prefixed.test(this.text)) return this.strings();
    const word = /[A-Za-z_]+/y;
    word.lastIndex = this.at;
    const name = word.exec(this.text)?.[0];
    if (name !== undefined && Object.hasOwn(WORDS, name)) {
      this.at += name.length;
      return WORDS[name]!;
    }
    return this.number();
  }

  private number(): number {
    const pattern = /[-+]?(?:\d[\d_]*\.?[\d_]*|\.\d+)(?:[eE][-+]?\d+)?/y;
    pattern.lastIndex = this.at;
    const digits = pattern.exec(this.text)?.[0];
    if (digits === undefined) throw this.error('a value');
    this.at += digits.length;
    return Number(digits.replaceAll('_', ''));
  }

  private items(open: string, close: string): PythonValue[] {
    this.take(open);
    const items: PythonValue[] = [];
    while (!this.take(close)) {
      items.push(this.value());
      if (!this.take(',') && !this.peek(close)) throw this.error(`"," or "${close}"`);
    }
    return items;
  }

  private peek(token: string): boolean {
    this.space();
    return this.text.startsWith(token, this.at);
  }

  /** A dict, or a set, which becomes a list. */
  private braces(): PythonValue {
    this.take('{');
    const entries: [string, PythonValue][] = [];
    const items: PythonValue[] = [];
    while (!this.take('}')) {
      const key = this.value();
      if (this.take(':')) entries.push([typeof key === 'string' ? key : JSON.stringify(key), this.value()]);
      else items.push(key);
      if (!this.take(',') && !this.peek('}')) throw this.error('"," or "}"');
    }
    if (entries.length > 0 && items.length > 0) throw this.error('only pairs in a dict');
    return items.length > 0 ? items : Object.fromEntries(entries);
  }

  /** Adjacent strings are one string, as in Python. */
  private strings(): string {
    let joined = '';
    while (/^[rRuU]?['"]/.test(this.text.slice(this.at, this.at + 2))) {
      joined += this.string();
      this.space();
    }
    return joined;
  }

  private string(): string {
    const prefix = /['"]/.test(this.text[this.at]!) ? '' : this.text[this.at++]!;
    const raw = prefix === 'r' || prefix === 'R';
    const single = this.text[this.at]!;
    const quote = this.text.startsWith(single.repeat(3), this.at) ? single.repeat(3) : single;
    this.at += quote.length;
    let value = '';
    while (!this.text.startsWith(quote, this.at)) {
      if (this.at >= this.text.length) throw this.error(`a closing ${quote}`);
      if (this.text[this.at] !== '\\') value += this.text[this.at++];
      else if (raw) value += this.text[this.at++]! + (this.text[this.at++] ?? '');
      else value += this.escape();
    }
    this.at += quote.length;
    return value;
  }

  private escape(): string {
    const c = this.text[this.at + 1] ?? '';
    const length = HEX_LENGTH[c];
    if (length !== undefined) {
      const hex = this.text.slice(this.at + 2, this.at + 2 + length);
      const code = Number.parseInt(hex, 16);
      if (!/^[0-9a-fA-F]+$/.test(hex) || hex.length < length || code > 0x10ffff)
        throw this.error(`\\${c} and ${length} hexadecimal digits`);
      this.at += 2 + length;
      return String.fromCodePoint(code);
    }
    const octal = /^[0-7]{1,3}/.exec(this.text.slice(this.at + 1, this.at + 4))?.[0];
    if (octal !== undefined) {
      this.at += 1 + octal.length;
      return String.fromCodePoint(Number.parseInt(octal, 8));
    }
    this.at += 2;
    // Python keeps the backslash of an escape that it does not know.
    return ESCAPES[c] ?? `\\${c}`;
  }
}

/**
 * Reads what Python's `repr` or `str` made of a dict or list. Tuples and sets become lists; keys that are not
 * strings become their JSON text. Nothing is evaluated.
 *
 * @throws PythonLiteralError
 */
export function parsePythonLiteral(text: string): PythonValue {
  return new Parser(text).whole();
}
