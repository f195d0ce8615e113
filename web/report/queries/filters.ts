import type { QueryEntry, QueryView } from '../../../src/report/html/data.js';
import { el, newId, select } from '../dom.js';
import { labelOf, type System } from '../systems.js';
import type { Standings } from './standing.js';

/** Which queries the reader wants to see; undefined: all. */
export interface Filter {
  text: string;
  task?: number;
  solvedBy?: number;
  /** Row of a system that must have no right document at rank 1, and of one that must have one. */
  fails?: number;
  solves?: number;
}

/** The queries that pass, in order, as indices. */
export function filtered(view: QueryView, standings: Standings, filter: Filter): number[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const passes = (query: QueryEntry): boolean => {
    if (filter.task !== undefined && query.task !== filter.task) return false;
    if (filter.solvedBy !== undefined && standings.solvers(query) !== filter.solvedBy) return false;
    if (filter.fails !== undefined && standings.solved(query, filter.fails)) return false;
    if (filter.solves !== undefined && !standings.solved(query, filter.solves)) return false;
    if (words.length === 0) return true;
    const text = `${query.id}\n${query.text}\n${query.language ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return view.queries.flatMap((query, q) => (passes(query) ? [q] : []));
}

export interface FilterBar {
  element: HTMLElement;
  search: HTMLInputElement;
  /** Lists the queries that so many systems solve, and no others. */
  onlySolvedBy(systems: number): void;
}

const ANY = '';

/** The controls above the list. */
export function filterBar(
  view: QueryView,
  systems: readonly System[],
  standings: Standings,
  changed: (filter: Filter) => void,
): FilterBar {
  const state: { [key in keyof Filter]: string } = { text: '' };
  const tell = () => changed(filterOf(state));
  const id = newId();
  const search = el('input', { id, type: 'search', spellcheck: 'false', autocomplete: 'off' });
  search.addEventListener('input', () => {
    state.text = search.value;
    tell();
  });
  const choose = (
    key: Exclude<keyof Filter, 'text'>,
    label: string,
    any: string,
    choices: [string, string][],
  ) => {
    const all = [{ value: ANY, label: any }, ...choices.map(([value, text]) => ({ value, label: text }))];
    return select(label, all, (value) => {
      state[key] = value;
      tell();
    });
  };
  const names = systems.map((system): [string, string] => [String(system.row), labelOf(system)]);
  const tasks = view.tasks.map((id, t): [string, string] => [String(t), id]);
  const solved = choose('solvedBy', 'Solved by', 'any number', countsOf(view, standings));
  const task = choose('task', 'Task', 'any task', tasks);
  const fails = choose('fails', 'Not right at rank 1', 'any system', names);
  const solves = choose('solves', 'Right at rank 1', 'any system', names);
  const element = el(
    'div',
    { class: 'filters', role: 'search', 'aria-label': 'Filter the queries' },
    el('div', { class: 'field grow' }, el('label', { for: id }, 'Search'), search),
    view.tasks.length > 1 && task.field,
    [solved.field, fails.field, solves.field],
  );
  return {
    element,
    search,
    onlySolvedBy(count) {
      for (const { input } of [solved, task, fails, solves]) input.value = ANY;
      solved.input.value = String(count);
      search.value = '';
      for (const key of ['task', 'fails', 'solves'] as const) state[key] = ANY;
      state.text = '';
      state.solvedBy = solved.input.value;
      tell();
    },
  };
}

function filterOf(state: { [key in keyof Filter]: string }): Filter {
  const filter: Filter = { text: state.text };
  for (const key of ['task', 'solvedBy', 'fails', 'solves'] as const)
    if (state[key] !== undefined && state[key] !== ANY) filter[key] = Number(state[key]);
  return filter;
}

/** How many systems may solve a query, with how many queries so many do. */
function countsOf(view: QueryView, standings: Standings): [string, string][] {
  const systems = standings.asked.length;
  const counts = new Array<number>(systems + 1).fill(0);
  for (const query of view.queries) {
    const solvers = standings.solvers(query);
    if (solvers !== undefined) counts[solvers]!++;
  }
  return counts.map((count, n) => {
    const who = n === 0 ? 'no system' : n === systems ? `all ${n}` : `${n} of ${systems}`;
    return [String(n), `${who} (${count})`];
  });
}
