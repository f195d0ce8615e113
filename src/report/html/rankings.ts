import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Progress } from '../../core/progress.js';
import type { Row } from '../../core/ranking.js';
import type { Observer } from '../../evaluate/observer.js';
import { type Profile, profile } from '../../measures/profiles.js';
import { asProfileSees } from '../../measures/rerank.js';
import { RunFolder } from '../../store/run-folder.js';
import type { Results } from '../results.js';
import type { ShownQueries, ShownQuery } from './shown-queries.js';

/** What a system ranked for one query: all that the page shows of a row. */
export interface Ranking {
  /** Ordinals of the documents from rank 1 on. */
  top: Uint32Array;
  /** Exact rank of the best right document; null when it has none or gave it no score. */
  right: number | null;
}

/** One system's rankings of the shown queries, in their order; undefined where it gave no result. */
export interface SystemRankings {
  name: string;
  rankings: (Ranking | undefined)[];
}

/** The row as the evaluation's measures saw it, cut to its first `top` documents. */
export function rankingOf(shown: ShownQuery, row: Row, seenBy: Profile, top: number): Ranking {
  const { corpus, judged, task } = shown;
  const seen = asProfileSees(row, corpus, seenBy);
  const right = new Set(judged.flatMap(({ i, grade }) => (grade >= task.level ? [i] : [])));
  const rank = seen.judged.reduce(
    (best, hit) => (right.has(hit.i) ? Math.min(best, hit.rank) : best),
    Infinity,
  );
  return { top: seen.docs.slice(0, top), right: Number.isFinite(rank) ? rank : null };
}

/** Keeps what the page shows of every answer of an evaluation that is under way. */
export class RankingCollector {
  private readonly at: Map<number, number>;
  private readonly systems: (Ranking | undefined)[][] = [];

  constructor(
    private readonly shown: ShownQueries,
    private readonly seenBy: Profile,
    private readonly top: number,
  ) {
    this.at = new Map(shown.queries.map(({ q }, k) => [q, k]));
  }

  readonly see: Observer = ({ system, q, row }) => {
    const k = this.at.get(q);
    if (k === undefined) return;
    let rankings = this.systems[system];
    if (rankings === undefined)
      this.systems[system] = rankings = this.shown.queries.map(() => undefined as Ranking | undefined);
    rankings[k] = row && rankingOf(this.shown.queries[k]!, row, this.seenBy, this.top);
  };

  /** Once all is evaluated: best first. */
  rankings({ systems, order }: Results): SystemRankings[] {
    return systems.map(({ name, id }) => ({ name, rankings: this.systems[order.indexOf(id)] ?? [] }));
  }
}

export interface StoredRankings {
  systems: SystemRankings[];
  /** Which systems are missing and why, one sentence each. */
  left: string[];
}

/**
 * Reads what the page shows from the runs that an evaluation left behind: of each run no more than the parts that
 * hold shown queries. A system whose run is gone, or is another's by now, is left out.
 *
 * @param folder that holds a run for each pipeline id
 * @throws UserError when a part is damaged
 */
export async function storedRankings(
  folder: string,
  results: Results,
  shown: ShownQueries,
  { top, progress }: { top: number; progress: Progress },
): Promise<StoredRankings> {
  const seenBy = profile(results.profile);
  const stored: StoredRankings = { systems: [], left: [] };
  for (const [s, { name, id }] of results.systems.entries()) {
    const run = await openRun(join(folder, id), results, id, shown);
    if (typeof run === 'string') stored.left.push(`The rankings of ${name} are missing: ${run}.`);
    else stored.systems.push({ name, rankings: await readRankings(run, shown, seenBy, top) });
    progress('reading runs', s + 1, results.systems.length);
  }
  return stored;
}

/** The run, or why there is none to read. Only whole tasks are read: reading others would clear away damage. */
async function openRun(
  dir: string,
  { digest, depth }: Results,
  id: string,
  { tasks }: ShownQueries,
): Promise<RunFolder | string> {
  if ((await stat(join(dir, 'run.json')).catch(() => undefined)) === undefined)
    return `its run (${id}) is gone`;
  const run = await RunFolder.open(dir);
  const { benchmark, pipeline, depth: kept } = run.manifest;
  if (benchmark.digest !== digest || pipeline.id !== id || kept !== depth)
    return `its run (${id}) is of another evaluation`;
  const finished = new Set(await run.finished());
  const unfinished = tasks.find((task) => !finished.has(task.id));
  return unfinished === undefined ? run : `its run (${id}) lacks task ${unfinished.id}`;
}

async function readRankings(
  run: RunFolder,
  { tasks, queries }: ShownQueries,
  seenBy: Profile,
  top: number,
): Promise<(Ranking | undefined)[]> {
  const { batch } = run.manifest;
  const rankings: (Ranking | undefined)[] = [];
  let held: { t: number; part: number; rows: (Row | undefined)[] } | undefined;
  for (const shown of queries) {
    const { t, place } = shown;
    const part = Math.floor(place / batch);
    if (held?.t !== t || held.part !== part) {
      const { id, queries: ids } = tasks[t]!;
      const rows = await run.readPart(id, part, ids.slice(part * batch, (part + 1) * batch));
      held = { t, part, rows: rows ?? [] };
    }
    const row = held.rows[place % batch];
    rankings.push(row && rankingOf(shown, row, seenBy, top));
  }
  return rankings;
}
