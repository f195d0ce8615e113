import { Command as Parser } from 'commander';
import { UserError } from '../core/errors.js';
import { version } from '../core/version.js';
import type { Command } from './command.js';
import { processIo } from './io.js';
import { COMMANDS } from './registry.js';

/**
 * The command line. Also read by the documentation, so that help and docs cannot differ.
 *
 * @param asked which commands are wanted whole; the others are there by name and summary only, for loading all of
 *   them takes longer than many a command runs
 */
export async function parser(
  done: (code: number) => void,
  asked: (name: string) => boolean = () => true,
): Promise<Parser> {
  const program = new Parser('assay')
    .description(
      'Finds code that is right, and proves it: evaluates code search on relevance and correctness.',
    )
    .version(version)
    .showSuggestionAfterError(true)
    .exitOverride();
  for (const { name, summary, load } of COMMANDS) {
    const sub = new Parser(name).description(summary).exitOverride();
    if (asked(name)) complete(sub, await load(), done);
    program.addCommand(sub);
  }
  return program;
}

function complete(sub: Parser, command: Command, done: (code: number) => void): void {
  command.declare(sub);
  sub.option('--json', 'print the result as JSON').option('--quiet', 'print results and warnings only');
  sub.action(async () => {
    const options = sub.opts();
    if (options.json && options.markdown)
      throw new UserError('cannot use --json with --markdown: one form at a time', 'Ask for one of them.');
    const io = processIo(options.quiet === true);
    try {
      done(await command.run(sub.args, options, io));
    } finally {
      io.settle();
    }
  });
}
