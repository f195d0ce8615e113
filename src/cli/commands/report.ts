import type { Benchmark } from '../../core/benchmark.js';
import { UserError } from '../../core/errors.js';
import { type StoredEvaluation, storedEvaluations } from '../../report/html/evaluations.js';
import { storedRankings } from '../../report/html/rankings.js';
import { showQueries } from '../../report/html/shown-queries.js';
import { assertPage, pageWords, SHOWN_DOCUMENTS, SHOWN_QUERIES, writePage } from '../../report/html/write.js';
import type { Results } from '../../report/results.js';
import { benchmarkOf, builtInBenchmarks } from '../benchmarks.js';
import type { Command } from '../command.js';
import { wholeNumber } from '../numbers.js';

const nameOf = ({ benchmark, digest }: Results) => `${benchmark} (digest ${digest.slice(0, 8)})`;

/** The only evaluation of a folder, on the built-in benchmark that it is of. */
async function onBuiltIn(dir: string, evaluations: readonly StoredEvaluation[]): Promise<Benchmark> {
  const names = evaluations.map(({ results }) => nameOf(results));
  if (evaluations.length > 1)
    throw new UserError(
      `cannot report on ${dir} as a whole: it holds results on ${names.length} benchmarks (${names.join(', ')})`,
      'A page shows one: choose it with --benchmark DIR or NAME.',
    );
  const { results } = evaluations[0]!;
  if (!(await builtInBenchmarks()).includes(results.benchmark))
    throw new UserError(
      `cannot report on ${dir}: the texts of benchmark ${names[0]} are needed, and it is not a built-in one`,
      'Name its folder with --benchmark DIR.',
    );
  const benchmark = await benchmarkOf(results.benchmark);
  if (benchmark.digest !== results.digest)
    throw new UserError(
      `cannot report on ${dir}: its results are on ${names[0]}, the built-in benchmark of that name has digest ${benchmark.digest.slice(0, 8)}`,
      'Name the folder of the benchmark that was evaluated with --benchmark DIR.',
    );
  return benchmark;
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
  name: 'report',
  summary: 'make one HTML file of an evaluation: charts, tables, and every query with its rankings',
  declare(parser) {
    parser
      .argument('<evaluation>', 'folder that evaluate --out has filled, or one below its results/')
      .option('--out <file>', 'the page to write; an older one is replaced')
      .option(
        '--benchmark <dir|name>',
        'the benchmark that was evaluated, for its texts (default: the built-in one of that name)',
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
    const benchmark = asked === undefined ? await onBuiltIn(dir!, evaluations) : await benchmarkOf(asked);
    const { results, runs } = evaluationOn(benchmark, dir!, evaluations);
    const shown = await showQueries(benchmark, results.task, queries);
    const progress = io.progress.bind(io);
    const stored = await storedRankings(runs, results, shown, { top, progress });
    io.progress('fitting texts into the page');
    const page = await writePage(out, { results, benchmark, shown, ...stored });
    await io.result(options.json ? `${JSON.stringify(page, null, 2)}\n` : `${pageWords(page)}\n`);
    return 0;
  },
};
