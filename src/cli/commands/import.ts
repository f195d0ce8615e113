import { readdir, stat } from 'node:fs/promises';
import { UserError } from '../../core/errors.js';
import { suggestion } from '../../core/suggest.js';
import { counted } from '../../core/words.js';
import { READERS } from '../../formats/registry.js';
import { writeBenchmark } from '../../store/benchmark-folder.js';
import type { Command } from '../command.js';
import { declareFormatOptions, formatNamed, formatOptions } from '../format-options.js';
import { assertNew } from '../new-folder.js';

export const importCommand: Command = {
  declare(parser) {
    const list = READERS.map(
      ({ name, title, files }) => `  ${name.padEnd(14)} ${title}\n${' '.repeat(17)}${files}`,
    );
    parser
      .argument('<format>', READERS.map(({ name }) => name).join(', '))
      .argument('<path>', 'the folder or file to read')
      .option('--out <dir>', 'the benchmark folder to make')
      .option('--keep-missing', 'keep judgments on documents that the corpus lacks')
      .addHelpText('after', `\nFormats:\n${list.join('\n')}`);
    declareFormatOptions(parser, READERS);
  },
  async run([name, path], options, io) {
    const format = formatNamed(name!, READERS);
    const out = await assertNew(options.out);
    const context = {
      options: formatOptions(format, READERS, options),
      warn: (text: string) => io.warn(text),
    };
    if ((await stat(path!).catch(() => undefined)) === undefined)
      throw new UserError(
        `cannot read ${path}: there is no such file or folder`,
        suggestion(path!, await readdir('.').catch(() => [])),
      );
    const source = await format.read(path!, context);
    const summary = await writeBenchmark(source, out, {
      missingDocuments: options.keepMissing ? 'keep' : 'refuse',
      progress: (what, count) => io.progress(what, count),
    });
    const { missing } = summary;
    if (missing.count > 0)
      io.warn(`${missing.count} judgments name absent documents (${missing.examples.join('; ')})`);
    if (options.json) await io.result(`${JSON.stringify({ out, ...summary }, null, 2)}\n`);
    else await io.result(describe(out, summary));
    return 0;
  },
};

function describe(
  out: string,
  { name, corpora, tasks, suites, verdicts }: Awaited<ReturnType<typeof writeBenchmark>>,
) {
  const lines = [
    `${name}: written to ${out}`,
    ...corpora.map(({ id, documents }) => `  corpus ${id}: ${counted(documents, 'document')}`),
    ...tasks.map(
      ({ id, queries, judgments }) =>
        `  task ${id}: ${counted(queries, 'query')}, ${counted(judgments, 'judgment')}`,
    ),
  ];
  if (suites + verdicts > 0)
    lines.push(`  ${counted(suites, 'test suite')}, ${counted(verdicts, 'verdict')}`);
  return `${lines.join('\n')}\n`;
}
