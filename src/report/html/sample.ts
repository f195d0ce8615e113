import { hash32 } from '../../core/random.js';
import { BATCH } from '../../evaluate/rows.js';
import { grouped } from './grouped.js';

/** How many parts of the stored runs are read, or one for each task and system where there are more tasks. */
const PARTS = 12;

/** The queries that a page shows: their places within each task, ascending. */
export interface Sample {
  places: number[][];
  /** How they were chosen, a sentence; absent when all are there. */
  said?: string;
}

/**
 * Chooses at most `most` queries. Every task has its share by size; within a task a few parts of `BATCH` queries
 * are drawn, one from each stretch of the task, and within those parts the queries. Runs are stored in such parts, so
 * that reading the sample's rankings costs PARTS parts of each system however large the evaluation. What is
 * drawn depends on the ids and on the benchmark's digest alone.
 *
 * @param tasks the ids of each task's queries, in order
 */
export function sampleQueries(
  tasks: readonly { id: string; queries: readonly string[] }[],
  most: number,
  digest: string,
): Sample {
  const total = tasks.reduce((sum, { queries }) => sum + queries.length, 0);
  if (total <= most) return { places: tasks.map(({ queries }) => [...queries.keys()]) };
  if (most === 0) return { places: tasks.map(() => []), said: 'No query is shown.' };
  const seed = digest.slice(0, 8);
  const shares = sharesOf(
    tasks.map(({ queries }) => queries.length),
    most,
  );
  let read = 0;
  let parts = 0;
  const places = tasks.map(({ id, queries }, t) => {
    const count = Math.ceil(queries.length / BATCH);
    parts += count;
    const share = shares[t]!;
    if (share === 0) return [];
    // So many that they hold the share even if one of them is the last, which may hold a single query.
    const needed = Math.max(Math.round((PARTS * queries.length) / total), Math.ceil((share - 1) / BATCH) + 1);
    const drawn = drawParts(count, Math.min(count, share, needed), `${seed} ${id}`);
    read += drawn.length;
    const within = drawn.flatMap((part) =>
      Array.from({ length: Math.min(BATCH, queries.length - part * BATCH) }, (_, k) => part * BATCH + k),
    );
    return lowest(within, share, (place) => `${seed} ${id} ${queries[place]!}`);
  });
  const from = read < parts ? `${grouped(read)} of ${grouped(parts)}` : `all ${grouped(parts)}`;
  return {
    places,
    said:
      `The queries are a sample of ${grouped(most)} of ${grouped(total)}, each task by its size, drawn with the seed ` +
      `${seed} (the benchmark's digest) from ${from} parts of up to ${BATCH} successive queries.`,
  };
}

/** So many of each, in proportion to the sizes (largest remainders), and one of each at least where `most` allows. */
export function sharesOf(sizes: readonly number[], most: number): number[] {
  const asked = sizes.filter((size) => size > 0).length;
  const least = sizes.map((size) => (size > 0 && most >= asked ? 1 : 0));
  const free = sizes.map((size, t) => size - least[t]!);
  const room = free.reduce((sum, size) => sum + size, 0);
  const left = most - least.reduce<number>((sum, one) => sum + one, 0);
  const exact = free.map((size) => (room === 0 ? 0 : (left * size) / room));
  const shares = exact.map((value, t) => Math.floor(value) + least[t]!);
  let missing = most - shares.reduce((sum, share) => sum + share, 0);
  const byRemainder = [...exact.keys()].sort((a, b) => (exact[b]! % 1) - (exact[a]! % 1) || a - b);
  for (const t of byRemainder) {
    if (missing <= 0) break;
    if (shares[t]! >= sizes[t]!) continue;
    shares[t]!++;
    missing--;
  }
  return shares;
}

/** One part of each of `wanted` stretches of equal length. */
function drawParts(count: number, wanted: number, seed: string): number[] {
  return Array.from({ length: wanted }, (_, k) => {
    const from = Math.floor((k * count) / wanted);
    const to = Math.floor(((k + 1) * count) / wanted);
    const stretch = Array.from({ length: to - from }, (_, n) => from + n);
    return lowest(stretch, 1, (part) => `${seed} part ${part}`)[0]!;
  });
}

/** The `wanted` values whose names have the lowest hashes, ascending. */
function lowest(values: readonly number[], wanted: number, nameOf: (value: number) => string): number[] {
  return values
    .map((value) => ({ value, hash: hash32(nameOf(value)) }))
    .sort((a, b) => a.hash - b.hash || a.value - b.value)
    .slice(0, wanted)
    .map(({ value }) => value)
    .sort((a, b) => a - b);
}
