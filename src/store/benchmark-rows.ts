import {
  DIMENSIONS,
  DIRECTIONS,
  type DocMeta,
  type Edit,
  type JudgedQuery,
  type Judgment,
  type Outcome,
  type Query,
  type Suite,
  type TaskHeader,
  type Test,
  type Verdict,
} from '../core/benchmark.js';
import { isObject } from '../core/json.js';
import { Fields, type Place } from './fields.js';
import type { JsonLine } from './lines.js';

// The rows of Assay's own benchmark folder: one function a kind, from parsed JSON to the model. What is written
// is the model itself as JSON, with the corpus or task that a row belongs to in front.

export function placeOf(path: string, line: JsonLine): Place {
  return { path, line: line.number };
}

function tagsOf(fields: Fields): { tags?: Record<string, string> } {
  if (!fields.has('tags')) return {};
  const { record } = fields.object('tags');
  for (const [key, value] of Object.entries(record))
    if (typeof value !== 'string') throw fields.fail(`tag "${key}" must be a string`);
  return { tags: record as Record<string, string> };
}

function optional<K extends string>(fields: Fields, field: K): { [P in K]?: string } {
  const value = fields.optionalString(field);
  return (value === undefined ? {} : { [field]: value }) as { [P in K]?: string };
}

function editOf(fields: Fields): Edit {
  return {
    type: fields.string('type'),
    start: fields.number('start'),
    end: fields.number('end'),
    insert: fields.string('insert'),
  };
}

function variantOf(fields: Fields): { variant?: NonNullable<DocMeta['variant']> } {
  if (!fields.has('variant')) return {};
  const variant = fields.object('variant');
  const edits = variant.array('edits').map((edit) => {
    if (!isObject(edit)) throw fields.fail('every edit must be an object');
    return editOf(new Fields(edit, fields.place));
  });
  return {
    variant: { parent: variant.id('parent'), root: variant.id('root'), slot: variant.number('slot'), edits },
  };
}

export function documentOf(fields: Fields): { corpus: string; meta: DocMeta; text: string } {
  return {
    corpus: fields.id('corpus'),
    text: fields.string('text'),
    meta: {
      id: fields.id('id'),
      digest: fields.id('digest'),
      kind: fields.oneOf('kind', ['code', 'text'] as const),
      ...optional(fields, 'language'),
      ...tagsOf(fields),
      ...optional(fields, 'family'),
      ...variantOf(fields),
    },
  };
}

export function queryOf(fields: Fields): { task: string; query: Query } {
  return {
    task: fields.id('task'),
    query: {
      id: fields.id('id'),
      text: fields.string('text'),
      kind: fields.oneOf('kind', ['code', 'text'] as const),
      ...optional(fields, 'language'),
      ...tagsOf(fields),
      cluster: fields.id('cluster'),
      exclude: fields.has('exclude') ? fields.strings('exclude') : [],
      ...(fields.has('candidates') ? { candidates: fields.strings('candidates') } : {}),
      ...optional(fields, 'suite'),
    },
  };
}

export function judgmentOf(fields: Fields): { task: string; query: string; judgment: Judgment } {
  return {
    task: fields.id('task'),
    query: fields.id('query'),
    judgment: { doc: fields.id('doc'), grade: fields.number('grade') },
  };
}

export function taskOf(fields: Fields): TaskHeader & { queries: number } {
  const labels = fields.has('labels') ? (fields.object('labels').record as Record<string, string>) : {};
  return {
    id: fields.id('id'),
    corpus: fields.id('corpus'),
    direction: fields.oneOf('direction', DIRECTIONS),
    labels,
    level: fields.number('level'),
    ...(fields.has('dimension') ? { dimension: fields.oneOf('dimension', DIMENSIONS) } : {}),
    queries: fields.number('queries'),
  };
}

export function suiteOf(fields: Fields): Suite {
  const signature = fields.has('signature') ? fields.object('signature') : undefined;
  return {
    id: fields.id('id'),
    ...optional(fields, 'entry'),
    ...(signature === undefined
      ? {}
      : { signature: { params: signature.strings('params'), result: signature.string('result') } }),
    tests: fields.array('tests').map((test) => testOf(test, fields)),
  };
}

function testOf(test: unknown, fields: Fields): Test {
  if (!isObject(test)) throw fields.fail('every test must be an object');
  const inner = new Fields(test, fields.place);
  const kind = inner.oneOf('kind', ['case', 'stdio', 'source'] as const);
  if (kind === 'stdio') return { kind, stdin: inner.string('stdin'), stdout: inner.string('stdout') };
  if (kind === 'source') return { kind, language: inner.string('language'), source: inner.string('source') };
  inner.array('args');
  inner.object('want');
  return test as Test;
}

export function verdictOf(fields: Fields): Verdict {
  const outcome = fields.object('outcome');
  const is = outcome.oneOf('is', ['pass', 'fail', 'invalid', 'timeout', 'flaky', 'unavailable'] as const);
  const result: Outcome =
    is === 'pass'
      ? { is }
      : is === 'fail'
        ? { is, test: outcome.number('test') }
        : { is, why: outcome.string('why') };
  return {
    code: fields.id('code'),
    suite: fields.id('suite'),
    outcome: result,
    isolation: fields.string('isolation'),
    toolchain: fields.string('toolchain'),
    proof: fields.oneOf('proof', ['compared', 'asserted', 'imported'] as const),
  };
}

export function queryRow(task: string, { query }: JudgedQuery): string {
  const { exclude, ...rest } = query;
  return JSON.stringify({ task, ...rest, ...(exclude.length > 0 ? { exclude } : {}) });
}
