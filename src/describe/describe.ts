import type { Benchmark } from '../core/benchmark.js';
import type { Progress } from '../core/progress.js';
import type { ResultTable } from '../core/result-table.js';
import { cl100k } from '../text/cl100k.js';
import { authorTables } from './authors.js';
import { corpusTables, readCorpus, type SeenCorpus } from './corpora.js';
import { factTable } from './facts.js';
import { familyTables } from './families.js';
import { lengthTaker } from './lengths.js';
import { readTasks } from './read-tasks.js';
import { taskTables } from './tasks.js';
import { variantTables } from './variants.js';
import { suiteTables, verdictTables } from './verdicts.js';

export interface DescribeOptions {
  /** Whether lengths are given in cl100k tokens beside words: most of the time of a large benchmark. */
  tokens: boolean;
  progress?: Progress;
}

/**
 * The datasheet of a benchmark, as tables; what the benchmark does not have has no table. Every text is read
 * once. Memory: a few numbers a document and query, and a digest a query.
 */
export async function describeBenchmark(
  benchmark: Benchmark,
  { tokens, progress = () => {} }: DescribeOptions,
): Promise<ResultTable[]> {
  const take = lengthTaker(tokens ? await cl100k() : undefined);
  const corpora: SeenCorpus[] = [];
  for (const corpus of benchmark.corpora.values()) corpora.push(await readCorpus(corpus, take, progress));
  const { tasks, tags, judgedFor } = await readTasks(benchmark, take, progress);
  const tables = [
    factTable(benchmark, tasks),
    ...corpusTables(corpora),
    ...taskTables(tasks),
    ...tags.tables(),
    ...familyTables([...benchmark.corpora.values()]),
    ...variantTables(corpora),
    ...(await suiteTables(benchmark)),
    ...verdictTables(benchmark),
    ...authorTables(benchmark, judgedFor),
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}
