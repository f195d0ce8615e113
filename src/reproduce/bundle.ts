import { copyFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Benchmark } from '../core/benchmark.js';
import { UserError } from '../core/errors.js';
import { isObject, type Json } from '../core/json.js';
import type { Results } from '../report/results.js';
import { BENCHMARK_FILES } from '../store/benchmark-writer.js';
import { sha256OfFile } from '../store/digest.js';
import { benchmarkIn, dirOf, RESULTS, type ResultsFolder } from '../store/evaluation-folder.js';
import { readmeOf } from './bundle-readme.js';
import { checkResults, isEqual, layoutFiles } from './check.js';
import { writeDerived } from './derived.js';
import { environment } from './environment.js';
import type { LayoutFacts } from './execretrieval.js';
import { ENVIRONMENT, type Entry, entryOf, filesIn, MANIFEST, manifestText } from './manifest.js';
import { type RecomputeOptions, soughtIn, soughtInOrder } from './recompute.js';
import { runPath, type StoredResults, type StoredRun, storedSystems } from './stored.js';

export interface BundleSource {
  folder: ResultsFolder;
  stored: StoredResults;
  benchmark: Benchmark;
  /** How the benchmark is named on the command line. */
  named: string;
  /** The benchmark's folder. */
  benchmarkDir: string;
}

export interface BundleSummary {
  files: number;
  bytes: number;
  /** By system. */
  inputs: Record<string, BundledInputs>;
}

/**
 * Fills a folder with all that a reader needs to check results: benchmark, runs, results, outside inputs, the same
 * in ExecRetrieval's layout, the environment, and a manifest. Equal sources give equal bytes on one machine. Files
 * are copied without being held; memory is that of an evaluation.
 *
 * @param bundle exists and is empty
 * @throws UserError where the results are not what the runs give
 */
export async function fillBundle(
  bundle: string,
  source: BundleSource,
  progress: RecomputeOptions['progress'],
): Promise<BundleSummary> {
  const { folder, stored, benchmark, named, benchmarkDir } = source;
  const reports = await checkResults(folder, stored, benchmark, { named, progress });
  if (!isEqual({ reports }))
    throw new UserError(
      `cannot bundle ${folder.root}: its results are not those that its runs give`,
      `See the differences: assay reproduce ${folder.root}`,
    );
  progress('copying files');
  const systems = await systemsOf(source);
  await copyAll(benchmarkDir, benchmarkIn(bundle), [...BENCHMARK_FILES, 'benchmark.json']);
  const inputs: Record<string, BundledInputs> = {};
  for (const system of systems)
    if (Object.keys(system.inputs).length > 0)
      inputs[system.id] = await copyInputs(bundle, system, placesOf(system, source));
  const places = new Map(systems.map((system) => [system.id, placeIn(system, inputs[system.id])]));
  for (const system of systems) await copyRun(bundle, folder, system, places.get(system.id)!);
  const files = reports.map(({ file }) => file);
  await copyAll(
    folder.root,
    bundle,
    files.filter((file) => basename(file) !== RESULTS),
  );
  if (stored.results !== undefined)
    await writeJson(join(dirOf({ ...folder, root: bundle }), RESULTS), moved(stored.results.content, places));
  const facts: LayoutFacts[] = [];
  const options = { lenient: false, named, progress, facts: (one: LayoutFacts) => facts.push(one) };
  for await (const file of await layoutFiles(folder, stored, benchmark, options))
    await writeDerived(bundle, file);
  await writeJson(join(bundle, ENVIRONMENT), await environment());
  const readme = readmeOf({ benchmark, systems, inputs, facts, folder: folder.name });
  await writeFile(join(bundle, 'README.md'), readme);
  return { ...(await writeManifest(bundle, progress)), inputs };
}

/** Every system of the results and of the comparison, each once. */
async function systemsOf({ folder, stored, benchmark, named }: BundleSource): Promise<StoredRun[]> {
  const { results, comparison } = stored;
  const asked = [
    ...(results === undefined ? [] : [{ settings: results.settings, systems: soughtIn(results.content) }]),
    ...(comparison === undefined
      ? []
      : [{ settings: comparison.settings, systems: soughtInOrder(comparison) }]),
  ];
  const byId = new Map<string, StoredRun>();
  for (const one of asked)
    for (const system of await storedSystems({ folder, benchmark, named, ...one, lenient: false }))
      byId.set(system.id, system);
  return [...byId.values()];
}

/** The path that the results tell, and the one that the run was made from: the file may have been moved since. */
function placesOf({ id, config }: StoredRun, { folder, stored: { results } }: BundleSource): string[] {
  const told = results?.content.systems.find((system) => system.id === id)?.config;
  const paths = [pathIn(told), pathIn(config)].filter((path) => path !== undefined);
  // Those of a bundle begin in the bundle.
  return paths.map((path) => resolve(folder.root, path));
}

