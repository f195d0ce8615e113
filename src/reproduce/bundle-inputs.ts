import { copyFile, mkdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isObject, type Json } from '../core/json.js';
import { sha256OfFile } from '../store/digest.js';
import type { StoredRun } from './stored-runs.js';

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
export function pathIn(config: Json | undefined): string | undefined {
  if (!isObject(config) || !isObject(config.retrieve)) return undefined;
  const { path } = config.retrieve;
  return typeof path === 'string' ? path : undefined;
}

/** The same configuration with another path: machines have their own. */
export function withPath(config: Json, path: string): Json {
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
export async function copyInputs(
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
