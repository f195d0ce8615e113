import { join } from 'node:path';
import { resultsPath } from '../../evaluate/evaluate.js';
import { leaderboardJson } from '../../report/json.js';
import { markdownLeaderboard, terminalLeaderboard } from '../../report/leaderboard.js';
import { perQueryLines } from '../../report/per-query.js';
import { writeFileAtomic } from '../../store/atomic.js';
import { writeLinesAtomic } from '../../store/line-writer.js';
import type { Command } from '../command.js';
import { declareEvaluation, evaluations, leaderboardOf } from '../evaluation.js';

export const evaluateCommand: Command = {
  name: 'evaluate',
  summary: 'rank systems on benchmarks: relevance and quality measures with intervals',
  declare(parser) {
    declareEvaluation(parser);
    parser.option('--markdown', 'print Markdown tables');
  },
  async run(_args, options, io) {
    const json: object[] = [];
    const { out } = options as { out?: string };
    for await (const evaluated of evaluations(options, io)) {
      const board = await leaderboardOf(evaluated, io);
      const { benchmark } = board.evaluation;
      const result = leaderboardJson(board);
      const text = markdownLeaderboard(board);
      json.push(result);
      if (out !== undefined) {
        const folder = resultsPath(out, benchmark);
        await writeFileAtomic(join(folder, 'results.json'), `${JSON.stringify(result, null, 2)}\n`);
        await writeFileAtomic(join(folder, 'results.md'), text);
        await writeLinesAtomic(join(folder, 'per-query.jsonl'), perQueryLines(board.evaluation));
        io.note(`results kept in ${folder}`);
      }
      if (!options.json)
        await io.result(`${options.markdown ? text : terminalLeaderboard(board, io.width)}\n`);
    }
    if (options.json) await io.result(`${JSON.stringify(json, null, 2)}\n`);
    return 0;
  },
};
