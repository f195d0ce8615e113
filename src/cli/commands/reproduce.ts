import { UserError } from '../../core/errors.js';
import { checkBundle, checkResults, isEqual, type Outcome, outcomeText } from '../../reproduce/check.js';
import { isBundle } from '../../reproduce/manifest.js';
import { readStored, resultsFolders } from '../../reproduce/stored.js';
import { ANALYSIS_NAMES } from '../analysis-names.js';
import { chooseBenchmark } from '../benchmarks.js';
import { type Command, several } from '../command.js';
import type { Io } from '../io.js';

async function checkEvaluation(run: string, benchmarks: readonly string[], io: Io): Promise<Outcome> {
  const reports: Outcome['reports'] = [];
  for (const folder of await resultsFolders(run)) {
    io.progress(`reading ${folder.name}`);
    const stored = await readStored(folder, ANALYSIS_NAMES);
    const { benchmark, named } = await chooseBenchmark(folder, stored.benchmark, benchmarks);
    const options = { named, progress: io.progress.bind(io) };
    reports.push(...(await checkResults(folder, stored, benchmark, options)));
  }
  return { reports };
}

export const reproduceCommand: Command = {
  declare(parser) {
    parser
      .argument(
        '<run>',
        'the folder given to evaluate or compare as --out, one below its results/, or a bundle',
      )
      .option(
        '--benchmark <dir|name>',
        'what the results were made on (default: the built-in one of that name; a bundle has its own); repeatable',
        several,
      )
      .addHelpText('after', '\nExit code 1 when anything differs.');
  },
  async run([run], options, io) {
    const named = (options.benchmark as string[] | undefined) ?? [];
    const bundle = await isBundle(run!);
    if (bundle && named.length > 0)
      throw new UserError(
        `cannot use --benchmark with ${run}: a bundle is checked against its own`,
        'Leave the option out.',
      );
    const outcome = bundle
      ? await checkBundle(run!, ANALYSIS_NAMES, io.progress.bind(io))
      : await checkEvaluation(run!, named, io);
    const equal = isEqual(outcome);
    if (options.json) await io.result(`${JSON.stringify({ run, equal, ...outcome }, null, 2)}\n`);
    else await io.result(outcomeText(outcome));
    return equal ? 0 : 1;
  },
};
