import { join } from 'node:path';
import { UserError } from '../../core/errors.js';
import { counted } from '../../core/words.js';
import { WRITERS } from '../../formats/registry.js';
import { fileNamesOf } from '../../formats/task-files.js';
import { writeTrecRun } from '../../formats/trec-run.js';
import { type BundleSummary, fillBundle } from '../../reproduce/bundle.js';
import { readStored, resultsFolders } from '../../reproduce/stored.js';
import { writeFolderAtomic } from '../../store/atomic.js';
import { dirOf } from '../../store/evaluation-folder.js';
import { RunFolder } from '../../store/run-folder.js';
import { ANALYSIS_NAMES } from '../analysis-names.js';
import { benchmarkOf, chooseBenchmark } from '../benchmarks.js';
import type { Command } from '../command.js';
import { declareFormatOptions, formatNamed, formatOptions } from '../format-options.js';
import type { Io } from '../io.js';
import { assertNew } from '../new-folder.js';

/** The formats with the options that writing takes, which are not those of reading. */
const WRITTEN = WRITERS.map((format) => ({ ...format, options: format.writeOptions ?? [] }));

export const exportCommand: Command = {
  declare(parser) {
    parser
      .argument('[format]', WRITERS.map(({ name }) => name).join(', '))
      .argument('[benchmark]', 'benchmark folder, or the name of a built-in one')
      .option('--out <dir>', 'the folder to make')
      .option(
        '--run <dir>',
        'trec: write this run (a folder below runs/ of evaluate --out), not the benchmark',
      )
      .option(
        '--bundle <evaluation>',
        'in the place of format and benchmark: the folder given to evaluate as --out, or one below its results/',
      )
      .option(
        '--benchmark <dir|name>',
        '--bundle: what it was made on (default: the built-in one of that name)',
      );
    declareFormatOptions(parser, WRITTEN);
  },
  async run(args, options, io) {
    if (options.bundle !== undefined) return writeBundle(args, options, io);
    const [name, dirOrName] = args;
    if (name === undefined || dirOrName === undefined)
      throw new UserError(
        `cannot export a benchmark: ${name === undefined ? 'the format' : 'the benchmark'} is missing`,
        'For example: assay export beir starter --out DIR; or results: assay export --bundle EVALUATION --out DIR.',
      );
    if (options.benchmark !== undefined)
      throw new UserError(
        'cannot use --benchmark here: it goes with --bundle',
        'Name the benchmark after the format.',
      );
    const format = formatNamed(name, WRITTEN);
    const out = await assertNew(options.out);
    const context = {
      options: formatOptions(format, WRITTEN, options),
      warn: (text: string) => io.warn(text),
    };
    const benchmark = await benchmarkOf(dirOrName);
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

/** @throws UserError where it is not plain which results are meant, or they are not what their runs give */
async function writeBundle(
  args: readonly string[],
  options: Record<string, unknown>,
  io: Io,
): Promise<number> {
  if (args.length > 0 || options.run !== undefined)
    throw new UserError(
      `cannot use ${args.length > 0 ? `"${args[0]}"` : '--run'} with --bundle: a bundle is made of an evaluation alone`,
      'For example: assay export --bundle EVALUATION --out DIR.',
    );
  const out = await assertNew(options.out);
  const evaluation = options.bundle as string;
  const [folder, ...others] = await resultsFolders(evaluation);
  if (others.length > 0)
    throw new UserError(
      `cannot bundle ${evaluation}: it holds results on ${counted(1 + others.length, 'benchmark')}`,
      `Name one of them, such as ${dirOf(folder!)}.`,
    );
  const stored = await readStored(folder!, ANALYSIS_NAMES);
  const asked = options.benchmark === undefined ? [] : [options.benchmark as string];
  const { benchmark, named, dir: benchmarkDir } = await chooseBenchmark(folder!, stored.benchmark, asked);
  const source = { folder: folder!, stored, benchmark, named, benchmarkDir };
  let summary: BundleSummary | undefined;
  await writeFolderAtomic(out, async (bundle) => {
    summary = await fillBundle(bundle, source, io.progress.bind(io));
  });
  const { files, bytes, inputs } = summary!;
  for (const [id, { place, reason }] of Object.entries(inputs))
    if (place === undefined) io.warn(`what ${id} read is not included: ${reason}`);
  if (options.json) await io.result(`${JSON.stringify({ out, files, bytes, inputs }, null, 2)}\n`);
  else
    await io.result(
      `${benchmark.name}: ${counted(files, 'file')} written to ${out}, ${(bytes / 2 ** 20).toFixed(1)} MB; check them with: assay reproduce ${out}\n`,
    );
  return 0;
}

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
