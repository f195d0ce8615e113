import { messageOf } from '../core/errors.js';
import { isObject } from '../core/json.js';
import type { Fields } from '../store/fields.js';
import { parsePythonLiteral } from './python-literal.js';

/**
 * The fields of a record that the model has no place for, as tags: strings as they are, everything else as its
 * JSON text, null left out. Nested objects are flattened with dotted names.
 *
 * @param used the fields that have a place; a dotted name reaches into a nested object
 */
export function tagsOf(
  record: Record<string, unknown>,
  used: ReadonlySet<string>,
  prefix = '',
): Record<string, string> {
  const tags: Record<string, string> = {};
  for (const [field, value] of Object.entries(record)) {
    const name = prefix + field;
    if (used.has(name) || value === null || value === undefined) continue;
    if (isObject(value)) Object.assign(tags, tagsOf(value, used, `${name}.`));
    else tags[name] = typeof value === 'string' ? value : JSON.stringify(value);
  }
  return tags;
}

/** Tags as an optional field: no tags, no field. */
export function withTags(tags: Record<string, string>): { tags?: Record<string, string> } {
  return Object.keys(tags).length === 0 ? {} : { tags };
}

function decoded(fields: Fields, field: string, expected: string): unknown {
  const value = fields.record[field];
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    // Not JSON: what Python's str() makes of a dict or list.
  }
  try {
    return parsePythonLiteral(value);
  } catch (error) {
    throw fields.fail(`field "${field}" is neither ${expected} nor the text of one (${messageOf(error)})`);
  }
}

/** An object that may arrive as JSON text or as the text of a Python dict; absent and empty give {}. */
export function objectOf(fields: Fields, field: string): Record<string, unknown> {
  if (!fields.has(field) || fields.record[field] === '') return {};
  const value = decoded(fields, field, 'an object');
  if (!isObject(value)) throw fields.fail(`field "${field}" must be an object`);
  return value;
}

/** Ids in a list that may arrive as JSON text or as the text of a Python list. */
export function idsOf(fields: Fields, field: string): string[] {
  const value = decoded(fields, field, 'a list');
  if (!Array.isArray(value)) throw fields.fail(`field "${field}" must be a list of ids`);
  return value.map((id) => {
    if ((typeof id !== 'string' && typeof id !== 'number') || id === '')
      throw fields.fail(`field "${field}" must hold ids, but has ${JSON.stringify(id)}`);
    return String(id);
  });
}
