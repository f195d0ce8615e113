import { readFile, stat } from 'node:fs/promises';
import { messageOf } from '../core/errors.js';
import { assertReadableFile, readError } from '../store/lines.js';

/** A larger file is refused rather than held in memory: bytes. A result of 400 subsets takes 3 MB. */
const MAX_FILE = 64 * 2 ** 20;

/** Deeper nesting is refused: results have four levels. */
const MAX_DEPTH = 100;

/** A number as it is written. `1.0` stays `1.0`; `NaN` and `Infinity`, which Python writes, are kept too. */
export class JsonNumber {
  constructor(readonly text: string) {}

  get value(): number {
    return Number(this.text);
  }
}

export type JsonNode = null | boolean | string | JsonNumber | JsonNode[] | JsonObject;

/** The members in the order of the file: an ordinary object would put keys that look like numbers first. */
export type JsonObject = Map<string, JsonNode>;

/**
 * JSON as files of others have it, kept so that `jsonText` gives it back: order of keys, spelling of numbers, and
 * the tokens NaN, Infinity and −Infinity, which are no JSON and which Python's `json` writes and reads.
 *
 * @param file for messages
 * @throws UserError naming file and line, also where an object has a key twice
 */
export function parseJsonText(text: string, file: string): JsonNode {
  return new JsonParser(text, file).whole();
}

/** @throws UserError when the file is missing, too large, not UTF-8 or not JSON */
export async function readJsonText(file: string): Promise<JsonNode> {
  await assertReadableFile(file);
  const { size } = await stat(file);
  if (size > MAX_FILE) throw readError(file, `it is larger than ${MAX_FILE / 2 ** 20} MB`);
  const bytes = await readFile(file);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw readError(file, 'it is not UTF-8 text', undefined, 'Convert the file to UTF-8.');
  }
  return parseJsonText(text, file);
}

/** The text that Python's `json.dump(…, indent=2)` writes, but for letters beyond ASCII, which stay themselves. */
export function jsonText(node: JsonNode, indent = ''): string {
  if (node instanceof JsonNumber) return node.text;
  const inner = `${indent}  `;
  if (Array.isArray(node)) {
    if (node.length === 0) return '[]';
    return `[\n${node.map((item) => inner + jsonText(item, inner)).join(',\n')}\n${indent}]`;
  }
  if (node instanceof Map) {
    if (node.size === 0) return '{}';
    const members = [...node].map(
      ([key, item]) => `${inner}${JSON.stringify(key)}: ${jsonText(item, inner)}`,
    );
    return `{\n${members.join(',\n')}\n${indent}}`;
  }
  return JSON.stringify(node);
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS: readonly [string, JsonNode][] = [
  ['true', true],
  ['false', false],
  ['null', null],
  ['NaN', new JsonNumber('NaN')],
  ['Infinity', new JsonNumber('Infinity')],
  ['-Infinity', new JsonNumber('-Infinity')],
];

class JsonParser {
  private at = 0;
  private depth = 0;

  constructor(
    private readonly text: string,
    private readonly file: string,
  ) {}

  whole(): JsonNode {
    this.skipSpace();
    if (this.at === this.text.length) throw this.wrong('it is empty');
    const node = this.value();
    this.skipSpace();
    if (this.at < this.text.length) throw this.wrong('something follows the value');
    return node;
  }

  private wrong(reason: string): Error {
    const line = this.text.slice(0, this.at).split('\n').length;
    return readError(this.file, `it is not JSON (${reason})`, line);
  }

  private unexpected(expected: string): Error {
    if (this.at >= this.text.length) return this.wrong(`it ends where ${expected} was expected`);
    const found = String.fromCodePoint(this.text.codePointAt(this.at)!);
    return this.wrong(`${JSON.stringify(found)} where ${expected} was expected`);
  }

  private skipSpace(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.at++;
    }
  }

  private takes(char: string): boolean {
    if (this.text[this.at] !== char) return false;
    this.at++;
    return true;
  }

  private value(): JsonNode {
    switch (this.text[this.at]) {
      case '{':
        return this.nested(() => this.object());
      case '[':
        return this.nested(() => this.array());
      case '"':
        return this.string();
      default:
        return this.scalar();
    }
  }

  private nested<T>(read: () => T): T {
    if (++this.depth > MAX_DEPTH) throw this.wrong(`it is nested more than ${MAX_DEPTH} deep`);
    this.at++;
    const value = read();
    this.depth--;
    return value;
  }

  private scalar(): JsonNode {
    for (const [word, node] of WORDS)
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return node;
      }
    NUMBER.lastIndex = this.at;
    const number = NUMBER.exec(this.text)?.[0];
    if (number === undefined) throw this.unexpected('a value');
    this.at += number.length;
    return new JsonNumber(number);
  }

  private object(): JsonObject {
    const members: JsonObject = new Map();
    this.skipSpace();
    if (this.takes('}')) return members;
    do {
      this.skipSpace();
      if (this.text[this.at] !== '"') throw this.unexpected('a key');
      const key = this.string();
      if (members.has(key)) throw this.wrong(`the key ${JSON.stringify(key)} is there twice`);
      this.skipSpace();
      if (!this.takes(':')) throw this.unexpected('":"');
      this.skipSpace();
      members.set(key, this.value());
      this.skipSpace();
    } while (this.takes(','));
    if (!this.takes('}')) throw this.unexpected('"," or "}"');
    return members;
  }

  private array(): JsonNode[] {
    const items: JsonNode[] = [];
    this.skipSpace();
    if (this.takes(']')) return items;
    do {
      this.skipSpace();
      items.push(this.value());
      this.skipSpace();
    } while (this.takes(','));
    if (!this.takes(']')) throw this.unexpected('"," or "]"');
    return items;
  }

  /** Finds the end of the string; what is inside it is read, and judged, by the language's own parser. */
  private string(): string {
    const start = this.at;
    for (let end = start + 1; end < this.text.length; end++) {
      const code = this.text.charCodeAt(end);
      if (code === 0x5c) end++;
      else if (code === 0x22) {
        try {
          const value = JSON.parse(this.text.slice(start, end + 1)) as string;
          this.at = end + 1;
          return value;
        } catch (error) {
          throw this.wrong(messageOf(error));
        }
      }
    }
    throw this.wrong('a string does not end');
  }
}
