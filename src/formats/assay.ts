import type { Benchmark } from '../core/benchmark.js';
import { sourceOf } from '../core/source.js';
import { openBenchmark, writeBenchmark } from '../store/benchmark-folder.js';
import type { Format } from './format.js';

/** Assay's own folder. Reading one that was edited by hand and writing it again renews its digests. */
export const assay: Format = {
  name: 'assay',
  title: "Assay's own benchmark folder",
  files: 'benchmark.json, corpus.jsonl, queries.jsonl, judgments.jsonl, tests.jsonl, verdicts.jsonl',
  options: [],
  async read(path) {
    return sourceOf(await openBenchmark(path, { verify: false }));
  },
  async write(benchmark: Benchmark, dir: string) {
    await writeBenchmark(sourceOf(benchmark), dir, { missingDocuments: 'keep' });
  },
};
