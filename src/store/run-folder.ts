import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sha } from '../core/benchmark.js';
import { UserError } from '../core/errors.js';
import { canonicalJson, isObject, type Json } from '../core/json.js';
import type { Row } from '../core/ranking.js';
import { version } from '../core/version.js';
import { writeFileAtomic } from './atomic.js';
import { sha256 } from './digest.js';
import { fileNameOf } from './file-name.js';
import { readError, readJson } from './lines.js';
import { decodeRows, encodeRows } from './row-codec.js';

export const RUN_FORMAT = 'assay-run';
export const RUN_VERSION = 1;

/** What decides the content of a run. Two runs with equal identities hold equal rows. */
export interface RunIdentity {
  benchmark: { name: string; version: string; digest: Sha };
  pipeline: {
    name: string;
    id: string;
    config: Json;
    /** The seed of whatever the pipeline draws; null when it draws nothing. */
    seed: number | null;
    /** SHA-256 of every file that it reads, by name. */
    inputs: Readonly<Record<string, Sha>>;
  };
  /** Retrieved documents kept for each query; judged documents are kept at any rank. */
  depth: number;
  /** Queries in a part: parts of another size could not be continued. */
  batch: number;
}

interface TaskRecord {
  queries: number;
  parts: Sha[];
}

export interface RunManifest extends RunIdentity {
  format: typeof RUN_FORMAT;
  formatVersion: number;
  versions: Record<string, string>;
  /** Tasks that are finished, with the SHA-256 of every part. */
  tasks: Record<string, TaskRecord>;
}

/**
 * What one pipeline answered on one benchmark: `run.json` and, for each task, a folder of parts of `batch`
 * queries each. A part appears whole or not at all, so a killed run goes on after the last finished part.
 */
export class RunFolder {
  private constructor(
    readonly dir: string,
    readonly manifest: RunManifest,
  ) {}

  /**
   * Opens the run in `dir` to continue it, or begins one.
   *
   * @throws UserError when the folder holds a run of another identity
   */
  static async resume(dir: string, identity: RunIdentity): Promise<RunFolder> {
    const path = join(dir, 'run.json');
    const fresh: RunManifest = {
      format: RUN_FORMAT,
      formatVersion: RUN_VERSION,
      ...identity,
      versions: { assay: version, node: process.versions.node },
      tasks: {},
    };
    if ((await stat(path).catch(() => undefined)) === undefined) {
      await mkdir(dir, { recursive: true });
      const run = new RunFolder(dir, fresh);
      await run.save();
      return run;
    }
    const run = await RunFolder.open(dir);
    const same = (manifest: RunManifest) =>
      canonicalJson([
        manifest.benchmark.digest,
        manifest.pipeline.id,
        manifest.depth,
        manifest.batch,
        manifest.versions.assay,
      ]);
    if (same(run.manifest) !== same(fresh))
      throw new UserError(
        `cannot continue the run in ${dir}: it was made with another depth, benchmark or version of Assay`,
        'Choose another --out folder, or delete this run.',
      );
    return run;
  }

  /** Opens a run to read it. */
  static async open(dir: string): Promise<RunFolder> {
    const path = join(dir, 'run.json');
    const json = await readJson(path);
    if (!isObject(json) || json.format !== RUN_FORMAT)
      throw readError(path, 'it is not the manifest of a run');
    if (typeof json.formatVersion !== 'number' || json.formatVersion > RUN_VERSION)
      throw readError(path, `it has format version ${String(json.formatVersion)}, not up to ${RUN_VERSION}`);
    for (const field of ['benchmark', 'pipeline', 'tasks', 'versions'])
      if (!isObject(json[field])) throw readError(path, `field "${field}" must be an object`);
    return new RunFolder(dir, json as unknown as RunManifest);
  }

  private partPath(task: string, part: number): string {
    return join(this.dir, fileNameOf(task), `part-${String(part).padStart(5, '0')}.rows`);
  }

  /**
   * The rows of a finished part, or undefined when there is none. While the task is unfinished, a part that is
   * damaged or answers other queries is removed, to be made again; in a finished one it is an error.
   */
  async readPart(
    task: string,
    part: number,
    queries: readonly string[],
  ): Promise<(Row | undefined)[] | undefined> {
    const path = this.partPath(task, part);
    const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    const recorded = this.manifest.tasks[task]?.parts[part];
    if (bytes === undefined) {
      if (recorded !== undefined) throw readError(path, 'run.json tells of this part, but it is gone');
      return undefined;
    }
    if (recorded !== undefined && sha256(bytes) !== recorded)
      throw readError(
        path,
        'its SHA-256 is not the one in run.json',
        undefined,
        'Delete the run and make it again.',
      );
    try {
      const rows = decodeRows(bytes, path);
      if (
        rows.length === queries.length &&
        rows.every((row, k) => row === undefined || row.query === queries[k])
      )
        return rows;
    } catch (error) {
      if (recorded !== undefined) throw error;
    }
    if (recorded !== undefined) throw readError(path, 'it answers other queries than the benchmark asks');
    await rm(path);
    return undefined;
  }

  /** The rows of a finished task, in the benchmark's order; queries without a result are passed over. */
  async *rows(task: { id: string; queries(): AsyncIterable<{ query: { id: string } }> }): AsyncIterable<Row> {
    const record = this.manifest.tasks[task.id];
    if (record === undefined)
      throw readError(join(this.dir, 'run.json'), `task "${task.id}" is not finished`);
    const ids: string[] = [];
    for await (const { query } of task.queries()) ids.push(query.id);
    const { batch } = this.manifest;
    for (let part = 0; part < record.parts.length; part++) {
      const rows = await this.readPart(task.id, part, ids.slice(part * batch, (part + 1) * batch));
      for (const row of rows ?? []) if (row !== undefined) yield row;
    }
  }

  async writePart(task: string, part: number, rows: readonly (Row | undefined)[]): Promise<void> {
    await writeFileAtomic(this.partPath(task, part), encodeRows(rows));
  }

  /** Records a finished task with the digests of its parts. */
  async finish(task: string, queries: number): Promise<void> {
    if (this.manifest.tasks[task] !== undefined) return;
    const parts: Sha[] = [];
    for (let part = 0; part * this.manifest.batch < queries; part++)
      parts.push(sha256(await readFile(this.partPath(task, part))));
    this.manifest.tasks[task] = { queries, parts };
    await this.save();
  }

  /** Removes a run that turned out to answer nothing. */
  async discard(): Promise<void> {
    await rm(this.dir, { recursive: true });
  }

  private async save(): Promise<void> {
    await writeFileAtomic(join(this.dir, 'run.json'), `${JSON.stringify(this.manifest, null, 2)}\n`);
  }
}
