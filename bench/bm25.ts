/**
 * BM25 indexing and top-100 querying against bm25s (numba backend, one thread), both from the same token lists
 * in memory; writes bench/bm25.md. The data are the Python functions of the peer's own standard library and
 * installed packages.
 *
 *   python3 -m venv VENV && VENV/bin/pip install bm25s numba && node dist/bench/bm25.js --python VENV/bin/python
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Bm25Builder, type Bm25Index, SCORE_STEP } from '../src/retrievers/bm25-index.js';
import { Bm25Search } from '../src/retrievers/bm25-search.js';
import { tokenize } from '../src/text/tokens.js';

const DOCUMENTS = 50_000;
const QUERIES = 5_000;
/** Distinct tokens of a query: between these, about 13 on average. */
const LENGTH = { least: 9, most: 20 };
const DEPTH = 100;
const ROUNDS = 7;
const SETTING = { k1: 1.2, b: 0.75, k3: 2 };

interface Data {
  docs: string[][];
  queries: string[][];
}

interface Peer {
  python: string;
  versions: Record<string, string>;
  /** Seconds to index, from lists of strings and from ids that were made before. */
  index: number;
  indexIds: number;
  /** Seconds to answer all queries. */
  search: number;
  /** The scores of the first queries' top documents. */
  scores: number[][];
}

function pythonFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.py'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** The functions of a Python file: a line with `def`, and what is indented deeper after it. */
function* functionsOf(source: string): Iterable<string> {
  const lines = source.split('\n');
  const indent = (line: string): number => line.length - line.trimStart().length;
  for (let first = 0; first < lines.length; first++) {
    if (!/^\s*(async )?def /.test(lines[first]!)) continue;
    const depth = indent(lines[first]!);
    let end = first + 1;
    while (
      end < lines.length &&
      (lines[end]!.trim() === '' || indent(lines[end]!) > depth || /^\s*\)/.test(lines[end]!))
    )
      end++;
    yield lines.slice(first, end).join('\n').trimEnd();
  }
}

/** Every third function with a fitting docstring gives its first paragraph as a query and is no document. */
function collect(folders: readonly string[]): Data {
  const seen = new Set<string>();
  const data: Data = { docs: [], queries: [] };
  let described = 0;
  for (const file of folders.flatMap(pythonFiles)) {
    for (const text of functionsOf(readFileSync(file, 'utf8'))) {
      if (text.length < 40 || seen.has(text)) continue;
      seen.add(text);
      const paragraph = /:\s*\n\s*[rR]?"""\s*([\s\S]*?)(?:\n\s*\n|""")/.exec(text)?.[1] ?? '';
      const query = [...new Set(tokenize(paragraph))];
      const fits = query.length >= LENGTH.least && query.length <= LENGTH.most;
      if (fits && described++ % 3 === 0 && data.queries.length < QUERIES) data.queries.push(query);
      else data.docs.push(tokenize(text));
    }
  }
  if (data.docs.length < DOCUMENTS)
    throw new Error(
      `only ${data.docs.length} functions under ${folders.join(', ')}: name more with --source`,
    );
  // Spread over all folders, in an order of its own.
  const step = data.docs.length / DOCUMENTS;
  return { ...data, docs: Array.from({ length: DOCUMENTS }, (_, k) => data.docs[Math.floor(k * step)]!) };
}

function buildIndex({ docs }: Data): Bm25Index {
  const builder = new Bm25Builder(SETTING);
  for (const tokens of docs) builder.add(tokens);
  return builder.build(Uint32Array.from(docs.keys()));
}

function searchAll(search: Bm25Search, queries: readonly string[][]): number[][] {
  return queries.map((tokens) => {
    search.accumulate(tokens);
    const { scores } = search.top(DEPTH);
    search.clear();
    return Array.from(scores, (score) => score * SCORE_STEP);
  });
}

function seconds<T>(work: () => T): [number, T] {
  const start = performance.now();
  const result = work();
  return [(performance.now() - start) / 1000, result];
}

