import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { DocMeta, JudgedQuery, Query } from '../core/benchmark.js';
import { messageOf } from '../core/errors.js';
import { isObject } from '../core/json.js';
import type { BenchmarkSource, SourceDocument } from '../core/source.js';
import { Fields } from '../store/fields.js';
import { readError, readJsonLines, readLines } from '../store/lines.js';
import { BEIR_HEADER, writeBeir } from './beir-write.js';
import type { Format, ReadContext } from './format.js';
import { tagsOf } from './tags.js';
import { DIRECTION_OPTION, LEVEL_OPTION, taskChoices } from './task-options.js';
import { Qrels } from './trec-qrels.js';

const SPLIT_FILE = /^(.+)\.tsv(\.gz)?$/;

interface Files {
  corpus: string;
  queries: string;
  qrels: string;
  split: string;
}

async function namesIn(folder: string): Promise<string[]> {
  const info = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    throw readError(folder, error.code === 'ENOENT' ? 'there is no such folder' : messageOf(error));
  });
  if (!info.isDirectory())
    throw readError(
      folder,
      'it is a file, a folder with corpus.jsonl, queries.jsonl and qrels/ was expected',
    );
  return (await readdir(folder)).sort();
}

async function filesOf(folder: string, split: string | undefined): Promise<Files> {
  const names = await namesIn(folder);
  const file = async (name: string): Promise<string> => {
    const found = [name, `${name}.gz`].find((each) => names.includes(each));
    if (found !== undefined) return join(folder, found);
    throw readError(folder, `it has no ${name}`, undefined, await setsBelow(folder, names));
  };
  const corpus = await file('corpus.jsonl');
  const queries = await file('queries.jsonl');
  if (!names.includes('qrels')) throw readError(folder, 'it has no folder qrels');
  return { corpus, queries, ...(await chooseSplit(join(folder, 'qrels'), split)) };
}

/** A next step for somebody who named the folder above several data sets. */
async function setsBelow(folder: string, names: readonly string[]): Promise<string | undefined> {
  const below: string[] = [];
  for (const name of names) {
    const inner = await readdir(join(folder, name)).catch((): string[] => []);
    if (inner.includes('corpus.jsonl') || inner.includes('corpus.jsonl.gz')) below.push(name);
  }
  return below.length === 0 ? undefined : `Name one of the folders in it: ${below.join(', ')}.`;
}

/** --split, else `test`, else the only one. */
async function chooseSplit(
  folder: string,
  wanted: string | undefined,
): Promise<{ qrels: string; split: string }> {
  const splits = new Map<string, string>();
  for (const name of await namesIn(folder)) {
    const split = SPLIT_FILE.exec(name)?.[1];
    if (split !== undefined && !splits.has(split)) splits.set(split, join(folder, name));
  }
  const found = [...splits.keys()];
  const split = wanted ?? (splits.has('test') || found.length !== 1 ? 'test' : found[0]!);
  const qrels = splits.get(split);
  if (qrels === undefined)
    throw readError(
      folder,
      `it has no split "${split}" (it has: ${found.join(', ') || 'no .tsv file'})`,
      undefined,
      found.length === 0 ? undefined : `Choose one with --split, for example --split ${found[0]}.`,
    );
  return { qrels, split };
}

/** A header that names the columns otherwise would have documents read as queries. Names vary; what they name does not. */
function assertHeader(path: string, columns: readonly string[], line: number): void {
  const [query, doc] = columns.map((column) => column.trim().toLowerCase()) as [string, string];
  const swapped = /corpus|doc|pid/.test(query) || /query|qid/.test(doc);
  if (swapped)
    throw readError(
      path,
      `its columns are ${columns.join(', ')}`,
      line,
      `They must be, in this order: ${BEIR_HEADER.join('<TAB>')}.`,
    );
}

/** qrels/SPLIT.tsv: a header line, then `query document grade` separated by tabs. */
async function readSplit(path: string): Promise<Qrels> {
  const qrels = new Qrels(path);
  let first = true;
  for await (const { text, number } of readLines(path)) {
    if (text.trim() === '') continue;
    const columns = text.split('\t');
    if (columns.length !== 3)
      throw readError(
        path,
        `it has ${columns.length} columns separated by tabs instead of 3`,
        number,
        `Each line must be: ${BEIR_HEADER.join('<TAB>')}.`,
      );
    const [query, doc, grade] = columns.map((column) => column.trim()) as [string, string, string];
    if (first) {
      // Other readers skip the first line unseen, so a judgment there would be lost to them and not to us.
      if (/^[+-]?\d+$/.test(grade))
        throw readError(
          path,
          'it is a judgment, a header was expected',
          number,
          `Put this line before it: ${BEIR_HEADER.join('<TAB>')}`,
        );
      assertHeader(path, columns, number);
      first = false;
      continue;
    }
    if (query === '' || doc === '') throw readError(path, 'an id is empty', number);
    qrels.add(query, doc, grade, number);
  }
  if (qrels.size === 0) throw readError(path, 'it has no judgment');
  return qrels;
}

