import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { JudgedQuery } from '../core/benchmark.js';
import { isObject } from '../core/json.js';
import type { BenchmarkSource, TaskSource } from '../core/source.js';
import { Fields } from '../store/fields.js';
import { readError, readJson } from '../store/lines.js';
import { type DataFile, dataFilesAt } from './data-files.js';
import type { Format, ReadContext } from './format.js';

const MAP = 'code_idx_map.txt';
const CORPUS = 'python';
const TASK = 'text-to-python';

/** The query files at PATH (itself, or all .json files of the folder) and the code map beside them. */
async function filesOf(path: string): Promise<{ map: string; lists: DataFile[] }> {
  const { folder, files } = await dataFilesAt(path, { ending: /\.json$/, named: '.json', below: false });
  const map = join(folder, MAP);
  if ((await stat(map).catch(() => undefined)) === undefined)
    throw readError(map, 'there is no such file', undefined, `The codes are in ${MAP}, beside the queries.`);
  return { map, lists: files };
}

/** Index → code. The file is one JSON object, code → index. */
async function readCodes(path: string): Promise<Map<number, string>> {
  const value = await readJson(path);
  if (!isObject(value)) throw readError(path, 'a JSON object from code to index was expected');
  const codes = new Map<number, string>();
  let entry = 0;
  for (const [code, index] of Object.entries(value)) {
    entry++;
    if (!Number.isInteger(index) || (index as number) < 0)
      throw readError(
        path,
        `entry ${entry}: the index must be a whole number, but it is ${JSON.stringify(index)}`,
      );
    if (codes.has(index as number))
      throw readError(`${path}, entry ${entry}`, `index ${index} is already another code's`);
    codes.set(index as number, code);
  }
  if (codes.size === 0) throw readError(path, 'it holds no code');
  return codes;
}

function queryOf(fields: Fields, codes: ReadonlyMap<number, string>, warn: ReadContext['warn']): JudgedQuery {
  const index = fields.number('retrieval_idx');
  const code = codes.get(index);
  if (code === undefined) throw fields.fail(`retrieval_idx ${index} is not in ${MAP}`);
  if (fields.has('code') && fields.string('code') !== code)
    warn(`${fields.place.path}: its code is not the one that ${MAP} has under ${index}, which is taken`);
  const text = fields.string('doc');
  if (text.trim() === '') throw fields.fail('field "doc", the query, is empty');
  return {
    query: {
      id: fields.id('idx'),
      text,
      kind: 'text',
      language: 'python',
      cluster: `code ${index}`,
      exclude: [],
    },
    judgments: [{ doc: String(index), grade: 1 }],
  };
}

async function readQueries(
  path: string,
  codes: ReadonlyMap<number, string>,
  warn: ReadContext['warn'],
): Promise<JudgedQuery[]> {
  const value = await readJson(path);
  if (!Array.isArray(value)) throw readError(path, 'a JSON array of queries was expected');
  const queries = new Map<string, JudgedQuery>();
  let mismatched = 0;
  for (const [k, item] of value.entries()) {
    const place = { path: `${path}, entry ${k + 1}` };
    if (!isObject(item)) throw readError(place.path, 'a JSON object was expected');
    const fields = new Fields(item, place);
    if (fields.has('label') && fields.number('label') !== 1) {
      mismatched++;
      continue;
    }
    const judged = queryOf(fields, codes, warn);
    if (queries.has(judged.query.id))
      throw fields.fail(`idx "${judged.query.id}" is already another entry's`);
    queries.set(judged.query.id, judged);
  }
  if (mismatched > 0)
    warn(
      `${path}: ${mismatched} entries are left out, for their label says that the code does not answer the query`,
    );
  if (queries.size === 0) throw readError(path, 'it holds no query with a code that answers it');
  return [...queries.values()];
}

async function read(path: string, { warn }: ReadContext): Promise<BenchmarkSource> {
  const { map, lists } = await filesOf(path);
  const codes = await readCodes(map);
  const tasks: TaskSource[] = [];
  for (const list of lists) {
    const queries = await readQueries(list.path, codes, warn);
    tasks.push({
      id: lists.length === 1 ? TASK : `${TASK}-${list.name}`,
      corpus: CORPUS,
      direction: 't2c',
      labels: { language: 'python' },
      level: 1,
      queries: () => queries,
    });
  }
  return {
    name: 'cosqa',
    version: '1',
    licence: 'MIT',
    origin: { format: 'cosqa', files: [MAP, ...lists.map((list) => basename(list.path))] },
    corpora: [
      {
        id: CORPUS,
        *documents() {
          for (const [index, text] of codes)
            yield { meta: { id: String(index), kind: 'code', language: 'python' }, text };
        },
      },
    ],
    tasks,
    suites: () => [],
    verdicts: () => [],
  };
}

/**
 * CoSQA (Huang and others, 2021): web queries, each with the one Python function that answers it, searched
 * among all functions of the map. A query file is a JSON list {idx, doc, code, retrieval_idx}; each is a task.
 */
export const cosqa: Format = {
  name: 'cosqa',
  title: 'CoSQA',
  files: `a folder with ${MAP} and .json query files, or one query file beside ${MAP}`,
  options: [],
  read,
};
