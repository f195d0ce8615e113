// What a full evaluation costs as its input grows. Run: npm run build && node dist/bench/scale.js
// Writes bench/scale.md. Data: invented code of a Zipf vocabulary, near-clone groups of five, one judged group
// for each query; made afresh from a seed in a temporary folder (about 200 MB at the largest size).

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JudgedQuery } from '../src/core/benchmark.js';
import { type Random, seeded } from '../src/core/random.js';
import type { SourceDocument } from '../src/core/source.js';
import { version } from '../src/core/version.js';
import { writeBenchmark } from '../src/store/benchmark-folder.js';
import { measure, root } from './cost.js';

const LARGEST = { documents: 150_000, queries: 40_000 };
const GROUP = 5;
const WORDS = 30_000;

/** Words by Zipf's law: rank r has weight 1 / (r + 10). */
function zipf(random: Random): () => string {
  const cumulative = new Float64Array(WORDS);
  let sum = 0;
  for (let r = 0; r < WORDS; r++) cumulative[r] = sum += 1 / (r + 10);
  return () => {
    const wanted = random.unit() * sum;
    let low = 0;
    let high = WORDS - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cumulative[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return `w${low.toString(36)}x`;
  };
}

function wordsOf(group: number): string[] {
  const random = seeded(`group ${group}`);
  const word = zipf(random);
  return Array.from({ length: 40 + random.below(160) }, word);
}

function* documents(count: number): Iterable<SourceDocument> {
  for (let i = 0; i < count; i++) {
    const group = Math.floor(i / GROUP);
    const slot = i % GROUP;
    const words = wordsOf(group);
    if (slot > 0) words[seeded(`edit ${i}`).below(words.length)] = `edit${slot}`;
    const id = (member: number) => `d${(group * GROUP + member) ^ 0x5a5a}`;
    const variant = { parent: id(0), root: id(0), slot: slot - 1, edits: [] };
    yield {
      meta: { id: id(slot), kind: 'code', family: id(0), ...(slot === 0 ? {} : { variant }) },
      text: words.join(' '),
    };
  }
}

function* queries(count: number, documentCount: number): Iterable<JudgedQuery> {
  const groups = Math.floor(documentCount / GROUP);
  for (let q = 0; q < count; q++) {
    const group = q % groups;
    const random = seeded(`query ${q}`);
    const words = wordsOf(group);
    const text = Array.from({ length: 13 }, () => words[random.below(words.length)]!).join(' ');
    const judgments = Array.from({ length: GROUP }, (_, slot) => ({
      doc: `d${(group * GROUP + slot) ^ 0x5a5a}`,
      grade: slot === 0 ? 2 : 1,
    }));
    yield { query: { id: `q${q}`, text, kind: 'text', cluster: `c${group}`, exclude: [] }, judgments };
  }
}

const scratch = mkdtempSync(join(tmpdir(), 'assay-scale-'));
const rows: string[] = [];
try {
  for (const share of [1 / 8, 1 / 4, 1 / 2, 1]) {
    const [n, m] = [Math.round(LARGEST.documents * share), Math.round(LARGEST.queries * share)];
    const dir = join(scratch, `size-${n}`);
    await writeBenchmark(
      {
        name: `scale-${n}`,
        version: '1',
        corpora: [{ id: 'code', documents: () => documents(n) }],
        tasks: [
          { id: 't2c', corpus: 'code', direction: 't2c', labels: {}, level: 2, queries: () => queries(m, n) },
        ],
        suites: () => [],
        verdicts: () => [],
      },
      dir,
    );
    const common = ['evaluate', '--benchmark', dir, '--depth', '1000', '--quiet', '--json'];
    const bm25 = ['--pipeline', 'bm25', '--no-baselines', '--measures', 'nDCG@10,R@100,PPA,MRS'];
    const cost = await measure([...common, ...bm25, '--out', join(scratch, `out-${n}`)]);
    const all = [
      ...common,
      '--pipeline',
      'bm25',
      '--pipeline',
      'random',
      '--measures',
      'nDCG@10,R@100,PPA,MRS',
    ];
    const shown = await measure([...all, '--cache', join(scratch, 'cache')]);
    const again = await measure([...common, ...bm25, '--out', join(scratch, `out-${n}`)]);
    rows.push(
      `| ${n.toLocaleString('en')} | ${m.toLocaleString('en')} | ${cost.seconds.toFixed(1)} | ${cost.megabytes.toFixed(0)} | ${again.seconds.toFixed(1)} | ${shown.seconds.toFixed(1)} | ${shown.megabytes.toFixed(0)} |`,
    );
    console.log(rows.at(-1));
    rmSync(dir, { recursive: true });
    rmSync(join(scratch, `out-${n}`), { recursive: true });
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
const text = [
  '# Cost of a full evaluation as its input grows',
  '',
  `BM25 at depth 1,000 with nDCG@10, R@100 and full PPA and MRS (every judged document at its exact rank), runs kept in --out, 5,000 bootstrap resamples. ` +
    `Data: invented code, ${GROUP} near-clones a group, 40–200 words a document, 13 words a query. ` +
    `Assay ${version}, Node ${process.versions.node}, ${cpus()[0]?.model.trim()} (${cpus().length} cores, one used).`,
  '',
  '| documents | queries | BM25, seconds | peak memory (MB) | only scored again, seconds | with random and the three artefact baselines, seconds | peak memory (MB) |',
  '|---:|---:|---:|---:|---:|---:|---:|',
  ...rows,
  '',
].join('\n');
writeFileSync(join(root, 'bench/scale.md'), text);
