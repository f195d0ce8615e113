import type { Benchmark } from '../core/benchmark.js';
import { isObject, type Json } from '../core/json.js';
import type { ResultTable, TableValue } from '../core/result-table.js';
import { label } from './labels.js';
import type { SeenTask } from './read-tasks.js';

/** Facts of origin shown at the most. */
const MOST_ORIGIN = 40;

/** What the benchmark is, where it came from, and how much of everything it holds. */
export function factTable(benchmark: Benchmark, tasks: readonly SeenTask[]): ResultTable {
  const { name, version, licence, digest, seed, corpora, suiteIds } = benchmark;
  const sum = (count: (seen: SeenTask) => number) => tasks.reduce((total, seen) => total + count(seen), 0);
  const texts = new Set<string>();
  for (const seen of tasks) for (const text of seen.texts) texts.add(text);
  let verdicts = 0;
  for (const _ of benchmark.verdicts()) verdicts++;
  const origin = benchmark.origin === undefined ? [] : originFacts('origin', benchmark.origin);
  return {
    name: 'facts',
    title: 'Benchmark',
    columns: ['fact', 'value'],
    rows: [
      ['name', label(name)],
      ['version', label(version)],
      ['licence', licence === undefined ? null : label(licence)],
      ['digest (SHA-256)', digest],
      ['seed', seed === undefined ? null : String(seed)],
      ['corpora', corpora.size],
      ['documents', [...corpora.values()].reduce((total, { size }) => total + size, 0)],
      ['tasks', tasks.length],
      ['queries', sum(({ queries }) => queries)],
      ['distinct query texts', texts.size],
      ['judgments', sum(({ judgments }) => judgments)],
      ['test suites', suiteIds.size],
      ['verdicts', verdicts],
      ...origin.slice(0, MOST_ORIGIN),
    ],
    notes:
      origin.length > MOST_ORIGIN
        ? [`${origin.length - MOST_ORIGIN} further facts of origin stand in benchmark.json.`]
        : [],
  };
}

/** Free-form JSON as rows: one a value, objects opened, lists as their text. */
function originFacts(path: string, value: Json): TableValue[][] {
  if (isObject(value))
    return Object.entries(value).flatMap(([key, inner]) => originFacts(`${path} · ${key}`, inner as Json));
  return [[label(path), label(typeof value === 'string' ? value : JSON.stringify(value))]];
}
