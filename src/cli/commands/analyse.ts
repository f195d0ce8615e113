import { join } from 'node:path';
import { type Costs, costsOf, paretoTables } from '../../analyses/pareto.js';
import { ANALYSES, analysesNamed } from '../../analyses/registry.js';
import { type Stability, type Standings, stability, stabilityTable } from '../../analyses/stability.js';
import { UserError } from '../../core/errors.js';
import type { ResultTable } from '../../core/result-table.js';
import { resultsPath } from '../../evaluate/evaluate.js';
import { appraise, boardOf } from '../../report/appraisal.js';
import { type Leaderboard, ranked } from '../../report/board.js';
import { markdownTables, terminalTables } from '../../report/result-table.js';
import { writeFileAtomic } from '../../store/atomic.js';
import { readJson } from '../../store/lines.js';
import type { Command } from '../command.js';
import { declareEvaluation, type Plan, plans } from '../evaluation.js';
import type { Io } from '../io.js';

/** What the analyses of one benchmark gave. */
interface Analysed {
  benchmark: string;
  version: string;
  digest: string;
  profile: string;
  analyses: ResultTable[];
}

async function list(json: boolean, io: Io): Promise<number> {
  const known = ANALYSES.map(({ name, describe }) => ({ name, describe }));
  if (json) await io.result(`${JSON.stringify(known, null, 2)}\n`);
  else await io.result(known.map(({ name, describe }) => `${name.padEnd(20)} ${describe}\n`).join(''));
  return 0;
}

/** The systems that read something: an artefact baseline is stable, and free, by construction. */
function standingsOf(board: Leaderboard): Standings {
  const { evaluation, primary } = board;
  const { benchmark, pipelines } = evaluation;
  const baselines = new Set(pipelines.filter(({ baseline }) => baseline).map(({ id }) => id));
  return {
    name: `${benchmark.name} ${benchmark.version}`,
    measure: primary,
    systems: ranked(board).flatMap(({ id, name, measures, tasks }) => {
      const overall = measures[primary]?.mean;
      if (baselines.has(id) || overall === undefined) return [];
      const means = Object.entries(tasks).flatMap(([task, ofTask]) => {
        const mean = ofTask[primary]?.mean;
        return mean === undefined ? [] : [[task, mean] as const];
      });
      return [{ id, name, overall, tasks: Object.fromEntries(means) }];
    }),
  };
}

function paretoOf(board: Leaderboard, costs: Costs, io: Io): ResultTable[] {
  const { evaluation, primary } = board;
  const measure = evaluation.systems[0]!.columns.find((column) => column.measure.name === primary)!.measure;
  if (measure.better !== 'higher')
    throw new UserError(
      `cannot set ${primary} against costs: more of it is not better`,
      'Name a measure of quality first: --measures nDCG@10.',
    );
  const { systems } = standingsOf(board);
  const qualities = systems.map(({ name, overall }) => ({ name, quality: overall }));
  const named = qualities.filter(({ name }) => costs.has(name));
  const systemNames = qualities.map(({ name }) => name).join(', ');
  if (named.length === 0)
    throw new UserError(
      `cannot set ${primary} against costs: the file names none of the evaluated systems`,
      `They are: ${systemNames}.`,
    );
  const strays = [...costs.keys()].filter((name) => !qualities.some((one) => one.name === name));
  if (strays.length > 0) io.warn(`costs of systems that were not evaluated: ${strays.join(', ')}`);
  return paretoTables(primary, qualities, costs);
}

async function keep(analysed: Analysed, { benchmark, context }: Plan, io: Io): Promise<void> {
  const folder = resultsPath(context.out!, benchmark);
  await writeFileAtomic(join(folder, 'analyses.json'), `${JSON.stringify(analysed, null, 2)}\n`);
  await writeFileAtomic(join(folder, 'analyses.md'), textOf(analysed));
  io.note(`analyses kept in ${folder}`);
}

/** @param width of the terminal; Markdown where there is none */
function textOf({ benchmark, version, analyses }: Analysed, width?: number): string {
  const title = `${benchmark} ${version}`;
  const none = 'None of the analyses has anything to say of it.\n';
  if (width === undefined) return `# ${title}\n\n${analyses.length === 0 ? none : markdownTables(analyses)}`;
  return `${title}\n\n${analyses.length === 0 ? none : terminalTables(analyses, width)}`;
}

/** Each evaluation against the one before it, as with releases in order. */
function changesOf(standings: readonly Standings[]): Stability[] {
  return standings.slice(1).map((b, k) => {
    const a = standings[k]!;
    if (a.measure !== b.measure)
      throw new UserError(
        `cannot compare ${a.name} with ${b.name}: one is ranked by ${a.measure}, the other by ${b.measure}`,
        'Name the measure: --measures nDCG@10.',
      );
    const found = stability(a, a.name === b.name ? { ...b, name: `${b.name} (second)` } : b);
    if (found === undefined)
      throw new UserError(
        `cannot compare ${a.name} with ${b.name}: no system has a value on both`,
        'Give the same --pipeline to both; runs of one system need the same file name.',
      );
    return found;
  });
}

export const analyseCommand: Command = {
  name: 'analyse',
  summary: 'ask what the papers ask: by language, domain and edit size, intrusion, density, stability, costs',
  declare(parser) {
    parser
      .argument('[names...]', 'the analyses to run; default: all (--list names them)')
      .option('--list', 'say which analyses there are')
      .option(
        '--costs <file>',
        'quality against cost: JSON such as {"my-model": {"parameters": 5e8, "latencyMs": 12}}',
      )
      .option('--markdown', 'print Markdown tables');
    declareEvaluation(parser);
    parser.addHelpText(
      'after',
      '\nWith several benchmarks, such as releases of one, it also says how stable the ranking of systems is.',
    );
  },
  async run(names, options, io) {
    if (options.list) return list(options.json === true, io);
    const analyses = (names.length === 0 ? [...ANALYSES] : analysesNamed(names)).map(({ name }) => name);
    const { costs: path, benchmark: asked } = options as { costs?: string; benchmark?: string[] };
    const costs = path === undefined ? undefined : costsOf(await readJson(path), path);
    const several = (asked?.length ?? 0) > 1;
    const markdown = options.markdown === true;
    const json: Analysed[] = [];
    const standings: Standings[] = [];
    for await (const plan of plans(options, io, [...new Set(analyses)])) {
      const { benchmark, pipelines, settings, context } = plan;
      const { evaluation, analyses: tables } = await appraise(benchmark, pipelines, settings, context);
      if (costs !== undefined || several) {
        const board = await boardOf(evaluation, settings, context);
        standings.push(standingsOf(board));
        if (costs !== undefined) tables.push(...paretoOf(board, costs, io));
      }
      const { name, version, digest } = benchmark;
      const analysed = {
        ...{ benchmark: name, version, digest },
        profile: settings.profile,
        analyses: tables,
      };
      json.push(analysed);
      if (context.out !== undefined) await keep(analysed, plan, io);
      if (!options.json) await io.result(`${textOf(analysed, markdown ? undefined : io.width)}\n`);
    }
    const changes = several ? changesOf(standings) : [];
    const tables = changes.map(stabilityTable);
    if (options.json)
      await io.result(`${JSON.stringify({ benchmarks: json, stability: changes }, null, 2)}\n`);
    else if (tables.length > 0)
      await io.result(`${markdown ? markdownTables(tables) : terminalTables(tables, io.width)}\n`);
    return 0;
  },
};
