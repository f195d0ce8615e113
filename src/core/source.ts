import type { Benchmark, DocMeta, JudgedQuery, Suite, TaskHeader, Verdict } from './benchmark.js';
import type { Json } from './json.js';

/** A document on its way into a benchmark folder; the digest is computed when it is written. */
export interface SourceDocument {
  meta: Omit<DocMeta, 'digest'>;
  text: string;
}

export interface CorpusSource {
  id: string;
  documents(): AsyncIterable<SourceDocument> | Iterable<SourceDocument>;
}

export interface TaskSource extends TaskHeader {
  queries(): AsyncIterable<JudgedQuery> | Iterable<JudgedQuery>;
}

/**
 * A benchmark as a reader of some format delivers it: streams that are read once, in order (all corpora,
 * all tasks, suites, verdicts), so that nothing large need be held in memory.
 */
export interface BenchmarkSource {
  name: string;
  version: string;
  licence?: string;
  origin?: Json;
  /** The seed of whatever was drawn when the benchmark was made. */
  seed?: number;
  corpora: readonly CorpusSource[];
  tasks: readonly TaskSource[];
  suites(): AsyncIterable<Suite> | Iterable<Suite>;
  verdicts(): AsyncIterable<Verdict> | Iterable<Verdict>;
}

/** Any benchmark can be written again in another form. */
export function sourceOf(benchmark: Benchmark): BenchmarkSource {
  return {
    name: benchmark.name,
    version: benchmark.version,
    ...(benchmark.licence === undefined ? {} : { licence: benchmark.licence }),
    ...(benchmark.origin === undefined ? {} : { origin: benchmark.origin }),
    ...(benchmark.seed === undefined ? {} : { seed: benchmark.seed }),
    corpora: [...benchmark.corpora.values()].map((corpus) => ({
      id: corpus.id,
      async *documents() {
        for await (const { i, text } of corpus.texts()) {
          const { digest: _digest, ...meta } = corpus.meta(i);
          yield { meta, text };
        }
      },
    })),
    tasks: benchmark.tasks,
    async *suites() {
      for (const id of benchmark.suiteIds) yield benchmark.suite(id);
    },
    verdicts: () => benchmark.verdicts(),
  };
}
