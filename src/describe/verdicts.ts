import type { Benchmark, Suite } from '../core/benchmark.js';
import type { ResultTable, TableValue } from '../core/result-table.js';
import { cells } from './distribution.js';
import { ALL, Counts, share } from './labels.js';

/** What was run, with what outcome, and how far it can be believed. */
export function verdictTables(benchmark: Benchmark): ResultTable[] {
  const facets = {
    outcome: new Counts(),
    proof: new Counts(),
    isolation: new Counts(),
    toolchain: new Counts(),
  };
  const codes = new Set<string>();
  const suites = new Set<string>();
  let total = 0;
  for (const { code, suite, outcome, ...rest } of benchmark.verdicts()) {
    total++;
    codes.add(code);
    suites.add(suite);
    facets.outcome.add(outcome.is);
    for (const facet of ['proof', 'isolation', 'toolchain'] as const) facets[facet].add(rest[facet]);
  }
  if (total === 0) return [];
  const unpublished = [...suites].filter((suite) => !benchmark.suiteIds.has(suite)).length;
  const notes = [`Verdicts: ${total}; distinct texts: ${codes.size}; suites: ${suites.size}.`];
  if (unpublished > 0) notes.push(`Suites whose tests the benchmark does not carry: ${unpublished}.`);
  const rows = Object.entries(facets).flatMap(([facet, counts]) =>
    counts.rows().map(([value, count]): TableValue[] => [facet, value, count, share(count, total)]),
  );
  const columns = ['by', 'value', 'verdicts', 'share'];
  return [{ name: 'verdicts', title: 'Verdicts', columns, rows, notes }];
}

/** The tests that the benchmark carries. Memory: one suite, and its number of tests. */
export async function suiteTables(benchmark: Benchmark): Promise<ResultTable[]> {
  const sizes = new Map<string, number[]>();
  for (const id of benchmark.suiteIds) {
    const { tests } = await benchmark.suite(id);
    const kind = kindOf(tests);
    for (const name of [ALL, kind]) {
      const known = sizes.get(name);
      if (known === undefined) sizes.set(name, [tests.length]);
      else known.push(tests.length);
    }
  }
  if (sizes.size === 0) return [];
  const kinds = [...sizes].filter(([name]) => sizes.size > 2 || name !== ALL);
  return [
    {
      name: 'suites',
      title: 'Test suites',
      columns: ['kind of test', 'suites', 'tests', 'min', 'median', 'mean', 'max'],
      rows: kinds.map(([kind, counts]) => [
        kind,
        ...cells(counts, 'n', 'total', 'min', 'median', 'mean', 'max'),
      ]),
      notes: ['Min to max: tests of one suite.'],
      digits: 1,
    },
  ];
}

function kindOf(tests: Suite['tests']): string {
  const kinds = new Set(tests.map(({ kind }) => kind));
  return kinds.size === 0 ? 'none' : [...kinds].sort().join(' and ');
}
