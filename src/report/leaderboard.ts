import { type Leaderboard, measureNames } from './board.js';
import { breakdowns, mainTable } from './breakdowns.js';
import { notes } from './notes.js';
import { markdownTable, plainTable, printable, type TextTable, tableWidth } from './table.js';

/** The main table cut into tables of as many measures as fit the width; every one shows all systems. */
function mainTables(board: Leaderboard, width: number): TextTable[] {
  const tables: TextTable[] = [];
  let names: string[] = [];
  for (const name of measureNames(board)) {
    const wider = mainTable(board, [...names, name], 'two-line');
    if (names.length > 0 && tableWidth(wider) > width) {
      tables.push(mainTable(board, names, 'two-line'));
      names = [];
    }
    names.push(name);
  }
  if (names.length > 0 || tables.length === 0) tables.push(mainTable(board, names, 'two-line'));
  return tables;
}

/** @param width how many columns the terminal has */
export function terminalLeaderboard(board: Leaderboard, width: number): string {
  const { benchmark } = board.evaluation;
  const tables = [...mainTables(board, width), ...breakdowns(board, 'two-line')];
  return [
    printable(`${benchmark.name} ${benchmark.version}`),
    '',
    ...tables.flatMap((table) => [plainTable(table), '']),
    ...notes(board).map(printable),
    '',
  ].join('\n');
}

export function markdownLeaderboard(board: Leaderboard): string {
  const { benchmark } = board.evaluation;
  const tables = [mainTable(board, measureNames(board), 'one-line'), ...breakdowns(board, 'one-line')];
  return [
    `## ${printable(`${benchmark.name} ${benchmark.version}`)}`,
    '',
    ...tables.flatMap((table) => [markdownTable(table), '']),
    ...notes(board).map((line) => `- ${printable(line)}`),
    '',
  ].join('\n');
}
