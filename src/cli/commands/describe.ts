import { describeBenchmark } from '../../describe/describe.js';
import { markdownTables, terminalTables } from '../../report/result-table.js';
import { benchmarkOf } from '../benchmarks.js';
import type { Command } from '../command.js';

export const describeCommand: Command = {
  declare(parser) {
    parser
      .argument('<benchmark>', 'benchmark folder, or the name of a built-in one')
      .option('--markdown', 'print Markdown tables')
      .option('--no-tokens', 'lengths in words only: cl100k tokens take the most time of large benchmarks');
  },
  async run([dirOrName], options, io) {
    io.progress(`reading ${dirOrName}`);
    const benchmark = await benchmarkOf(dirOrName!);
    const { name, version, digest } = benchmark;
    const tables = await describeBenchmark(benchmark, {
      tokens: options.tokens !== false,
      progress: (what, done, total) => io.progress(`${name} · ${what}`, done, total),
    });
    if (options.json)
      await io.result(`${JSON.stringify({ benchmark: name, version, digest, tables }, null, 2)}\n`);
    else if (options.markdown) await io.result(`# ${name} ${version}\n\n${markdownTables(tables)}\n`);
    else await io.result(`${terminalTables(tables, io.width)}\n`);
    return 0;
  },
};
