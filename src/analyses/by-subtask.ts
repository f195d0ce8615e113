import type { Task } from '../core/benchmark.js';
import type { Seen } from '../evaluate/observer.js';
import { parseMeasure } from '../measures/registry.js';
import type { Analysis } from './analysis.js';
import { BROKEN_DOWN } from './by-language.js';
import { Labels } from './grouping.js';
import { breakdown } from './tables.js';

/** Subtasks of two directions may share a name, as CoREB's do, and are two subtasks. */
function subtaskOf({ task, item }: Pick<Seen, 'task' | 'item'>): string | undefined {
  const subtask = task.labels.subtask ?? item.query.tags?.subtask;
  return subtask === undefined ? undefined : `${task.direction} ${subtask}`;
}

/** Whether the subtasks of the tasks would only say again what stands by task. */
function areTasks(tasks: readonly Task[]): boolean {
  const labelled = tasks.filter(({ labels }) => labels.subtask !== undefined);
  const names = new Set(labelled.map((task) => `${task.direction} ${task.labels.subtask}`));
  return labelled.length === tasks.length && names.size === tasks.length;
}

/** CoREB's Table 4: the mean of each subtask over its language variants, which are tasks of their own. */
export const subtasks: Analysis = {
  name: 'by-subtask',
  describe: `${BROKEN_DOWN.join(', ')} for each subtask, its language variants together`,
  start(subject, shared) {
    if (areTasks(subject.tasks)) return undefined;
    const labels = new Labels(subtaskOf);
    const measures = BROKEN_DOWN.map(parseMeasure).filter((measure) => shared.scores.keep(measure));
    return {
      see: (seen) => labels.see(seen),
      async tables() {
        const grouping = labels.grouping(subject.table);
        if (grouping.names.length < 2) return [];
        const tables = measures.map((measure) =>
          breakdown(subject, shared, {
            name: `by-subtask-${measure.name}`,
            title: `${measure.name} by subtask`,
            ...{ head: 'subtask', grouping, measure },
          }),
        );
        return (await Promise.all(tables)).flat();
      },
    };
  },
};
