import type { Evaluation } from '../evaluate/evaluate.js';
import type { MeasureSummary, SystemSummary } from '../evaluate/summary.js';
import type { Standing } from '../evaluate/tie-groups.js';
import { markdownTable, plainTable, type TextTable, tableWidth } from './table.js';

/** What a leaderboard is drawn from: an evaluation, its means, and who cannot be told from whom. */
export interface Leaderboard {
  evaluation: Evaluation;
  summaries: readonly SystemSummary[];
  /** The measure that systems are ordered by. */
  primary: string;
  /** Best first, with the letters of their tie groups. */
  standings: readonly Standing[];
  resampling: { resample: 'cluster' | 'query'; resamples: number; seed: number | string };
}

function number(value: number): string {
  return (Math.abs(value) < 5e-4 ? 0 : value).toFixed(3);
}

function interval({ low, high }: MeasureSummary): string {
  return `${number(low)}…${number(high)}`;
}

/** Measure names that some system has a value for, in the order asked for. */
function measureNames({ evaluation, summaries }: Leaderboard): string[] {
  const names = evaluation.systems[0]?.columns.map(({ measure }) => measure.name) ?? [];
  return names.filter((name) => summaries.some(({ measures }) => measures[name] !== undefined));
}

/** The systems best first. */
export function ranked({ summaries, standings }: Leaderboard): (SystemSummary & { letters: string })[] {
  return standings.map(({ index, letters }) => ({ ...summaries[index]!, letters }));
}

function label(board: Leaderboard, system: SystemSummary): string {
  const pipeline = board.evaluation.pipelines.find(({ id }) => id === system.id);
  return pipeline?.baseline ? `${system.pipeline} *` : system.pipeline;
}

function mainTable(board: Leaderboard, names: readonly string[], style: 'two-line' | 'one-line'): TextTable {
  const rows = ranked(board).flatMap((system) => {
    const cells = names.map((name) => system.measures[name]);
    const start = [label(board, system), system.letters];
    if (style === 'one-line')
      return [
        [
          ...start,
          ...cells.map((cell) =>
            cell ? `${number(cell.mean)} [${number(cell.low)}, ${number(cell.high)}]` : '–',
          ),
        ],
      ];
    return [
      [...start, ...cells.map((cell) => (cell ? number(cell.mean) : '–'))],
      ['', '', ...cells.map((cell) => (cell ? interval(cell) : ''))],
    ];
  });
  return { head: ['system', 'tie', ...names], rows };
}

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

function taskTable(board: Leaderboard): TextTable | undefined {
  const { tasks } = board.evaluation;
  if (tasks.length < 2) return undefined;
  const systems = ranked(board);
  const cell = (value: number | undefined) => (value === undefined ? '–' : number(value));
  const rows = tasks.map(({ id, size }) => [
    id,
    String(size),
    ...systems.map((system) => cell(system.tasks[id]?.[board.primary]?.mean)),
  ]);
  rows.push([
    'mean over tasks',
    '',
    ...systems.map((system) => cell(system.measures[board.primary]?.taskMacro?.mean)),
  ]);
  return {
    head: [`${board.primary} by task`, 'queries', ...systems.map((system) => label(board, system))],
    rows,
  };
}

function languageTable(board: Leaderboard): TextTable | undefined {
  const names = measureNames(board);
  const systems = ranked(board).filter(({ measures }) =>
    names.some((name) => measures[name]?.macro !== undefined),
  );
  if (systems.length === 0) return undefined;
  const rows = systems.map((system) => [
    label(board, system),
    ...names.map((name) => (system.measures[name]?.macro ? number(system.measures[name].macro.mean) : '–')),
  ]);
  return { head: ['mean over languages', ...names], rows };
}

/** What the numbers are over, and what they leave out. */
export function notes(board: Leaderboard): string[] {
  const { evaluation, summaries, resampling, primary } = board;
  const { table, profile, pipelines } = evaluation;
  const lines = [
    `${table.ids.length} queries in ${table.clusters} clusters; profile ${profile.name}; intervals: 95 %, ${resampling.resamples} ` +
      `resamples by ${resampling.resample}, seed ${resampling.seed}.`,
    `Systems that share a letter under "tie" cannot be told apart by ${primary} (Holm-corrected, 5 %).`,
  ];
  if (pipelines.some(({ baseline }) => baseline))
    lines.push(
      '* Artefact baseline: BM25 orders the near-clone groups, the artefact orders within. It reads no meaning.',
    );
  else if (pipelines.length > 0) lines.push(...missingBaselines(evaluation));
  for (const text of queryNotes(summaries)) lines.push(text);
  return lines;
}

function missingBaselines({ benchmark }: Evaluation): string[] {
  return [`No artefact baselines: ${benchmark.name} declares no near-clone groups, or they were left out.`];
}

/** Queries that were not simply scored: one line for each measure and reason, where systems agree. */
function queryNotes(summaries: readonly SystemSummary[]): string[] {
  const lines = new Map<string, string[]>();
  const add = (text: string, system: string) => {
    const systems = lines.get(text);
    if (systems === undefined) lines.set(text, [system]);
    else systems.push(system);
  };
  for (const { pipeline, measures, absent, tiesAtCut } of summaries) {
    for (const [name, counts] of [...Object.entries(measures), ...Object.entries(absent)]) {
      const parts = [];
      if (counts.zeroFilled > 0) parts.push(`${counts.zeroFilled} without a result count as 0`);
      if (counts.dropped > 0) parts.push(`${counts.dropped} without a result left out`);
      if (counts.excluded > 0) parts.push(`${counts.excluded} without a positive left out`);
      for (const [why, count] of Object.entries(counts.refusals ?? {}))
        parts.push(`${count} not computed: ${why}`);
      if (parts.length > 0) add(`${name}: ${parts.join('; ')}`, pipeline);
    }
    const ties = Object.entries(tiesAtCut).filter(([, count]) => count > 0);
    if (ties.length > 0)
      add(
        `score ties across a cut-off: ${ties.map(([k, count]) => `${count} at ${k}`).join(', ')}`,
        pipeline,
      );
  }
  return [...lines].map(([text, systems]) =>
    systems.length === summaries.length ? `${text}.` : `${text} (${systems.join(', ')}).`,
  );
}

/** @param width how many columns the terminal has */
export function terminalLeaderboard(board: Leaderboard, width: number): string {
  const { benchmark } = board.evaluation;
  const tables = [...mainTables(board, width), taskTable(board), languageTable(board)];
  return [
    `${benchmark.name} ${benchmark.version}`,
    '',
    ...tables.filter((table) => table !== undefined).flatMap((table) => [plainTable(table), '']),
    ...notes(board),
    '',
  ].join('\n');
}

export function markdownLeaderboard(board: Leaderboard): string {
  const { benchmark } = board.evaluation;
  const tables = [mainTable(board, measureNames(board), 'one-line'), taskTable(board), languageTable(board)];
  return [
    `## ${benchmark.name} ${benchmark.version}`,
    '',
    ...tables.filter((table) => table !== undefined).flatMap((table) => [markdownTable(table), '']),
    ...notes(board).map((line) => `- ${line}`),
    '',
  ].join('\n');
}
