import type { Evaluation } from '../evaluate/evaluate.js';
import { STATUSES } from '../evaluate/scores.js';

/**
 * Every per-query value as JSON lines, one for each query and system: {"task","query","system","values":
 * {measure: value | null}, "status": {measure: status}}; only statuses other than "scored" are listed.
 */
export function* perQueryLines({ table, systems }: Evaluation): Iterable<string> {
  for (let q = 0; q < table.ids.length; q++)
    for (const { id, columns } of systems) {
      const values: Record<string, number | null> = {};
      const status: Record<string, string> = {};
      for (const { measure, num, den, status: codes } of columns) {
        values[measure.name] = den[q] === 0 ? null : num[q]! / den[q]!;
        if (codes[q] !== 0) status[measure.name] = STATUSES[codes[q]!]!;
      }
      const task = table.taskIds[table.task[q]!];
      const rest = Object.keys(status).length === 0 ? {} : { status };
      yield JSON.stringify({ task, query: table.ids[q], system: id, values, ...rest });
    }
}
