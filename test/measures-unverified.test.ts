import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { Benchmark } from '../src/core/benchmark.js';
import { compareSystems } from '../src/evaluate/compare.js';
import { type Evaluation, evaluate } from '../src/evaluate/evaluate.js';
import { summarise } from '../src/evaluate/summary.js';
import { profile } from '../src/measures/profiles.js';
import { parseMeasures } from '../src/measures/registry.js';
import { resolvePipeline, stageContext } from '../src/pipeline/resolve.js';
import { openBenchmark } from '../src/store/benchmark-folder.js';
import { folderCache } from '../src/store/cache.js';
import { root } from './files.js';
import { scratchFolder } from './scratch.js';

const scratch = scratchFolder();
const measures = parseMeasures('exec@1,exec@5,exec@10,execP@5,exec-gap@10');
const options = { resample: 'query', resamples: 200, seed: 1 } as const;

/** The benchmark as if each query's tests had been run on the documents of its own near-clone group only. */
async function ownFamilyOnly(benchmark: Benchmark): Promise<Benchmark> {
  const known = new Set<string>();
  for (const task of benchmark.tasks)
    for await (const { query, judgments } of task.queries()) {
      const corpus = benchmark.corpora.get(task.corpus)!;
      for (const { doc } of judgments)
        known.add(`${query.suite} ${corpus.meta(corpus.ordinal(doc)!).digest}`);
    }
  return new Proxy(benchmark, {
    get(target, property) {
      if (property === 'verdict')
        return (code: string, suite: string) =>
          known.has(`${suite} ${code}`) ? target.verdict(code, suite) : undefined;
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

async function evaluated(benchmark: Benchmark): Promise<Evaluation> {
  const context = stageContext(() => {}, folderCache(join(scratch, 'cache')));
  const pipelines = [await resolvePipeline('bm25', context), await resolvePipeline('random', context)];
  return evaluate(benchmark, pipelines, { measures, profile: profile('assay'), depth: 10, progress() {} });
}

describe('the starter benchmark with the verdicts of own near-clone groups alone', () => {
  let full: Evaluation;
  let partial: Evaluation;
  before(async () => {
    const benchmark = await openBenchmark(join(root, 'benchmarks/starter'));
    full = await evaluated(benchmark);
    partial = await evaluated(await ownFamilyOnly(benchmark));
  });

  it('gives each query the value that it has with all verdicts, or none', () => {
    let kept = 0;
    let refused = 0;
    for (const [s, { columns }] of partial.systems.entries())
      for (const [m, column] of columns.entries()) {
        const complete = full.systems[s]!.columns[m]!;
        for (let q = 0; q < column.num.length; q++) {
          assert.equal(complete.den[q], 1, 'with all verdicts every query has a value');
          if (column.den[q] === 0) refused++;
          else {
            kept++;
            assert.equal(column.num[q], complete.num[q]);
          }
        }
      }
    assert.ok(kept > 20 && refused > 20, `${kept} kept, ${refused} refused`);
  });

  it('does not put a random ranking before BM25 by what is missing', async () => {
    const [bm25, random] = await summarise(partial.systems, partial.table, options);
    assert.equal(random!.measures['exec@10'], undefined, 'no ten documents of one group of five');
    assert.deepEqual(random!.absent['exec@10']!.refusals, { 'unverified documents in the top k': 100 });
    assert.ok(bm25!.measures['exec@1']!.n > 10 * random!.measures['exec@1']!.n, 'n tells them apart');
    const { pairs } = await compareSystems(partial.systems, partial.table, options);
    for (const { measure, apart } of pairs[0]!.differences) assert.equal(apart, false, measure);
    const [complete] = (await compareSystems(full.systems, full.table, options)).pairs;
    const exec10 = complete!.differences.find(({ measure }) => measure === 'exec@10')!;
    assert.ok(exec10.apart && exec10.delta > 0.3, 'with all verdicts BM25 is far ahead');
  });
});