/** What the configuration names as path: a place in the bundle, or the bare name of what is not included. */
function placeIn({ config }: StoredRun, inputs: BundledInputs | undefined): string {
  return inputs?.place ?? basename(pathIn(config) ?? '');
}

function moved(results: Results, places: ReadonlyMap<string, string>): Results {
  const systems = results.systems.map((system) => ({
    ...system,
    config: withPath(system.config, places.get(system.id)!),
  }));
  return { ...results, systems };
}

async function copyAll(from: string, to: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    const target = join(to, file);
    await mkdir(dirname(target), { recursive: true });
    await copyFile(join(from, file), target);
  }
}

async function writeJson(path: string, content: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(content, null, 2)}\n`);
}

/** The run with its finished tasks. */
async function copyRun(
  bundle: string,
  folder: ResultsFolder,
  { id, run }: StoredRun,
  path: string,
): Promise<void> {
  const target = runPath({ ...folder, root: bundle }, id);
  const { pipeline, ...rest } = run.manifest;
  const manifest = { ...rest, pipeline: { ...pipeline, config: withPath(pipeline.config, path) } };
  await writeJson(join(target, 'run.json'), manifest);
  for (const task of (await readdir(join(run.dir, 'tasks'))).sort()) {
    const names = await readdir(join(run.dir, 'tasks', task));
    if (!names.includes('task.json')) continue;
    const kept = names.filter((name) => /^(task\.json|part-\d+\.rows)$/.test(name));
    await copyAll(join(run.dir, 'tasks', task), join(target, 'tasks', task), kept);
  }
}

async function writeManifest(
  bundle: string,
  progress: RecomputeOptions['progress'],
): Promise<Omit<BundleSummary, 'inputs'>> {
  const files = await filesIn(bundle);
  const entries: Entry[] = [];
  for (const [k, file] of files.entries()) {
    progress('digesting files', k, files.length);
    entries.push(await entryOf(bundle, file));
  }
  await writeFile(join(bundle, MANIFEST), manifestText(entries));
  return { files: entries.length, bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** What became of the outside files of one system. */
export interface BundledInputs {
  /** Place in the bundle, with `/`; undefined where the files are not included. */
  place: string | undefined;
  files: string[];
  /** Why they are not included. */
  reason?: string;
}

/** The first of the places that holds just these files; else why none does. */
async function source(
  places: readonly string[],
  inputs: Readonly<Record<string, string>>,
): Promise<{ files: Map<string, string> } | { reason: string }> {
  let reason = 'where they lay is not known';
  for (const place of places) {
    const folder = (await stat(place).catch(() => undefined))?.isDirectory() ?? false;
    const files = new Map(Object.keys(inputs).map((name) => [name, folder ? join(place, name) : place]));
    const problem = await firstProblem(files, inputs);
    if (problem === undefined) return { files };
    reason = problem;
  }
  return { reason };
}

async function firstProblem(
  files: ReadonlyMap<string, string>,
  inputs: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  for (const [name, path] of files) {
    const digest = await sha256OfFile(path).catch(() => undefined);
    if (digest === undefined) return `${name} cannot be read any more`;
    if (digest !== inputs[name]) return `${name} has changed since it was evaluated`;
  }
  return undefined;
}

/** The path in the configuration of a pipeline, if it reads any file. */
function pathIn(config: Json | undefined): string | undefined {
  if (!isObject(config) || !isObject(config.retrieve)) return undefined;
  const { path } = config.retrieve;
  return typeof path === 'string' ? path : undefined;
}

/** The same configuration with another path: machines have their own. */
function withPath(config: Json, path: string): Json {
  if (pathIn(config) === undefined) return config;
  const { retrieve, ...rest } = config as { retrieve: Record<string, Json> };
  return { ...rest, retrieve: { ...retrieve, path } } as Json;
}

/**
 * Copies what a system read from outside into the bundle: frozen vectors below `vectors/`, anything else below
 * `inputs/`, in a folder named after the pipeline's id. Only files whose digests are those of the run.
 *
 * @param places where the files may lie, likeliest first
 */
async function copyInputs(
  bundle: string,
  { id, config, inputs }: Pick<StoredRun, 'id' | 'config' | 'inputs'>,
  places: readonly string[],
): Promise<BundledInputs> {
  const files = Object.keys(inputs).sort();
  const found = await source(places, inputs);
  if ('reason' in found) return { place: undefined, files, reason: found.reason };
  const retrieve = isObject(config) && isObject(config.retrieve) ? config.retrieve : {};
  const place = `${retrieve.type === 'vectors' ? 'vectors' : 'inputs'}/${id}`;
  for (const [name, path] of found.files) {
    const copy = join(bundle, place, basename(name));
    await mkdir(dirname(copy), { recursive: true });
    await copyFile(path, copy);
    if ((await sha256OfFile(copy)) === inputs[name]) continue;
    await rm(join(bundle, place), { recursive: true });
    return { place: undefined, files, reason: `${name} was changed while it was copied` };
  }
  return { place: files.length === 1 ? `${place}/${files[0]}` : place, files };
}
