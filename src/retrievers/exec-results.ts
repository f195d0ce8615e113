import { basename } from 'node:path';
import type { Retriever } from '../core/stage.js';
import { DocNumbers } from '../formats/doc-numbers.js';
import { readExecResults } from '../formats/execretrieval-results.js';
import { digestsOf, fingerprintOf } from './inputs.js';
import { type Replay, replayRetriever } from './replay.js';

export interface ExecResultsOptions {
  /** A `results/MODEL.json` as ExecRetrieval publishes it. */
  path: string;
  warn?(message: string): void;
}

/**
 * Replays what a published result file of ExecRetrieval lists at the top for each query: see `replay`. The score
 * is the similarity; the printed ranks are ignored, for ties are broken by one rule here, whoever ranked.
 *
 * @throws UserError when the file cannot be read; `index` throws on what cannot be used
 */
export async function execResultsRetriever({ path, warn }: ExecResultsOptions): Promise<Retriever> {
  const inputs = await digestsOf([path]);
  const id = `exec-results:${basename(path)}:${fingerprintOf(inputs)}`;
  return replayRetriever({ id, inputs, path, load: () => load(path), warn });
}

async function load(path: string): Promise<Replay> {
  const { rows } = await readExecResults(path);
  const numbers = new DocNumbers();
  const queries = new Map(
    rows.map(({ query, hits }) => [
      query,
      {
        docs: Uint32Array.from(hits, ({ doc }) => numbers.numberOf(doc)),
        scores: Float64Array.from(hits, ({ score }) => score),
      },
    ]),
  );
  return { ids: numbers.ids, listings: [{ path, queries }] };
}
