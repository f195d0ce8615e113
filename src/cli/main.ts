#!/usr/bin/env node
import { CommanderError } from 'commander';
import { messageOf, UserError } from '../core/errors.js';
import { removeUnfinished } from '../store/atomic.js';
import { parser } from './parser.js';

/** Exit codes: 0 done; 1 a valid "no"; 2 could not do it. A closed pipe is 0. */
async function main(argv: readonly string[]): Promise<number> {
  let code = 0;
  const program = parser((result) => {
    code = result;
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    return explain(error);
  }
}

function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UserError) {
    process.stderr.write(`${error.message}\n${error.next === undefined ? '' : `${error.next}\n`}`);
    return 2;
  }
  const stack = error instanceof Error && error.stack !== undefined ? error.stack : messageOf(error);
  process.stderr.write(`This is a defect of Assay, please report it:\n${stack}\n`);
  return 2;
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

handleSignals();
process.exitCode = await main(process.argv.slice(2));
