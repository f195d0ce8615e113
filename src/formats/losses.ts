import type { Benchmark, Query } from '../core/benchmark.js';

/** Counts what a written format leaves out, to tell of each kind once. */
export class Losses {
  private readonly counts = new Map<string, number>();

  constructor(private readonly format: string) {}

  count(what: string, by = 1): void {
    if (by > 0) this.counts.set(what, (this.counts.get(what) ?? 0) + by);
  }

  query({ exclude, candidates }: Query): void {
    if (exclude.length > 0) this.count('queries with excluded documents (anchors)');
    if (candidates !== undefined) this.count('queries with candidate lists');
  }

  benchmark(benchmark: Benchmark): void {
    this.count('test suites', benchmark.suiteIds.size);
    for (const _verdict of benchmark.verdicts()) this.count('verdicts');
    for (const { dimension, labels } of benchmark.tasks) {
      if (dimension !== undefined) this.count('tasks with a quality dimension');
      if (Object.keys(labels).length > 0) this.count('tasks with labels');
    }
    const searched = new Set(benchmark.tasks.map(({ corpus }) => corpus));
    this.count('corpora that no task searches', benchmark.corpora.size - searched.size);
    for (const corpus of benchmark.corpora.values())
      for (let i = 0; i < corpus.size; i++)
        if (corpus.meta(i).variant !== undefined) this.count('documents that are planted variants of others');
  }

  tell(warn: (message: string) => void): void {
    for (const [what, count] of this.counts)
      warn(`${this.format} cannot hold this, it is left out: ${count} ${what}`);
  }
}
