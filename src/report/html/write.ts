import { stat } from 'node:fs/promises';
import type { Benchmark } from '../../core/benchmark.js';
import { UserError } from '../../core/errors.js';
import { writeFileAtomic } from '../../store/atomic.js';
import type { Results } from '../results.js';
import { readBundle } from './bundle.js';
import { DraftWriter } from './draft.js';
import { Fitting } from './fit.js';
import { grouped } from './grouped.js';
import { fill, frameOf, packed, roomFor } from './page.js';
import type { SystemRankings } from './rankings.js';
import type { ShownQueries } from './shown-queries.js';

/** Queries that a page shows at the most, unless more are asked for. */
export const SHOWN_QUERIES = 1000;
/** Documents of each ranking that a page shows, unless others are asked for. */
export const SHOWN_DOCUMENTS = 10;
/** Bytes of a page: it is to travel by mail and open at once. */
const PAGE_LIMIT = 2_600_000;

/** What a page is made from. */
export interface PageSource {
  results: Results;
  benchmark: Benchmark;
  shown: ShownQueries;
  /** As many as are known, best first. */
  systems: readonly SystemRankings[];
  /** What is missing in them, one sentence each. */
  left?: readonly string[];
}

/** What was put on a page. */
export interface WrittenPage {
  out: string;
  benchmark: string;
  digest: string;
  bytes: number;
  queries: { shown: number; total: number };
  /** What was left out, one sentence each. */
  left: string[];
}

/** @throws UserError when nothing can be written there, or the page was not built: before any work is done */
export async function assertPage(out: unknown, option: string): Promise<string> {
  if (typeof out !== 'string' || out === '')
    throw new UserError(
      `cannot write a report anywhere: ${option} FILE is missing`,
      `For example: ${option} report.html`,
    );
  if ((await stat(out).catch(() => undefined))?.isDirectory())
    throw new UserError(`cannot write to ${out}: it is a folder`, `Name a file with ${option}.`);
  await readBundle();
  return out;
}

/**
 * Makes the page and puts it in its place, which holds the old page or the new one, never a part.
 *
 * @param limit bytes of the page; only results alone may exceed it
 */
export async function writePage(
  out: string,
  source: PageSource,
  limit: number = PAGE_LIMIT,
): Promise<WrittenPage> {
  const { results, benchmark, shown, systems, left = [] } = source;
  const frame = await frameOf(results);
  const names = systems.map(({ name }) => name);
  const room = roomFor(frame, limit);
  const fitting = new Fitting(results, shown, names, [...shown.left, ...left], room);
  const queries = await fitting.view(new DraftWriter(benchmark, shown.queries, systems));
  const page = fill(frame, await packed(results, queries));
  await writeFileAtomic(out, page);
  return {
    ...{ out, benchmark: results.benchmark, digest: results.digest, bytes: Buffer.byteLength(page) },
    ...{ queries: { shown: queries.queries.length, total: queries.total }, left: queries.left },
  };
}

/** What was written, for a reader at a terminal. */
export function pageWords({ out, benchmark, bytes, queries: { shown, total }, left }: WrittenPage): string {
  const size = `${(bytes / 1e6).toFixed(1)} MB`;
  return [
    `${benchmark}: written to ${out} (${size}; ${grouped(shown)} of ${grouped(total)} queries)`,
    ...left,
  ].join('\n');
}
