/**
 * Scoring 10,000 queries × 1,000 documents (nDCG@10, AP, R@100, RR@10) the way `assay evaluate` scores a run,
 * against pytrec_eval and ranx, all from in-memory lists in no order; writes bench/scoring.md.
 *
 *   node dist/bench/scoring.js --python /path/to/python   (with pytrec-eval-terrier, ranx and numpy)
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Corpus, Judgment } from '../src/core/benchmark.js';
import { byteOrderOf } from '../src/core/order.js';
import { seeded } from '../src/core/random.js';
import { rankSparse, type Scored } from '../src/core/sparse.js';
import { profile } from '../src/measures/profiles.js';
import { parseMeasures } from '../src/measures/registry.js';
import { type Question, scoreQuery } from '../src/measures/score.js';

const SHAPE = { queries: 10_000, listed: 1_000, judged: 20, documents: 100_000 };
const ROUNDS = 5;
const MEASURES = parseMeasures('nDCG@10, AP, R@100, RR@10');

interface Data {
  docs: Uint32Array;
  scores: Float64Array;
  judgments: Uint32Array;
}

/** Distinct documents with uniform scores in random order; half of the judged ones are in the list. */
function makeData(): Data {
  const random = seeded(1);
  const { queries, listed, judged, documents } = SHAPE;
  const docs = new Uint32Array(queries * listed);
  const scores = Float64Array.from({ length: queries * listed }, () => random.unit());
  const judgments = new Uint32Array(queries * judged * 2);
  const pool = Uint32Array.from({ length: documents }, (_, i) => i);
  for (let q = 0; q < queries; q++) {
    // The first steps of a Fisher–Yates shuffle: a sample without repetition.
    const drawn = listed + judged / 2;
    for (let at = 0; at < drawn; at++) {
      const other = at + random.below(documents - at);
      [pool[at], pool[other]] = [pool[other]!, pool[at]!];
    }
    docs.set(pool.subarray(0, listed), q * listed);
    for (let n = 0; n < judged; n++) {
      judgments[(q * judged + n) * 2] = pool[listed - judged / 2 + n]!;
      judgments[(q * judged + n) * 2 + 1] = random.below(3);
    }
  }
  return { docs, scores, judgments };
}

function questionsOf({ judgments }: Data, names: readonly string[]): Question[] {
  return Array.from({ length: SHAPE.queries }, (_, q): Question => {
    const id = `q${q}`;
    return {
      query: { id, text: '', kind: 'text', cluster: id, exclude: [] },
      level: 1,
      judgments: Array.from({ length: SHAPE.judged }, (_, n): Judgment => {
        const at = (q * SHAPE.judged + n) * 2;
        return { doc: names[judgments[at]!]!, grade: judgments[at + 1]! };
      }),
    };
  });
}

function listsOf({ docs, scores }: Data): Scored[] {
  const { queries, listed } = SHAPE;
  return Array.from({ length: queries }, (_, q) => ({
    docs: docs.slice(q * listed, (q + 1) * listed),
    scores: scores.slice(q * listed, (q + 1) * listed),
  }));
}

/** As most run files are: by score descending, equal scores in any order. */
function inOrder({ docs, scores }: Scored): Scored {
  const places = Uint32Array.from(docs.keys()).sort((a, b) => scores[b]! - scores[a]!);
  return { docs: places.map((at) => docs[at]!), scores: Float64Array.from(places, (at) => scores[at]!) };
}

function corpusOf(names: readonly string[]): Corpus {
  const ordinals = new Map(names.map((id, i) => [id, i]));
  return {
    id: 'bench',
    size: names.length,
    byteOrder: byteOrderOf(names),
    meta: (i) => ({ id: names[i]!, digest: '', kind: 'code' }),
    ordinal: (id) => ordinals.get(id),
    text: async () => '',
    async *texts() {},
  };
}

interface Timing {
  seconds: number[];
  means?: Record<string, number>;
}

/** The way of a run through `assay evaluate`, once its ids are ordinals: a ranked row, then the measures. */
function scoreAll(
  questions: readonly Question[],
  corpus: Corpus,
  listOf: (q: number) => Scored,
  name: string,
): Timing {
  const timing: Timing = { seconds: [] };
  const rules = profile(name);
  for (let round = 0; round < ROUNDS; round++) {
    const sums = MEASURES.map(() => 0);
    const start = performance.now();
    for (const [q, question] of questions.entries()) {
      const judged = question.judgments.map(({ doc }) => corpus.ordinal(doc)!);
      const row = rankSparse(question.query.id, listOf(q), corpus, judged, SHAPE.listed);
      scoreQuery(MEASURES, question, row, corpus, () => undefined, rules).forEach(({ cells }, m) => {
        sums[m]! += cells[0]?.num ?? 0;
      });
    }
    timing.seconds.push((performance.now() - start) / 1000);
    timing.means = Object.fromEntries(MEASURES.map((measure, m) => [measure.name, sums[m]! / SHAPE.queries]));
  }
  return timing;
}

type NamedList = [ids: readonly string[], scores: Float64Array];

function withOrdinals([ids, scores]: NamedList, corpus: Corpus): Scored {
  return { docs: Uint32Array.from(ids, (id) => corpus.ordinal(id)!), scores };
}

