/**
 * Scoring 10,000 queries × 1,000 documents (nDCG@10, AP, R@100, RR@10) against pytrec_eval and ranx, all from
 * in-memory lists with string ids in no order; writes bench/scoring.md.
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
import { rankSparse } from '../src/core/ranking.js';
import { type ScoredList, scoreList } from '../src/measures/lists.js';
import { profile } from '../src/measures/profiles.js';
import { parseMeasures } from '../src/measures/registry.js';
import { type QueryScore, type Question, scoreQuery } from '../src/measures/score.js';

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

function listsOf({ docs, scores }: Data, name: (i: number) => string): ScoredList[] {
  const { queries, listed } = SHAPE;
  return Array.from({ length: queries }, (_, q) => ({
    docs: Array.from(docs.subarray(q * listed, (q + 1) * listed), name),
    scores: scores.slice(q * listed, (q + 1) * listed),
  }));
}

interface Timing {
  seconds: number[];
  means?: Record<string, number>;
}

function timed(score: (q: number) => QueryScore[]): Timing {
  const timing: Timing = { seconds: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const sums = MEASURES.map(() => 0);
    const start = performance.now();
    for (let q = 0; q < SHAPE.queries; q++)
      score(q).forEach(({ cells }, m) => {
        sums[m]! += cells[0]?.num ?? 0;
      });
    timing.seconds.push((performance.now() - start) / 1000);
    timing.means = Object.fromEntries(MEASURES.map((measure, m) => [measure.name, sums[m]! / SHAPE.queries]));
  }
  return timing;
}

function scoreAll(questions: readonly Question[], lists: readonly ScoredList[], name: string): Timing {
  const rules = profile(name);
  return timed((q) => scoreList(MEASURES, questions[q]!, lists[q], rules));
}

/** The way of a run that was read into a benchmark, its ids now ordinals: a ranked row, then the measures. */
function scoreRows(questions: readonly Question[], data: Data, names: readonly string[]): Timing {
  const ordinals = new Map(names.map((id, i) => [id, i]));
  const corpus: Corpus = {
    id: 'bench',
    size: names.length,
    byteOrder: byteOrderOf(names),
    meta: (i) => ({ id: names[i]!, digest: '', kind: 'code' }),
    ordinal: (id) => ordinals.get(id),
    text: async () => '',
    async *texts() {},
  };
  const { listed } = SHAPE;
  return timed((q) => {
    const question = questions[q]!;
    const scored = Array.from({ length: listed }, (_, at) => ({
      i: data.docs[q * listed + at]!,
      score: data.scores[q * listed + at]!,
    }));
    const judged = question.judgments.map(({ doc }) => ordinals.get(doc)!);
    const row = rankSparse(question.query.id, scored, corpus, judged, listed);
    return scoreQuery(MEASURES, question, row, corpus, () => undefined, profile('assay'));
  });
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

${queries.toLocaleString('en')} queries × ${listed.toLocaleString('en')} documents, ${judged} judgments a query (half of them in the list, grades 0–2), ids of
${documents.toLocaleString('en')} documents, uniform random scores, seed 1. Every side starts from lists in memory with string ids in no
order: arrays of ids and Float64 scores here, dicts of dicts for pytrec_eval. ranx is *warm*: compiled, its
Run and Qrels built and sorted before the clock starts; building them is a row of its own. One process at a
time, on a machine that had other work too; median of ${ROUNDS} rounds, in seconds. The run fails unless the means
equal pytrec_eval's to 1e-9. *Ranking whole rows*: what \`assay evaluate\` does with a run it has read, its ids
already turned into ordinals; the other rows of Assay rank the judged documents only.

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
const questions = questionsOf(data, names);
const shared = listsOf(data, (i) => names[i]!);
const rows: [string, Timing][] = [];
rows.push(['Assay, trec profile', scoreAll(questions, shared, 'trec')]);
rows.push(['Assay, assay profile', scoreAll(questions, shared, 'assay')]);
rows.push([
  'Assay, trec, each id a string of its own',
  scoreAll(
    questions,
    listsOf(data, (i) => `doc${i}`),
    'trec',
  ),
]);
rows.push(['Assay, assay, ranking whole rows of ordinals', scoreRows(questions, data, names)]);
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
