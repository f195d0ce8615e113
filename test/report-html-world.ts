import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import type { Benchmark } from '../src/core/benchmark.js';
import { rankSparse } from '../src/core/sparse.js';
import { resultsPath } from '../src/evaluate/evaluate.js';
import type { System } from '../src/evaluate/system.js';
import { appraise, boardOf } from '../src/report/appraisal.js';
import type { ReportData } from '../src/report/html/data.js';
import { type Results, resultsOf } from '../src/report/results.js';
import { writeFileAtomic } from '../src/store/atomic.js';
import { opened, type World } from './describe-world.js';

/** What a system answers: the ids of documents, best first; undefined: it has no result for the query. */
export type Answers = (query: string) => readonly string[] | undefined;

/** A system that answers from a list: what it does not list, it gave no score. */
export function listed(name: string, answers: Answers): System {
  return {
    ...{ name, id: `${name}-0`, config: { name }, baseline: false, seed: null, inputs: {} },
    retriever: {
      id: name,
      index: async (corpus) => ({
        search: async (asks, depth) =>
          asks.map(({ query, judged }) => {
            const ids = answers(query.id);
            if (ids === undefined) return undefined;
            const docs = Uint32Array.from(ids, (id) => corpus.ordinal(id)!);
            const scores = Float64Array.from(ids, (_, k) => ids.length - k);
            return rankSparse(query.id, { docs, scores }, corpus, judged, depth);
          }),
      }),
    },
  };
}

export interface Evaluated {
  benchmark: Benchmark;
  /** Folder of the benchmark. */
  dir: string;
  /** Folder of the evaluation. */
  out: string;
  results: Results;
  /** Holds results.json. */
  kept: string;
  /** Holds a run for each system. */
  runs: string;
}

interface Choices {
  measures?: string[];
  profile?: string;
  depth?: number;
}

/** An evaluation as `assay evaluate --out` leaves it, on a benchmark of that content. */
export async function evaluated(
  folder: string,
  name: string,
  world: World,
  systems: readonly System[],
  { measures = ['nDCG@1'], profile = 'assay', depth = 3 }: Choices = {},
): Promise<Evaluated> {
  const dir = join(folder, name);
  const out = join(folder, `${name} evaluation`);
  const benchmark = await opened(folder, name, world);
  const settings = {
    ...{ measures, profile, depth, analyses: ['curves'] },
    resampling: { resample: 'query', resamples: 20, seed: 1 } as const,
  };
  const context = { out, progress() {} };
  const { evaluation, analyses } = await appraise(benchmark, systems, settings, context);
  const board = await boardOf(evaluation, settings, context);
  const results = resultsOf(board, analyses, undefined);
  const kept = resultsPath(out, benchmark);
  await writeFileAtomic(join(kept, 'results.json'), JSON.stringify(results));
  return { benchmark, dir, out, results, kept, runs: join(out, 'runs', basename(kept)) };
}

/** The data that a page holds, read as a browser does. */
export function dataIn(page: string): ReportData {
  const found = [...page.matchAll(/<script type="application\/octet-stream" id="data">([^<]*)<\/script>/g)];
  assert.equal(found.length, 1);
  return JSON.parse(inflateRawSync(Buffer.from(found[0]![1]!, 'base64')).toString('utf8')) as ReportData;
}

export function dataOf(file: string): ReportData {
  return dataIn(readFileSync(file, 'utf8'));
}
