import { bySize } from '../core/order.js';
import type { Mean } from '../evaluate/summary.js';
import { headOf, type Leaderboard, labelOf, measureNames, ranked, twoLines, withInterval } from './board.js';
import { valueText } from './result-table.js';
import type { TextTable } from './table.js';

/** How rows of means are laid out: with the interval in the cell, or in a line below. */
export type Style = 'one-line' | 'two-line';

function meanRows(start: readonly string[], means: readonly (Mean | undefined)[], style: Style): string[][] {
  return style === 'two-line' ? twoLines(start, means) : [[...start, ...means.map(withInterval)]];
}

export function mainTable(board: Leaderboard, names: readonly string[], style: Style): TextTable {
  return {
    head: ['system', 'tie', ...names.map((name) => headOf(board, name))],
    rows: ranked(board).flatMap((system) =>
      meanRows(
        [labelOf(board, system), system.letters],
        names.map((name) => system.measures[name]),
        style,
      ),
    ),
  };
}

function taskTable(board: Leaderboard, style: Style): TextTable[] {
  const { tasks } = board.evaluation;
  if (tasks.length < 2) return [];
  const systems = ranked(board);
  const rows = tasks.flatMap(({ id, size }) =>
    meanRows(
      [id, String(size)],
      systems.map((system) => system.tasks[id]?.[board.primary]),
      style,
    ),
  );
  const overall = systems.map((system) => system.measures[board.primary]?.taskMacro);
  rows.push(...meanRows(['mean over tasks', ''], overall, style));
  const head = `${headOf(board, board.primary)} by task`;
  return [{ head: [head, 'queries', ...systems.map((system) => labelOf(board, system))], rows }];
}

/** The other way to average: over languages, or over queries where the profile puts languages first. */
function otherMeans(board: Leaderboard, style: Style): TextTable[] {
  const names = measureNames(board);
  const perQuery = board.evaluation.profile.mean === 'macro-language';
  const systems = ranked(board).map((system) => ({
    label: labelOf(board, system),
    means: names.map((name) => system.measures[name]?.[perQuery ? 'perQuery' : 'macro']),
  }));
  if (systems.every(({ means }) => means.every((mean) => mean === undefined))) return [];
  return [
    {
      head: [
        perQuery ? 'mean over queries' : 'mean over languages',
        ...names.map((name) => headOf(board, name)),
      ],
      rows: systems.flatMap(({ label, means }) => meanRows([label], means, style)),
    },
  ];
}

/** `bugType` as a reader would write it. */
function wordsOf(stratum: string): string {
  return stratum.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
}

/** One table for each stratum of each measure, such as deception by bug type. */
function strataTables(board: Leaderboard): TextTable[] {
  const systems = ranked(board);
  return measureNames(board).flatMap((name) => {
    const strata = new Set(systems.flatMap(({ measures }) => Object.keys(measures[name]?.strata ?? {})));
    return [...strata].map((stratum): TextTable => {
      const columns = systems.map(({ measures }) => measures[name]?.strata[stratum] ?? {});
      const values = [...new Set(columns.flatMap((column) => Object.keys(column)))].sort(bySize);
      return {
        head: [
          `${headOf(board, name)} by ${wordsOf(stratum)}`,
          'queries',
          ...systems.map((one) => labelOf(board, one)),
        ],
        rows: values.map((value) => [
          value,
          String(Math.max(...columns.map((column) => column[value]?.n ?? 0))),
          ...columns.map((column) => valueText(column[value] ? { value: column[value].mean } : null)),
        ]),
      };
    });
  });
}

/** All that stands below the main table. */
export function breakdowns(board: Leaderboard, style: Style): TextTable[] {
  return [...taskTable(board, style), ...otherMeans(board, style), ...strataTables(board)];
}