/** `metadata` of a record as tags. */
function metadataOf({ record }: Fields): Record<string, string> {
  return isObject(record.metadata) ? tagsOf(record.metadata, new Set()) : {};
}

/** Tags, less those that are fields of the model. */
function ownAndTags<K extends string>(
  tags: Record<string, string>,
  own: readonly K[],
): { [P in K]?: string } & { tags?: Record<string, string> } {
  const rest = { ...tags };
  const taken: { [P in K]?: string } = {};
  for (const key of own) {
    const value = rest[key];
    if (value === undefined || value === '') continue;
    taken[key] = value;
    delete rest[key];
  }
  return { ...taken, ...(Object.keys(rest).length === 0 ? {} : { tags: rest }) };
}

async function* documentsOf(
  path: string,
  qrels: Qrels,
  kind: DocMeta['kind'],
  warn: (message: string) => void,
): AsyncIterable<SourceDocument> {
  const seen = new Set<string>();
  const missing = qrels.documents();
  for await (const line of readJsonLines(path)) {
    const fields = new Fields(line.value, { path, line: line.number });
    const id = fields.id('_id');
    if (seen.size === seen.add(id).size) throw fields.fail(`the document id "${id}" occurs twice`);
    missing.delete(id);
    const title = fields.optionalString('title') ?? '';
    const text = fields.string('text');
    const tags = metadataOf(fields);
    if (title !== '') tags.title = title;
    yield {
      meta: { id, kind, ...ownAndTags(tags, ['language', 'family']) },
      text: title === '' ? text : `${title}\n${text}`,
    };
  }
  if (seen.size === 0) throw readError(path, 'it has no document');
  if (missing.size > 0)
    warn(
      `${qrels.path}: ${missing.size} judged documents are not in ${basename(path)}, ` +
        `for example "${missing.values().next().value}"; their judgments are kept`,
    );
}

/**
 * Queries without a judgment in the split do not count. A judged query that has no text cannot be asked: it is
 * left out with a warning.
 */
async function* queriesOf(
  path: string,
  qrels: Qrels,
  kind: Query['kind'],
  warn: (message: string) => void,
): AsyncIterable<JudgedQuery> {
  const seen = new Set<string>();
  for await (const line of readJsonLines(path)) {
    const fields = new Fields(line.value, { path, line: line.number });
    const id = fields.id('_id');
    if (!qrels.has(id)) continue;
    if (seen.size === seen.add(id).size) throw fields.fail(`the query id "${id}" occurs twice`);
    const { cluster, ...rest } = ownAndTags(metadataOf(fields), ['language', 'cluster']);
    yield {
      query: { id, text: fields.string('text'), kind, ...rest, cluster: cluster ?? id, exclude: [] },
      judgments: qrels.judgments(id),
    };
  }
  const absent = [...qrels.queries].filter((id) => !seen.has(id));
  if (seen.size === 0) throw readError(path, `it has none of the queries that ${qrels.path} judges`);
  if (absent.length > 0)
    warn(
      `${qrels.path}: ${absent.length} judged queries are not in ${basename(path)}, ` +
        `for example "${absent[0]}"; they are left out`,
    );
}

async function read(path: string, { options, warn }: ReadContext): Promise<BenchmarkSource> {
  const { direction, level, queryKind, documentKind } = taskChoices(options);
  const { corpus, queries, qrels: qrelsFile, split } = await filesOf(path, options.split);
  const qrels = await readSplit(qrelsFile);
  if (qrels.repeated > 0) warn(`${qrelsFile}: ${qrels.repeated} lines repeat earlier ones and are ignored`);
  return {
    name: basename(resolve(path)),
    version: '1',
    origin: { format: 'beir', split },
    corpora: [{ id: 'corpus', documents: () => documentsOf(corpus, qrels, documentKind, warn) }],
    tasks: [
      {
        id: split,
        corpus: 'corpus',
        direction,
        labels: {},
        level,
        queries: () => queriesOf(queries, qrels, queryKind, warn),
      },
    ],
    suites: () => [],
    verdicts: () => [],
  };
}

export const beir: Format = {
  name: 'beir',
  title: 'BEIR',
  files: 'a folder with corpus.jsonl, queries.jsonl (either may be .gz) and qrels/SPLIT.tsv',
  options: [
    { name: 'split', describe: 'which file of qrels/ to use; without it test.tsv, or the only one' },
    DIRECTION_OPTION,
    LEVEL_OPTION,
  ],
  writeOptions: [{ name: 'split', describe: 'the name of the file in qrels/', default: 'test' }],
  read,
  write: writeBeir,
};
