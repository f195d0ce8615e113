import { UserError } from '../core/errors.js';
import { fileNameOf } from '../store/file-name.js';
import { isMtebMetric, metricKey } from './metric-names.js';
import {
  groupMean,
  isMtebProfile,
  type OwnResults,
  type OwnSystem,
  type Target,
  targetsOf,
} from './own-results.js';

/** In the place of the organisation that every model of MTEB has. */
const ORGANISATION = 'assay';

export interface MtebFile {
  /** Path below the folder of results, with `/`. */
  file: string;
  json: object;
}

/**
 * An evaluation as files of MTEB, in its layout: MODEL/REVISION/TASK.json with a model_meta.json beside them. The
 * revision is the pipeline's id; the data revision is the benchmark's digest, marked as such, so that nobody takes
 * the data for MTEB's own. Artefact baselines are left out. What MTEB has no field for stands under `assay`.
 *
 * Another profile than `mteb` is refused, not marked: the mark would be lost on the way, as MTEB's tools do not read
 * it, and the number would pass for one that is averaged as theirs are.
 *
 * @param wants whether a task is asked for, by MTEB's name
 * @throws UserError when the profile is not MTEB's, or a main score was not computed
 */
export function mtebResults(results: OwnResults, wants: (task: string) => boolean = () => true): MtebFile[] {
  const { file, profile, systems } = results;
  if (!isMtebProfile(profile))
    throw new UserError(
      `cannot write ${file} as results of MTEB: it was evaluated under profile ${profile}`,
      'Evaluate again with --profile mteb: the stored runs are used.',
    );
  const targets = targetsOf(results).filter(({ name }) => wants(name));
  return systems
    .filter(({ baseline }) => !baseline)
    .flatMap((system) => {
      const folder = `${fileNameOf(`${ORGANISATION}__${system.name}`)}/${fileNameOf(system.id)}`;
      const scored = targets.flatMap((target) => {
        const json = taskResult(results, target, system);
        return json === undefined ? [] : [{ file: `${folder}/${fileNameOf(target.name)}.json`, json }];
      });
      return scored.length === 0
        ? []
        : [{ file: `${folder}/model_meta.json`, json: metaOf(system) }, ...scored];
    });
}

/** The text of a file, as MTEB lays it out. */
export function mtebFileText({ json }: MtebFile): string {
  return `${JSON.stringify(json, null, 2)}\n`;
}

/** undefined where the system has no value. */
function taskResult(results: OwnResults, target: Target, system: OwnSystem): object | undefined {
  const scores: [string, number][] = [];
  const queries: [string, number][] = [];
  const without = new Set<string>();
  for (const measure of results.measures) {
    const key = metricKey(measure);
    const mean = isMtebMetric(key) ? groupMean(system, target, measure) : undefined;
    if (mean === undefined) continue;
    scores.push([key, mean.mean]);
    queries.push([key, mean.weight]);
    for (const id of mean.without) without.add(id);
  }
  if (scores.length === 0) return undefined;
  const mainKey = mainKeyOf(target);
  const main = scores.find(([key]) => key === mainKey)?.[1];
  if (main === undefined) throw noMain(results, target);
  const [{ name, type, languages }, { version }] = [target, results];
  const entry = { ...Object.fromEntries(scores), main_score: main, hf_subset: 'default', languages };
  return {
    dataset_revision: `${ORGANISATION}:${results.digest}`,
    task_name: name,
    mteb_version: null,
    scores: { test: [entry] },
    evaluation_time: null,
    kg_co2_emissions: null,
    date: null,
    assay: {
      ...{ version, type, profile: results.profile, seed: results.seed, depth: results.depth },
      benchmark: `${results.benchmark} ${results.benchmarkVersion}`,
      digest: results.digest,
      pipeline: system.id,
      tasks: Object.fromEntries(target.tasks.map((task) => [task.id, task.queries])),
      queries: Object.fromEntries(queries),
      ...(without.size > 0 ? { without: [...without] } : {}),
      ...(results.chosen === undefined ? {} : { chosen: results.chosen }),
      ...(target.differs.length > 0 ? { differs: target.differs } : {}),
    },
  };
}

/** A task that is not scored by relevance gets the main score of a retrieval task. */
function mainKeyOf({ main }: Target): string {
  return isMtebMetric(main) ? main : 'ndcg_at_10';
}

function noMain({ file }: OwnResults, target: Target): UserError {
  const key = mainKeyOf(target);
  const measure = key === 'map_at_10' ? 'AP@10' : 'nDCG@10';
  return new UserError(
    `cannot write ${file} as results of MTEB: ${target.name} is scored by ${key}, which was not computed`,
    `Evaluate again with ${measure} among the --measures, or without --measures.`,
  );
}

/** The fields that MTEB requires of a model, empty where nothing is known; it refuses fields that it does not know. */
function metaOf({ name, id }: OwnSystem): object {
  const unknown = {
    ...{ release_date: null, languages: null, n_parameters: null, memory_usage_mb: null },
    ...{ max_tokens: null, embed_dim: null, license: null, open_weights: null },
    ...{ public_training_code: null, public_training_data: null, framework: [], reference: null },
    ...{ similarity_fn_name: null, use_instructions: null, training_datasets: null, loader: null },
  };
  return { name: `${ORGANISATION}/${name}`, revision: id, ...unknown };
}
