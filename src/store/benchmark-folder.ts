import { join } from 'node:path';
import type {
  Benchmark,
  Corpus,
  JudgedQuery,
  Judgment,
  Sha,
  Suite,
  Task,
  TaskHeader,
  Verdict,
} from '../core/benchmark.js';
import { canonicalJson, isObject, type Json } from '../core/json.js';
import { documentOf, judgmentOf, placeOf, queryOf, suiteOf, taskOf, verdictOf } from './benchmark-rows.js';
import { BENCHMARK_FILES, BENCHMARK_FORMAT, BENCHMARK_VERSION } from './benchmark-writer.js';
import { sha256, sha256OfFile } from './digest.js';
import { CorpusIndex, DiskCorpus } from './disk-corpus.js';
import { Fields } from './fields.js';
import { type ByteRange, readError, readJson, readJsonLines } from './lines.js';

export { type WriteOptions, type WriteSummary, writeBenchmark } from './benchmark-writer.js';

interface Head {
  name: string;
  version: string;
  licence?: string;
  origin?: Json;
  seed?: number;
  tasks: (TaskHeader & { queries: number })[];
  files: Record<string, unknown>;
}

async function readHead(dir: string): Promise<Head> {
  const path = join(dir, 'benchmark.json');
  const json = await readJson(path);
  if (!isObject(json) || json.format !== BENCHMARK_FORMAT)
    throw readError(path, 'it is not the head of an Assay benchmark', undefined, IMPORT_HINT);
  const fields = new Fields(json, { path });
  const formatVersion = fields.number('formatVersion');
  if (formatVersion > BENCHMARK_VERSION)
    throw readError(
      path,
      `it has format version ${formatVersion}, this Assay reads up to ${BENCHMARK_VERSION}`,
    );
  const licence = fields.optionalString('licence');
  return {
    name: fields.id('name'),
    version: fields.string('version'),
    ...(licence === undefined ? {} : { licence }),
    ...(fields.has('origin') ? { origin: json.origin as Json } : {}),
    ...(fields.has('seed') ? { seed: fields.number('seed') } : {}),
    tasks: fields.array('tasks').map((task) => {
      if (!isObject(task)) throw fields.fail('every task must be an object');
      return taskOf(new Fields(task, { path }));
    }),
    files: fields.object('files').record,
  };
}

const IMPORT_HINT =
  'Bring other formats in with: assay import FORMAT PATH --out DIR (assay import --help lists them).';

/** Digest of the whole: of the digests of all files but benchmark.json, and of the head's own content. */
async function verifyFiles(dir: string, head: Head, verify: boolean): Promise<Sha> {
  const digests = await Promise.all(
    BENCHMARK_FILES.map(async (file) => {
      const actual = await sha256OfFile(join(dir, file)).catch(() => {
        throw readError(join(dir, file), 'there is no such file');
      });
      if (verify && actual !== head.files[file])
        throw readError(
          join(dir, file),
          'it is not the file that benchmark.json describes (its SHA-256 differs)',
          undefined,
          `If the change is meant, write a new benchmark: assay import assay ${dir} --out NEW`,
        );
      return actual;
    }),
  );
  const { files: _files, ...content } = head;
  return sha256(canonicalJson([content, digests]));
}

async function readCorpora(dir: string): Promise<Map<string, Corpus>> {
  const path = join(dir, 'corpus.jsonl');
  const indexes = new Map<string, CorpusIndex>();
  for await (const line of readJsonLines(path)) {
    const { corpus, meta } = documentOf(new Fields(line.value, placeOf(path, line)));
    let index = indexes.get(corpus);
    if (index === undefined) indexes.set(corpus, (index = new CorpusIndex(corpus)));
    if (!index.add(meta, line.offset, line.bytes))
      throw readError(path, `the id "${meta.id}" occurs twice in corpus "${corpus}"`, line.number);
  }
  return new Map([...indexes].map(([id, index]) => [id, new DiskCorpus(path, index)]));
}

interface QueryRange extends ByteRange {
  ids: Set<string>;
}

/** Where each task's run of lines lies in queries.jsonl. */
async function queryRanges(path: string, tasks: ReadonlySet<string>): Promise<Map<string, QueryRange>> {
  const ranges = new Map<string, QueryRange>();
  for await (const line of readJsonLines(path)) {
    const { task, query } = queryOf(new Fields(line.value, placeOf(path, line)));
    if (!tasks.has(task)) throw readError(path, `benchmark.json has no task "${task}"`, line.number);
    const end = line.offset + line.bytes;
    let range = ranges.get(task);
    if (range === undefined) ranges.set(task, (range = { start: line.offset, end, ids: new Set() }));
    if (range.ids.has(query.id))
      throw readError(path, `the id "${query.id}" occurs twice in task "${task}"`, line.number);
    range.ids.add(query.id);
    range.end = end;
  }
  return ranges;
}

