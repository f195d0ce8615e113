import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { JudgedQuery, Suite, Verdict } from '../src/core/benchmark.js';
import type { BenchmarkSource, SourceDocument } from '../src/core/source.js';
import type { Format } from '../src/formats/format.js';
import { root } from './files.js';

/** A source with all of its streams read. */
export interface Content {
  source: BenchmarkSource;
  /** corpus → documents */
  documents: Record<string, SourceDocument[]>;
  /** task → queries */
  queries: Record<string, JudgedQuery[]>;
  suites: Suite[];
  verdicts: Verdict[];
  warnings: string[];
}

async function all<T>(stream: AsyncIterable<T> | Iterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

/** Reads as the command line does: options that have a default are filled in. */
export async function readWith(
  format: Format,
  path: string,
  options: Record<string, string> = {},
): Promise<{ source: BenchmarkSource; warnings: string[] }> {
  const warnings: string[] = [];
  const defaults = format.options.flatMap(({ name, default: value }) =>
    value === undefined ? [] : [[name, value]],
  );
  const source = await format.read!(path, {
    options: { ...Object.fromEntries(defaults), ...options },
    warn: (message) => warnings.push(message),
  });
  return { source, warnings };
}

export async function contentOf(
  format: Format,
  path: string,
  options: Record<string, string> = {},
): Promise<Content> {
  const { source, warnings } = await readWith(format, path, options);
  const documents: Content['documents'] = {};
  for (const corpus of source.corpora) documents[corpus.id] = await all(corpus.documents());
  const queries: Content['queries'] = {};
  for (const task of source.tasks) queries[task.id] = await all(task.queries());
  return {
    ...{ source, documents, queries, warnings },
    suites: await all(source.suites()),
    verdicts: await all(source.verdicts()),
  };
}

export const fixture = (name: string): string => join(root, 'test/fixtures', name);

/** A copy of a fixture folder for a test to spoil; it goes when the test ends. */
export function spoilable(t: TestContext, name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-fixture-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(fixture(name), folder, { recursive: true });
  return folder;
}
