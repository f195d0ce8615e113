import { join } from 'node:path';
import type { Benchmark, JudgedQuery } from '../../src/core/benchmark.js';
import { seeded } from '../../src/core/random.js';
import type { Row } from '../../src/core/ranking.js';
import type { BenchmarkSource, SourceDocument } from '../../src/core/source.js';
import { BATCH } from '../../src/evaluate/rows.js';
import type { Pipeline } from '../../src/pipeline/resolve.js';
import { RunFolder } from '../../src/store/run-folder.js';

// An invented benchmark and invented runs on it, all from seeds: documents of some 20 lines in families of five near-
// clones, queries judged on one family each, and systems that agree on most of what they put first.

const GROUP = 5;
const HEAD = 40;
const WORDS = 5000;

function linesOf(family: number): string[] {
  const random = seeded(`family ${family}`);
  const word = () => `name_${Math.floor(WORDS * random.unit() ** 2).toString(36)}`;
  return Array.from({ length: 6 + random.below(30) }, (_, k) =>
    k === 0
      ? `def ${word()}_${word()}(${word()}, ${word()}):`
      : `    ${word()} = ${word()}.${word()}(${word()}, ${random.below(100)})`,
  );
}

const idOf = (i: number) => `d-${((i * 2654435761) % 2 ** 32).toString(16).padStart(8, '0')}`;

function* documents(count: number): Iterable<SourceDocument> {
  for (let i = 0; i < count; i++) {
    const root = i - (i % GROUP);
    const lines = linesOf(root / GROUP);
    const slot = i % GROUP;
    if (slot > 0) lines[slot] = `    ${lines[slot]!.trim().replace('=', '+=')}`;
    const variant = {
      ...{ parent: idOf(root), root: idOf(root), slot: slot - 1 },
      edits: [{ type: 'wrong_operator', start: 1, end: 2, insert: '+=' }],
    };
    yield {
      meta: {
        id: idOf(i),
        kind: 'code',
        language: 'python',
        family: idOf(root),
        ...(slot > 0 ? { variant } : {}),
      },
      text: lines.join('\n'),
    };
  }
}

const familyOf = (q: number, size: number) => (q * 7919) % Math.floor(size / GROUP);

function* queries(count: number, size: number): Iterable<JudgedQuery> {
  for (let q = 0; q < count; q++) {
    const family = familyOf(q, size);
    const random = seeded(`query ${q}`);
    const words = linesOf(family).join(' ').match(/\w+/g)!;
    const text = Array.from({ length: 14 }, () => words[random.below(words.length)]!).join(' ');
    const judgments = Array.from({ length: GROUP }, (_, slot) => ({
      ...{ doc: idOf(family * GROUP + slot), grade: slot === 0 ? 2 : 1 },
    }));
    yield { query: { id: `q${q}`, text, kind: 'text', cluster: `c${family}`, exclude: [] }, judgments };
  }
}

export function inventedBenchmark(name: string, size: number, count: number): BenchmarkSource {
  const task = { id: 't2c', corpus: 'code', direction: 't2c', labels: {}, level: 2 } as const;
  return {
    ...{ name, version: '1', corpora: [{ id: 'code', documents: () => documents(size) }] },
    tasks: [{ ...task, queries: () => queries(count, size) }],
    ...{ suites: () => [], verdicts: () => [] },
  };
}

/** A ranking: the query's family and documents that all systems know, by a system's own noise; then a long tail. */
function rowOf(system: number, q: number, size: number, depth: number): Row {
  const common = seeded(`query ${q} head`);
  const own = seeded(`query ${q} system ${system}`);
  const family = familyOf(q, size);
  const head = new Map<number, number>();
  for (let slot = 0; slot < GROUP; slot++) head.set(family * GROUP + slot, 1.5 + own.unit());
  while (head.size < HEAD) head.set(common.below(size), 1 + common.unit() + (0.2 + system / 20) * own.unit());
  const ranked = [...head].sort(([, a], [, b]) => b - a);
  const docs = new Uint32Array(depth);
  const scores = new Float64Array(depth);
  let at = own.below(size);
  for (let k = 0; k < depth; k++) {
    if (k < HEAD) [docs[k], scores[k]] = ranked[k]!;
    else {
      do at = (at + 7) % size;
      while (head.has(at));
      docs[k] = at;
      scores[k] = 1 - k / 10_000;
    }
  }
  const judged = Array.from({ length: GROUP }, (_, slot) => {
    const i = family * GROUP + slot;
    return { i, rank: docs.indexOf(i) + 1, tier: 0, score: head.get(i)! };
  });
  return { query: `q${q}`, docs, scores, judged, pool: size };
}

/** Writes the run that a pipeline is to have left behind below `out`, as `assay evaluate --out` lays it down. */
export async function writeRun(
  folder: string,
  { name, version, digest, corpora, tasks }: Benchmark,
  { name: pipeline, id, config, seed, inputs }: Pipeline,
  system: number,
  depth: number,
): Promise<void> {
  const run = await RunFolder.resume(join(folder, id), {
    ...{ benchmark: { name, version, digest }, depth, batch: BATCH },
    pipeline: { name: pipeline, id, config, seed, inputs },
  });
  const [task] = tasks;
  const size = corpora.get('code')!.size;
  for (let part = 0; part * BATCH < task!.size; part++) {
    const length = Math.min(BATCH, task!.size - part * BATCH);
    const rows = Array.from({ length }, (_, k) => rowOf(system, part * BATCH + k, size, depth));
    await run.writePart(task!.id, part, rows);
  }
  await run.finish(task!.id, task!.size);
}
