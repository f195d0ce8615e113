import { UserError } from '../core/errors.js';
import { suggestion } from '../core/suggest.js';

export interface OptionSpec {
  kind: 'number' | 'string' | 'path';
  describe: string;
  /** Absent: the option must be given. */
  default?: number | string;
  values?: readonly string[];
  min?: number;
  max?: number;
}

export type Options = Record<string, number | string>;

/**
 * The given options with defaults filled in.
 *
 * @param where names the place in messages, such as `pipeline x.json, "retrieve"`
 * @throws UserError on unknown, missing and ill-typed options
 */
export function resolveOptions(
  given: Record<string, unknown>,
  specs: Readonly<Record<string, OptionSpec>>,
  where: string,
): Options {
  for (const name of Object.keys(given))
    if (specs[name] === undefined)
      throw new UserError(
        `cannot use ${where}: unknown option "${name}"`,
        suggestion(name, Object.keys(specs)),
      );
  const resolved: Options = {};
  for (const [name, spec] of Object.entries(specs)) {
    const value = given[name] ?? spec.default;
    if (value === undefined)
      throw new UserError(`cannot use ${where}: option "${name}" is missing`, spec.describe);
    resolved[name] = check(value, spec, `cannot use ${where}: option "${name}"`);
  }
  return resolved;
}

function check(value: unknown, spec: OptionSpec, what: string): number | string {
  if (spec.kind === 'number') {
    if (typeof value !== 'number' || !Number.isFinite(value)) throw new UserError(`${what} must be a number`);
    if (spec.min !== undefined && value < spec.min)
      throw new UserError(`${what} must be at least ${spec.min}`);
    if (spec.max !== undefined && value > spec.max)
      throw new UserError(`${what} must be at most ${spec.max}`);
    return value;
  }
  if (typeof value !== 'string' || value === '') throw new UserError(`${what} must be a non-empty string`);
  if (spec.values !== undefined && !spec.values.includes(value))
    throw new UserError(`${what} cannot be "${value}"`, suggestion(value, spec.values));
  return value;
}
