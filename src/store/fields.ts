import type { UserError } from '../core/errors.js';
import { isObject } from '../core/json.js';
import { readError } from './lines.js';

/** Where a record came from, for messages. */
export interface Place {
  path: string;
  line?: number | undefined;
}

function wrong(place: Place, field: string, expected: string, value: unknown): UserError {
  const got = value === undefined ? 'it is missing' : `it is ${JSON.stringify(value)?.slice(0, 60)}`;
  return readError(place.path, `field "${field}" must be ${expected}, but ${got}`, place.line);
}

/**
 * Typed access to the fields of one record of outside data. Every accessor throws a UserError that names the
 * file, the line, the field and what was found.
 */
export class Fields {
  constructor(
    readonly record: Record<string, unknown>,
    readonly place: Place,
  ) {}

  has(field: string): boolean {
    return this.record[field] !== undefined && this.record[field] !== null;
  }

  string(field: string): string {
    const value = this.record[field];
    if (typeof value !== 'string') throw wrong(this.place, field, 'a string', value);
    return value;
  }

  /** A string that identifies something: numbers are accepted, the empty string is not. */
  id(field: string): string {
    const value = this.record[field];
    const id = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
    if (typeof id !== 'string' || id === '') throw wrong(this.place, field, 'a non-empty id', value);
    return id;
  }

  optionalString(field: string): string | undefined {
    return this.has(field) ? this.string(field) : undefined;
  }

  number(field: string): number {
    const value = this.record[field];
    const number = typeof value === 'bigint' ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isFinite(number))
      throw wrong(this.place, field, 'a number', value);
    return number;
  }

  array(field: string): unknown[] {
    const value = this.record[field];
    if (!Array.isArray(value)) throw wrong(this.place, field, 'an array', value);
    return value;
  }

  strings(field: string): string[] {
    const value = this.array(field);
    if (!value.every((item) => typeof item === 'string'))
      throw wrong(this.place, field, 'an array of strings', value);
    return value as string[];
  }

  object(field: string): Fields {
    const value = this.record[field];
    if (!isObject(value)) throw wrong(this.place, field, 'an object', value);
    return new Fields(value, this.place);
  }

  oneOf<T extends string>(field: string, values: readonly T[]): T {
    const value = this.record[field];
    if (!values.includes(value as T)) throw wrong(this.place, field, `one of ${values.join(', ')}`, value);
    return value as T;
  }

  fail(reason: string): UserError {
    return readError(this.place.path, reason, this.place.line);
  }
}
