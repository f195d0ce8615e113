import { readFile } from 'node:fs/promises';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { isObject, type Json } from '../core/json.js';
import { version } from '../core/version.js';
import { PACKAGE_ROOT } from '../store/package-root.js';

async function readPackage(folder: string): Promise<Record<string, unknown> | undefined> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const json: unknown = JSON.parse(text);
  return isObject(json) ? json : undefined;
}

/** A package as Node would find it from a folder: in the nearest node_modules that holds it. */
async function resolvePackage(
  from: string,
  name: string,
): Promise<{ folder: string; json: Record<string, unknown> } | undefined> {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    const json = await readPackage(candidate);
    if (json !== undefined) return { folder: candidate, json };
    if (dirname(folder) === folder) return undefined;
  }
}

/** `name@version` of every package that Assay runs on, those that packages bring with them included, sorted. */
async function packages(): Promise<string[]> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const visit = async (folder: string, json: Record<string, unknown>): Promise<void> => {
    const needs = isObject(json.dependencies) ? Object.keys(json.dependencies) : [];
    for (const name of needs) {
      const resolved = await resolvePackage(folder, name);
      if (resolved === undefined || seen.has(resolved.folder)) continue;
      seen.add(resolved.folder);
      found.add(`${name}@${String(resolved.json.version)}`);
      await visit(resolved.folder, resolved.json);
    }
  };
  await visit(PACKAGE_ROOT, (await readPackage(PACKAGE_ROOT)) ?? {});
  return [...found].sort();
}

/**
 * What a bundle was made with and on. Without a date: the same evaluation gives the same bundle. `environment.json`
 * documents; nothing is recomputed from it.
 */
export async function environment(): Promise<Json> {
  const processors = cpus();
  const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    assay: version,
    node: process.versions.node,
    v8: process.versions.v8,
    platform: platform(),
    arch: arch(),
    release: release(),
    cpu: { model: processors[0]?.model.trim() ?? null, count: processors.length },
    memoryBytes: totalmem(),
    locale,
    timeZone,
    packages: await packages(),
  };
}
