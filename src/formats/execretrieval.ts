import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Suite, Verdict } from '../core/benchmark.js';
import { messageOf, UserError } from '../core/errors.js';
import type { Json } from '../core/json.js';
import type { BenchmarkSource } from '../core/source.js';
import { readError } from '../store/lines.js';
import { readCache, verdictOf } from './execretrieval-cache.js';
import { ExecCorpus } from './execretrieval-corpus.js';
import { ExecQueries } from './execretrieval-queries.js';
import { readExecResults } from './execretrieval-results.js';
import { identifySuites, type SuiteIds } from './execretrieval-suites.js';
import type { Format, Listener, ReadContext } from './format.js';
import { counted } from './progress.js';

const FILES = {
  corpus: 'corpus.jsonl',
  queries: 'queries.jsonl',
  distractors: 'distractor_metadata.jsonl',
  cache: 'execution_cache.jsonl',
};

/** The files as they are or zipped; absent ones have no path. */
async function find(folder: string): Promise<Partial<Record<keyof typeof FILES, string>>> {
  const names = new Set(
    await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      throw readError(
        folder,
        error.code === 'ENOENT'
          ? 'there is no such folder'
          : error.code === 'ENOTDIR'
            ? 'it is a file, the folder of the data set was expected'
            : messageOf(error),
      );
    }),
  );
  const found: Partial<Record<keyof typeof FILES, string>> = {};
  for (const [part, name] of Object.entries(FILES) as [keyof typeof FILES, string][]) {
    const present = [name, `${name}.gz`].find((candidate) => names.has(candidate));
    if (present !== undefined) found[part] = join(folder, present);
  }
  return found;
}

/** Metrics of every result file that comes with the release, kept as the published figures. */
async function publishedMetrics(folder: string, warn: ReadContext['warn']): Promise<Record<string, Json>> {
  const results = join(folder, 'results');
  if (!(await stat(results).catch(() => undefined))?.isDirectory()) return {};
  const published: Record<string, Json> = {};
  for (const name of (await readdir(results)).filter((file) => file.endsWith('.json')).sort())
    try {
      const { model, metrics } = await readExecResults(join(results, name));
      published[model] = metrics;
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      warn(`${error.message}; the published figures go without it`);
    }
  return published;
}

/** What the cache knows, less its rows: keys of suites, and the suites that the canonical codes pass. */
async function identify(
  cache: string | undefined,
  queries: ExecQueries,
  corpus: ExecCorpus,
  listener: Listener,
): Promise<SuiteIds> {
  const { warn } = listener;
  const keys = new Set<string>();
  const passed = new Map<string, { tests: string; results: string[] }[]>();
  let known = 0;
  if (cache !== undefined)
    for await (const row of counted(readCache(cache), 'reading result', listener)) {
      keys.add(row.tests);
      const code = corpus.digestOf(row.code);
      if (code === undefined) continue;
      known++;
      if (!corpus.canonicalDigests.has(code)) continue;
      passed.set(code, [...(passed.get(code) ?? []), { tests: row.tests, results: row.results }]);
    }
  const suites = identifySuites(queries.suiteAsks(corpus), keys, passed);
  if (cache === undefined) return suites;
  if (suites.matched < queries.size)
    warn(
      `${cache}: the tests of ${queries.size - suites.matched} of ${queries.size} queries are not among its keys, so that they have no verdicts`,
    );
  if (known === 0) warn(`${cache}: none of its codes is in the corpus`);
  return suites;
}

async function* verdictsOf(cache: string | undefined, corpus: ExecCorpus): AsyncIterable<Verdict> {
  if (cache === undefined) return;
  for await (const row of readCache(cache)) yield verdictOf(row, corpus.digestOf(row.code) ?? row.code);
}

async function* suitesOf(queries: ExecQueries, ids: ReadonlyMap<string, string>): AsyncIterable<Suite> {
  const told = new Set<string>();
  for await (const { id, tests } of queries.suites()) {
    const suite = ids.get(id)!;
    if (told.has(suite)) continue;
    told.add(suite);
    yield { id: suite, tests: tests.map((source) => ({ kind: 'source', language: 'python', source })) };
  }
}

async function read(path: string, context: ReadContext): Promise<BenchmarkSource> {
  const { warn } = context;
  const found = await find(path);
  for (const part of ['corpus', 'queries'] as const)
    if (found[part] === undefined)
      throw readError(
        join(path, FILES[part]),
        'there is no such file',
        undefined,
        `An ExecRetrieval folder has ${Object.values(FILES).join(', ')}.`,
      );
  if (found.cache === undefined) warn(`${join(path, FILES.cache)}: not there, so that nothing has a verdict`);
  const corpus = await ExecCorpus.scan(found.corpus!, context);
  const queries = await ExecQueries.scan(found.queries!, corpus, context);
  await corpus.relate(queries.pairs, found.distractors, context);
  const { ids, serialisation, matched } = await identify(found.cache, queries, corpus, context);
  const published = await publishedMetrics(path, warn);
  return {
    name: 'execretrieval',
    version: '1',
    origin: {
      format: 'execretrieval',
      suites: { matched, of: queries.size, keys: serialisation ?? 'own' },
      ...(Object.keys(published).length > 0 ? { published } : {}),
    },
    corpora: [{ id: 'code', documents: () => corpus.documents() }],
    tasks: [
      {
        id: 'execretrieval',
        corpus: 'code',
        direction: 't2c',
        labels: { language: 'python' },
        level: 2,
        dimension: 'correctness',
        queries: () => queries.queries(ids),
      },
    ],
    suites: () => suitesOf(queries, ids),
    verdicts: () => verdictsOf(found.cache, corpus),
  };
}

/**
 * ExecRetrieval as released: canonicals have grade 2, paired distractors grade 1 and are variants of their
 * canonical; the verdicts are those of the execution cache.
 */
export const execretrieval: Format = {
  name: 'execretrieval',
  title: 'ExecRetrieval',
  files: `a folder with ${Object.values(FILES).join(', ')} and, if wanted, results/*.json`,
  options: [],
  read,
};
