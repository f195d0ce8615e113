import { UserError } from '../../core/errors.js';
import { resultsPath } from '../../evaluate/evaluate.js';
import { appraise, boardOf } from '../../report/appraisal.js';
import { livePage } from '../../report/html/live.js';
import { assertPage, pageWords } from '../../report/html/write.js';
import { markdownLeaderboard, terminalLeaderboard } from '../../report/leaderboard.js';
import { resultsOf } from '../../report/results.js';
import { writeDerived } from '../../reproduce/derived.js';
import { evaluationFiles } from '../../reproduce/kept.js';
import { ANALYSIS_NAMES } from '../analysis-names.js';
import type { Command } from '../command.js';
import { declareEvaluation, plans } from '../evaluation.js';

/** Where the page is to be written, found out before any work is done. */
async function pageOf({
  html,
  benchmark = [],
}: {
  html?: string;
  benchmark?: string[];
}): Promise<string | undefined> {
  if (html === undefined) return undefined;
  if (benchmark.length > 1)
    throw new UserError(
      `cannot write one page of ${benchmark.length} benchmarks: --html shows one`,
      'Keep the evaluation with --out DIR, and make a page of each: assay report DIR --benchmark NAME --out FILE.',
    );
  return assertPage(html, '--html');
}

export const evaluateCommand: Command = {
  declare(parser) {
    declareEvaluation(parser);
    parser
      .option('--markdown', 'print Markdown tables')
      .option('--html <file>', 'make a page of it, as assay report does; an older one is replaced');
  },
  async run(_args, options, io) {
    const json: object[] = [];
    const { out } = options as { out?: string };
    const html = await pageOf(options);
    // The tables of the terminal do not show them.
    const shown = out !== undefined || html !== undefined || options.json === true;
    const analyses = shown ? ANALYSIS_NAMES : [];
    for await (const { benchmark, pipelines, settings, context } of plans(options, io, analyses)) {
      const page = html === undefined ? undefined : await livePage(html, benchmark, settings);
      const watched = page === undefined ? context : { ...context, observers: [page.see] };
      const { evaluation, analyses } = await appraise(benchmark, pipelines, settings, watched);
      const board = await boardOf(evaluation, settings, context);
      const results = resultsOf(board, analyses, settings.task);
      json.push(results);
      if (out !== undefined) {
        const folder = resultsPath(out, benchmark);
        for (const file of evaluationFiles(board, results)) await writeDerived(folder, file);
        io.note(`results kept in ${folder}`);
      }
      if (page !== undefined) io.note(pageWords(await page.write(results)));
      if (!options.json)
        await io.result(
          `${options.markdown ? markdownLeaderboard(board) : terminalLeaderboard(board, io.width)}\n`,
        );
    }
    if (options.json) await io.result(`${JSON.stringify(json, null, 2)}\n`);
    return 0;
  },
};
