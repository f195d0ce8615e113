import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareCommand } from '../src/cli/commands/compare.js';
import { evaluateCommand } from '../src/cli/commands/evaluate.js';
import { exportCommand } from '../src/cli/commands/export.js';
import { execretrieval } from '../src/formats/execretrieval.js';
import { writeBenchmark } from '../src/store/benchmark-folder.js';
import { writeVectorSet } from '../src/store/vector-set.js';
import { fixture, readWith } from './read-source.js';
import { type Ran, run } from './run-command.js';
import { scratchFolder } from './scratch.js';

const PUBLISHED = fixture('execretrieval-three');

/** Few: what is tested is that the same ones come out again. */
const CHOICES = ['--resamples', '20', '--seed', '7', '--no-baselines'];

/** An evaluation with everything that can be kept, of systems that read from outside and of some that do not. */
export interface World {
  benchmark: string;
  /** What evaluate and compare were given as --out. */
  evaluation: string;
  /** Its folder below runs/ and results/. */
  name: string;
  /** As evaluate was given them: not best first. */
  pipelines: string[];
}

/** One world and its bundle for the tests of all files, which leave both as they are. */
export interface Shared {
  /** What `world` and `bundle` lie in. */
  folder: string;
  world: World;
  bundle: string;
}

const scratch = scratchFolder();
let shared: Promise<Shared> | undefined;

export function sharedWorld(): Promise<Shared> {
  shared ??= makeShared(join(scratch, 'shared'));
  return shared;
}

async function makeShared(folder: string): Promise<Shared> {
  const world = await makeWorld(folder);
  const bundle = join(folder, 'bundle');
  assert.equal((await bundleOf(world, bundle)).code, 0);
  return { folder, world, bundle };
}

/** @param folder in which all is made */
async function makeWorld(folder: string): Promise<World> {
  const benchmark = join(folder, 'benchmark');
  const { source } = await readWith(execretrieval, PUBLISHED);
  await writeBenchmark(source, benchmark);
  const vectors = join(folder, 'frozen.npz');
  await writeVectorSet(vectors, vectorsOf(benchmark));
  const published = join(folder, 'A.json');
  cpSync(join(PUBLISHED, 'results/A.json'), published);
  // Two that read from outside and one that searches; the best one is in the middle.
  const pipelines = [vectors, published, 'bm25'];
  const evaluation = join(folder, 'evaluation');
  await evaluateInto(evaluation, benchmark, pipelines);
  const [name] = readdirSync(join(evaluation, 'results'));
  return { benchmark, evaluation, name: name!, pipelines };
}

async function evaluateInto(out: string, benchmark: string, pipelines: readonly string[]): Promise<void> {
  const systems = pipelines.flatMap((pipeline) => ['--pipeline', pipeline]);
  const given = ['--benchmark', benchmark, ...systems, '--out', out, ...CHOICES];
  const measures = ['--measures', 'nDCG@10,exec@1,PPA,deception', '--pairs', 'cut', '--depth', '20'];
  await run(evaluateCommand, ...given, ...measures);
  const compared = ['--measures', 'exec@1,nDCG@10,deception', '--profile', 'execretrieval', '--depth', '20'];
  await run(compareCommand, '--all', ...compared, ...given);
}

export function bundleOf(world: World, out: string, ...options: string[]): Promise<Ran> {
  const { evaluation, benchmark } = world;
  return run(exportCommand, '--bundle', evaluation, '--benchmark', benchmark, '--out', out, ...options);
}

/** A vector for each document and query: how often each letter occurs, so that likeness means something. */
function vectorsOf(benchmark: string) {
  const rows = (file: string) =>
    readFileSync(join(benchmark, file), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; text: string });
  const named = (file: string) => {
    const items = rows(file);
    const data = new Float32Array(items.length * 26);
    for (const [row, { text }] of items.entries())
      for (const letter of text.toLowerCase()) {
        const k = letter.charCodeAt(0) - 97;
        if (k >= 0 && k < 26) data[row * 26 + k]!++;
      }
    return { ids: items.map(({ id }) => id), matrix: { rows: items.length, columns: 26, data } };
  };
  return { documents: named('corpus.jsonl'), queries: named('queries.jsonl') };
}

/** Files below a folder, with `/`, sorted. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}

/** Changes a JSON file by way of its content. */
export function editJson(path: string, edit: (content: never) => void): void {
  const content = JSON.parse(readFileSync(path, 'utf8')) as never;
  edit(content);
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
}
