import type { JudgedQuery, Query } from '../core/benchmark.js';
import type { BenchmarkSource, SourceDocument, TaskSource } from '../core/source.js';
import { languageOfFile } from '../languages/registry.js';
import { sha256 } from '../store/digest.js';
import { Fields } from '../store/fields.js';
import { readError, readJsonLines } from '../store/lines.js';
import { type DataFile, dataFilesAt, JSON_LINES } from './data-files.js';
import { DisjointSets } from './disjoint-sets.js';
import type { Format, ReadContext } from './format.js';

/** One commit's change of one function: what it was before, vulnerable, and after, fixed. */
interface Pair {
  /** File and line: the query's id. */
  id: string;
  /** The same for messages. */
  where: string;
  /** Empty when the row has none. */
  description: string;
  fixed: string;
  vulnerable: string;
  language: string | undefined;
  cwe: string;
  commit: string | undefined;
  file: string;
  name: string | undefined;
}

const FIXED = 2;
const VULNERABLE = 1;

function pairOf(fields: Fields, name: string): Pair {
  const { path, line } = fields.place;
  const file = fields.string('file_name');
  return {
    id: `${name.replace(/\s+/g, '_')}/${line}`,
    where: `${path}, line ${line}`,
    description: fields.optionalString('description')?.trim() ?? '',
    fixed: fields.string('func_src_after'),
    vulnerable: fields.string('func_src_before'),
    language: languageOfFile(file),
    cwe: fields.string('vul_type'),
    commit: fields.optionalString('commit_link'),
    file,
    name: fields.optionalString('func_name'),
  };
}

/** Why a row gives no query, if so. */
function flawOf(pair: Pair): string | undefined {
  if (pair.fixed.trim() === '' || pair.vulnerable.trim() === '') return 'a side of the pair is empty';
  if (pair.fixed === pair.vulnerable) return 'the fixed and the vulnerable function are the same text';
  return undefined;
}

interface Rows {
  /** Every row that has two sides. */
  pairs: Pair[];
  /** All rows, those without a pair too. */
  count: number;
}

async function readRows(files: readonly DataFile[], warn: ReadContext['warn']): Promise<Rows> {
  const pairs: Pair[] = [];
  const ids = new Map<string, string>();
  let count = 0;
  for (const { path, name } of files) {
    const before = count;
    for await (const line of readJsonLines(path)) {
      count++;
      const fields = new Fields(line.value, { path, line: line.number });
      const pair = pairOf(fields, name);
      const twin = ids.get(pair.id);
      if (twin !== undefined)
        throw readError(
          path,
          `its rows have the same ids as those of ${twin}`,
          line.number,
          'Remove one file.',
        );
      ids.set(pair.id, path);
      const flaw = flawOf(pair);
      if (flaw === undefined) pairs.push(pair);
      else warn(`${pair.where}: ${flaw}; the row is left out`);
    }
    if (count === before) throw readError(path, 'the file is empty');
  }
  if (pairs.length === 0)
    throw readError(files[0]!.path, `none of the ${count} rows has a function before and after a fix`);
  return { pairs, count };
}

/** The pairs that can be searched for: those with a description or, where none has one, all. Repeats are read once. */
function searchable({ pairs, count }: Rows, warn: ReadContext['warn']): Pair[] {
  const described = pairs.filter(({ description }) => description !== '');
  const silent = pairs.length - described.length;
  if (described.length > 0 && silent > 0)
    warn(`${silent} of ${count} rows have no description and are left out`);
  const seen = new Map<string, string>();
  return (described.length > 0 ? described : pairs).filter((pair) => {
    const content = JSON.stringify([pair.description, pair.fixed, pair.vulnerable]);
    const first = seen.get(content);
    if (first === undefined) seen.set(content, pair.where);
    else warn(`${pair.where}: the same as ${first}; read once`);
    return first === undefined;
  });
}

/** The same for both roles, so that the order of ids, which breaks ties, says nothing about the label. */
const idOf = (text: string): string => sha256(text).slice(0, 20);

function familiesOf(pairs: readonly Pair[]): DisjointSets {
  const families = new DisjointSets();
  for (const pair of pairs) families.join(idOf(pair.fixed), idOf(pair.vulnerable));
  return families;
}

/** Rows of one function of one repository, and rows that share a text, are resampled as one. */
function clustersOf(pairs: readonly Pair[]): DisjointSets {
  const clusters = new DisjointSets();
  for (const pair of pairs) {
    const repository = pair.commit?.replace(/\/commit\/.*$/, '') ?? pair.id;
    clusters.join(pair.id, `${repository} ${pair.name ?? pair.file}`);
    clusters.join(pair.id, idOf(pair.fixed));
    clusters.join(pair.id, idOf(pair.vulnerable));
  }
  return clusters;
}

