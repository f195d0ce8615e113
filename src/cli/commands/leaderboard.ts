import { join } from 'node:path';
import { UserError } from '../../core/errors.js';
import { suggestion } from '../../core/suggest.js';
import { version } from '../../core/version.js';
import { counted } from '../../core/words.js';
import { type Gathered, gather } from '../../published/gather.js';
import { metricKey } from '../../published/metric-names.js';
import { type MtebFile, mtebFileText, mtebResults } from '../../published/mteb-export.js';
import { type Standings, standingsAmong } from '../../published/standings.js';
import { standingsTables } from '../../published/tables.js';
import { taskKey } from '../../published/tasks.js';
import { markdownTables, terminalTables } from '../../report/result-table.js';
import { writeFileAtomic, writeFolderAtomic } from '../../store/atomic.js';
import { type Command, several } from '../command.js';
import type { Io } from '../io.js';
import { assertNew } from '../new-folder.js';

interface Options {
  metric?: string;
  task?: string[];
  writeMteb?: string;
  json?: boolean;
  markdown?: boolean;
}

export const leaderboardCommand: Command = {
  declare(parser) {
    parser
      .argument(
        '<path...>',
        'an MTEB result file or folder, a result file of ExecRetrieval, or the folder of assay evaluate --out',
      )
      .option(
        '--metric <name>',
        'the score to show, such as nDCG@10 or map_at_100 (default: the main score of each task)',
      )
      .option('--task <name>', 'only this task; * stands for anything; repeatable', several)
      .option('--write-mteb <dir>', 'also write what was computed here as MTEB result files')
      .option('--markdown', 'print Markdown tables');
  },
  async run(paths, given, io) {
    const options = given as Options;
    const out = options.writeMteb === undefined ? undefined : await assertNew(options.writeMteb);
    const metric = metricOf(options);
    const wants = wantedTasks(options.task);
    const gathered = await gather(paths, {
      ...{ metric, wants, warn: io.warn.bind(io), progress: io.progress.bind(io) },
    });
    const standings = standingsAmong(gathered.systems);
    assertSome(gathered, standings, options);
    if (out !== undefined) await writeMteb(gathered, wants, out, io);
    const tables = standingsTables(standings, metric);
    if (options.json)
      await io.result(`${JSON.stringify(jsonOf(standings, metric, tables[0]!.notes), null, 2)}\n`);
    else await io.result(`${options.markdown ? markdownTables(tables) : terminalTables(tables, io.width)}\n`);
    return 0;
  },
};

/** undefined: the main score, also when it is asked for by its name. */
function metricOf({ metric }: Options): string | undefined {
  return metric === undefined || metric === 'main_score' ? undefined : metricKey(metric);
}

/** Whether a task matches one of the names; `*` stands for anything, and spelling as in `taskKey` is not looked at. */
function wantedTasks(names: readonly string[] | undefined): (task: string) => boolean {
  if (names === undefined) return () => true;
  const patterns = names.map((name) => {
    const parts = name.split('*').map((part) => taskKey(part).replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`);
  });
  return (task) => patterns.some((pattern) => pattern.test(taskKey(task)));
}

function assertSome({ tasks, metrics }: Gathered, { rows }: Standings, { task, metric }: Options): void {
  if (rows.length === 0) {
    const asked = task?.join(', ') ?? '';
    throw new UserError(
      `cannot show task ${asked}: there is no result on it`,
      suggestion(asked, [...tasks].sort()),
    );
  }
  if (
    metric !== undefined &&
    metricOf({ metric }) !== undefined &&
    rows.every(({ scores }) => scores.every((score) => score === undefined))
  )
    throw new UserError(
      `cannot show metric "${metric}": no result has it`,
      suggestion(metricKey(metric), [...metrics].sort()),
    );
}

/** Writes what was computed here, as a folder that appears whole. */
async function writeMteb(
  { own }: Gathered,
  wants: (task: string) => boolean,
  out: string,
  io: Io,
): Promise<void> {
  if (own.length === 0)
    throw new UserError(
      `cannot write ${out}: none of the results was computed here`,
      'Name the folder of an evaluation too: assay evaluate --profile mteb --out DIR.',
    );
  const files = new Map<string, MtebFile>();
  for (const results of own) for (const one of mtebResults(results, wants)) files.set(one.file, one);
  if (files.size === 0)
    throw new UserError(`cannot write ${out}: no system computed here has a result on the tasks asked for`);
  await writeFolderAtomic(out, async (folder) => {
    for (const one of files.values())
      await writeFileAtomic(join(folder, ...one.file.split('/')), mtebFileText(one), false);
  });
  io.note(`${counted(files.size, 'file')} written to ${out}`);
}

function jsonOf(
  { columns, rows, counterparts }: Standings,
  metric: string | undefined,
  notes: string[],
): object {
  return {
    assay: version,
    metric: metric ?? 'main_score',
    tasks: columns.map(({ name, type }) => ({ name, type: type ?? null })),
    systems: rows.map(({ system, label, scores, values, standing }) => ({
      system: label,
      ...(system.revision === undefined ? {} : { revision: system.revision }),
      ...(system.baseline ? { baseline: true } : {}),
      origin: system.origin.by,
      versions: [...system.origin.versions],
      ...(system.origin.profiles.size === 0 ? {} : { profiles: [...system.origin.profiles] }),
      scores: byTask(columns, (t) => scores[t] ?? null),
      data: byTask(columns, (t) => values[t]?.data.label ?? null),
      mean: standing.mean ?? null,
      meanByType: standing.meanByType ?? null,
      types: Object.fromEntries([...standing.byType].map(([type, mean]) => [type, mean ?? null])),
      borda: { points: standing.points, rank: standing.rank ?? null },
    })),
    counterparts: counterparts.map(({ here, other, column, difference }) => ({
      ...{ here: here.label, elsewhere: other.label, origin: other.system.origin.by },
      ...{ task: columns[column]!.name, difference },
    })),
    notes,
  };
}

function byTask<T>(columns: Standings['columns'], of: (t: number) => T): Record<string, T> {
  return Object.fromEntries(columns.map(({ name }, t) => [name, of(t)]));
}
