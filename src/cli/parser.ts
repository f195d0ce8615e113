import { Command as Parser } from 'commander';
import { version } from '../core/version.js';
import type { Command } from './command.js';
import { processIo } from './io.js';
import { COMMANDS } from './registry.js';

/** The whole command line. Also read by the documentation, so that help and docs cannot differ. */
export function parser(done: (code: number) => void): Parser {
  const program = new Parser('assay')
    .description(
      'Finds code that is right, and proves it: evaluates code search on relevance and correctness.',
    )
    .version(version)
    .showSuggestionAfterError(true)
    .exitOverride();
  for (const command of COMMANDS) program.addCommand(subParser(command, done));
  return program;
}

function subParser(command: Command, done: (code: number) => void): Parser {
  const sub = new Parser(command.name).description(command.summary).exitOverride();
  command.declare(sub);
  sub.option('--json', 'print the result as JSON').option('--quiet', 'print results and warnings only');
  sub.action(async () => {
    const options = sub.opts();
    const io = processIo(options.quiet === true);
    try {
      done(await command.run(sub.args, options, io));
    } finally {
      io.settle();
    }
  });
  return sub;
}
