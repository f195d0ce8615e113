import type { ReportData } from '../../src/report/html/data.js';
import type { SystemResult } from '../../src/report/results.js';
import { type Mark, markOf } from './marks.js';

/** A system as the page shows it, everywhere with the same mark. */
export interface System {
  /** Its place in `results.systems`, best first. */
  index: number;
  name: string;
  baseline: boolean;
  mark: Mark;
  /** Its place in the rows of a query; −1: the page holds no rankings of it. */
  row: number;
  result: SystemResult;
}

/** The artefact baselines that come with Assay have the same mark in every report, whatever their rank. */
const BASELINES = ['longest', 'medoid', 'name-overlap'];

function placeOf(name: string, next: () => number): number {
  const place = BASELINES.indexOf(name);
  return place < 0 ? next() : place;
}

export function systemsOf({ results, queries }: ReportData): System[] {
  let readers = 0;
  let unnamed = BASELINES.length;
  return results.systems.map((result, index) => {
    const baseline = result.baseline === true;
    const mark = markOf(baseline ? placeOf(result.name, () => unnamed++) : readers++, baseline);
    const row = queries.systems.indexOf(result.name);
    return { index, name: result.name, baseline, mark, row, result };
  });
}

/** How a text calls a system: with a star when it is an artefact baseline. */
export function labelOf({ name, baseline }: Pick<System, 'name' | 'baseline'>): string {
  return baseline ? `${name} *` : name;
}

/** Which systems are shown, in every chart and in the view of a query alike. */
export class Selection {
  private readonly hidden = new Set<number>();
  private readonly listeners: (() => void)[] = [];

  constructor(readonly all: readonly System[]) {}

  get shown(): System[] {
    return this.all.filter(({ index }) => !this.hidden.has(index));
  }

  has({ index }: System): boolean {
    return !this.hidden.has(index);
  }

  show(keep: (system: System) => boolean): void {
    this.hidden.clear();
    for (const system of this.all) if (!keep(system)) this.hidden.add(system.index);
    for (const listener of this.listeners) listener();
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }
}
