import type { DenseRetriever, Retriever } from '../core/stage.js';
import { familyOrdered } from '../families/ordered.js';
import { FAMILY_ORDERS } from '../families/registry.js';
import { bm25 } from '../retrievers/bm25.js';
import { execResultsRetriever } from '../retrievers/exec-results.js';
import { mtebPredictionsRetriever } from '../retrievers/mteb-predictions.js';
import { random } from '../retrievers/random.js';
import { runRetriever } from '../retrievers/run.js';
import { vectorRetriever } from '../retrievers/vectors.js';
import type { Cache } from '../store/cache.js';
import type { OptionSpec, Options } from './options.js';

/** What a stage may use of its surroundings. */
export interface StageContext {
  warn(message: string): void;
  cache?: Cache;
  /** Retrievers that share a configuration share an index. */
  shared<R extends Retriever>(retriever: R): R;
}

/** A kind of first stage: what a pipeline file may say under "retrieve", and how that becomes a retriever. */
export interface RetrieverType {
  readonly type: string;
  readonly describe: string;
  readonly options: Readonly<Record<string, OptionSpec>>;
  make(options: Options, context: StageContext): Promise<Retriever>;
}

const BM25_OPTIONS: Record<string, OptionSpec> = {
  k1: { kind: 'number', default: 1.2, min: 0, describe: 'how slowly repeated terms of a document saturate' },
  b: { kind: 'number', default: 0.75, min: 0, max: 1, describe: 'how much long documents are held back' },
  k3: {
    kind: 'number',
    default: 2,
    min: 0,
    max: 1000,
    describe: 'how slowly repeated terms of a query saturate',
  },
};

function bm25From(options: Options, context: StageContext): DenseRetriever {
  const { k1, b, k3 } = options as { k1: number; b: number; k3: number };
  return context.shared(bm25({ k1, b, k3 }));
}

/** One entry per kind of first stage: this is the registry. */
export const RETRIEVER_TYPES: readonly RetrieverType[] = [
  {
    type: 'bm25',
    describe: 'lexical ranking over code-aware tokens',
    options: BM25_OPTIONS,
    make: async (options, context) => bm25From(options, context),
  },
  {
    type: 'random',
    describe: 'a random order, the floor of every measure',
    options: { seed: { kind: 'number', default: 0, min: 0, describe: 'another seed gives another order' } },
    make: async ({ seed }) => random({ seed: seed as number }),
  },
  {
    type: 'run',
    describe: "somebody else's ranking: a TREC run file, or a folder with one for each task",
    options: {
      path: {
        kind: 'path',
        describe: 'the run file, plain or gzip, or a folder of .run, .run.gz, .trec or .trec.gz files',
      },
    },
    make: async ({ path }, { warn }) => runRetriever({ path: path as string, warn }),
  },
  {
    type: 'exec-results',
    describe: "somebody else's published top results: a result file of ExecRetrieval",
    options: { path: { kind: 'path', describe: 'results/MODEL.json; the similarity is the score' } },
    make: async ({ path }, { warn }) => execResultsRetriever({ path: path as string, warn }),
  },
  {
    type: 'mteb-predictions',
    describe: "somebody else's ranking: predictions that MTEB kept",
    options: { path: { kind: 'path', describe: 'TASK_predictions.json, or a folder of them' } },
    make: async ({ path }, { warn }) => mtebPredictionsRetriever({ path: path as string, warn }),
  },
  {
    type: 'vectors',
    describe: 'frozen vectors of an outside model, searched exactly',
    options: {
      path: {
        kind: 'path',
        describe: 'an .npz with document_ids, documents, query_ids, queries, or a folder',
      },
      similarity: {
        kind: 'string',
        values: ['cosine', 'dot'],
        default: 'cosine',
        describe: 'how vectors compare',
      },
    },
    make: async ({ path, similarity }, { warn }) =>
      vectorRetriever({ path: path as string, similarity: similarity as 'cosine' | 'dot', warn }),
  },
  {
    type: 'family',
    describe: 'an artefact baseline: BM25 orders the near-clone groups, an artefact orders within',
    options: {
      order: {
        kind: 'string',
        values: FAMILY_ORDERS.map(({ name }) => name),
        describe: FAMILY_ORDERS.map(({ name, describe }) => `${name}: ${describe}`).join('; '),
      },
      ...BM25_OPTIONS,
    },
    make: async (options, context) =>
      familyOrdered(
        bm25From(options, context),
        FAMILY_ORDERS.find(({ name }) => name === options.order)!,
        context.cache,
      ),
  },
];
