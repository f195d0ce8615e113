import assert from 'node:assert/strict';
import type { Measure } from '../src/core/measure.js';
import type { CompareOptions } from '../src/evaluate/compare.js';
import { type Column, type QueryTable, STATUSES, type SystemScores } from '../src/evaluate/scores.js';

export function measure(
  name: string,
  type: Measure['type'] = 'continuous',
  better: Measure['better'] = 'higher',
): Measure {
  return { name, type, better, needs: { depth: 10 }, cells: () => assert.fail('columns are given') };
}

/** A column of per-query values; undefined: the query was dropped. */
export function column(of: Measure, values: readonly (number | undefined)[]): Column {
  return {
    measure: of,
    num: Float64Array.from(values, (value) => value ?? 0),
    den: Float64Array.from(values, (value) => (value === undefined ? 0 : 1)),
    status: Uint8Array.from(values, (value) => STATUSES.indexOf(value === undefined ? 'dropped' : 'scored')),
    strata: new Map(),
    refusals: new Map(),
  };
}

export function system(pipeline: string, ...columns: Column[]): SystemScores {
  return { pipeline, id: `${pipeline}-1`, columns, tiesAtCut: new Map() };
}

export function table(
  queries: number,
  perCluster = 1,
  languageOf: (q: number) => string = () => '',
): QueryTable {
  return {
    ids: Array.from({ length: queries }, (_, q) => `q${q}`),
    task: new Uint16Array(queries),
    taskIds: ['t'],
    cluster: Uint32Array.from({ length: queries }, (_, q) => Math.floor(q / perCluster)),
    clusters: Math.ceil(queries / perCluster),
    language: Array.from({ length: queries }, (_, q) => languageOf(q)),
  };
}

export const options: CompareOptions = { resample: 'query', resamples: 400, seed: 1 };
export const exec = measure('exec@1', 'binary');
export const nDCG = measure('nDCG@10');
