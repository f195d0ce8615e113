import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sha } from '../core/benchmark.js';
import { UserError } from '../core/errors.js';
import { canonicalJson, isObject, type Json } from '../core/json.js';
import type { Row } from '../core/ranking.js';
import { version } from '../core/version.js';
import { removeAbandoned, writeFileAtomic } from './atomic.js';
import { sha256 } from './digest.js';
import { Fields } from './fields.js';
import { fileNameOf } from './file-name.js';
import { readError, readJson } from './lines.js';
import { decodeRows, encodeRows } from './row-codec.js';

const RUN_FORMAT = 'assay-run';
const RUN_VERSION = 1;

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

export interface RunManifest extends RunIdentity {
  format: typeof RUN_FORMAT;
  formatVersion: number;
  versions: Record<string, string>;
}

/** A finished task: `task.json` in its folder. */
interface TaskRecord {
  task: string;
  queries: number;
  /** SHA-256 of every part. */
  parts: Sha[];
}

type AskedTask = { id: string; queries(): AsyncIterable<{ query: { id: string } }> };

/**
 * What one pipeline answered on one benchmark: `run.json`, and below `tasks/` a folder for each task, with parts of
 * `batch` queries and, once the task is finished, `task.json`. A part appears whole or not at all, so a killed run
 * goes on after the last finished part.
 */
export class RunFolder {
  private readonly records = new Map<string, Promise<TaskRecord | undefined>>();

  private constructor(
    readonly dir: string,
    readonly manifest: RunManifest,
    /** Whether it was begun now, and not continued. */
    readonly fresh = false,
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
    };
    if ((await stat(path).catch(() => undefined)) === undefined) {
      await mkdir(dir, { recursive: true });
      await writeFileAtomic(path, `${JSON.stringify(fresh, null, 2)}\n`);
      return new RunFolder(dir, fresh, true);
    }
    await removeAbandoned(dir);
    const run = await RunFolder.open(dir);
    const same = ({ benchmark, pipeline, depth, batch, versions }: RunManifest) =>
      canonicalJson([benchmark.digest, pipeline.id, depth, batch, versions.assay ?? '']);
    if (same(run.manifest) !== same(fresh))
      throw new UserError(
        `cannot continue the run in ${dir}: it was made with another depth, benchmark, pipeline or version of Assay`,
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
    if (json.formatVersion !== RUN_VERSION)
      throw readError(
        path,
        `it has format version ${String(json.formatVersion)}, this Assay reads ${RUN_VERSION}`,
      );
    const fields = new Fields(json, { path });
    fields.object('benchmark').id('digest');
    fields.object('pipeline').id('id');
    fields.object('versions');
    if (!(fields.number('batch') >= 1 && fields.number('depth') >= 1))
      throw fields.fail('depth and batch must be at least 1');
    return new RunFolder(dir, json as unknown as RunManifest);
  }

  private folderOf(task: string): string {
    return join(this.dir, 'tasks', fileNameOf(task));
  }

  private partPath(task: string, part: number): string {
    return join(this.folderOf(task), `part-${String(part).padStart(5, '0')}.rows`);
  }

  private ownerOf(task: string): string {
    return canonicalJson([this.manifest.benchmark.digest, this.manifest.pipeline.id, task]);
  }

  /** The record of a finished task. */
  private record(task: string): Promise<TaskRecord | undefined> {
    let record = this.records.get(task);
    if (record === undefined) this.records.set(task, (record = this.ownRecord(task)));
    return record;
  }

  private async ownRecord(task: string): Promise<TaskRecord | undefined> {
    const folder = this.folderOf(task);
    const record = await this.readRecord(folder);
    // Where the disk does not tell capitals from small letters, two tasks may meet in one folder.
    if (record !== undefined && record.task !== task)
      throw readError(folder, `it is the folder of task "${record.task}", not of "${task}"`);
    return record;
  }

  private async readRecord(folder: string): Promise<TaskRecord | undefined> {
    const path = join(folder, 'task.json');
    if ((await stat(path).catch(() => undefined)) === undefined) return undefined;
    const json = await readJson(path);
    if (!isObject(json)) throw readError(path, 'a JSON object was expected');
    const fields = new Fields(json, { path });
    const record = {
      task: fields.string('task'),
      queries: fields.number('queries'),
      parts: fields.strings('parts'),
    };
    if (record.parts.length !== Math.ceil(record.queries / this.manifest.batch))
      throw fields.fail(`${record.parts.length} parts cannot hold ${record.queries} queries`);
    return record;
  }

  /** The ids of the tasks that are finished. */
  async finished(): Promise<string[]> {
    const ids: string[] = [];
    for (const name of await readdir(join(this.dir, 'tasks')).catch(() => [])) {
      const record = await this.readRecord(join(this.dir, 'tasks', name));
      if (record !== undefined) ids.push(record.task);
    }
    return ids;
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
    const recorded = (await this.record(task))?.parts[part];
    if (bytes === undefined) {
      if (recorded !== undefined) throw readError(path, 'task.json tells of this part, but it is gone');
      return undefined;
    }
    if (recorded !== undefined && sha256(bytes) !== recorded)
      throw readError(
        path,
        'its SHA-256 is not the one in task.json',
        undefined,
        'Delete the run and make it again.',
      );
    try {
      const rows = decodeRows(bytes, path, this.ownerOf(task));
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
  async *rows(task: AskedTask): AsyncIterable<Row> {
    const record = await this.record(task.id);
    if (record === undefined) throw readError(this.dir, `task "${task.id}" is not finished`);
    const ids: string[] = [];
    for await (const { query } of task.queries()) ids.push(query.id);
    const { batch } = this.manifest;
    for (let part = 0; part < record.parts.length; part++) {
      const rows = await this.readPart(task.id, part, ids.slice(part * batch, (part + 1) * batch));
      for (const row of rows ?? []) if (row !== undefined) yield row;
    }
  }

  /** A part carries its own digest, so it need not wait for the disk. */
  async writePart(task: string, part: number, rows: readonly (Row | undefined)[]): Promise<void> {
    await writeFileAtomic(this.partPath(task, part), encodeRows(rows, this.ownerOf(task)), false);
  }

  /** Records a finished task with the digests of its parts. */
  async finish(task: string, queries: number): Promise<void> {
    const finished = await this.record(task);
    if (finished?.queries === queries) return;
    if (finished !== undefined)
      throw readError(
        this.folderOf(task),
        `task.json tells of ${finished.queries} queries, not of ${queries}`,
      );
    const parts: Sha[] = [];
    for (let part = 0; part * this.manifest.batch < queries; part++)
      parts.push(sha256(await readFile(this.partPath(task, part))));
    const record: TaskRecord = { task, queries, parts };
    await writeFileAtomic(
      join(this.folderOf(task), 'task.json'),
      `${JSON.stringify(record, null, 2)}\n`,
      false,
    );
    this.records.set(task, Promise.resolve(record));
  }

  /** Removes a run that turned out to answer nothing, unless it was continued: then it holds other work. */
  async discard(): Promise<void> {
    if (this.fresh) await rm(this.dir, { recursive: true });
  }
}
