import type { Command as Parser } from 'commander';
import type { Io } from './io.js';

/** One command of `assay`. One file each, one entry in `registry.ts`. */
export interface Command {
  /** Declares arguments and options; --json and --quiet are there already. */
  declare(parser: Parser): void;
  /**
   * Does the work.
   *
   * @returns the exit code: 0 done, 1 a valid "no"
   * @throws UserError for exit code 2
   */
  run(args: string[], options: Record<string, unknown>, io: Io): Promise<number>;
}

/** Collects an option that may be given several times. */
export function several(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}
