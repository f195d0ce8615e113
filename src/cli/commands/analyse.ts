import { type Costs, costsOf, paretoTables } from '../../analyses/pareto.js';
import { ANALYSES, analysesNamed } from '../../analyses/registry.js';
import { type Stability, type Standings, stability, stabilityTable } from '../../analyses/stability.js';
import { UserError } from '../../core/errors.js';
import type { Measure } from '../../core/measure.js';
import type { ResultTable } from '../../core/result-table.js';
import { version as assayVersion } from '../../core/version.js';
import { namesOf } from '../../evaluate/resampling.js';
import { parseMeasure } from '../../measures/registry.js';
import { appraise, boardOf, type Settings } from '../../report/appraisal.js';
import { type Leaderboard, measureNames, ranked } from '../../report/board.js';
import { markdownTables, terminalTables } from '../../report/result-table.js';
import { readJson } from '../../store/lines.js';
import type { Command } from '../command.js';
import { declareEvaluation, type Plan, plans } from '../evaluation.js';
import type { Io } from '../io.js';

/** What the analyses of one benchmark gave, and every choice that led to it: as in `results.json`. */
interface Analysed {
  benchmark: string;
  version: string;
  digest: string;
  versions: { assay: string; node: string };
  profile: string;
  depth: number;
  /** Which tasks were asked for; absent: all. */
  task?: string;
  resampling: Settings['resampling'];
  /** In the order of the columns. */
  systems: { name: string; id: string; baseline?: true }[];
  analyses: ResultTable[];
}

function analysedOf({ benchmark, pipelines, settings }: Plan, analyses: ResultTable[]): Analysed {
  const { name, version, digest } = benchmark;
  const { profile, depth, task, resampling } = settings;
  const names = shownNames(pipelines);
  return {
    ...{ benchmark: name, version, digest },
    versions: { assay: assayVersion, node: process.versions.node },
    ...{ profile, depth },
    ...(task === undefined ? {} : { task }),
    resampling,
    systems: pipelines.map(({ id, baseline }, s) => ({
      ...{ name: names[s]!, id },
      ...(baseline ? { baseline: true as const } : {}),
    })),
    analyses,
  };
}

function shownNames(pipelines: Plan['pipelines']): string[] {
  return namesOf(pipelines.map(({ name, id }) => ({ pipeline: name, id })));
}

async function list(json: boolean, io: Io): Promise<number> {
  const known = ANALYSES.map(({ name, describe }) => ({ name, describe }));
  if (json) await io.result(`${JSON.stringify(known, null, 2)}\n`);
  else await io.result(known.map(({ name, describe }) => `${name.padEnd(20)} ${describe}\n`).join(''));
  return 0;
}

/** The systems that read something: an artefact baseline is stable, and free, by construction. */
function standingsOf(board: Leaderboard, measure: string): Standings {
  const { benchmark, pipelines, systems } = board.evaluation;
  const baselines = new Set(pipelines.filter(({ baseline }) => baseline).map(({ id }) => id));
  return {
    name: `${benchmark.name} ${benchmark.version}`,
    measure,
    better: systems[0]!.columns.find((column) => column.measure.name === measure)!.measure.better,
    systems: ranked(board).flatMap(({ id, name, measures, tasks }) => {
      const overall = measures[measure]?.mean;
      if (baselines.has(id) || overall === undefined) return [];
      const means = Object.entries(tasks).flatMap(([task, ofTask]) => {
        const mean = ofTask[measure]?.mean;
        return mean === undefined ? [] : [[task, mean] as const];
      });
      return [{ id, name, overall, tasks: Object.fromEntries(means) }];
    }),
  };
}

/** Before anything is evaluated: whether the costs are of its systems, and its first measure one of quality. */
function checkCosts(costs: Costs, { pipelines, settings }: Plan, io: Io): void {
  const measure = settings.measures[0]!;
  checkQuality(parseMeasure(measure));
  const names = shownNames(pipelines).filter((_, s) => !pipelines[s]!.baseline);
  if (!names.some((name) => costs.has(name)))
    throw new UserError(
      `cannot set ${measure} against costs: the file names none of the evaluated systems`,
      `They are: ${names.join(', ')}.`,
    );
  const strays = [...costs.keys()].filter((name) => !names.includes(name));
  if (strays.length > 0) io.warn(`costs of systems that were not evaluated: ${strays.join(', ')}`);
}

function checkQuality({ name, better }: Measure): void {
  if (better === 'higher') return;
  throw new UserError(
    `cannot set ${name} against costs: more of it is not better`,
    'Name a measure of quality first: --measures nDCG@10.',
  );
}

function paretoOf(board: Leaderboard, costs: Costs): ResultTable[] {
  // Not always the first measure: that one may have no value on this benchmark.
  checkQuality(parseMeasure(board.primary));
  const { systems } = standingsOf(board, board.primary);
  const qualities = systems.map(({ name, overall }) => ({ name, quality: overall }));
  return paretoTables(board.primary, qualities, costs);
}

/** @param width of the terminal; Markdown where there is none */
function textOf({ benchmark, version, analyses }: Analysed, width?: number): string {
  const title = `${benchmark} ${version}`;
  const none = 'None of the analyses has anything to say of it.\n';
  if (width === undefined) return `# ${title}\n\n${analyses.length === 0 ? none : markdownTables(analyses)}`;
  return `${title}\n\n${analyses.length === 0 ? none : terminalTables(analyses, width)}`;
}

/**
 * Each evaluation against the one before it, as with releases in order, by the first measure that both have.
 *
 * @param evaluations the standings of each, by every measure that has a value
 */
function changesOf(evaluations: readonly (readonly Standings[])[]): Stability[] {
  return evaluations.slice(1).map((after, k) => {
    const before = evaluations[k]!;
    const a = before.find(({ measure }) => after.some((other) => other.measure === measure));
    const b = after.find(({ measure }) => measure === a?.measure);
    const names = `${before[0]!.name} with ${after[0]!.name}`;
    if (a === undefined || b === undefined)
      throw new UserError(
        `cannot compare ${names}: no measure has a value on both`,
        'Name one that applies to both: --measures nDCG@10.',
      );
    const found = stability(a, a.name === b.name ? { ...b, name: `${b.name} (second)` } : b);
    if (found === undefined)
      throw new UserError(
        `cannot compare ${names}: no system has a value on both`,
        'Give the same --pipeline to both; runs of one system need the same file name.',
      );
    return found;
  });
}

export const analyseCommand: Command = {
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
    const standings: Standings[][] = [];
    for await (const plan of plans(options, io, [...new Set(analyses)])) {
      const { benchmark, pipelines, settings, context } = plan;
      if (costs !== undefined) checkCosts(costs, plan, io);
      const { evaluation, analyses: tables } = await appraise(benchmark, pipelines, settings, context);
      if (costs !== undefined || several) {
        const board = await boardOf(evaluation, settings, context);
        standings.push(measureNames(board).map((measure) => standingsOf(board, measure)));
        if (costs !== undefined) tables.push(...paretoOf(board, costs));
      }
      const analysed = analysedOf(plan, tables);
      json.push(analysed);
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
