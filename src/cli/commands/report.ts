import type { Benchmark } from '../../core/benchmark.js';
import { UserError } from '../../core/errors.js';
import { type StoredEvaluation, storedEvaluations } from '../../report/html/evaluations.js';
import { storedRankings } from '../../report/html/rankings.js';
import { showQueries } from '../../report/html/shown-queries.js';
import { assertPage, pageWords, SHOWN_DOCUMENTS, SHOWN_QUERIES, writePage } from '../../report/html/write.js';
import type { Results } from '../../report/results.js';
import { runsOf } from '../../store/evaluation-folder.js';
import { benchmarkOf, chooseBenchmark } from '../benchmarks.js';
import type { Command } from '../command.js';
import { wholeNumber } from '../numbers.js';

const nameOf = ({ benchmark, digest }: Results) => `${benchmark} (digest ${digest.slice(0, 8)})`;

/** The benchmark of the only evaluation of a folder: one that lies beside it, as in a bundle, or that ships. */
async function benchmarkOfOnly(dir: string, evaluations: readonly StoredEvaluation[]): Promise<Benchmark> {
  if (evaluations.length > 1) {
    const names = evaluations.map(({ results }) => nameOf(results));
    throw new UserError(
      `cannot report on ${dir} as a whole: it holds results on ${names.length} benchmarks (${names.join(', ')})`,
      'A page shows one: choose it with --benchmark DIR or NAME.',
    );
  }
  const { results, folder } = evaluations[0]!;
  const made = { name: results.benchmark, digest: results.digest };
  return (await chooseBenchmark(folder, made, [])).benchmark;
}

function evaluationOn(
  { name, digest }: Benchmark,
  dir: string,
  evaluations: readonly StoredEvaluation[],
): StoredEvaluation {
  const found = evaluations.find(({ results }) => results.digest === digest);
  if (found !== undefined) return found;
  const held = evaluations.map(({ results }) => nameOf(results)).join(', ');
  throw new UserError(
    `cannot report on ${dir}: it holds no results on ${name} (digest ${digest.slice(0, 8)}), only on ${held}`,
    'The digest is that of all files of a benchmark: name the very one that was evaluated.',
  );
}

export const reportCommand: Command = {
  declare(parser) {
    parser
      .argument('<evaluation>', 'folder that evaluate --out has filled, one below its results/, or a bundle')
      .option('--out <file>', 'the page to write; an older one is replaced')
      .option(
        '--benchmark <dir|name>',
        'the benchmark that was evaluated, for its texts (default: the one in the bundle, or the built-in one of that name)',
      )
      .option(
        '--queries <n>',
        'show so many queries, a sample where there are more',
        wholeNumber(0),
        SHOWN_QUERIES,
      )
      .option('--top <k>', 'show so many documents of each ranking', wholeNumber(1, 1000), SHOWN_DOCUMENTS);
  },
  async run([dir], options, io) {
    const {
      benchmark: asked,
      queries,
      top,
    } = options as { benchmark?: string; queries: number; top: number };
    const out = await assertPage(options.out, '--out');
    const evaluations = await storedEvaluations(dir!);
    io.progress(`reading ${asked ?? evaluations[0]!.results.benchmark}`);
    const benchmark =
      asked === undefined ? await benchmarkOfOnly(dir!, evaluations) : await benchmarkOf(asked);
    const { results, folder } = evaluationOn(benchmark, dir!, evaluations);
    const shown = await showQueries(benchmark, results.task, queries);
    const progress = io.progress.bind(io);
    const stored = await storedRankings(runsOf(folder), results, shown, { top, progress });
    io.progress('fitting texts into the page');
    const page = await writePage(out, { results, benchmark, shown, ...stored });
    await io.result(options.json ? `${JSON.stringify(page, null, 2)}\n` : `${pageWords(page)}\n`);
    return 0;
  },
};
