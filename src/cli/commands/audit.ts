import { type AuditReport, audit } from '../../audit/audit.js';
import { FIGURE_KINDS } from '../../audit/kinds.js';
import { version } from '../../core/version.js';
import { DEFAULT_SEED } from '../../evaluate/resampling.js';
import { markdownTables, terminalTables } from '../../report/result-table.js';
import { DEFAULT_CACHE, folderCache } from '../../store/cache.js';
import { benchmarkOf } from '../benchmarks.js';
import type { Command } from '../command.js';
import { wholeNumber } from '../numbers.js';

interface Options {
  task?: string;
  near: boolean;
  bm25: boolean;
  seed: number;
  cache?: string;
  json?: boolean;
  markdown?: boolean;
}

/** Every figure of every place, with the ids of examples, and what each kind means. */
function auditJson({ seed, benchmarks }: AuditReport): string {
  const content = { assay: version, seed, benchmarks, kinds: FIGURE_KINDS };
  return `${JSON.stringify(content, null, 2)}\n`;
}

export const auditCommand: Command = {
  declare(parser) {
    const list = FIGURE_KINDS.map(({ name, describe }) => `  ${name.padEnd(23)} ${describe}`);
    parser
      .argument('<benchmark>', 'benchmark folder, or the name of a built-in one')
      .argument('[other]', 'another, to be shown beside it; what the two share is counted too')
      .option('--task <id>', 'only this task and its corpus; * stands for anything')
      .option('--no-near', 'leave out near duplicates')
      .option('--no-bm25', 'leave out BM25 on the benchmark as it is, without comments, and renamed')
      .option(
        '--seed <n>',
        'seed of the random documents that leaks are set against',
        wholeNumber(0),
        DEFAULT_SEED,
      )
      .option('--cache <dir>', 'where expensive readings of corpora are kept (default: .cache/assay at home)')
      .option('--markdown', 'print Markdown tables')
      .addHelpText(
        'after',
        `\nFigures:\n${list.join('\n')}\n\nIt measures and never fails; assay lint does.`,
      );
  },
  async run([name, otherName], given, io) {
    const options = given as unknown as Options;
    const benchmark = await benchmarkOf(name!);
    const other = otherName === undefined ? undefined : await benchmarkOf(otherName);
    const report = await audit(benchmark, other, {
      ...{ seed: options.seed, task: options.task, near: options.near, renamed: options.bm25 },
      cache: folderCache(options.cache ?? DEFAULT_CACHE),
      progress: (what, done, total) => io.progress(what, done, total),
      warn: (message) => io.warn(message),
    });
    if (options.json) await io.result(auditJson(report));
    else if (options.markdown) await io.result(`${markdownTables(report.tables)}\n`);
    else await io.result(`${terminalTables(report.tables, io.width)}\n`);
    return 0;
  },
};
