import type { ResultTable } from '../../src/core/result-table.js';
import type { ReportData } from '../../src/report/html/data.js';
import type { Results } from '../../src/report/results.js';
import { Gallery } from './charts/gallery.js';
import { own } from './own.js';
import { Selection, type System, systemsOf } from './systems.js';
import { MEANS, type MeanName, type Measure, measuresShown } from './values.js';

/** What every section of the page draws from. */
export interface Page {
  data: ReportData;
  results: Results;
  systems: System[];
  /** Measures that some system has a value for. */
  measures: Measure[];
  /** Means that some measure has; the first is the one that the profile leads with. */
  means: MeanName[];
  /** The mean that the leaderboard and its chart show. */
  mean: MeanName;
  selection: Selection;
  gallery: Gallery;
  /** Lists the queries that so many systems solve; absent where there are no queries to list. */
  openSolvedBy?: (systems: number) => void;
  /** Tables of analyses that no section has shown yet. */
  unshown: Set<ResultTable>;
}

export function pageOf(data: ReportData): Page {
  const { results } = data;
  const systems = systemsOf(data);
  const selection = new Selection(systems);
  const gallery = new Gallery();
  selection.onChange(() => gallery.redrawAll());
  const measures = measuresShown(results);
  const has = (mean: MeanName) =>
    mean === 'lead' ||
    systems.some(({ result }) =>
      measures.some(({ name }) => own(result.measures, name)?.[mean] !== undefined),
    );
  return {
    ...{ data, results, systems, measures, selection, gallery, mean: 'lead' },
    means: (Object.keys(MEANS) as MeanName[]).filter(has),
    unshown: new Set(results.analyses),
  };
}

/**
 * The tables whose names begin so, made into something by `show`; those that `show` can make nothing of are left
 * for others.
 */
export function takeTables<T>(page: Page, prefix: string, show: (table: ResultTable) => T | undefined): T[] {
  return [...page.unshown].flatMap((table) => {
    if (!table.name.startsWith(prefix)) return [];
    const shown = show(table);
    if (shown === undefined) return [];
    page.unshown.delete(table);
    return [shown];
  });
}
