/**
 * What `assay report` costs on the evaluation of 20 systems, and how large its page is; writes bench/report.md.
 *
 *   npm run build && node dist/bench/report/report.js [--depth 1000] [--folder DIR]
 *
 * Runs are invented and laid down where `assay evaluate --out` would keep them, 10 GB at depth 1,000; from there on
 * the two commands do what they always do, so that evaluating searches nothing.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { version } from '../../src/core/version.js';
import { resultsPath } from '../../src/evaluate/evaluate.js';
import { resolvePipeline, stageContext } from '../../src/pipeline/resolve.js';
import { openBenchmark, writeBenchmark } from '../../src/store/benchmark-folder.js';
import { type Cost, measure, root } from '../cost.js';
import { inventedBenchmark, writeRun } from './data.js';

const SYSTEMS = 20;
const DOCUMENTS = 50_000;
const RESAMPLES = 200;

/** The pipeline files of systems that stand for the invented runs: nothing is searched with them. */
async function inventPipelines(folder: string) {
  const context = stageContext(() => {});
  const pipelines = [];
  for (let s = 0; s < SYSTEMS; s++) {
    const path = join(folder, `system-${s}.json`);
    writeFileSync(path, JSON.stringify({ name: `system-${s}`, retrieve: { type: 'random', seed: s } }));
    pipelines.push({ path, pipeline: await resolvePipeline(path, context) });
  }
  return pipelines;
}

interface Line {
  queries: number;
  depth: number;
  evaluate: Cost;
  report: Cost;
  bytes: number;
  left: string[];
}

async function lineOf(folder: string, queries: number, depth: number): Promise<Line> {
  mkdirSync(folder);
  const dir = join(folder, 'benchmark');
  await writeBenchmark(inventedBenchmark(`report-${queries}`, DOCUMENTS, queries), dir);
  const benchmark = await openBenchmark(dir);
  const out = join(folder, 'out');
  const pipelines = await inventPipelines(folder);
  for (const [s, { pipeline }] of pipelines.entries()) {
    await writeRun(join(out, 'runs', basename(resultsPath(out, benchmark))), benchmark, pipeline, s, depth);
    console.error(`${queries} queries, depth ${depth}: run ${s + 1} of ${SYSTEMS}`);
  }
  const live = join(folder, 'live.html');
  const evaluate = await measure([
    ...['evaluate', '--benchmark', dir, ...pipelines.flatMap(({ path }) => ['--pipeline', path])],
    ...['--depth', String(depth), '--resamples', String(RESAMPLES), '--no-baselines', '--quiet', '--json'],
    ...['--out', out, '--html', live],
  ]);
  const page = join(folder, 'page.html');
  const report = await measure(['report', out, '--benchmark', dir, '--out', page, '--quiet']);
  if (!readFileSync(live).equals(readFileSync(page)))
    throw new Error('the two commands made different pages');
  const { left } = await dataOf(page);
  return { queries, depth, evaluate, report, bytes: statSync(page).size, left };
}

async function dataOf(page: string): Promise<{ left: string[] }> {
  const { inflateRawSync } = await import('node:zlib');
  const [, base64] = /id="data">([^<]*)</.exec(readFileSync(page, 'utf8'))!;
  return JSON.parse(inflateRawSync(Buffer.from(base64!, 'base64')).toString()).queries;
}

function textOf(lines: readonly Line[]): string {
  const whole = (n: number) => n.toLocaleString('en');
  const costs = ({ seconds, busy, megabytes }: Cost) => [
    seconds.toFixed(0),
    busy.toFixed(0),
    megabytes.toFixed(0),
  ];
  const rows = lines.map(({ queries, depth, evaluate, report, bytes }) =>
    [whole(queries), whole(depth), ...costs(report), (bytes / 1e6).toFixed(2), ...costs(evaluate)].join(
      ' | ',
    ),
  );
  return `# Cost of a report

${SYSTEMS} systems on ${whole(DOCUMENTS)} invented documents (families of five near-clones, 6–35 lines), 10 documents shown of each
ranking. \`assay report\` reads an evaluation that was kept, and of its runs the parts that hold the queries it shows.
\`assay evaluate --html\` is given the same runs, so that it searches nothing: it scores them, draws ${RESAMPLES} resamples,
compares all pairs, runs every analysis, keeps the results and makes the same page, which is checked byte by byte.

*CPU* is the time of the processor, in all threads: the machine had other work, which lengthens only the other.

| queries | depth | report, seconds | CPU | memory (MB) | page (MB) | evaluate --html, seconds | CPU | memory (MB) |
|---:|---:|---:|---:|---:|---:|---:|---:|---:|
${rows.map((row) => `| ${row} |`).join('\n')}

What the last page says it leaves out:

${lines
  .at(-1)!
  .left.map((line) => `- ${line}`)
  .join('\n')}

Machine: ${cpus()[0]!.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB. Assay ${version}, Node ${process.versions.node}.

Made by \`node dist/bench/report/report.js\` (bench/report/report.ts).
`;
}

const { values } = parseArgs({
  options: { depth: { type: 'string', default: '1000' }, folder: { type: 'string', default: tmpdir() } },
});
const scratch = mkdtempSync(join(values.folder, 'assay-report-'));
const lines: Line[] = [];
try {
  for (const [queries, depth] of [
    [1000, 100],
    [40_000, Number(values.depth)],
  ] as const) {
    lines.push(await lineOf(join(scratch, `size-${queries}`), queries, depth));
    console.error(JSON.stringify(lines.at(-1)));
    rmSync(join(scratch, `size-${queries}`), { recursive: true });
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
writeFileSync(join(root, 'bench/report.md'), textOf(lines));
