import type { Cell, Measure } from '../core/measure.js';
import { type Column, STATUSES, type Status } from './scores.js';

function emptyColumn(measure: Measure, size: number): Column {
  return {
    measure,
    num: new Float64Array(size),
    den: new Float64Array(size),
    status: new Uint8Array(size),
    strata: new Map(),
    refusals: new Map(),
  };
}

/** Collects one system's per-query values, measure by measure. */
export class ColumnBuilder {
  readonly columns: Column[];

  constructor(
    measures: readonly Measure[],
    private readonly size: number,
  ) {
    this.columns = measures.map((measure) => emptyColumn(measure, size));
  }

  /** @param m index of the measure; @param q index of the query */
  add(m: number, q: number, status: Status, cells: readonly Cell[], refused?: string): void {
    const column = this.columns[m]!;
    column.status[q] = STATUSES.indexOf(status);
    if (refused !== undefined) column.refusals.set(refused, (column.refusals.get(refused) ?? 0) + 1);
    for (const { num, den, strata } of cells) {
      column.num[q]! += num;
      column.den[q]! += den;
      for (const [name, value] of Object.entries(strata ?? {})) {
        const sums = this.stratum(column, name, value);
        sums.num[q]! += num;
        sums.den[q]! += den;
      }
    }
  }

  private stratum(column: Column, name: string, value: string): { num: Float64Array; den: Float64Array } {
    let values = column.strata.get(name);
    if (values === undefined) column.strata.set(name, (values = new Map()));
    let sums = values.get(value);
    if (sums === undefined) {
      sums = { num: new Float64Array(this.size), den: new Float64Array(this.size) };
      values.set(value, sums);
    }
    return sums;
  }
}
