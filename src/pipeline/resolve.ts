import { stat } from 'node:fs/promises';
import { basename, dirname, extname, resolve } from 'node:path';
import type { Corpus } from '../core/benchmark.js';
import { UserError } from '../core/errors.js';
import { canonicalJson, isObject, type Json } from '../core/json.js';
import type { Retriever, Searcher } from '../core/stage.js';
import { suggestion } from '../core/suggest.js';
import { FAMILY_ORDERS } from '../families/registry.js';
import type { Cache } from '../store/cache.js';
import { sha256 } from '../store/digest.js';
import { readJson } from '../store/lines.js';
import { resolveOptions } from './options.js';
import { RETRIEVER_TYPES, type StageContext } from './stages.js';

export interface Pipeline {
  readonly name: string;
  /** The name plus a hash of everything that decides the results. */
  readonly id: string;
  /** The resolved configuration, kept with every result. */
  readonly config: Json;
  /** Whether it is one of the artefact baselines, which every table shows. */
  readonly baseline: boolean;
  readonly retriever: Retriever;
}

interface PipelineConfig {
  name: string;
  retrieve: { type: string; [option: string]: unknown };
}

/** The pipelines that a name alone stands for. */
export const BUILT_IN: readonly (PipelineConfig & { describe: string; baseline?: true })[] = [
  { name: 'bm25', describe: 'BM25 over code-aware tokens', retrieve: { type: 'bm25' } },
  { name: 'random', describe: 'a random order', retrieve: { type: 'random' } },
  ...FAMILY_ORDERS.map(({ name, describe }) => ({
    name,
    describe: `artefact baseline: BM25 orders the near-clone groups, then ${describe}`,
    retrieve: { type: 'family', order: name },
    baseline: true as const,
  })),
];

export const BASELINES = BUILT_IN.filter(({ baseline }) => baseline).map(({ name }) => name);

/** A context in which retrievers of equal configuration are indexed once per corpus. */
export function stageContext(warn: (message: string) => void, cache?: Cache): StageContext {
  const known = new Map<string, Retriever>();
  return {
    warn,
    ...(cache === undefined ? {} : { cache }),
    shared<R extends Retriever>(retriever: R): R {
      const before = known.get(retriever.id);
      if (before !== undefined) return before as R;
      const indexes = new WeakMap<Corpus, Promise<Searcher>>();
      const shared = {
        ...retriever,
        index(corpus: Corpus) {
          let index = indexes.get(corpus);
          if (index === undefined) indexes.set(corpus, (index = retriever.index(corpus)));
          return index;
        },
      } as R;
      known.set(retriever.id, shared);
      return shared;
    },
  };
}

/**
 * A pipeline by built-in name, or from a file: a pipeline file (.json), a TREC run (any other text file) or
 * frozen vectors (.npz, or a folder).
 */
export async function resolvePipeline(nameOrFile: string, context: StageContext): Promise<Pipeline> {
  const builtIn = BUILT_IN.find(({ name }) => name === nameOrFile);
  if (builtIn !== undefined)
    return make(builtIn, `pipeline "${builtIn.name}"`, context, builtIn.baseline ?? false);
  const info = await stat(nameOrFile).catch(() => undefined);
  if (info === undefined)
    throw new UserError(
      `cannot use pipeline "${nameOrFile}": it is neither built in nor a file`,
      suggestion(
        nameOrFile,
        BUILT_IN.map(({ name }) => name),
      ),
    );
  const config =
    !info.isDirectory() && extname(nameOrFile) === '.json'
      ? await readConfig(nameOrFile)
      : outsideConfig(nameOrFile, info.isDirectory());
  return make(config, `pipeline ${nameOrFile}`, context, false);
}

function outsideConfig(path: string, folder: boolean): PipelineConfig {
  const name = basename(path).replace(/(\.(run|trec|txt|tsv|npz))?(\.gz)?$/i, '');
  const vectors = folder || extname(path) === '.npz';
  return { name, retrieve: { type: vectors ? 'vectors' : 'run', path: resolve(path) } };
}

async function readConfig(path: string): Promise<PipelineConfig> {
  const json = await readJson(path);
  if (!isObject(json) || typeof json.name !== 'string' || !isObject(json.retrieve))
    throw new UserError(
      `cannot use pipeline ${path}: it needs a "name" and a "retrieve" object`,
      'For example: {"name": "mine", "retrieve": {"type": "bm25", "k1": 0.9}}',
    );
  for (const key of Object.keys(json))
    if (key !== 'name' && key !== 'retrieve')
      throw new UserError(
        `cannot use pipeline ${path}: unknown key "${key}"`,
        suggestion(key, ['name', 'retrieve']),
      );
  const retrieve = { ...json.retrieve } as PipelineConfig['retrieve'];
  // A path in a pipeline file is relative to that file.
  if (typeof retrieve.path === 'string') retrieve.path = resolve(dirname(path), retrieve.path);
  return { name: json.name, retrieve };
}

async function make(
  { name, retrieve }: PipelineConfig,
  where: string,
  context: StageContext,
  baseline: boolean,
): Promise<Pipeline> {
  if (!/^[\p{L}\p{N}][\p{L}\p{N}._@+-]{0,80}$/u.test(name))
    throw new UserError(
      `cannot use ${where}: the name "${name}" may hold letters, digits and . _ @ + - only`,
    );
  const { type, ...given } = retrieve;
  const kind = RETRIEVER_TYPES.find((candidate) => candidate.type === type);
  if (kind === undefined)
    throw new UserError(
      `cannot use ${where}: there is no retriever of type "${String(type)}"`,
      suggestion(
        String(type),
        RETRIEVER_TYPES.map((candidate) => candidate.type),
      ),
    );
  const options = resolveOptions(given, kind.options, `${where}, "retrieve"`);
  const retriever = await kind.make(options, context);
  const config = { name, retrieve: { type: kind.type, ...options } } satisfies Json;
  // The retriever's own id holds the digests of its files; where they lie is no part of the identity.
  const hash = sha256(canonicalJson([{ ...config.retrieve, path: '' }, retriever.id])).slice(0, 8);
  return { name, id: `${name}-${hash}`, config, baseline, retriever };
}