function documentsOf(pairs: readonly Pair[]): SourceDocument[] {
  const families = familiesOf(pairs);
  const roles = new Map<string, Set<string>>();
  const sides = pairs.flatMap((pair) => [
    { pair, text: pair.fixed, role: 'fixed' },
    { pair, text: pair.vulnerable, role: 'vulnerable' },
  ]);
  for (const { text, role } of sides) roles.set(text, (roles.get(text) ?? new Set()).add(role));
  const documents = new Map<string, SourceDocument>();
  for (const { pair, text } of sides) {
    if (documents.has(text)) continue;
    const id = idOf(text);
    const tags = {
      role: [...roles.get(text)!].sort().join('+'),
      cwe: pair.cwe,
      file: pair.file,
      ...(pair.commit === undefined ? {} : { commit: pair.commit }),
      ...(pair.name === undefined ? {} : { function: pair.name }),
    };
    const language = pair.language === undefined ? {} : { language: pair.language };
    documents.set(text, { meta: { id, kind: 'code', ...language, tags, family: families.find(id) }, text });
  }
  return [...documents.values()];
}

/** A query of one pair, with all that the two tasks have in common. */
function queryOf(pair: Pair, cluster: string): Omit<Query, 'text' | 'kind'> {
  const language = pair.language === undefined ? {} : { language: pair.language };
  return { id: pair.id, ...language, tags: { cwe: pair.cwe }, cluster, exclude: [] };
}

const ABOUT_TASKS = { corpus: 'code', labels: {}, level: FIXED, dimension: 'security' } as const;

/** The description is the query; the vulnerable function is a hard negative. */
function fromText(pairs: readonly Pair[]): TaskSource {
  const clusters = clustersOf(pairs);
  const queries = (): JudgedQuery[] =>
    pairs.map((pair) => ({
      query: { ...queryOf(pair, clusters.find(pair.id)), text: pair.description, kind: 'text' },
      judgments: [
        { doc: idOf(pair.fixed), grade: FIXED },
        { doc: idOf(pair.vulnerable), grade: VULNERABLE },
      ],
    }));
  return { id: 'text-to-code', direction: 't2c', ...ABOUT_TASKS, queries };
}

/** The vulnerable function is the query, and left out of what is searched; its fix is right. */
function fromVulnerable(pairs: readonly Pair[]): TaskSource {
  const clusters = clustersOf(pairs);
  const queries = (): JudgedQuery[] =>
    pairs.map((pair) => ({
      query: {
        ...queryOf(pair, clusters.find(pair.id)),
        text: pair.vulnerable,
        kind: 'code',
        exclude: [idOf(pair.vulnerable)],
      },
      judgments: [{ doc: idOf(pair.fixed), grade: FIXED }],
    }));
  return { id: 'vulnerable-to-fixed', direction: 'c2c', ...ABOUT_TASKS, queries };
}

async function read(path: string, { warn }: ReadContext): Promise<BenchmarkSource> {
  const { files } = await dataFilesAt(path, JSON_LINES);
  const pairs = searchable(await readRows(files, warn), warn);
  const described = pairs[0]!.description !== '';
  return {
    name: described ? 'safecoder' : 'sven',
    version: '1',
    licence: 'MIT',
    origin: { format: 'safecoder', files: files.map((file) => file.name) },
    corpora: [{ id: 'code', documents: () => documentsOf(pairs) }],
    tasks: [described ? fromText(pairs) : fromVulnerable(pairs)],
    suites: () => [],
    verdicts: () => [],
  };
}

/**
 * SafeCoder (He and others, 2024), which extends SVEN (He and Vechev, 2023): functions before and after a
 * security fix; all stand in one corpus. SafeCoder has a description, which is the query: the fixed function is
 * right (grade 2), the vulnerable one plausible but wrong (grade 1). SVEN has none: there the vulnerable function
 * is the query and its fix is right.
 *
 * A text that occurs in several rows is one document, and the judgments of each query say what it is to that
 * query: nothing is assumed where a row does not judge it. Rows are queries of their own, also where two have
 * the same description; a row that repeats another's description and pair is read once.
 */
export const safecoder: Format = {
  name: 'safecoder',
  title: 'SafeCoder and SVEN',
  files:
    'a folder of .jsonl files with func_src_before, func_src_after, vul_type and file_name, or one of them; ' +
    'queries are the descriptions or, where no row has one, the functions before the fix',
  options: [],
  read,
};
