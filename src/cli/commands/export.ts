import { join } from 'node:path';
import { UserError } from '../../core/errors.js';
import { WRITERS } from '../../formats/registry.js';
import { fileNamesOf } from '../../formats/task-files.js';
import { writeTrecRun } from '../../formats/trec-run.js';
import { writeFolderAtomic } from '../../store/atomic.js';
import { RunFolder } from '../../store/run-folder.js';
import { benchmarkOf } from '../benchmarks.js';
import type { Command } from '../command.js';
import { declareFormatOptions, formatNamed, formatOptions } from '../format-options.js';
import type { Io } from '../io.js';
import { assertNew } from '../new-folder.js';

/** The formats with the options that writing takes, which are not those of reading. */
const WRITTEN = WRITERS.map((format) => ({ ...format, options: format.writeOptions ?? [] }));

export const exportCommand: Command = {
  name: 'export',
  summary: 'write a benchmark, or a run on it, in another format',
  declare(parser) {
    parser
      .argument('<format>', WRITERS.map(({ name }) => name).join(', '))
      .argument('<benchmark>', 'benchmark folder, or the name of a built-in one')
      .option('--out <dir>', 'the folder to make')
      .option(
        '--run <dir>',
        'trec: write this run (a folder below runs/ of evaluate --out), not the benchmark',
      );
    declareFormatOptions(parser, WRITTEN);
  },
  async run([name, dirOrName], options, io) {
    const format = formatNamed(name!, WRITTEN);
    const out = await assertNew(options.out);
    const context = {
      options: formatOptions(format, WRITTEN, options),
      warn: (text: string) => io.warn(text),
    };
    const benchmark = await benchmarkOf(dirOrName!);
    const { run } = options;
    if (run !== undefined && format.name !== 'trec')
      throw new UserError(`cannot write a run as ${format.name}`, 'Runs are written as trec.');
    const files: string[] = [];
    await writeFolderAtomic(out, async (folder) => {
      if (run === undefined) await format.write(benchmark, folder, context);
      else files.push(...(await writeRun(await RunFolder.open(run as string), benchmark, folder, io)));
    });
    if (options.json) await io.result(`${JSON.stringify({ out, format: format.name, files }, null, 2)}\n`);
    else await io.result(`${benchmark.name}: written to ${out} as ${format.name}\n`);
    return 0;
  },
};

async function writeRun(
  run: RunFolder,
  benchmark: Awaited<ReturnType<typeof benchmarkOf>>,
  folder: string,
  io: Io,
): Promise<string[]> {
  if (run.manifest.benchmark.digest !== benchmark.digest)
    throw new UserError(
      `cannot export the run in ${run.dir}: it was made on another benchmark (${run.manifest.benchmark.name})`,
      'Name the benchmark that the run was made on.',
    );
  const finished = await run.finished();
  if (finished.length === 0)
    throw new UserError(
      `cannot export the run in ${run.dir}: no task of it is finished`,
      'Finish the evaluation first.',
    );
  const missing = benchmark.tasks.filter(({ id }) => !finished.includes(id));
  if (missing.length > 0)
    io.warn(`the run has not finished, and so leaves out: ${missing.map(({ id }) => id).join(', ')}`);
  const files: string[] = [];
  const names = fileNamesOf(finished);
  for (const [k, id] of finished.entries()) {
    const task = benchmark.tasks.find((candidate) => candidate.id === id);
    if (task === undefined) continue;
    const file = `${names[k]}.run`;
    await writeTrecRun(
      run.rows(task),
      benchmark.corpora.get(task.corpus)!,
      run.manifest.pipeline.id,
      join(folder, file),
    );
    files.push(file);
  }
  return files;
}
