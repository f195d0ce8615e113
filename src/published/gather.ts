import { UserError } from '../core/errors.js';
import type { Progress } from '../core/progress.js';
import { readExecResults } from '../formats/execretrieval-results.js';
import { JsonPlace } from './json-place.js';
import { type JsonNode, readJsonText } from './json-text.js';
import { execMetricKey, metricKey } from './metric-names.js';
import {
  looksLikeMtebResult,
  type MtebResult,
  metricsOf,
  mtebResultOf,
  sameAsMain,
  scoresOf,
} from './mteb-result.js';
import { ModelFolders } from './mteb-tree.js';
import {
  groupMean,
  isMtebProfile,
  isProfileOf,
  looksLikeOwnResults,
  type OwnResults,
  type OwnSystem,
  ownResultsOf,
  type Target,
  targetsOf,
} from './own-results.js';
import { resultFiles } from './result-files.js';
import type { Data, Origin, System, TaskValue } from './systems.js';
import { EXEC_TASK, taskKey, typeOf } from './tasks.js';

export interface GatherOptions {
  /** A `metricKey`; the main score of each task where there is none. */
  metric: string | undefined;
  /** Whether a task is asked for, by name. */
  wants(task: string): boolean;
  warn(message: string): void;
  progress: Progress;
}

/** Everything that the paths hold. */
export interface Gathered {
  systems: System[];
  /** What was computed here, whole. */
  own: OwnResults[];
  /** Names of the metrics that any file has. */
  metrics: Set<string>;
  /** Names of all tasks, also those not asked for. */
  tasks: Set<string>;
}

/**
 * Reads results of MTEB, result files of ExecRetrieval and evaluations of Assay: files, or folders of them.
 *
 * @throws UserError naming the file, and the place inside it, of what cannot be used; also where one system has two
 *   results on one task
 */
export async function gather(paths: readonly string[], options: GatherOptions): Promise<Gathered> {
  const gatherer = new Gatherer(options);
  for (const path of paths) {
    const { files, named } = await resultFiles(path);
    const strays: string[] = [];
    for (const [k, file] of files.entries()) {
      options.progress(`reading ${path}, file`, k + 1, files.length);
      if (!(await gatherer.add(file))) strays.push(file);
    }
    if (strays.length === 0) continue;
    if (named || strays.length === files.length) throw noResult(named ? path : strays[0]!);
    options.warn(
      `${path}: ${strays.length} of its JSON files are no results and are left out, for example ${strays[0]}`,
    );
  }
  return gatherer.gathered;
}

function noResult(path: string): UserError {
  return new UserError(
    `cannot read ${path}: it is no result that is known here`,
    'Results are TASK.json of MTEB (mteb 1.11 or newer), MODEL.json of ExecRetrieval, and results.json of assay evaluate --out.',
  );
}

class Gatherer {
  readonly gathered: Gathered = { systems: [], own: [], metrics: new Set(), tasks: new Set() };
  private readonly folders = new ModelFolders();
  private readonly byKey = new Map<string, System>();

  constructor(private readonly options: GatherOptions) {}

  /** @returns whether the file is a result */
  async add(file: string): Promise<boolean> {
    const node = await readJsonText(file);
    if (looksLikeMtebResult(node)) await this.addMteb(mtebResultOf(node, file));
    else if (looksLikeOwnResults(node)) this.addOwn(ownResultsOf(new JsonPlace(node, file)));
    else if (Array.isArray(node) && node.length > 0 && node.every(looksLikeOwnResults))
      for (const place of new JsonPlace(node, file).items()) this.addOwn(ownResultsOf(place));
    else if (looksLikeExecResults(node)) await this.addExec(file);
    else return false;
    return true;
  }

  private async addMteb(result: MtebResult): Promise<void> {
    const { metric } = this.options;
    const { file, task, assay, dataRevision, version } = result;
    if (!this.asked(task)) return;
    const { name, revision, experiment } = await this.folders.modelOf(file);
    for (const other of metricsOf(result)) this.gathered.metrics.add(metricKey(other));
    const by = assay === undefined ? 'mteb' : 'assay';
    const system = this.system({ name, revision, experiment, by });
    const madeBy = assay?.version ?? version;
    if (madeBy !== undefined) system.origin.versions.add(madeBy);
    if (assay !== undefined && !isMtebProfile(assay.profile)) system.origin.profiles.add(assay.profile);
    this.put(system, {
      ...{ task, file, remarks: [], differs: assay?.differs ?? [] },
      type: assay?.type ?? typeOf(task),
      parts: scoresOf(result, metric),
      metrics: metric === undefined ? sameAsMain(result) : new Set([metric]),
      data: assay === undefined ? ofRevision(dataRevision) : ofDigest(assay.digest, assay.benchmark),
    });
  }

