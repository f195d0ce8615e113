import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Benchmark, Corpus, JudgedQuery, Task } from '../core/benchmark.js';
import { LineWriter } from '../store/line-writer.js';
import type { ReadContext } from './format.js';
import { Losses } from './losses.js';
import { fileNamesOf } from './task-files.js';
import { readBackHint } from './task-options.js';
import { notHeld } from './trec-lines.js';
import { assertWholeGrade } from './trec-qrels.js';

export const BEIR_HEADER = ['query-id', 'corpus-id', 'score'] as const;

/**
 * `metadata` of a record, from which the reader restores the fields that BEIR has no place for. It is absent
 * when there are none.
 */
function metadata(...parts: (Record<string, string | undefined> | undefined)[]): {
  metadata?: Record<string, string>;
} {
  const entries = parts.flatMap((part) => Object.entries(part ?? {}));
  const known = entries.filter((entry): entry is [string, string] => entry[1] !== undefined);
  return known.length === 0 ? {} : { metadata: Object.fromEntries(known) };
}

/** A title that came in as the first line of the text goes out as the title. */
function splitTitle(
  text: string,
  tags: Record<string, string> | undefined,
): [title: string, body: string, rest: Record<string, string>] {
  const { title, ...rest } = tags ?? {};
  if (title === undefined || title === '' || !text.startsWith(`${title}\n`)) return ['', text, tags ?? {}];
  return [title, text.slice(title.length + 1), rest];
}

async function lines(path: string, body: (out: LineWriter) => Promise<void>): Promise<void> {
  const out = await LineWriter.create(path);
  try {
    await body(out);
  } finally {
    await out.end();
  }
}

async function writeCorpus(corpus: Corpus, path: string): Promise<void> {
  await lines(path, async (out) => {
    for await (const { i, text: whole } of corpus.texts()) {
      const { id, language, family, tags } = corpus.meta(i);
      const [title, text, rest] = splitTitle(whole, tags);
      await out.write(JSON.stringify({ _id: id, title, text, ...metadata(rest, { language, family }) }));
    }
  });
}

/** Query and judgments side by side, so that the task is read once. */
async function writeTask(task: Task, folder: string, split: string, losses: Losses): Promise<void> {
  const qrels = join(folder, 'qrels', `${split}.tsv`);
  await mkdir(join(folder, 'qrels'), { recursive: true });
  await lines(join(folder, 'queries.jsonl'), (queries) =>
    lines(qrels, async (out) => {
      await out.write(BEIR_HEADER.join('\t'));
      for await (const judged of task.queries()) {
        const { query } = judged;
        losses.query(query);
        if (judged.judgments.length === 0) losses.count('queries without a judgment');
        const cluster = query.cluster === query.id ? undefined : query.cluster;
        const fields = metadata(query.tags, { language: query.language, cluster });
        await queries.write(JSON.stringify({ _id: query.id, text: query.text, ...fields }));
        for (const row of qrelsRows(judged, qrels)) await out.write(row);
      }
    }),
  );
}

function* qrelsRows({ query, judgments }: JudgedQuery, path: string): Iterable<string> {
  for (const judgment of judgments) {
    assertWholeGrade(path, query.id, judgment);
    for (const [what, id] of [
      ['query', query.id],
      ['document', judgment.doc],
    ] as const)
      if (/[\t\r\n]/.test(id) || id.trim() !== id)
        throw notHeld(path, what, id, 'holds a tab, a line break or outer space');
    yield `${query.id}\t${judgment.doc}\t${judgment.grade}`;
  }
}

/**
 * Writes a BEIR folder for each task, named after it; a benchmark of one task becomes `dir` itself. A corpus
 * that several tasks search is there several times, as BEIR wants it.
 *
 * @throws UserError on ids and grades that qrels cannot hold
 */
export async function writeBeir(
  benchmark: Benchmark,
  dir: string,
  { options, warn }: ReadContext,
): Promise<void> {
  const losses = new Losses('BEIR');
  losses.benchmark(benchmark);
  const names = fileNamesOf(benchmark.tasks.map(({ id }) => id));
  const written = new Map<string, string>();
  for (const [k, task] of benchmark.tasks.entries()) {
    const folder = benchmark.tasks.length === 1 ? dir : join(dir, names[k]!);
    await mkdir(folder, { recursive: true });
    const path = join(folder, 'corpus.jsonl');
    const earlier = written.get(task.corpus);
    if (earlier === undefined) await writeCorpus(benchmark.corpora.get(task.corpus)!, path);
    else await copyFile(earlier, path);
    written.set(task.corpus, path);
    await writeTask(task, folder, options.split ?? 'test', losses);
    const hint = readBackHint(task);
    if (hint !== undefined) warn(hint);
  }
  losses.tell(warn);
}
