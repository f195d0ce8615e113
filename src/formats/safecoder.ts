import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { JudgedQuery } from '../core/benchmark.js';
import type { BenchmarkSource, SourceDocument } from '../core/source.js';
import { languageOfFile } from '../languages/registry.js';
import { sha256 } from '../store/digest.js';
import { Fields } from '../store/fields.js';
import { readError, readJsonLines } from '../store/lines.js';
import type { Format, ReadContext } from './format.js';

/** One commit's change of one function: what it was before, vulnerable, and after, fixed. */
interface Pair {
  /** File and line: the query's id. */
  id: string;
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
const FILE = /\.jsonl(\.gz)?$/;

/** Groups of strings that grow together. */
class Groups {
  private readonly above = new Map<string, string>();

  find(member: string): string {
    let root = member;
    for (let up = this.above.get(root); up !== undefined; up = this.above.get(root)) root = up;
    if (root !== member) this.above.set(member, root);
    return root;
  }

  join(a: string, b: string): void {
    const [first, second] = [this.find(a), this.find(b)].sort() as [string, string];
    if (first !== second) this.above.set(second, first);
  }
}

async function filesAt(path: string): Promise<string[]> {
  const info = await stat(path).catch(() => undefined);
  if (info === undefined) throw readError(path, 'there is no such file or folder');
  if (!info.isDirectory()) return [path];
  const names = (await readdir(path)).filter((name) => FILE.test(name)).sort();
  if (names.length === 0) throw readError(path, 'the folder holds no .jsonl or .jsonl.gz file');
  return names.map((name) => join(path, name));
}

function pairOf(fields: Fields): Pair {
  const file = fields.string('file_name');
  return {
    id: `${basename(fields.place.path).replace(FILE, '').replace(/\s+/g, '_')}/${fields.place.line}`,
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

async function readPairs(files: readonly string[], warn: ReadContext['warn']): Promise<Pair[]> {
  const pairs: Pair[] = [];
  const ids = new Map<string, string>();
  const seen = new Map<string, string>();
  let rows = 0;
  let silent = 0;
  for (const file of files) {
    const before = rows;
    for await (const line of readJsonLines(file)) {
      rows++;
      const place = { path: file, line: line.number };
      const pair = pairOf(new Fields(line.value, place));
      const twin = ids.get(pair.id);
      if (twin !== undefined)
        throw readError(
          file,
          `its rows have the same ids as those of ${twin}`,
          line.number,
          'Remove one file.',
        );
      ids.set(pair.id, file);
      const where = `${file}, line ${line.number}`;
      const content = JSON.stringify([pair.description, pair.fixed, pair.vulnerable]);
      const flaw = flawOf(pair);
      if (flaw !== undefined) warn(`${where}: ${flaw}; the row is left out`);
      else if (pair.description === '') silent++;
      else if (seen.has(content)) warn(`${where}: the same as ${seen.get(content)}; read once`);
      else {
        seen.set(content, where);
        pairs.push(pair);
      }
    }
    if (rows === before) throw readError(file, 'the file is empty');
  }
  if (pairs.length === 0)
    throw readError(
      files[0]!,
      `none of the ${rows} rows has a description and a pair, so there is nothing to search with`,
      undefined,
      'The files of SVEN have no descriptions; those of SafeCoder named *-desc.jsonl do.',
    );
  if (silent > 0) warn(`${silent} of ${rows} rows have no description and are left out`);
  return pairs;
}

/** The same for both roles, so that the order of ids, which breaks ties, says nothing about the label. */
const idOf = (text: string): string => sha256(text).slice(0, 20);

function familiesOf(pairs: readonly Pair[]): Groups {
  const families = new Groups();
  for (const pair of pairs) families.join(idOf(pair.fixed), idOf(pair.vulnerable));
  return families;
}

/** Rows of one function of one repository, and rows that share a text, are resampled as one. */
function clustersOf(pairs: readonly Pair[]): Groups {
  const clusters = new Groups();
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

function queriesOf(pairs: readonly Pair[]): JudgedQuery[] {
  const clusters = clustersOf(pairs);
  return pairs.map((pair) => ({
    query: {
      id: pair.id,
      text: pair.description,
      kind: 'text',
      ...(pair.language === undefined ? {} : { language: pair.language }),
      tags: { cwe: pair.cwe },
      cluster: clusters.find(pair.id),
      exclude: [],
    },
    judgments: [
      { doc: idOf(pair.fixed), grade: FIXED },
      { doc: idOf(pair.vulnerable), grade: VULNERABLE },
    ],
  }));
}

async function read(path: string, { warn }: ReadContext): Promise<BenchmarkSource> {
  const files = await filesAt(path);
  const pairs = await readPairs(files, warn);
  return {
    name: 'safecoder',
    version: '1',
    licence: 'MIT',
    origin: { format: 'safecoder', files: files.map((file) => basename(file)) },
    corpora: [{ id: 'code', documents: () => documentsOf(pairs) }],
    tasks: [
      {
        id: 'text-to-code',
        corpus: 'code',
        direction: 't2c',
        labels: {},
        level: FIXED,
        dimension: 'security',
        queries: () => queriesOf(pairs),
      },
    ],
    suites: () => [],
    verdicts: () => [],
  };
}

/**
 * SafeCoder (He and others, 2024), which extends SVEN (He and Vechev, 2023): functions before and after a
 * security fix, with a description. The fixed function is right (grade 2), the vulnerable one plausible but
 * wrong (grade 1); all stand in one corpus.
 *
 * A text that occurs in several rows is one document, and the judgments of each query say what it is to that
 * query: nothing is assumed where a row does not judge it. Rows are queries of their own, also where two have
 * the same description; a row that repeats another's description and pair is read once.
 */
export const safecoder: Format = {
  name: 'safecoder',
  title: 'SafeCoder and SVEN',
  files: 'a folder of .jsonl files with func_src_before, func_src_after and description, or one of them',
  options: [],
  read,
};
