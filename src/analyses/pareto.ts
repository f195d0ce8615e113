import { UserError } from '../core/errors.js';
import { isObject } from '../core/json.js';
import type { ResultTable, TableValue } from '../core/result-table.js';
import { suggestion } from '../core/suggest.js';

export interface Point {
  name: string;
  quality: number;
  cost: number;
}

export interface PointOnPlane extends Point {
  /** No other point is at least as good at no higher cost, and better in one of the two. */
  front: boolean;
}

/**
 * Marks the Pareto front, cheapest first. Points that are equal in both are on it together or not at all.
 *
 * @throws RangeError when a number is not finite: such a point can be neither on the front nor off it
 */
export function pareto(points: readonly Point[]): PointOnPlane[] {
  const stray = points.find(({ quality, cost }) => !Number.isFinite(quality) || !Number.isFinite(cost));
  if (stray !== undefined) throw new RangeError(`"${stray.name}" has no finite quality and cost`);
  const ordered = [...points].sort((a, b) => a.cost - b.cost || b.quality - a.quality);
  let best = Number.NEGATIVE_INFINITY;
  let bestCost = Number.NEGATIVE_INFINITY;
  return ordered.map((point) => {
    const front = point.quality > best || (point.quality === best && point.cost === bestCost);
    if (front) [best, bestCost] = [point.quality, point.cost];
    return { ...point, front };
  });
}

const COSTS = ['parameters', 'latencyMs'] as const;
type Cost = (typeof COSTS)[number];

/** By system name: number of parameters, milliseconds for a query. */
export type Costs = ReadonlyMap<string, Partial<Record<Cost, number>>>;

/**
 * Reads `{"system": {"parameters": 5e8, "latencyMs": 12}}`.
 *
 * @param where the file that it stood in
 * @throws UserError naming system and key of what cannot be a cost
 */
export function costsOf(json: unknown, where: string): Costs {
  const fail = (reason: string, next?: string) =>
    new UserError(
      `cannot read costs from ${where}: ${reason}`,
      next ?? 'For example: {"my-model": {"parameters": 5e8, "latencyMs": 12}}.',
    );
  if (!isObject(json)) throw fail('it is no object of systems');
  const costs = new Map<string, Partial<Record<Cost, number>>>();
  for (const [system, given] of Object.entries(json)) {
    if (!isObject(given)) throw fail(`"${system}" is no object of costs`);
    const ofSystem: Partial<Record<Cost, number>> = {};
    for (const [key, value] of Object.entries(given)) {
      const cost = COSTS.find((known) => known === key);
      if (cost === undefined) throw fail(`"${system}" has the unknown cost "${key}"`, suggestion(key, COSTS));
      if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0)
        throw fail(`"${key}" of "${system}" is ${JSON.stringify(value)}, and must be a number above 0`);
      ofSystem[cost] = value;
    }
    costs.set(system, ofSystem);
  }
  if (costs.size === 0) throw fail('it names no system');
  return costs;
}

const BILLION = 1e9;

/** How each cost is shown: its unit, and what quality for one of them is called. */
const SHOWN: Record<Cost, { table: string; title: string; head: string; unit: number; each: string }> = {
  parameters: {
    table: 'pareto-parameters',
    title: 'number of parameters',
    head: 'billion parameters',
    unit: BILLION,
    each: 'per billion',
  },
  latencyMs: { table: 'pareto-latency', title: 'latency', head: 'ms per query', unit: 1, each: 'per ms' },
};

/**
 * Quality against each cost that some system has (CoREB's Figures 9 and 10), cheapest first. No `Analysis`: it needs
 * nothing of an evaluation but the means, and costs that no evaluation knows.
 *
 * @param qualities mean of the measure by system name; the higher the better
 */
export function paretoTables(
  measure: string,
  qualities: readonly { name: string; quality: number }[],
  costs: Costs,
): ResultTable[] {
  return COSTS.flatMap((cost) => {
    const { table, title, head, unit, each } = SHOWN[cost];
    const points = qualities.flatMap(({ name, quality }): Point[] => {
      const price = costs.get(name)?.[cost];
      return price === undefined ? [] : [{ name, quality, cost: price / unit }];
    });
    if (points.length === 0) return [];
    const priced = new Set(points.map(({ name }) => name));
    const without = qualities.filter(({ name }) => !priced.has(name)).map(({ name }) => name);
    return [
      {
        name: table,
        title: `${measure} against ${title}`,
        columns: ['system', head, measure, `${measure} ${each}`, 'front'],
        rows: pareto(points).map(({ name, quality, cost: price, front }): TableValue[] => [
          name,
          { value: price },
          { value: quality },
          { value: quality / price },
          front ? 'yes' : '',
        ]),
        notes: [
          'On the Pareto front: no other system is at least as good at no higher cost, and better in one of the two.',
          ...(without.length === 0 ? [] : [`Of unknown cost: ${without.join(', ')}.`]),
        ],
      },
    ];
  });
}
