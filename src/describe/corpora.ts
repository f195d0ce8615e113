import type { Corpus } from '../core/benchmark.js';
import type { Progress } from '../core/progress.js';
import type { ResultTable } from '../core/result-table.js';
import { label, NOT_GIVEN } from './labels.js';
import { LengthGroups, type LengthTaker, lengthRows, lengthTables } from './lengths.js';

/** What was seen of a corpus while its texts were streamed once. */
export interface SeenCorpus {
  corpus: Corpus;
  /** By kind and language: `code, python`. */
  lengths: LengthGroups;
  /** UTF-16 units of each text. */
  units: Float64Array;
  empty: number;
}

export async function readCorpus(corpus: Corpus, take: LengthTaker, progress: Progress): Promise<SeenCorpus> {
  const seen: SeenCorpus = {
    corpus,
    lengths: new LengthGroups(),
    units: new Float64Array(corpus.size),
    empty: 0,
  };
  let done = 0;
  for await (const { i, text } of corpus.texts()) {
    const { kind, language } = corpus.meta(i);
    take(text, seen.lengths.group(`${kind}, ${language ?? NOT_GIVEN}`));
    seen.units[i] = text.length;
    if (text.trim() === '') seen.empty++;
    progress(`corpus ${corpus.id}`, ++done, corpus.size);
  }
  return seen;
}

function distinctTexts(corpus: Corpus): number {
  const digests = new Set<string>();
  for (let i = 0; i < corpus.size; i++) digests.add(corpus.meta(i).digest);
  return digests.size;
}

/** Which documents there are, and how long they are. */
export function corpusTables(corpora: readonly SeenCorpus[]): ResultTable[] {
  const counts: ResultTable = {
    name: 'corpora',
    title: 'Corpora',
    columns: ['corpus', 'documents', 'code', 'text', 'languages', 'distinct texts', 'empty', 'characters'],
    rows: corpora.map(({ corpus, units, empty }) => {
      const metas = Array.from({ length: corpus.size }, (_, i) => corpus.meta(i));
      const code = metas.filter(({ kind }) => kind === 'code').length;
      const languages = new Set(metas.flatMap(({ language }) => language ?? []));
      const characters = units.reduce((sum, length) => sum + length, 0);
      return [
        label(corpus.id),
        ...[corpus.size, code, corpus.size - code, languages.size],
        ...[distinctTexts(corpus), empty, characters],
      ];
    }),
    notes: ['Characters are UTF-16 units.'],
  };
  const rows = corpora.flatMap(({ corpus, lengths }) => lengthRows(corpus.id, lengths));
  const about = { columns: ['corpus', 'kind, language'], counted: 'documents' };
  return [counts, ...lengthTables({ name: 'document-lengths', title: 'Documents', ...about }, rows)];
}
