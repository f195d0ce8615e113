import { Command as Parser } from 'commander';
import type { Command } from '../src/cli/command.js';

export interface Ran {
  code: number;
  stdout: string;
  warnings: string[];
}

/** Runs a command in this process with the options that its own declaration makes of the arguments. */
export async function run(command: Command, ...argv: string[]): Promise<Ran> {
  const parser = new Parser().exitOverride();
  command.declare(parser);
  parser.option('--json').option('--quiet').parse(argv, { from: 'user' });
  const out: string[] = [];
  const warnings: string[] = [];
  const code = await command.run(parser.args, parser.opts(), {
    width: 100,
    async result(text) {
      out.push(text);
    },
    warn: (text) => warnings.push(text),
    note() {},
    progress() {},
    settle() {},
  });
  return { code, stdout: out.join(''), warnings };
}