  private async addExec(file: string): Promise<void> {
    if (!this.asked(EXEC_TASK.name)) return;
    const { model, metrics, rows } = await readExecResults(file);
    const byKey = new Map(Object.entries(metrics).map(([name, value]) => [execMetricKey(name), value]));
    for (const key of byKey.keys()) this.gathered.metrics.add(key);
    const wanted = this.options.metric ?? EXEC_TASK.main;
    this.put(this.system({ name: model, by: 'execretrieval' }), {
      ...{ task: EXEC_TASK.name, type: EXEC_TASK.type, file, remarks: [], differs: [] },
      parts: new Map([[WHOLE, byKey.get(wanted)]]),
      metrics: new Set([wanted]),
      data: { key: `execretrieval:${rows.length}`, label: `ExecRetrieval's own, ${rows.length} queries` },
    });
  }

  private addOwn(results: OwnResults): void {
    this.gathered.own.push(results);
    for (const name of results.measures) this.gathered.metrics.add(metricKey(name));
    for (const target of targetsOf(results)) {
      if (!this.asked(target.name)) continue;
      const wanted = this.options.metric ?? target.main;
      const measure = results.measures.find((name) => metricKey(name) === wanted);
      for (const own of results.systems) {
        const value = ownValue(results, target, own, { wanted, measure });
        // A run of outside may be on some tasks only: what it did not answer is not there.
        if (value === undefined) continue;
        const system = this.system({ name: own.name, by: 'here' });
        system.origin.versions.add(results.version);
        if (!isProfileOf(target, results.profile)) system.origin.profiles.add(results.profile);
        system.pipelines.add(own.id);
        system.baseline ||= own.baseline;
        this.put(system, { ...value, metrics: new Set([wanted]) });
      }
    }
  }

  private system(given: Pick<System, 'name'> & Partial<System> & Pick<Origin, 'by'>): System {
    const { name, revision, experiment, by } = given;
    const key = JSON.stringify([by, name, revision, experiment]);
    let system = this.byKey.get(key);
    if (system === undefined) {
      const origin: Origin = { by, versions: new Set(), profiles: new Set() };
      const rest = { pipelines: new Set<string>(), baseline: false, values: new Map() };
      system = { name, revision, experiment, origin, ...rest };
      this.byKey.set(key, system);
    }
    return system;
  }

  private asked(task: string): boolean {
    this.gathered.tasks.add(task);
    return this.options.wants(task);
  }

  private put(system: System, value: TaskValue): void {
    const key = taskKey(value.task);
    const before = system.values.get(key);
    if (before !== undefined)
      throw new UserError(
        `cannot put results together: "${system.name}" has two on ${value.task}, in ${before.file} and in ${value.file}`,
        'Name only one of them.',
      );
    system.values.set(key, value);
    if (system.values.size === 1) this.gathered.systems.push(system);
  }
}

/** In the place of split and subset where there are none; MTEB's names of what has none. */
const WHOLE = JSON.stringify(['test', 'default']);

function looksLikeExecResults(node: JsonNode): boolean {
  return node instanceof Map && node.has('per_query') && node.has('metrics');
}

function ofRevision(revision: string): Data {
  const shown = /^[0-9a-f]{40}$/.test(revision) ? revision.slice(0, 8) : revision;
  return { key: `mteb:${revision}`, label: `data revision ${shown}` };
}

function ofDigest(digest: string, benchmark: string): Data {
  return { key: `assay:${digest}`, label: `${benchmark}, digest ${digest.slice(0, 8)}` };
}

/** undefined where the system answered none of the task. A measure that was not computed gives a task without score. */
function ownValue(
  results: OwnResults,
  target: Target,
  system: OwnSystem,
  { wanted, measure }: { wanted: string; measure: string | undefined },
): Omit<TaskValue, 'metrics'> | undefined {
  const answered = target.tasks.some(({ id }) => (system.tasks.get(id)?.size ?? 0) > 0);
  if (!answered) return undefined;
  const mean = measure === undefined ? undefined : groupMean(system, target, measure);
  const remarks = measure === undefined ? [`${wanted} was not computed (--measures)`] : [];
  if (mean !== undefined && mean.without.length > 0) remarks.push(`no value on ${mean.without.join(', ')}`);
  const { name: task, type, differs, tasks } = target;
  if (results.chosen !== undefined)
    remarks.push(`on ${tasks.map(({ id }) => id).join(', ')} only (--task ${results.chosen})`);
  return {
    ...{ task, type, differs, remarks, file: results.file },
    parts: new Map([[WHOLE, mean?.mean]]),
    data: ofDigest(results.digest, `${results.benchmark} ${results.benchmarkVersion}`),
  };
}
