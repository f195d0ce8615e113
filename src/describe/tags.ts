import type { ResultTable, TableValue } from '../core/result-table.js';
import { counted } from '../core/words.js';
import { Counts, label, listed, MOST_VALUES, NOT_GIVEN, share } from './labels.js';

/** Tags told apart at the most: hostile metadata could hold one a query. */
const MOST_TAGS = 200;

/** How many queries have which value of which tag. */
export class TagCounts {
  private readonly byTag = new Map<string, Counts>();
  private queries = 0;
  private beyond = 0;

  add(tags: Record<string, string> | undefined): void {
    this.queries++;
    for (const [tag, value] of Object.entries(tags ?? {})) {
      let counts = this.byTag.get(tag);
      if (counts === undefined) {
        if (this.byTag.size >= MOST_TAGS) {
          this.beyond++;
          continue;
        }
        this.byTag.set(tag, (counts = new Counts()));
      }
      counts.add(value);
    }
  }

  tables(): ResultTable[] {
    const tags = [...this.byTag].sort(([a], [b]) => (a < b ? -1 : 1));
    const told = tags.filter(([, counts]) => !counts.overflows);
    const untold = tags.filter(([, counts]) => counts.overflows).map(([tag]) => tag);
    if (tags.length === 0) return [];
    const rows = told.flatMap(([tag, counts]): TableValue[][] => {
      const missing = this.queries - counts.total;
      const values = [...counts.rows(), ...(missing > 0 ? [[NOT_GIVEN, missing] as [string, number]] : [])];
      return values.map(([value, count]) => [label(tag), value, count, share(count, this.queries)]);
    });
    const notes = ['A query of several tasks counts in each.'];
    if (untold.length > 0)
      notes.push(`Left out for having more than ${MOST_VALUES} values: ${listed(untold, 'tag', 20)}.`);
    if (this.beyond > 0) notes.push(`${counted(this.beyond, 'value')} of further tags are left out.`);
    const columns = ['tag', 'value', 'queries', 'share'];
    return [{ name: 'query-tags', title: 'Queries by tag', columns, rows, notes }];
  }
}
