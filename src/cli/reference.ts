import { FORMATS } from '../formats/registry.js';
import { LANGUAGES } from '../languages/registry.js';
import { CHECKS } from '../lint/lint.js';
import { PROFILE_FIELDS, PROFILES } from '../measures/profiles.js';
import { MEASURE_FAMILIES } from '../measures/registry.js';
import type { OptionSpec } from '../pipeline/options.js';
import { BUILT_IN } from '../pipeline/resolve.js';
import { RETRIEVER_TYPES } from '../pipeline/stages.js';
import { markdownTable } from '../report/table.js';
import { parser } from './parser.js';

// The pages of docs/reference are made from the registries, so that no list is typed twice. `npm run docs`
// writes them; a test fails when they are stale.

const MADE = '<!-- Made by `npm run docs` from the registries: change those. -->';

function page(title: string, ...parts: string[]): string {
  return `${[`# ${title}`, MADE, ...parts].join('\n\n')}\n`;
}

function table(head: string[], rows: string[][]): string {
  return markdownTable({ head, rows }).replace(/---:/g, '---');
}

async function commands(): Promise<string> {
  const program = (await parser(() => {})).configureHelp({ helpWidth: 100 });
  const help = [program, ...program.commands].map((command) => {
    const lines: string[] = [];
    command.configureHelp({ helpWidth: 100 }).configureOutput({ writeOut: (text) => lines.push(text) });
    command.outputHelp();
    const name = command === program ? 'assay' : `assay ${command.name()}`;
    return `## ${name}\n\n\`\`\`\n${lines.join('').trimEnd()}\n\`\`\``;
  });
  return page('Commands', ...help);
}

function measures(): string {
  const families = MEASURE_FAMILIES.map(({ pattern, describe }) => [`\`${pattern}\``, describe]);
  const profiles = Object.values(PROFILES).map(({ name, describe }) => [`\`${name}\``, describe]);
  const fields = Object.entries(PROFILE_FIELDS);
  const choices = Object.values(PROFILES).map((profile) => [
    `\`${profile.name}\``,
    ...fields.map(([field]) => String(profile[field as keyof typeof profile])),
  ]);
  const values = fields.flatMap(([field, { title, values: known }]) =>
    Object.entries(known).map(([value, meaning]) => [`\`${field}\``, title, `\`${value}\``, meaning]),
  );
  const defaults = Object.values(PROFILES).map(({ name, measures: list }) => [
    `\`${name}\``,
    list.join(', '),
  ]);
  return page(
    'Measures and profiles',
    'A measure is named by its text: `nDCG@10`. One ranking rule holds everywhere: tier, then score, then document id, all descending, ids by their UTF-8 bytes.',
    table(['measure', 'definition'], families),
    '## Profiles',
    'A profile fixes the choices on which published tools differ.',
    table(['profile', 'what it is'], profiles),
    '## Choices',
    table(['profile', ...fields.map(([field]) => field)], choices),
    table(['choice', 'what it decides', 'value', 'meaning'], values),
    '## Measures computed by default',
    table(['profile', 'measures'], defaults),
  );
}

function formats(): string {
  const rows = FORMATS.map(({ name, title, files, read, write }) => [
    `\`${name}\``,
    title,
    files,
    [read && 'read', write && 'write'].filter(Boolean).join(', '),
  ]);
  const options = FORMATS.flatMap((format) =>
    format.options.map(({ name, describe, values, default: fallback }) => [
      `\`${format.name}\``,
      `\`--${name}\``,
      describe,
      values?.join(', ') ?? '',
      fallback ?? '',
    ]),
  );
  const checks = CHECKS.map(({ name, severity, describe }) => [`\`${name}\``, severity, describe]);
  return page(
    'Formats',
    table(['format', 'what it is', 'files', 'Assay can'], rows),
    '## Options',
    table(['format', 'option', 'meaning', 'values', 'default'], options),
    '## What `assay lint` looks for',
    table(['check', 'severity', 'what it finds'], checks),
    '## Languages',
    table(
      ['language', 'file endings'],
      LANGUAGES.map(({ name, extensions }) => [name, extensions.join(' ')]),
    ),
  );
}

function pipelines(): string {
  const options = RETRIEVER_TYPES.flatMap(({ type, options: specs }) =>
    Object.entries(specs).map(([name, { kind, describe, default: fallback, values }]) => [
      `\`${type}\``,
      `\`${name}\``,
      kind,
      describe,
      values?.join(', ') ?? '',
      fallback === undefined ? 'must be given' : String(fallback),
    ]),
  );
  return page(
    'Pipelines',
    'A pipeline is named, or described by a JSON file that `docs/reference/pipeline.schema.json` specifies: `{"name": "mine", "retrieve": {"type": "bm25", "k1": 0.9}}`. A path in it is relative to the file.',
    '## Built in',
    table(
      ['name', 'what it is'],
      BUILT_IN.map(({ name, describe }) => [`\`${name}\``, describe]),
    ),
    '## Retrievers',
    table(
      ['type', 'what it is'],
      RETRIEVER_TYPES.map(({ type, describe }) => [`\`${type}\``, describe]),
    ),
    table(['type', 'option', 'kind', 'meaning', 'values', 'default'], options),
  );
}

function optionSchema({ kind, describe, default: fallback, values, min, max }: OptionSpec): object {
  return {
    type: kind === 'number' ? 'number' : 'string',
    description: describe,
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(values === undefined ? {} : { enum: values }),
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
  };
}

function pipelineSchema(): string {
  const retrievers = RETRIEVER_TYPES.map(({ type, describe, options }) => ({
    description: describe,
    type: 'object',
    properties: {
      type: { const: type },
      ...Object.fromEntries(Object.entries(options).map(([name, spec]) => [name, optionSchema(spec)])),
    },
    required: ['type', ...Object.keys(options).filter((name) => options[name]!.default === undefined)],
    additionalProperties: false,
  }));
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Assay pipeline',
    type: 'object',
    properties: {
      name: { type: 'string', description: 'how tables call the pipeline' },
      retrieve: { oneOf: retrievers },
    },
    required: ['name', 'retrieve'],
    additionalProperties: false,
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** File name below docs/reference → content. */
export async function referencePages(): Promise<Record<string, string>> {
  return {
    'commands.md': await commands(),
    'measures.md': measures(),
    'formats.md': formats(),
    'pipelines.md': pipelines(),
    'pipeline.schema.json': pipelineSchema(),
  };
}
