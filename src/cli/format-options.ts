import type { Command as Parser } from 'commander';
import { UserError } from '../core/errors.js';
import { suggestion } from '../core/suggest.js';
import type { Format, FormatOption } from '../formats/format.js';

/** @throws UserError when no format of the list has that name */
export function formatNamed<F extends Format>(name: string, formats: readonly F[]): F {
  const format = formats.find((candidate) => candidate.name === name);
  if (format !== undefined) return format;
  throw new UserError(
    `cannot use format "${name}": there is no such format here`,
    suggestion(
      name,
      formats.map((candidate) => candidate.name),
    ),
  );
}

/** Declares every option of the formats once, told by which format takes it. */
export function declareFormatOptions(parser: Parser, formats: readonly Format[]): void {
  const texts = new Map<string, Map<string, string[]>>();
  for (const format of formats)
    for (const option of format.options) {
      const ofName = texts.get(option.name) ?? new Map<string, string[]>();
      texts.set(option.name, ofName);
      const text = describe(option);
      ofName.set(text, [...(ofName.get(text) ?? []), format.name]);
    }
  for (const [name, ofName] of texts) {
    const lines = [...ofName].map(([text, names]) => `${names.join(', ')}: ${text}`);
    parser.option(`--${name} <value>`, lines.join('; '));
  }
}

function describe({ describe: text, values, default: fallback }: FormatOption): string {
  const known = values === undefined ? '' : ` (${values.join(', ')})`;
  return `${text}${known}${fallback === undefined ? '' : `, default ${fallback}`}`;
}

function camel(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * What was given of the format's own options, with its defaults.
 *
 * @throws UserError when an option of another format was given, or a value is not accepted
 */
export function formatOptions(
  format: Format,
  formats: readonly Format[],
  given: Record<string, unknown>,
): Record<string, string> {
  for (const other of formats)
    for (const { name } of other.options)
      if (given[camel(name)] !== undefined && !format.options.some((option) => option.name === name))
        throw new UserError(
          `cannot use --${name} with format ${format.name}`,
          `It belongs to ${other.name}.`,
        );
  const resolved: Record<string, string> = {};
  for (const { name, values, default: fallback } of format.options) {
    const value = (given[camel(name)] as string | undefined) ?? fallback;
    if (value === undefined) continue;
    if (values !== undefined && !values.includes(value))
      throw new UserError(`cannot use --${name} ${value}`, suggestion(value, values));
    resolved[name] = value;
  }
  return resolved;
}