/** task → query → judgments */
async function readJudgments(
  dir: string,
  ranges: ReadonlyMap<string, QueryRange>,
): Promise<Map<string, Map<string, Judgment[]>>> {
  const path = join(dir, 'judgments.jsonl');
  const tasks = new Map<string, Map<string, Judgment[]>>();
  for await (const line of readJsonLines(path)) {
    const { task, query, judgment } = judgmentOf(new Fields(line.value, placeOf(path, line)));
    if (!ranges.get(task)?.ids.has(query))
      throw readError(path, `there is no query "${query}" in task "${task}"`, line.number);
    let queries = tasks.get(task);
    if (queries === undefined) tasks.set(task, (queries = new Map()));
    const judgments = queries.get(query);
    if (judgments === undefined) queries.set(query, [judgment]);
    else judgments.push(judgment);
  }
  for (const [task, queries] of tasks)
    for (const [query, judgments] of queries)
      if (new Set(judgments.map(({ doc }) => doc)).size < judgments.length)
        throw readError(path, `query "${query}" of task "${task}" judges a document twice`);
  return tasks;
}

async function readTasks(dir: string, head: Head): Promise<Task[]> {
  const path = join(dir, 'queries.jsonl');
  const ranges = await queryRanges(path, new Set(head.tasks.map(({ id }) => id)));
  const judgments = await readJudgments(dir, ranges);
  return head.tasks.map(({ queries: _count, ...header }) => {
    const range = ranges.get(header.id) ?? { start: 0, end: 0, ids: new Set() };
    const judged = judgments.get(header.id);
    return {
      ...header,
      size: range.ids.size,
      async *queries(): AsyncIterable<JudgedQuery> {
        for await (const line of readJsonLines(path, range)) {
          const { task, query } = queryOf(new Fields(line.value, placeOf(path, line)));
          if (task === header.id) yield { query, judgments: judged?.get(query.id) ?? [] };
        }
      },
    };
  });
}

async function readSuites(dir: string): Promise<Map<Sha, Suite>> {
  const path = join(dir, 'tests.jsonl');
  const suites = new Map<Sha, Suite>();
  for await (const line of readJsonLines(path)) {
    const suite = suiteOf(new Fields(line.value, placeOf(path, line)));
    suites.set(suite.id, suite);
  }
  return suites;
}

interface Verdicts {
  /** In the order of the file. */
  all: Verdict[];
  /** By suite, then by code: a query asks for many codes of its one suite, and joining the two digests cost the most. */
  bySuite: Map<Sha, Map<Sha, Verdict>>;
}

async function readVerdicts(dir: string): Promise<Verdicts> {
  const path = join(dir, 'verdicts.jsonl');
  const verdicts: Verdicts = { all: [], bySuite: new Map() };
  for await (const line of readJsonLines(path)) {
    const verdict = verdictOf(new Fields(line.value, placeOf(path, line)));
    const known = verdicts.bySuite.get(verdict.suite);
    if (known === undefined) verdicts.bySuite.set(verdict.suite, new Map([[verdict.code, verdict]]));
    else known.set(verdict.code, verdict);
    verdicts.all.push(verdict);
  }
  return verdicts;
}

/**
 * Opens an Assay benchmark folder. Every file is checked against the SHA-256 in benchmark.json. In memory:
 * metadata, judgments, suites and verdicts; on disk: the texts of documents and queries.
 *
 * @throws UserError naming file and line of whatever cannot be used
 */
export async function openBenchmark(dir: string, options: { verify?: boolean } = {}): Promise<Benchmark> {
  const head = await readHead(dir);
  const digest = await verifyFiles(dir, head, options.verify ?? true);
  const corpora = await readCorpora(dir);
  for (const task of head.tasks)
    if (!corpora.has(task.corpus))
      throw readError(
        join(dir, 'benchmark.json'),
        `task "${task.id}" names the corpus "${task.corpus}", of which there is no document`,
        undefined,
        'A task needs documents to search.',
      );
  const suites = await readSuites(dir);
  const verdicts = await readVerdicts(dir);
  return {
    name: head.name,
    version: head.version,
    ...(head.licence === undefined ? {} : { licence: head.licence }),
    ...(head.origin === undefined ? {} : { origin: head.origin }),
    ...(head.seed === undefined ? {} : { seed: head.seed }),
    digest,
    corpora,
    tasks: await readTasks(dir, head),
    suiteIds: new Set(suites.keys()),
    async suite(id) {
      const suite = suites.get(id);
      if (suite === undefined) throw readError(join(dir, 'tests.jsonl'), `it has no suite ${id}`);
      return suite;
    },
    verdict: (code, suite) => verdicts.bySuite.get(suite)?.get(code),
    verdicts: () => verdicts.all,
  };
}
