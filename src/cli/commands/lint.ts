import { counted } from '../../core/words.js';
import { CHECKS, lint } from '../../lint/lint.js';
import { benchmarkOf } from '../benchmarks.js';
import type { Command } from '../command.js';

export const lintCommand: Command = {
  declare(parser) {
    const list = CHECKS.map(
      ({ name, severity, describe }) => `  ${name.padEnd(22)} ${severity.padEnd(8)} ${describe}`,
    );
    parser
      .argument('<benchmark>', 'benchmark folder, or the name of a built-in one')
      .addHelpText('after', `\nChecks:\n${list.join('\n')}\n\nExit code 1 when an error is found.`);
  },
  async run([dirOrName], options, io) {
    const benchmark = await benchmarkOf(dirOrName!);
    const findings = await lint(benchmark, (what) => io.progress(`${benchmark.name} · ${what}`));
    if (options.json)
      await io.result(
        `${JSON.stringify({ benchmark: benchmark.name, digest: benchmark.digest, findings }, null, 2)}\n`,
      );
    else {
      for (const { severity, where, check, count, of, message, examples } of findings) {
        const named =
          examples.length === 0 ? '' : ` (${examples.join(', ')}${count > examples.length ? ' …' : ''})`;
        await io.result(`${severity}: ${where}: ${count} of ${of} ${message}${named} [${check}]\n`);
      }
      await io.result(
        `${benchmark.name}: ${counted(findings.length, 'finding')} by ${counted(CHECKS.length, 'check')}\n`,
      );
    }
    return findings.some(({ severity }) => severity === 'error') ? 1 : 0;
  },
};
