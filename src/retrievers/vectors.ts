import { basename, resolve } from 'node:path';
import type { Corpus, Query } from '../core/benchmark.js';
import { UserError } from '../core/errors.js';
import type { Row } from '../core/ranking.js';
import type { Ask, Retriever, Searcher } from '../core/stage.js';
import { readError } from '../store/lines.js';
import { type NamedVectors, readVectorSet, type VectorSet, vectorFiles } from '../store/vector-set.js';
import { type DocumentVectors, rankExact, rowLengths, type Similarity, type VectorAsk } from './exact.js';
import { digestsOf, fingerprintOf } from './inputs.js';

export interface VectorOptions {
  /** An `.npz` archive or a folder: see `store/vector-set`. */
  path: string;
  /** What the system is called; the name of the file or folder otherwise. */
  label?: string;
  similarity?: Similarity;
  /** Told, for each corpus, how many of its documents have no vector. */
  warn?(message: string): void;
}

interface Loaded extends VectorSet {
  documentRows: Map<string, number>;
  queryRows: Map<string, number>;
  lengths: Float64Array;
}

/**
 * Ranks by frozen vectors of an outside model: all documents are compared, by cosine or dot product. A query
 * without a vector has no row. A document without one is not ranked and has no score; `warn` is told how many.
 *
 * @throws UserError when files are missing; all else that is wrong with them is thrown by `index`
 */
export async function vectorRetriever(options: VectorOptions): Promise<Retriever> {
  const { path, label = basename(resolve(path)), similarity = 'cosine', warn } = options;
  const inputs = await digestsOf(vectorFiles(path));
  let loading: Promise<Loaded> | undefined;
  return {
    id: `vectors:${label}:${similarity}:${fingerprintOf(inputs)}`,
    inputs,
    async index(corpus) {
      loading ??= load(path, similarity);
      const loaded = await loading;
      const documents = vectorsOf(corpus, loaded, similarity);
      const missing = corpus.size - documents.ordinals.length;
      if (missing > 0)
        warn?.(
          `${path}: ${missing} of ${corpus.size} documents of corpus "${corpus.id}" have no vector and are not ` +
            `ranked, for example "${firstMissing(documents)}"`,
        );
      return new VectorSearcher(path, loaded, documents);
    },
  };
}

function firstMissing({ corpus, ordinals }: DocumentVectors): string {
  let i = 0;
  while (ordinals[i] === i) i++;
  return corpus.meta(i).id;
}

async function load(path: string, similarity: Similarity): Promise<Loaded> {
  const set = await readVectorSet(path);
  const lengths = rowLengths(set.documents.matrix);
  if (similarity === 'cosine') {
    refuseZero(path, 'document', set.documents, lengths);
    refuseZero(path, 'query', set.queries, rowLengths(set.queries.matrix));
  }
  const rowsById = ({ ids }: NamedVectors) => new Map(ids.map((id, row) => [id, row]));
  return { ...set, lengths, documentRows: rowsById(set.documents), queryRows: rowsById(set.queries) };
}

function refuseZero(path: string, what: string, { ids }: NamedVectors, lengths: Float64Array): void {
  const row = lengths.indexOf(0);
  if (row >= 0)
    throw readError(
      path,
      `the vector of ${what} "${ids[row]}" is all zeros, and has no cosine with anything`,
      undefined,
      'Make the vector again, leave the item out, or rank by dot product.',
    );
}

function vectorsOf(
  corpus: Corpus,
  { documents, documentRows, lengths }: Loaded,
  similarity: Similarity,
): DocumentVectors {
  const ordinals = new Uint32Array(corpus.size);
  const rows = new Uint32Array(corpus.size);
  let found = 0;
  for (let i = 0; i < corpus.size; i++) {
    const row = documentRows.get(corpus.meta(i).id);
    if (row === undefined) continue;
    ordinals[found] = i;
    rows[found++] = row;
  }
  return {
    corpus,
    matrix: documents.matrix,
    ordinals: ordinals.subarray(0, found),
    rows: rows.subarray(0, found),
    similarity,
    lengths,
  };
}

class VectorSearcher implements Searcher {
  constructor(
    private readonly path: string,
    private readonly loaded: Loaded,
    private readonly documents: DocumentVectors,
  ) {}

  async search(asks: readonly Ask[], depth: number): Promise<(Row | undefined)[]> {
    const { matrix } = this.loaded.queries;
    const known: VectorAsk[] = [];
    const places: number[] = [];
    for (const [place, ask] of asks.entries()) {
      const row = this.loaded.queryRows.get(ask.query.id);
      if (row === undefined) continue;
      if (this.documents.ordinals.length === 0) throw this.otherCorpus(ask.query);
      const { columns, data } = matrix;
      known.push({ ask, vector: data.subarray(row * columns, (row + 1) * columns) });
      places.push(place);
    }
    const rows = await rankExact(this.documents, known, depth);
    const answers = new Array<Row | undefined>(asks.length).fill(undefined);
    for (const [k, place] of places.entries()) answers[place] = rows[k];
    return answers;
  }

  /** Only when a query matches: vectors may rightly cover one corpus of several. */
  private otherCorpus({ id }: Query): UserError {
    return new UserError(
      `cannot score ${this.path}: it has a vector of query "${id}", but of no document of corpus ` +
        `"${this.documents.corpus.id}"`,
      'Check that document_ids are the ids of this benchmark.',
    );
  }
}
