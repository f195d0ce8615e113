import { dots } from './charts/dots.js';
import type { FigureSpec } from './charts/figure.js';
import { heat } from './charts/heat.js';
import { select } from './dom.js';
import { own } from './own.js';
import { type Page, takeTables } from './page.js';
import { type Groups, groupsOf, headOf, meanOf, sizesOf } from './values.js';

interface Breakdown {
  /** What it is broken down by. */
  by: string;
  measure: string;
  groups: Groups;
}

const BY = ['language', 'subtask', 'domain'] as const;

/** A measure by language, subtask or task, whatever there is: a map of all systems. */
export function breakdown(page: Page): FigureSpec | undefined {
  const found = [...BY.flatMap((by) => fromTables(page, by)), ...byTask(page)];
  if (found.length === 0) return undefined;
  const measuresOf = (by: string) => found.filter((one) => one.by === by).map(({ measure }) => measure);
  const kinds = [...new Set(found.map(({ by }) => by))];
  let chosen = found[0]!;
  const choose = (by: string, measure: string) => {
    const ofKind = found.filter((one) => one.by === by);
    chosen = ofKind.find((one) => one.measure === measure) ?? ofKind[0] ?? chosen;
  };
  return {
    name: 'breakdown',
    title: `By ${listed(kinds)}`,
    controls: (redraw) => {
      const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
      const measure = select('Measure', choices(measuresOf(chosen.by)), (name) => {
        choose(chosen.by, name);
        redraw();
      });
      const kind = select('By', choices(kinds), (by) => {
        choose(by, chosen.measure);
        const options = measuresOf(by).map((name) => new Option(name, name, false, name === chosen.measure));
        measure.input.replaceChildren(...options);
        redraw();
      });
      return [kinds.length > 1 && kind.field, measure.field];
    },
    draw: (width) => heat(chosen.groups, page.selection.shown, width),
  };
}

/** `language, subtask and task` */
function listed(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' and ');
}

function fromTables(page: Page, by: string): Breakdown[] {
  const prefix = `by-${by}-`;
  return takeTables(page, prefix, (table) => {
    const groups = groupsOf(table, page.systems);
    return groups && { by, measure: table.name.slice(prefix.length), groups };
  });
}

/** From the means of the tasks, where there are several. */
function byTask({ results, systems, measures }: Page): Breakdown[] {
  const { tasks } = results;
  if (tasks.length < 2) return [];
  return measures.map((measure) => ({
    by: 'task',
    measure: measure.name,
    groups: {
      name: `by-task-${measure.name}`,
      title: `${headOf(measure)} by task`,
      by: 'task',
      groups: tasks.map(({ id }) => id),
      values: tasks.map(({ id }) =>
        systems.map(({ result }) => meanOf(own(own(result.tasks, id), measure.name))),
      ),
      extra: [{ head: 'queries', values: tasks.map(({ queries }) => queries) }],
      notes: [],
    },
  }));
}

const DECEPTION = [
  { name: 'deception-by-bug', stratum: 'bugType', by: 'bug type', title: 'Deception by bug type' },
  {
    name: 'deception-by-size',
    stratum: 'editSize',
    by: 'characters edited',
    title: 'Deception by edit size',
  },
] as const;

/** How often a planted variant outranks what it was made from, by what is wrong with it and by how much. */
export function deception(page: Page): FigureSpec[] {
  const measure = page.measures.find(({ name }) => name === 'deception');
  const head = measure ? headOf(measure) : 'deception ↓';
  return DECEPTION.flatMap(({ name, stratum, by, title }) => {
    const [table] = takeTables(page, name, (one) => groupsOf(one, page.systems));
    const groups = table ?? fromStrata(page, stratum, by);
    if (groups === undefined) return [];
    // Bug types have no order of their own; sizes of edits have.
    const ordered = stratum === 'bugType' ? largestFirst(groups) : groups;
    return [dots(page, { ...ordered, name, title }, head)];
  });
}

/** Groups by their number of pairs; equal ones keep their order. */
function largestFirst(groups: Groups): Groups {
  const sizes = sizesOf(groups);
  if (sizes === undefined) return groups;
  const order = [...sizes.keys()].sort((a, b) => sizes[b]! - sizes[a]!);
  return {
    ...groups,
    groups: order.map((g) => groups.groups[g]!),
    values: order.map((g) => groups.values[g]!),
    extra: groups.extra.map(({ head, values }) => ({ head, values: order.map((g) => values[g]) })),
  };
}

/** By the first number in a name; names without one by the alphabet, sizes of no number behind the others. */
function inOrder(names: readonly string[], numbersFirst: boolean): string[] {
  const numberIn = (name: string) => Number(/\d+/.exec(name)?.[0] ?? (numbersFirst ? Infinity : -1));
  return [...names].sort((a, b) => {
    const [x, y] = [numberIn(a), numberIn(b)];
    return x === y ? a.localeCompare(b, 'en') : x - y;
  });
}

function fromStrata({ systems }: Page, stratum: string, by: string): Groups | undefined {
  const strata = systems.map(({ result }) => own(own(result.measures, 'deception')?.strata, stratum));
  const unsorted = new Set(strata.flatMap((values) => Object.keys(values ?? {})));
  if (unsorted.size === 0) return undefined;
  const names = inOrder([...unsorted], stratum === 'editSize');
  const pairs = names.map((group) => Math.max(...strata.map((values) => own(values, group)?.pairs ?? 0)));
  return {
    ...{ name: stratum, title: stratum, by },
    groups: names,
    values: names.map((group) =>
      strata.map((values) => {
        const found = own(values, group);
        return found && { value: found.mean };
      }),
    ),
    extra: [{ head: 'pairs', values: pairs }],
    notes: [],
  };
}
