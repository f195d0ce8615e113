import { basename, resolve } from 'node:path';
import { UserError } from '../core/errors.js';
import type { BenchmarkSource } from '../core/source.js';
import { GROUPS } from './coreb-records.js';
import { ReleaseReader, type ReleaseSource } from './coreb-release.js';
import type { Format, ReadContext } from './format.js';
import { type HubFile, hubFiles } from './hub-folder.js';

const CONFIGS = ['code_corpus', 'text_corpus', ...GROUPS.flatMap(({ queries, qrels }) => [queries, qrels])];

/** `release_v2603`, or as the paper writes it `v202603`, anywhere in the path; empty when there is none. */
function releaseIn(name: string): string {
  const digits = /(?:^|[^a-z0-9])v(?:20)?(2\d{3})(?!\d)/i.exec(name)?.[1];
  return digits === undefined ? '' : `release_v${digits}`;
}

function byRelease(path: string, files: readonly HubFile[]): Map<string, HubFile[]> {
  const ofFolder = releaseIn(basename(resolve(path)));
  const releases = new Map<string, HubFile[]>();
  for (const file of files) {
    if (!CONFIGS.some((config) => file.words.has(config))) continue;
    const release = releaseIn(file.name) || ofFolder;
    releases.set(release, [...(releases.get(release) ?? []), file]);
  }
  return releases;
}

function noFiles(path: string, files: readonly HubFile[]): UserError {
  const found = files.length === 0 ? 'it has no JSONL or parquet file' : `it has ${files[0]!.name}`;
  return new UserError(
    `cannot read CoREB from ${path}: no file is named after one of its configs, ${found}`,
    `Expected ${CONFIGS.join(', ')} (the reranker set is a format of its own: coreb-reranker).`,
  );
}

/** The releases to read. @throws UserError listing those found when the wanted one is not among them */
function chosenReleases(path: string, found: readonly string[], wanted: string): string[] {
  const named = found.filter((name) => name !== '').sort();
  if (wanted === 'newest') return [named.at(-1) ?? found[0]!];
  if (wanted === 'all') return named.length > 0 ? named : [...found];
  const name = releaseIn(wanted);
  if (name !== '' && found.includes(name)) return [name];
  throw new UserError(
    `cannot read release "${wanted}" from ${path}: the releases there are ${named.join(', ') || 'not named'}`,
    'Name one of them with --release, or "newest" or "all".',
  );
}

function assertTellsApart(path: string, releases: readonly string[], { options, warn }: ReadContext): void {
  if (options.ids === 'published' && releases.length > 1)
    throw new UserError(
      `cannot read several releases from ${path} with --ids published: the same ids mean other things in each`,
      'Leave out --ids, or name one release with --release.',
    );
  if (options.ids !== 'published' && releases.includes(''))
    warn(
      `${path}: neither file nor folder names the release, so that ids stay as published; another release has the same ones`,
    );
}

async function read(path: string, context: ReadContext): Promise<BenchmarkSource> {
  const { options } = context;
  const files = await hubFiles(path);
  const releases = byRelease(path, files);
  if (releases.size === 0) throw noFiles(path, files);
  const chosen = chosenReleases(path, [...releases.keys()], options.release ?? 'newest');
  assertTellsApart(path, chosen, context);
  const sources: ReleaseSource[] = [];
  for (const name of chosen) {
    const scoped = (id: string): string => (name === '' ? id : `${name}/${id}`);
    const kept = (id: string): string => id;
    const release = { name, scope: options.ids === 'published' ? kept : scoped };
    const partId = chosen.length > 1 ? scoped : kept;
    const reader = new ReleaseReader(releases.get(name)!, release, partId, context);
    sources.push(await reader.read());
  }
  const tasks = sources.flatMap((source) => source.tasks);
  if (tasks.length === 0)
    throw new UserError(
      `cannot read CoREB from ${path}: it has no queries`,
      'A queries file and the qrels file of the same name are needed.',
    );
  return {
    name: 'coreb',
    version: chosen.map((name) => name || 'unnamed').join('+'),
    origin: {
      format: 'coreb',
      releases: chosen,
      ids: options.ids ?? 'scoped',
      canonicalTextTasksSearch: 'text',
    },
    corpora: sources.flatMap(({ corpora }) => corpora),
    tasks,
    suites: () => [],
    async *verdicts() {
      for (const source of sources) yield* source.verdicts();
    },
  };
}

/**
 * CoREB as published: eight configs per release. Every subtask is a task at level 2; the anchors of
 * code-to-code queries are excluded; queries of one seed problem are one cluster. The name of the release stands
 * before every document and query id, unless ids are to be as published.
 */
export const coreb: Format = {
  name: 'coreb',
  title: 'CoREB',
  files:
    'a folder with code_corpus, text_corpus, text2code_queries, text2code_qrels and so on, as JSONL or parquet, below RELEASE/ or with the release in the name',
  options: [
    {
      name: 'release',
      describe: 'the release to read, such as release_v2603; "all" reads every one',
      default: 'newest',
    },
    {
      name: 'ids',
      describe:
        'whether document and query ids have their release before them (release_v2603/ID), for they start over in ' +
        'every release, or are as published, for outside runs on a single release',
      values: ['scoped', 'published'],
      default: 'scoped',
    },
  ],
  read,
};
