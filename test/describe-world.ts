import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Benchmark, JudgedQuery, Outcome, Suite, TaskHeader, Verdict } from '../src/core/benchmark.js';
import type { ResultTable, TableValue } from '../src/core/result-table.js';
import type { BenchmarkSource, SourceDocument } from '../src/core/source.js';
import { type DescribeOptions, describeBenchmark } from '../src/describe/describe.js';
import { openBenchmark, writeBenchmark } from '../src/store/benchmark-folder.js';
import { sha256 } from '../src/store/digest.js';

/** A cell without its wrapping: the value of a measured number. */
export function bare(value: TableValue | undefined): string | number | null | undefined {
  return typeof value === 'object' && value !== null ? value.value : value;
}

/** The rows of a table of that name, without wrappings. */
export function rowsOf(tables: readonly ResultTable[], name: string): unknown[][] {
  const table = tables.find((one) => one.name === name);
  assert.ok(table, `no table "${name}" among ${tables.map((one) => one.name)}`);
  return table.rows.map((row) => row.map(bare));
}

export function notesOf(tables: readonly ResultTable[], name: string): string {
  return tables.find((one) => one.name === name)!.notes.join(' ');
}

/** What every table must be, whatever was described. */
export function assertSound(tables: readonly ResultTable[]): void {
  assert.equal(new Set(tables.map(({ name }) => name)).size, tables.length, 'names are unique');
  for (const { name, columns, rows, notes } of tables) {
    assert.match(name, /^[a-z]+(-[a-z0-9]+)*$/);
    assert.equal(new Set(columns).size, columns.length, `${name}: columns are named apart`);
    assert.ok(rows.length > 0, `${name} is empty`);
    for (const row of rows) {
      assert.equal(row.length, columns.length, `${name}: ${JSON.stringify(row)}`);
      for (const cell of row) {
        const value = bare(cell);
        assert.ok(value !== undefined && !Number.isNaN(value), `${name}: ${JSON.stringify(row)}`);
        if (typeof cell === 'number') assert.ok(Number.isInteger(cell), `${name}: ${cell} is no count`);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
        if (typeof value === 'string') assert.doesNotMatch(value, /[\x00-\x1f\x7f]/, name);
      }
    }
    for (const note of notes) assert.match(note, /\.$/, `${name}: ${note}`);
  }
}

export const document = (id: string, text: string, rest: object = {}): SourceDocument => ({
  meta: { id, kind: 'code', language: 'python', ...rest },
  text,
});

export const query = (
  id: string,
  text: string,
  grades: Record<string, number> = {},
  rest: Partial<JudgedQuery['query']> = {},
): JudgedQuery => ({
  query: { id, text, kind: 'text', cluster: id, exclude: [], ...rest },
  judgments: Object.entries(grades).map(([doc, grade]) => ({ doc, grade })),
});

export const suite = (name: string, tests = 1): Suite => ({
  id: sha256(name),
  tests: Array.from({ length: tests }, () => ({ kind: 'stdio', stdin: '', stdout: '' })),
});

export const verdict = (text: string, name: string, is: Outcome['is']): Verdict => ({
  code: sha256(text),
  suite: sha256(name),
  outcome: is === 'pass' ? { is } : is === 'fail' ? { is, test: 0 } : { is, why: 'so it was' },
  isolation: 'container',
  toolchain: 'python 3.12',
  proof: 'compared',
});

export interface World {
  documents?: SourceDocument[];
  texts?: SourceDocument[];
  tasks?: ({ queries: JudgedQuery[] } & Partial<TaskHeader>)[];
  suites?: Suite[];
  verdicts?: Verdict[];
  more?: Partial<BenchmarkSource>;
}

/** A benchmark of that content, written to and read from a folder of its own. */
export async function opened(scratch: string, name: string, world: World): Promise<Benchmark> {
  const { documents = [document('a', 'x')], texts, suites = [], verdicts = [], more } = world;
  const tasks = world.tasks ?? [{ queries: [query('q', 'what')] }];
  const source: BenchmarkSource = {
    ...{ name, version: '1' },
    corpora: [
      { id: 'code', documents: () => documents },
      ...(texts === undefined ? [] : [{ id: 'text', documents: () => texts }]),
    ],
    tasks: tasks.map(({ queries, ...header }, k) => ({
      ...{ id: `task-${k + 1}`, corpus: 'code', direction: 't2c', labels: {}, level: 2 },
      ...header,
      queries: () => queries,
    })),
    suites: () => suites,
    verdicts: () => verdicts,
    ...more,
  };
  await writeBenchmark(source, join(scratch, name), { missingDocuments: 'keep' });
  return openBenchmark(join(scratch, name));
}

/** The datasheet of a benchmark of that content. */
export async function described(
  scratch: string,
  name: string,
  world: World,
  options: Partial<DescribeOptions> = {},
): Promise<ResultTable[]> {
  const tables = await describeBenchmark(await opened(scratch, name, world), { tokens: false, ...options });
  assertSound(tables);
  return tables;
}
