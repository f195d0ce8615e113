#!/usr/bin/env node
import { CommanderError } from 'commander';
import { messageOf, systemError, UserError } from '../core/errors.js';
import { removeUnfinished } from '../store/atomic.js';
import { parser } from './parser.js';

/** Exit codes: 0 done; 1 a valid "no"; 2 could not do it. A closed pipe is 0. */
async function main(argv: readonly string[]): Promise<number> {
  let code = 0;
  try {
    const program = await parser(
      (result) => {
        code = result;
      },
      (name) => argv.includes(name),
    );
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    return explain(error);
  }
}

function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const known = error instanceof UserError ? error : systemError(error);
  if (known !== undefined) {
    // What was being written under another name is told by the name that it was to have.
    const message = known.message.replace(/\.partial-\d+-[0-9a-f]{8}/g, '');
    process.stderr.write(`${message}\n${known.next === undefined ? '' : `${known.next}\n`}`);
    return 2;
  }
  const stack = error instanceof Error && error.stack !== undefined ? error.stack : messageOf(error);
  process.stderr.write(`This is a defect of Assay, please report it:\n${stack}\n`);
  return 2;
}

/** Whatever escapes the commands is told like any other failure, and leaves nothing half-written either. */
function handleStrays(): void {
  const end = (error: unknown) => {
    removeUnfinished();
    process.exit(explain(error));
  };
  process.on('uncaughtException', end).on('unhandledRejection', end);
}

function handleSignals(): void {
  for (const [signal, number] of [
    ['SIGINT', 2],
    ['SIGTERM', 15],
    ['SIGHUP', 1],
  ] as const)
    process.once(signal, () => {
      removeUnfinished();
      process.stderr.write('\nstopped; nothing half-written is left\n');
      process.exit(128 + number);
    });
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      removeUnfinished();
      process.exit(error.code === 'EPIPE' ? 0 : 2);
    });
}

handleStrays();
handleSignals();
process.exitCode = await main(process.argv.slice(2));
