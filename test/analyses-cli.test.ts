import assert from 'node:assert/strict';
import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ANALYSES } from '../src/analyses/registry.js';
import type { ResultTable } from '../src/core/result-table.js';
import { sourceOf } from '../src/core/source.js';
import { version } from '../src/core/version.js';
import { openBenchmark, writeBenchmark } from '../src/store/benchmark-folder.js';
import { assay } from './binary.js';
import { root } from './files.js';
import { scratchFolder } from './scratch.js';

const scratch = scratchFolder();
const FAST = ['--resamples', '50'];

interface Printed {
  benchmarks: {
    benchmark: string;
    profile: string;
    depth: number;
    versions: { assay: string };
    resampling: object;
    systems: { name: string; id: string }[];
    analyses: ResultTable[];
  }[];
  stability: { a: string; b: string; measure: string; systems: { name: string }[]; kendall?: number }[];
}

async function printed(...args: string[]): Promise<Printed> {
  const { code, stdout, stderr } = await assay(['analyse', ...args, ...FAST, '--json']);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as Printed;
}

test('assay analyse --list names every analysis; a slip is told at once', async () => {
  const [list, slip] = await Promise.all([assay(['analyse', '--list']), assay(['analyse', 'densty'])]);
  const lines = list.stdout.trim().split('\n');
  assert.deepEqual(
    lines.map((line) => line.split(' ')[0]),
    ANALYSES.map(({ name }) => name),
  );
  assert.equal(slip.code, 2);
  assert.match(
    slip.stderr,
    /^cannot run analysis "densty": there is no such analysis\nDid you mean density\?/,
  );
});

test('assay analyse runs all analyses on starter and keeps its runs; one by name comes from them', async () => {
  const out = join(scratch, 'all');
  const { benchmarks } = await printed('--out', out, '--no-baselines');
  const names = benchmarks[0]!.analyses.map(({ name }) => name);
  for (const name of [
    'curve-exec',
    'difficulty',
    'by-domain-exec@1',
    'intrusion',
    'edit-size',
    'stacked',
    'density-exec@1',
  ])
    assert.ok(names.includes(name), name);
  assert.ok(existsSync(join(out, 'runs')));
  assert.ok(!existsSync(join(out, 'results')), 'results are those of an evaluation');
  const { systems, resampling, depth, versions } = benchmarks[0]!;
  assert.deepEqual(
    systems.map(({ id }) => id.replace(/-[0-9a-f]+$/, '-hash')),
    ['bm25-hash', 'random-hash'],
  );
  assert.deepEqual(resampling, { resample: 'cluster', resamples: 50, seed: 20260510 });
  assert.deepEqual([depth, versions.assay], [1000, version]);
  const again = ['difficulty', 'by-language', '--out', out, '--no-baselines', '--markdown', ...FAST];
  const { stdout } = await assay(['analyse', ...again]);
  assert.match(stdout, /^# starter 1\n\n## Queries by how many systems solve them\n\n\| solved by \|/);
  const unsolved = benchmarks[0]!.analyses.find(({ name }) => name === 'difficulty')!.rows[0]![1];
  assert.ok(stdout.includes(`| 0 | ${unsolved} |`), stdout);
  assert.equal(stdout.match(/^## /gm)!.length, 1, 'one language is no breakdown');
});

test('two benchmarks: the stability of the systems, artefact baselines left out', async () => {
  const copy = join(scratch, 'again');
  cpSync(join(root, 'benchmarks/starter'), copy, { recursive: true });
  const args = ['difficulty', '--benchmark', 'starter', '--benchmark', copy, '--measures', 'nDCG@10'];
  const { stability } = await printed(...args);
  assert.equal(stability.length, 1);
  const [{ a, b, systems, kendall }] = stability as [Printed['stability'][number]];
  assert.deepEqual(
    systems.map(({ name }) => name),
    ['bm25', 'random'],
  );
  assert.equal(kendall, 1);
  assert.deepEqual([a, b], ['starter 1', 'starter 1 (second)']);
});

test('--costs: the Pareto front of the evaluated systems; costs of others are warned of', async () => {
  const [file, strays] = [join(scratch, 'costs.json'), join(scratch, 'strays.json')];
  const costs = { bm25: { latencyMs: 2 }, random: { latencyMs: 5 }, other: { latencyMs: 1 } };
  writeFileSync(file, JSON.stringify(costs));
  writeFileSync(strays, JSON.stringify({ other: { latencyMs: 1 } }));
  const args = ['analyse', 'difficulty', '--no-baselines', ...FAST];
  const out = (name: string) => ['--out', join(scratch, name)];
  const [good, lower, strange] = await Promise.all([
    assay([...args, '--costs', file, '--measures', 'nDCG@10', '--json']),
    assay([...args, '--costs', file, '--measures', 'deception', ...out('lower')]),
    assay([...args, '--costs', strays, ...out('strange')]),
  ]);
  const [{ analyses }] = (JSON.parse(good.stdout) as Printed).benchmarks as [Printed['benchmarks'][number]];
  const pareto = analyses.find(({ name }) => name === 'pareto-latency')!;
  assert.deepEqual(
    pareto.rows.map((row) => [row[0], row.at(-1)]),
    [
      ['bm25', 'yes'],
      ['random', ''],
    ],
  );
  assert.match(good.stderr, /warning: costs of systems that were not evaluated: other/);
  assert.deepEqual([lower.code, strange.code], [2, 2]);
  assert.match(lower.stderr, /^cannot set deception against costs: more of it is not better\n/m);
  assert.match(strange.stderr, /the file names none of the evaluated systems\nThey are: bm25, random\./);
  for (const name of ['lower', 'strange'])
    assert.ok(!existsSync(join(scratch, name)), `${name} is told before anything is evaluated`);
});

test('two benchmarks are compared by the first measure that has a value on both', async () => {
  const copy = join(scratch, 'no-negatives');
  const starter = await openBenchmark(join(root, 'benchmarks/starter'));
  const source = sourceOf(starter);
  const tasks = source.tasks.map((task) => ({
    ...task,
    async *queries() {
      for await (const one of task.queries())
        yield { ...one, judgments: one.judgments.filter(({ grade }) => grade >= task.level) };
    },
  }));
  await writeBenchmark({ ...source, tasks }, copy);
  const args = ['difficulty', '--benchmark', 'starter', '--benchmark', copy, '--no-baselines'];
  const { stability } = await printed(...args, '--measures', 'PPA,nDCG@10');
  assert.equal(stability[0]!.measure, 'nDCG@10');
});