/** The largest difference between two lists of scores, rank by rank. */
function furthest(ours: readonly number[][], theirs: readonly number[][]): number {
  let worst = 0;
  for (const [q, list] of theirs.entries())
    for (const [k, score] of list.entries()) worst = Math.max(worst, Math.abs(score - (ours[q]![k] ?? 0)));
  return worst;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

function row(
  name: string,
  ours: readonly number[],
  theirs: readonly number[],
  show: (s: number) => string,
): string {
  const ratios = ours.map((own, k) => theirs[k]! / own);
  const range = `${Math.min(...ratios).toFixed(1)}–${Math.max(...ratios).toFixed(1)}`;
  return `| ${name} | ${show(median(ours))} | ${show(median(theirs))} | ${median(ratios).toFixed(1)} | ${range} |`;
}

const mean = (lists: readonly string[][]): string =>
  (lists.reduce((sum, list) => sum + list.length, 0) / lists.length).toFixed(1);

function report(data: Data, rows: readonly string[], peer: Peer, difference: number): string {
  const tools = Object.entries(peer.versions).map(([tool, version]) => `${tool} ${version}`);
  return `# BM25 speed

${DOCUMENTS.toLocaleString('en')} distinct Python functions (${mean(data.docs)} tokens each) from the standard library and the installed packages
of the peer's Python; ${data.queries.length.toLocaleString('en')} queries (${mean(data.queries)} distinct tokens each): first paragraphs of docstrings whose functions
are not among the documents. Both sides get the same token lists, made by Assay's tokeniser before the clock
starts, and answer with the top ${DEPTH}; k1 ${SETTING.k1}, b ${SETTING.b}, Lucene's idf. bm25s: numba backend, one thread, compiled and
warmed up before the clock starts. ${ROUNDS} rounds, in each both sides one after the other; medians, and the ratio within
a round (above 1: Assay is faster), on a machine that had other work too. *Ids* means that bm25s was given
numbers for tokens, counted before the clock starts; Assay always starts from strings.

| | Assay | bm25s | ratio | range |
|---|---|---|---|---|
${rows.join('\n')}

Scores at equal ranks differ by ${difference.toExponential(1)} at the most (bm25s adds 32-bit floats).

Machine: ${cpus()[0]!.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB. Node ${process.versions.node}, Python ${peer.python}, ${tools.join(', ')}.

Made by \`node dist/bench/bm25.js --python PYTHON\` (bench/bm25.ts, bench/bm25_peer.py).
`;
}

const { values: options } = parseArgs({
  options: { python: { type: 'string', default: 'python3' }, source: { type: 'string', multiple: true } },
});
const here = (path: string): string => fileURLToPath(new URL(`../../bench/${path}`, import.meta.url));
const peerRun = (...args: string[]): string =>
  execFileSync(options.python, [here('bm25_peer.py'), ...args], { maxBuffer: 1 << 26 }).toString();

const data = collect(options.source ?? (JSON.parse(peerRun('--folders')) as string[]));
const folder = mkdtempSync(join(tmpdir(), 'assay-bm25-'));
try {
  for (const part of ['docs', 'queries'] as const)
    writeFileSync(join(folder, `${part}.jsonl`), data[part].map((list) => JSON.stringify(list)).join('\n'));
  searchAll(new Bm25Search(buildIndex(data), SETTING.k3), data.queries.slice(0, 1000));
  const ours = { index: [] as number[], search: [] as number[] };
  const peers: Peer[] = [];
  let difference = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const [indexing, index] = seconds(() => buildIndex(data));
    const search = new Bm25Search(index, SETTING.k3);
    const [searching, scores] = seconds(() => searchAll(search, data.queries));
    const peer: Peer = JSON.parse(peerRun(folder, String(DEPTH), String(SETTING.k1), String(SETTING.b)));
    ours.index.push(indexing);
    ours.search.push(searching);
    peers.push(peer);
    difference = Math.max(difference, furthest(scores, peer.scores));
    console.error(`round ${round + 1}:`, indexing, peer.index, peer.indexIds, searching, peer.search);
  }
  if (difference > 1e-3) throw new Error(`the sides disagree: scores differ by ${difference}`);
  const rate = (s: number): string => `${Math.round(data.queries.length / s).toLocaleString('en')} queries/s`;
  const time = (s: number): string => `${s.toFixed(2)} s`;
  const rows = [
    row(
      'indexing',
      ours.index,
      peers.map((peer) => peer.index),
      time,
    ),
    row(
      'indexing, bm25s from ids',
      ours.index,
      peers.map((peer) => peer.indexIds),
      time,
    ),
    row(
      `top ${DEPTH}`,
      ours.search,
      peers.map((peer) => peer.search),
      rate,
    ),
  ];
  writeFileSync(here('bm25.md'), report(data, rows, peers[0]!, difference));
} finally {
  rmSync(folder, { recursive: true });
}
