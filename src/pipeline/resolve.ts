import { stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { Corpus, Sha } from '../core/benchmark.js';
import { UserError } from '../core/errors.js';
import { canonicalJson, isObject, type Json } from '../core/json.js';
import type { Retriever, Searcher } from '../core/stage.js';
import { suggestion } from '../core/suggest.js';
import { FAMILY_ORDERS } from '../families/registry.js';
import { predictionFilesIn } from '../retrievers/mteb-predictions.js';
import { runFilesIn } from '../retrievers/run.js';
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
  /** The seed of what it draws; null when it draws nothing. */
  readonly seed: number | null;
  /** SHA-256 of every outside file that the results come from, by file name. */
  readonly inputs: Readonly<Record<string, Sha>>;
  readonly retriever: Retriever;
}

interface PipelineConfig {
  name: string;
  retrieve: { type: string; [option: string]: unknown };
}

/** The type of retriever that is an artefact baseline, whoever configured it. */
const BASELINE_TYPE = 'family';

/** Whether a resolved configuration, such as a stored run holds, is of an artefact baseline. */
export function isBaseline(config: Json): boolean {
  return isObject(config) && isObject(config.retrieve) && config.retrieve.type === BASELINE_TYPE;
}

/** The pipelines that a name alone stands for. */
export const BUILT_IN: readonly (PipelineConfig & { describe: string })[] = [
  { name: 'bm25', describe: 'BM25 over code-aware tokens', retrieve: { type: 'bm25' } },
  { name: 'random', describe: 'a random order', retrieve: { type: 'random' } },
  ...FAMILY_ORDERS.map(({ name, describe }) => ({
    name,
    describe: `artefact baseline: BM25 orders the near-clone groups, then ${describe}`,
    retrieve: { type: BASELINE_TYPE, order: name },
  })),
];

export const BASELINES = BUILT_IN.filter(({ retrieve }) => retrieve.type === BASELINE_TYPE).map(
  ({ name }) => name,
);

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
 * A pipeline by built-in name, or from what somebody else made: a pipeline file (.json), a result file of
 * ExecRetrieval (.json), a TREC run (any other text file, or a folder of .run files) or frozen vectors (.npz, or
 * a folder with documents.npy).
 */
export async function resolvePipeline(nameOrFile: string, context: StageContext): Promise<Pipeline> {
  const builtIn = BUILT_IN.find(({ name }) => name === nameOrFile);
  if (builtIn !== undefined) return make(builtIn, `pipeline "${builtIn.name}"`, context);
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
      : outsideConfig(
          nameOrFile,
          info.isDirectory() ? await typeOfFolder(nameOrFile) : typeOfFile(nameOrFile),
        );
  return make(config, `pipeline ${nameOrFile}`, context);
}

/** Named after the file or folder, with what a name may not hold replaced. */
function outsideConfig(path: string, type: string): PipelineConfig {
  const name = basename(resolve(path))
    .replace(/(\.(run|trec|txt|tsv|npz|json))?(\.gz)?$/i, '')
    .replace(/[^\p{L}\p{N}._@+-]/gu, '_')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, 80);
  return { name: name || type, retrieve: { type, path: resolve(path) } };
}

function typeOfFile(path: string): string {
  if (extname(path) === '.npy')
    throw new UserError(
      `cannot use pipeline ${path}: an array alone does not tell whose vectors it holds`,
      'Vectors are an .npz with the arrays document_ids, documents, query_ids and queries, or a folder with ' +
        'documents.npy, documents.ids.txt, queries.npy and queries.ids.txt.',
    );
  return extname(path) === '.npz' ? 'vectors' : 'run';
}

async function typeOfFolder(path: string): Promise<string> {
  if ((await runFilesIn(path)).length > 0) return 'run';
  if ((await predictionFilesIn(path)).length > 0) return 'mteb-predictions';
  const has = async (name: string) => (await stat(join(path, name)).catch(() => undefined)) !== undefined;
  if (await has('documents.npy')) return 'vectors';
  if (await has('run.json'))
    throw new UserError(
      `cannot use pipeline ${path}: it is a run that Assay stored, not an outside one`,
      `Write it as TREC files and name their folder: assay export trec BENCHMARK --run ${path} --out NEW`,
    );
  throw new UserError(
    `cannot use pipeline ${path}: the folder holds neither runs nor vectors`,
    'Runs are files that end in .run or .trec; vectors are documents.npy, documents.ids.txt, queries.npy and ' +
      'queries.ids.txt.',
  );
}

async function readConfig(path: string): Promise<PipelineConfig> {
  const json = await readJson(path);
  if (isObject(json) && Array.isArray(json.per_query) && json.retrieve === undefined)
    return outsideConfig(path, 'exec-results');
  if (isObject(json) && isObject(json.mteb_model_meta)) return outsideConfig(path, 'mteb-predictions');
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
  return {
    ...{ name, id: `${name}-${hash}`, config, retriever },
    baseline: isBaseline(config),
    seed: typeof options.seed === 'number' ? options.seed : null,
    inputs: retriever.inputs ?? {},
  };
}
