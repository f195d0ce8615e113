import type { UserError } from '../core/errors.js';
import { readError } from '../store/lines.js';
import { type JsonNode, JsonNumber, jsonText } from './json-text.js';

/** How much of a wrong value a message shows. */
const SHOWN = 40;

/**
 * A value with its place: the file, and the path inside it, such as `scores.test[0].main_score`. Every accessor
 * throws a UserError that names both and says what was found.
 */
export class JsonPlace {
  constructor(
    readonly node: JsonNode | undefined,
    readonly file: string,
    readonly path = '',
  ) {}

  /** The member of that name; absent where there is none. @throws when this is no object */
  get(key: string): JsonPlace {
    return new JsonPlace(this.object().get(key), this.file, this.below(key));
  }

  /** @throws when this is no object */
  members(): [string, JsonPlace][] {
    return [...this.object()].map(([key, node]) => [key, new JsonPlace(node, this.file, this.below(key))]);
  }

  /** @throws when this is no array */
  items(): JsonPlace[] {
    if (!Array.isArray(this.node)) throw this.wrong('an array');
    return this.node.map((node, k) => new JsonPlace(node, this.file, `${this.path}[${k}]`));
  }

  object(): ReadonlyMap<string, JsonNode> {
    if (!(this.node instanceof Map)) throw this.wrong('an object');
    return this.node;
  }

  /** Whether there is a value, other than null. */
  get present(): boolean {
    return this.node !== undefined && this.node !== null;
  }

  string(): string {
    if (typeof this.node !== 'string') throw this.wrong('a string');
    return this.node;
  }

  /** A string to be shown and compared: not empty, without control characters. */
  name(): string {
    if (typeof this.node !== 'string' || !/^\P{Cc}+$/u.test(this.node)) throw this.wrong('a name');
    return this.node;
  }

  optionalString(): string | undefined {
    return this.present ? this.string() : undefined;
  }

  /** A finite number. */
  number(): number {
    const number = this.node instanceof JsonNumber ? this.node.value : Number.NaN;
    if (!Number.isFinite(number)) throw this.wrong('a number');
    return number;
  }

  /** A finite number; undefined for null and for NaN, by which Python says that there is no value. */
  score(): number | undefined {
    if (this.node === null || (this.node instanceof JsonNumber && this.node.text === 'NaN')) return undefined;
    return this.number();
  }

  fail(reason: string): UserError {
    return readError(this.file, this.path === '' ? reason : `${this.path} ${reason}`);
  }

  private wrong(expected: string): UserError {
    const text = this.node === undefined ? '' : jsonText(this.node).replace(/\s+/g, ' ');
    const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
    const found = this.node === undefined ? 'it is missing' : `it is ${shown}`;
    return this.fail(`${this.path === '' ? 'it ' : ''}must be ${expected}, but ${found}`);
  }

  private below(key: string): string {
    if (!/^[\p{L}\p{N}_$-]+$/u.test(key)) return `${this.path}[${JSON.stringify(key)}]`;
    return this.path === '' ? key : `${this.path}.${key}`;
  }
}
