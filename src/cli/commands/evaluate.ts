import { join } from 'node:path';
import { leaderboardJson } from '../../report/json.js';
import { markdownLeaderboard, terminalLeaderboard } from '../../report/leaderboard.js';
import { perQueryLines } from '../../report/per-query.js';
import { writeFileAtomic } from '../../store/atomic.js';
import type { Command } from '../command.js';
import { declareEvaluation, leaderboards } from '../evaluation.js';

export const evaluateCommand: Command = {
  name: 'evaluate',
  summary: 'rank systems on benchmarks: relevance and quality measures with intervals',
  declare(parser) {
    declareEvaluation(parser);
    parser.option('--markdown', 'print Markdown tables');
  },
  async run(_args, options, io) {
    const json: object[] = [];
    const markdown: string[] = [];
    const { out } = options as { out?: string };
    for await (const board of leaderboards(options, io)) {
      const { benchmark } = board.evaluation;
      const result = leaderboardJson(board);
      const text = markdownLeaderboard(board);
      json.push(result);
      markdown.push(text);
      if (out !== undefined) {
        const folder = join(
          out,
          'results',
          `${encodeURIComponent(benchmark.name)}-${benchmark.digest.slice(0, 8)}`,
        );
        await writeFileAtomic(join(folder, 'results.json'), `${JSON.stringify(result, null, 2)}\n`);
        await writeFileAtomic(join(folder, 'results.md'), text);
        await writeFileAtomic(join(folder, 'per-query.jsonl'), perQueryLines(board.evaluation));
        io.note(`results kept in ${folder}`);
      }
      if (!options.json)
        await io.result(`${options.markdown ? text : terminalLeaderboard(board, io.width)}\n`);
    }
    if (options.json) await io.result(`${JSON.stringify(json, null, 2)}\n`);
    return 0;
  },
};