/** Every row of ours; the ratios are to the first. */
function measureOurs(data: Data, names: readonly string[]): [string, Timing][] {
  const questions = questionsOf(data, names);
  const corpus = corpusOf(names);
  const score = (listOf: (q: number) => Scored, name: string) => scoreAll(questions, corpus, listOf, name);
  const lists = listsOf(data);
  const rows: [string, Timing][] = [
    ['Assay, trec profile', score((q) => lists[q]!, 'trec')],
    ['Assay, assay profile', score((q) => lists[q]!, 'assay')],
  ];
  const ordered = lists.map(inOrder);
  rows.push(['Assay, trec, lists already by score', score((q) => ordered[q]!, 'trec')]);
  const namedBy = (nameOf: (i: number) => string) =>
    lists.map(({ docs, scores }): NamedList => [Array.from(docs, nameOf), scores]);
  const shared = namedBy((i) => names[i]!);
  const start = performance.now();
  for (const list of shared) withOrdinals(list, corpus);
  const interning = { seconds: [(performance.now() - start) / 1000] };
  rows.push(['Assay, trec, from string ids', score((q) => withOrdinals(shared[q]!, corpus), 'trec')]);
  const own = namedBy((i) => `doc${i}`);
  rows.push([
    'Assay, trec, from string ids, no two the same object',
    score((q) => withOrdinals(own[q]!, corpus), 'trec'),
  ]);
  return [...rows, ['Assay, turning ids into ordinals', interning]];
}

function measurePeers(
  data: Data,
  python: string,
): Record<string, Timing> & { python: string; versions: object } {
  const folder = mkdtempSync(join(tmpdir(), 'assay-scoring-'));
  try {
    writeFileSync(join(folder, 'shape.json'), JSON.stringify(SHAPE));
    writeFileSync(join(folder, 'docs.u32'), data.docs);
    writeFileSync(join(folder, 'scores.f64'), data.scores);
    writeFileSync(join(folder, 'judgments.u32'), data.judgments);
    const script = fileURLToPath(new URL('../../bench/scoring_peer.py', import.meta.url));
    const printed = execFileSync(python, [script, folder, String(ROUNDS)], { maxBuffer: 1 << 24 });
    return JSON.parse(printed.toString());
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

function report(rows: [string, Timing][], python: string, versions: object): string {
  const ours = median(rows[0]![1].seconds);
  const line = ([name, { seconds, means }]: [string, Timing]): string => {
    const values = MEASURES.map((measure) => means?.[measure.name]?.toFixed(6) ?? '');
    const [mid, best, worst] = [median(seconds), Math.min(...seconds), Math.max(...seconds)];
    const spread = seconds.length > 1 ? `${best.toFixed(2)}–${worst.toFixed(2)}` : 'once';
    return `| ${[name, mid.toFixed(2), spread, (mid / ours).toFixed(1), ...values].join(' | ')} |`;
  };
  const { queries, listed, judged, documents } = SHAPE;
  const tools = Object.entries(versions).map(([tool, version]) => `${tool} ${version}`);
  return `# Scoring speed

${queries.toLocaleString('en')} queries × ${listed.toLocaleString('en')} documents, ${judged} judgments a query (half of them in the list, grades 0–2),
ids of ${documents.toLocaleString('en')} documents, uniform random scores, seed 1. Every side starts from lists in memory, in no order.
Assay does what \`assay evaluate\` does with a run: it ranks the whole list by score and id, keeps the ranking and
computes the measures. Its documents are ordinals of a corpus, as they are once a run has been read, just as
ranx is *warm*: compiled, its Run and Qrels built and sorted before the clock starts. What this preparation
takes is in rows of its own (ranx's holds its compilation, where that was not cached). pytrec_eval starts from
dicts of string ids, in which a document is the same object everywhere; the rows *from string ids* pay for the
look-ups of the same. One process at a time; median of ${ROUNDS} rounds, in seconds; ratios to the first row. The run
fails unless the means equal pytrec_eval's to 1e-9.

| | median s | range | ratio | ${MEASURES.map((measure) => measure.name).join(' | ')} |
|---|---|---|---|${MEASURES.map(() => '---|').join('')}
${rows.map(line).join('\n')}

Machine: ${cpus()[0]!.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB. Node ${process.versions.node}, Python ${python}, ${tools.join(', ')}.

Made by \`node dist/bench/scoring.js --python PYTHON\` (bench/scoring.ts, bench/scoring_peer.py).
`;
}

const { values: options } = parseArgs({ options: { python: { type: 'string', default: 'python3' } } });
const data = makeData();
const names = Array.from({ length: SHAPE.documents }, (_, i) => `doc${i}`);
const rows = measureOurs(data, names);
for (const [name, { seconds }] of rows) console.error(name, seconds.map((s) => s.toFixed(2)).join(' '));
const peers = measurePeers(data, options.python);
rows.push(['pytrec_eval', peers.pytrec_eval!]);
rows.push(['ranx, warm, 1 thread', peers.ranx_one_thread!]);
rows.push(['ranx, warm, all threads', peers.ranx_all_threads!]);
rows.push(['ranx, building Run and Qrels', peers.ranx_build!]);
for (const measure of MEASURES) {
  const [ours, theirs] = [rows[0]![1], peers.pytrec_eval!].map(({ means }) => means![measure.name]!);
  if (Math.abs(ours! - theirs!) > 1e-9) throw new Error(`${measure.name}: ${ours}, pytrec_eval ${theirs}`);
}
const text = report(rows, peers.python, peers.versions);
writeFileSync(fileURLToPath(new URL('../../bench/scoring.md', import.meta.url)), text);
console.log(text);
