import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Retriever } from '../core/stage.js';
import { predictionFilesIn, readMtebPredictions } from '../formats/mteb-predictions.js';
import { digestsOf, fingerprintOf } from './inputs.js';
import { replayRetriever } from './replay.js';

export { predictionFilesIn };

export interface MtebPredictionsOptions {
  /** A `TASK_predictions.json` of MTEB, or a folder of them. */
  path: string;
  warn?(message: string): void;
}

/** Replays what MTEB kept of a model's rankings: see `replay`. The score decides; ties by the one rule. */
export async function mtebPredictionsRetriever({ path, warn }: MtebPredictionsOptions): Promise<Retriever> {
  const folder = (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
  const inputs = await digestsOf(folder ? await predictionFilesIn(path) : [path]);
  const id = `mteb-predictions:${basename(resolve(path))}:${fingerprintOf(inputs)}`;
  return replayRetriever({ id, inputs, path, load: () => readMtebPredictions(path), warn });
}
