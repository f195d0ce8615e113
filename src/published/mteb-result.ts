import { UserError } from '../core/errors.js';
import { JsonPlace } from './json-place.js';
import { type JsonNode, JsonNumber, type JsonObject, jsonText, readJsonText } from './json-text.js';
import { metricKey } from './metric-names.js';

/** The scores on one subset of one split. */
export interface MtebEntry {
  split: string;
  /** `hf_subset`. */
  subset: string;
  /** undefined: the file says NaN or null. */
  main: number | undefined;
  /** Everything of the entry, as it is written. */
  scores: JsonPlace;
}

/** What Assay adds to the files that it writes, beside the fields of MTEB, which ignores it. */
export interface AssayMark {
  version: string;
  /** Digest of the benchmark. */
  digest: string;
  benchmark: string;
  profile: string;
  type: string | undefined;
  /** In what the task differs from MTEB's of that name. */
  differs: string[];
}

/**
 * One result of MTEB: what a model scored on one task, as `TaskResult.to_disk` writes it
 * (mteb/results/task_result.py): dataset_revision, task_name, mteb_version, scores{split: [{…, main_score,
 * hf_subset, languages}]}, evaluation_time, kg_co2_emissions, date.
 */
export interface MtebResult {
  file: string;
  task: string;
  dataRevision: string;
  /** Of mteb; undefined where the file was not written by it. */
  version: string | undefined;
  entries: MtebEntry[];
  /** Present on files that Assay wrote. */
  assay: AssayMark | undefined;
  /** The whole file, fields unknown to us included. */
  json: JsonObject;
}

/** Whether a JSON file has the shape of a result of MTEB: then everything else about it must be right. */
export function looksLikeMtebResult(node: JsonNode): node is JsonObject {
  return node instanceof Map && node.has('task_name') && node.has('scores');
}

/** @throws UserError when the file cannot be read or is no result, naming the place inside it */
export async function readMtebResult(file: string): Promise<MtebResult> {
  return mtebResultOf(await readJsonText(file), file);
}

/** The file again: equal to what was read in everything but white space and the spelling of strings. */
export function mtebResultText({ json }: MtebResult): string {
  return `${jsonText(json)}\n`;
}

/** @throws UserError naming the place of what is missing or wrong */
export function mtebResultOf(node: JsonNode, file: string): MtebResult {
  const top = new JsonPlace(node, file);
  if (top.object().has('mteb_dataset_name'))
    throw new UserError(
      `cannot read ${file}: it is a result of mteb before 1.11, in another layout`,
      'Load it with a newer mteb (TaskResult.from_disk) and save it again (to_disk).',
    );
  return {
    file,
    task: top.get('task_name').name(),
    dataRevision: top.get('dataset_revision').string(),
    version: top.get('mteb_version').optionalString(),
    entries: entriesOf(top.get('scores')),
    assay: markOf(top.get('assay')),
    json: node as JsonObject,
  };
}

function entriesOf(scores: JsonPlace): MtebEntry[] {
  const entries: MtebEntry[] = [];
  const seen = new Set<string>();
  for (const [split, list] of scores.members())
    for (const place of list.items()) {
      const main = place.get('main_score').score();
      const subset = place.get('hf_subset').string();
      if (seen.size === seen.add(JSON.stringify([split, subset])).size)
        throw place.fail(`is a second result on subset "${subset}" of split "${split}"`);
      entries.push({ split, subset, main, scores: place });
    }
  if (entries.length === 0) throw scores.fail('is empty: it has no result');
  return entries;
}

function markOf(place: JsonPlace): AssayMark | undefined {
  if (!place.present) return undefined;
  return {
    version: place.get('version').string(),
    digest: place.get('digest').string(),
    benchmark: place.get('benchmark').string(),
    profile: place.get('profile').string(),
    type: place.get('type').optionalString(),
    differs: place.get('differs').present
      ? place
          .get('differs')
          .items()
          .map((item) => item.string())
      : [],
  };
}

/** The split that counts where a result has it: the one that nearly all tasks of MTEB are scored on. */
const DEFAULT_SPLIT = 'test';

/**
 * The value of a metric on each subset that counts: those of the split `test`, or of every split where there is
 * no such split.
 *
 * @param metric a `metricKey`; the main score where there is none
 * @returns split and subset, as one key → value; undefined where the file has none
 */
export function scoresOf(
  { entries }: MtebResult,
  metric: string | undefined,
): Map<string, number | undefined> {
  return new Map(
    countedOf(entries).map(({ split, subset, main, scores }) => [
      JSON.stringify([split, subset]),
      metric === undefined ? main : metricOf(scores, metric),
    ]),
  );
}

function countedOf(entries: readonly MtebEntry[]): readonly MtebEntry[] {
  const counted = entries.filter(({ split }) => split === DEFAULT_SPLIT);
  return counted.length > 0 ? counted : entries;
}

/**
 * Keys of the metrics that the main score may be: those that equal it wherever it counts. A file does not say which
 * one it is; undefined where none of them equals it.
 */
export function sameAsMain({ entries }: MtebResult): ReadonlySet<string> | undefined {
  let keys: Set<string> | undefined;
  for (const { main, scores } of countedOf(entries)) {
    const equal = [...scores.object()].filter(
      ([name, node]) => name !== 'main_score' && node instanceof JsonNumber && node.value === main,
    );
    const here = new Set(equal.map(([name]) => metricKey(name)));
    keys = new Set([...here].filter((key) => keys === undefined || keys.has(key)));
  }
  return keys === undefined || keys.size === 0 ? undefined : keys;
}

function metricOf(scores: JsonPlace, metric: string): number | undefined {
  for (const [name, place] of scores.members()) if (metricKey(name) === metric) return place.score();
  return undefined;
}

/** Names of what an entry has a number for, other than the main score. */
export function metricsOf({ entries }: MtebResult): string[] {
  const names = entries.flatMap(({ scores }) => [...scores.object().keys()]);
  const others = new Set(['main_score', 'hf_subset', 'languages', 'mteb_version']);
  return [...new Set(names)].filter((name) => !others.has(name) && !name.startsWith('nauc_'));
}
