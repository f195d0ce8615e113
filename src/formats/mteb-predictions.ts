import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '../core/json.js';
import { readError, readJson } from '../store/lines.js';
import { DocNumbers } from './doc-numbers.js';

/** What a model ranked, in the shape that a replay takes: documents are numbers into `ids`. */
export interface MtebPredictions {
  /** `model_name` of the first file; undefined where it is not told. */
  model: string | undefined;
  ids: readonly string[];
  /** One for each subset and split of each file. */
  listings: { path: string; queries: Map<string, { docs: Uint32Array; scores: Float64Array }> }[];
}

const META = 'mteb_model_meta';
const SUFFIX = '_predictions.json';

/** The files of predictions of a folder, in order. */
export async function predictionFilesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names
    .filter((name) => name.endsWith(SUFFIX))
    .sort()
    .map((name) => join(folder, name));
}

/**
 * The predictions that MTEB keeps (`prediction_folder`), one file for each task: {mteb_model_meta, SUBSET: {SPLIT:
 * {QUERY: {DOCUMENT: score}}}}. A folder is all its files TASK_predictions.json.
 *
 * @throws UserError naming the file, and the place inside it, of what cannot be used
 */
export async function readMtebPredictions(path: string): Promise<MtebPredictions> {
  const folder = (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
  const files = folder ? await predictionFilesIn(path) : [path];
  if (files.length === 0) throw readError(path, `the folder has no file that ends in ${SUFFIX}`);
  const numbers = new DocNumbers();
  const listings: MtebPredictions['listings'] = [];
  let model: string | undefined;
  for (const file of files) {
    const json = await readJson(file);
    if (!isObject(json) || !isObject(json[META]))
      throw readError(file, `it has no "${META}": predictions of MTEB were expected`);
    if (typeof json[META].model_name === 'string') model ??= json[META].model_name;
    listings.push(...listingsOf(file, json, numbers));
  }
  return { model, ids: numbers.ids, listings };
}

function listingsOf(
  file: string,
  json: Record<string, unknown>,
  numbers: DocNumbers,
): MtebPredictions['listings'] {
  const listings: MtebPredictions['listings'] = [];
  for (const [subset, splits] of Object.entries(json)) {
    if (subset === META) continue;
    for (const [split, answers] of members(splits, file, [subset])) {
      const queries: MtebPredictions['listings'][number]['queries'] = new Map();
      for (const [query, scores] of members(answers, file, [subset, split]))
        queries.set(
          query,
          scoredOf(members(scores, file, [subset, split, query]), numbers, (doc, score) =>
            wrong(file, [subset, split, query, doc], 'a number', score),
          ),
        );
      listings.push({ path: `${file} (${subset}, ${split})`, queries });
    }
  }
  if (listings.length === 0) throw readError(file, 'it has no predictions');
  return listings;
}

function scoredOf(
  scores: [string, unknown][],
  numbers: DocNumbers,
  fail: (doc: string, score: unknown) => Error,
): { docs: Uint32Array; scores: Float64Array } {
  const docs = new Uint32Array(scores.length);
  const values = new Float64Array(scores.length);
  for (const [k, [doc, score]] of scores.entries()) {
    if (typeof score !== 'number' || !Number.isFinite(score)) throw fail(doc, score);
    docs[k] = numbers.numberOf(doc);
    values[k] = score;
  }
  return { docs, scores: values };
}

function members(value: unknown, file: string, path: readonly string[]): [string, unknown][] {
  if (!isObject(value)) throw wrong(file, path, 'an object', value);
  return Object.entries(value);
}

function wrong(file: string, path: readonly string[], expected: string, value: unknown): Error {
  const shown = JSON.stringify(value)?.slice(0, 40);
  return readError(
    file,
    `${path.map((key) => JSON.stringify(key)).join(' → ')} must be ${expected}, but it is ${shown}`,
  );
}
