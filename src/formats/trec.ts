import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Benchmark, DocId } from '../core/benchmark.js';
import { messageOf, UserError } from '../core/errors.js';
import type { BenchmarkSource, SourceDocument, TaskSource } from '../core/source.js';
import { readError, readLines } from '../store/lines.js';
import type { Format, ReadContext } from './format.js';
import { Losses } from './losses.js';
import { fileNamesOf } from './task-files.js';
import {
  DIRECTION_OPTION,
  LEVEL_OPTION,
  readBackHint,
  type TaskChoices,
  taskChoices,
} from './task-options.js';
import { columnsOf, RUN_COLUMNS } from './trec-lines.js';
import { type Qrels, readQrels, writeQrels } from './trec-qrels.js';

const QRELS_FILE = /qrels/i;
const RUN_FILE = /(^|[^a-z])runs?([^a-z]|$)/i;

/** The qrels and run files that PATH stands for. */
async function filesOf(path: string): Promise<{ qrels: string[]; runs: string[] }> {
  const info = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw readError(path, error.code === 'ENOENT' ? 'there is no such file or folder' : messageOf(error));
  });
  if (!info.isDirectory()) return { qrels: [path], runs: [] };
  const entries = await readdir(path, { withFileTypes: true });
  const names = entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort();
  const paths = (wanted: (name: string) => boolean) => names.filter(wanted).map((name) => join(path, name));
  const qrels = paths((name) => QRELS_FILE.test(name));
  if (qrels.length === 0)
    throw readError(
      path,
      'no file in it has "qrels" in its name',
      undefined,
      'Name the qrels file itself, or a folder that holds it.',
    );
  return { qrels, runs: paths((name) => !QRELS_FILE.test(name) && RUN_FILE.test(name)) };
}

/** `qrels.web.txt` and `web.qrels.gz` are both task `web`. */
function taskIdOf(path: string): string {
  const name = basename(path)
    .replace(/\.gz$/, '')
    .replace(/\.(txt|tsv|trec)$/, '');
  return name.replace(/^qrels[._-]|[._-]qrels$/i, '') || name;
}

function taskOf(qrels: Qrels, { direction, level, queryKind }: TaskChoices): TaskSource {
  return {
    id: taskIdOf(qrels.path),
    corpus: 'documents',
    direction,
    labels: {},
    level,
    *queries() {
      for (const id of qrels.queries)
        yield {
          query: { id, text: '', kind: queryKind, cluster: id, exclude: [] },
          judgments: qrels.judgments(id),
        };
    },
  };
}

async function* documentsOf(
  qrels: readonly Qrels[],
  runs: readonly string[],
  kind: TaskChoices['documentKind'],
): AsyncIterable<SourceDocument> {
  const seen = new Set<DocId>();
  const fresh = (id: DocId): boolean => seen.size < seen.add(id).size;
  for (const each of qrels)
    for (const id of each.documents()) if (fresh(id)) yield { meta: { id, kind }, text: '' };
  for (const path of runs)
    for await (const line of readLines(path)) {
      const id = columnsOf(path, line, RUN_COLUMNS)[2];
      if (id !== undefined && fresh(id)) yield { meta: { id, kind }, text: '' };
    }
}

async function read(path: string, { options, warn }: ReadContext): Promise<BenchmarkSource> {
  const choices = taskChoices(options);
  const files = await filesOf(path);
  const qrels: Qrels[] = [];
  for (const file of files.qrels) {
    const each = await readQrels(file);
    if (each.repeated > 0) warn(`${file}: ${each.repeated} lines repeat earlier ones and are ignored`);
    const same = qrels.find((other) => taskIdOf(other.path) === taskIdOf(file));
    if (same !== undefined)
      throw new UserError(
        `cannot read ${file}: ${basename(same.path)} beside it makes the same task "${taskIdOf(file)}"`,
        'Rename one of the two, or name a single file.',
      );
    qrels.push(each);
  }
  warn(`${path}: TREC files have ids only; texts are empty, so only runs and vectors can be scored`);
  return {
    name: taskIdOf(resolve(path)),
    version: '1',
    origin: {
      format: 'trec',
      qrels: files.qrels.map((file) => basename(file)),
      runs: files.runs.map((file) => basename(file)),
    },
    corpora: [{ id: 'documents', documents: () => documentsOf(qrels, files.runs, choices.documentKind) }],
    tasks: qrels.map((each) => taskOf(each, choices)),
    suites: () => [],
    verdicts: () => [],
  };
}

async function write(benchmark: Benchmark, dir: string, { warn }: ReadContext): Promise<void> {
  const losses = new Losses('TREC');
  losses.benchmark(benchmark);
  for (const corpus of benchmark.corpora.values()) losses.count('texts of documents', corpus.size);
  const names = fileNamesOf(benchmark.tasks.map(({ id }) => id));
  for (const [k, task] of benchmark.tasks.entries()) {
    const { unjudged } = await writeQrels(task, join(dir, `${names[k]}.qrels`));
    losses.count('queries without a judgment', unjudged);
    losses.count('texts of queries', task.size);
    for await (const { query } of task.queries()) losses.query(query);
    const hint = readBackHint(task);
    if (hint !== undefined) warn(hint);
  }
  losses.tell(warn);
}

export const trec: Format = {
  name: 'trec',
  title: 'TREC qrels',
  files:
    'a qrels file, or a folder of files with "qrels" in their names (one task each); files with "run" in their ' +
    'names add document ids. gzip is accepted',
  options: [DIRECTION_OPTION, LEVEL_OPTION],
  read,
  write,
};
