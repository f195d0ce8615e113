import { DIRECTIONS, type Direction, type JudgedQuery } from '../core/benchmark.js';
import { UserError } from '../core/errors.js';
import { isObject } from '../core/json.js';
import type { BenchmarkSource, SourceDocument } from '../core/source.js';
import { sha256 } from '../store/digest.js';
import { Fields } from '../store/fields.js';
import { readAllRecords } from '../store/records.js';
import type { Format, ReadContext } from './format.js';
import { type HubFile, hubFiles, partOf } from './hub-folder.js';
import { counted } from './progress.js';

const LISTS = ['pos', 'hard_neg', 'easy_neg'] as const;
/** Easy negatives are candidates without a judgment, as unjudged documents are in retrieval. */
const GRADES = { pos: 2, hard_neg: 1, easy_neg: undefined } as const;

interface Pool {
  subtask: string;
  grades: Map<string, number>;
  candidates: Set<string>;
}

interface Candidate {
  id: string;
  text: string;
}

function candidatesOf(fields: Fields, list: (typeof LISTS)[number]): Candidate[] {
  if (!fields.has(list)) return [];
  return fields.array(list).map((item) => {
    if (!isObject(item)) throw fields.fail(`every item of "${list}" must be an object with id and text`);
    const inner = new Fields(item, fields.place);
    return { id: inner.id('id'), text: inner.string('text') };
  });
}

/** From the task as it is written (`T2C`, `text2code`, `text-to-code`), or else from the subtask. */
function directionOf(fields: Fields): Direction {
  const subtask = fields.id('subtask');
  for (const name of [fields.optionalString('task') ?? '', subtask]) {
    const parts = /^(t|text|c|code)[-_]?(?:2|to)[-_]?(t|text|c|code)(?![a-z])/i.exec(name);
    const told = parts === null ? '' : `${parts[1]![0]}2${parts[2]![0]}`.toLowerCase();
    const direction = DIRECTIONS.find((each) => each === told);
    if (direction !== undefined) return direction;
  }
  throw fields.fail(`neither its task nor its subtask "${subtask}" tells a direction such as t2c`);
}

function corpusOf(direction: Direction): 'code' | 'text' {
  return direction === 'c2t' ? 'text' : 'code';
}

/** What is kept of the set: per query its pool, per document the digest of its text. No texts. */
class Pools {
  readonly pools = new Map<string, Pool>();
  readonly tasks = new Map<string, Direction>();
  readonly digests = { code: new Map<string, string>(), text: new Map<string, string>() };

  add(fields: Fields): void {
    const direction = directionOf(fields);
    const subtask = fields.id('subtask');
    this.tasks.set(subtask, direction);
    const pool = this.poolOf(fields, subtask);
    const digests = this.digests[corpusOf(direction)];
    for (const list of LISTS)
      for (const { id, text } of candidatesOf(fields, list)) {
        const digest = sha256(text);
        if ((digests.get(id) ?? digest) !== digest)
          throw fields.fail(`document "${id}" has another text here than in an earlier record`);
        digests.set(id, digest);
        pool.candidates.add(id);
        const grade = GRADES[list];
        // A positive of one record can stand among the negatives of another record of the same query.
        if (grade !== undefined) pool.grades.set(id, Math.max(grade, pool.grades.get(id) ?? 0));
      }
    if (pool.candidates.size === 0) throw fields.fail('it has no candidates');
  }

  private poolOf(fields: Fields, subtask: string): Pool {
    const id = fields.id('query_id');
    const pool = this.pools.get(id) ?? { subtask, grades: new Map(), candidates: new Set() };
    if (pool.subtask !== subtask)
      throw fields.fail(`query "${id}" is of subtask "${pool.subtask}" in an earlier record`);
    this.pools.set(id, pool);
    return pool;
  }
}

/** Each document where it first occurs. */
async function* documentsOf(
  paths: readonly string[],
  corpus: 'code' | 'text',
): AsyncIterable<SourceDocument> {
  const seen = new Set<string>();
  for await (const fields of readAllRecords(paths)) {
    if (corpusOf(directionOf(fields)) !== corpus) continue;
    for (const list of LISTS)
      for (const { id, text } of candidatesOf(fields, list)) {
        if (seen.has(id)) continue;
        seen.add(id);
        yield { meta: { id, kind: corpus }, text };
      }
  }
}

/** Each query where it first occurs, with the pool of all its records. */
async function* queriesOf(
  paths: readonly string[],
  subtask: string,
  pools: ReadonlyMap<string, Pool>,
): AsyncIterable<JudgedQuery> {
  const seen = new Set<string>();
  const language = /_(python|java|cpp|ruby|go)$/.exec(subtask)?.[1];
  for await (const fields of readAllRecords(paths, ['query_id', 'task', 'subtask', 'query'])) {
    const id = fields.id('query_id');
    if (fields.id('subtask') !== subtask || seen.has(id)) continue;
    seen.add(id);
    const pool = pools.get(id)!;
    const text = fields.string('query');
    yield {
      query: {
        id,
        text,
        kind: directionOf(fields) === 't2c' ? 'text' : 'code',
        ...(language === undefined ? {} : { language }),
        // The set does not name problems; language variants share one text.
        cluster: `text ${sha256(text).slice(0, 16)}`,
        exclude: [],
        candidates: [...pool.candidates],
      },
      judgments: [...pool.grades].map(([doc, grade]) => ({ doc, grade })),
    };
  }
}

function filesOfSplit(path: string, files: readonly HubFile[], context: ReadContext): string[] {
  const split = context.options.split ?? 'test';
  const named = files.some(({ words }) => words.has('train') || words.has('test'));
  const paths = named ? partOf(files, [split], context.warn) : files.map((file) => file.path);
  if (paths.length > 0) return paths;
  throw new UserError(
    `cannot read the ${split} split from ${path}: no file is named after it`,
    'Expected data/test/*.parquet or test.jsonl; choose the split with --split.',
  );
}

async function read(path: string, context: ReadContext): Promise<BenchmarkSource> {
  const paths = filesOfSplit(path, await hubFiles(path), context);
  const pools = new Pools();
  for await (const fields of counted(readAllRecords(paths), 'reading record', context)) pools.add(fields);
  const { tasks, digests } = pools;
  if (tasks.size === 0) throw new UserError(`cannot read ${paths[0]}: it has no records`);
  return {
    name: 'coreb-reranker',
    version: context.options.split ?? 'test',
    origin: { format: 'coreb-reranker', split: context.options.split ?? 'test' },
    corpora: (['code', 'text'] as const)
      .filter((id) => digests[id].size > 0)
      .map((id) => ({ id, documents: () => documentsOf(paths, id) })),
    tasks: [...tasks].map(([subtask, direction]) => ({
      id: subtask,
      corpus: corpusOf(direction),
      direction,
      labels: { subtask },
      level: 2,
      queries: () => queriesOf(paths, subtask, pools.pools),
    })),
    suites: () => [],
    verdicts: () => [],
  };
}

/** CoREB's reranker set: one record for each (query, positive), merged here into one pool for each query. */
export const corebReranker: Format = {
  name: 'coreb-reranker',
  title: 'CoREB reranker set',
  files: 'a folder with data/train/*.parquet and data/test/*.parquet, or train.jsonl and test.jsonl',
  options: [{ name: 'split', describe: 'the split to read', values: ['test', 'train'], default: 'test' }],
  read,
};
