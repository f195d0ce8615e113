import type { Benchmark, Corpus, JudgedQuery, Task } from '../core/benchmark.js';
import { evaluate } from '../evaluate/evaluate.js';
import { anonymise } from '../languages/anonymise.js';
import { cutComments } from '../languages/comments.js';
import { type Language, NAME_ROLES } from '../languages/language.js';
import { languageNamed } from '../languages/registry.js';
import { profile } from '../measures/profiles.js';
import { parseMeasure } from '../measures/registry.js';
import { resolvePipeline, stageContext } from '../pipeline/resolve.js';
import { type Figure, Tally } from './figure.js';
import type { Subject } from './subject.js';
import { isParsed } from './texts.js';

const CUT_OFF = 10;
const MEASURE = `nDCG@${CUT_OFF}`;

type Change = (text: string, language: Language) => Promise<string>;

/** The degrees of renaming are those of `assay import humaneval --rename`; a parameter may be part of a specification. */
const CHANGES: Readonly<Record<string, Change>> = {
  'bm25-without-comments': cutComments,
  'bm25-locals': async (text, language) => {
    const roles = NAME_ROLES.filter((role) => role !== 'parameter');
    return (await anonymise(text, language, roles)).code;
  },
  'bm25-all': async (text, language) => (await anonymise(text, language)).code,
};

/** By task: nDCG@10 of every query that has one. */
type Scores = Map<string, number[]>;

async function scoresOf(benchmark: Benchmark, pipelineName: string, subject: Subject): Promise<Scores> {
  const { progress, warn, cache } = subject.options;
  const pipeline = await resolvePipeline(pipelineName, stageContext(warn, cache));
  const { systems, table } = await evaluate(benchmark, [pipeline], {
    measures: [parseMeasure(MEASURE)],
    profile: profile('assay'),
    depth: CUT_OFF,
    progress,
  });
  const { num, den } = systems[0]!.columns[0]!;
  const scores: Scores = new Map(table.taskIds.map((id) => [id, []]));
  for (let q = 0; q < table.ids.length; q++)
    if (den[q] !== 0) scores.get(table.taskIds[table.task[q]!]!)!.push(num[q]! / den[q]!);
  return scores;
}

/** Changes texts, each distinct one once. */
class Changer {
  private readonly done = new Map<string, string>();

  constructor(private readonly change: Change) {}

  /** @param key tells equal texts */
  async changed(text: string, name: string | undefined, key: string): Promise<string> {
    const language = name === undefined ? undefined : languageNamed(name);
    if (!isParsed(text, language)) return text;
    const id = `${language.name} ${key}`;
    const before = this.done.get(id);
    if (before !== undefined) return before;
    const after = await this.change(text, language);
    this.done.set(id, after);
    return after;
  }
}

/** The corpus with other texts, which are held in memory. */
function withTexts(corpus: Corpus, texts: readonly string[]): Corpus {
  return Object.create(corpus, {
    text: { value: async (i: number) => texts[i]! },
    texts: {
      async *value() {
        for (const [i, text] of texts.entries()) yield { i, text };
      },
    },
  }) as Corpus;
}

function withQueries(task: Task, changer: Changer): Task {
  return Object.create(task, {
    queries: {
      async *value(): AsyncIterable<JudgedQuery> {
        for await (const item of task.queries()) {
          const { query } = item;
          const language = query.language ?? task.labels.language;
          const text =
            query.kind === 'code' ? await changer.changed(query.text, language, query.text) : query.text;
          yield { ...item, query: { ...query, text } };
        }
      },
    },
  }) as Task;
}

/** The tasks of the audit with code, in documents and queries, changed where its language is read. */
async function changedBenchmark(subject: Subject, figure: string, change: Change): Promise<Benchmark> {
  const { benchmark, options } = subject;
  const changer = new Changer(change);
  const corpora = new Map(benchmark.corpora);
  for (const { corpus, fallback } of subject.corpora) {
    const texts: string[] = [];
    for await (const { i, text } of corpus.texts()) {
      const { kind, language, digest } = corpus.meta(i);
      texts.push(kind === 'code' ? await changer.changed(text, language ?? fallback, digest) : text);
      options.progress(`${benchmark.name} · ${figure}: corpus ${corpus.id}`, i + 1, corpus.size);
    }
    corpora.set(corpus.id, withTexts(corpus, texts));
  }
  const tasks = subject.tasks.map((task) => withQueries(task, changer));
  return Object.create(benchmark, { corpora: { value: corpora }, tasks: { value: tasks } }) as Benchmark;
}

/**
 * nDCG@10 of BM25 on the benchmark as it is, beside that of a random order; then without comments, and with own
 * names made neutral, beside BM25 on the benchmark as it is. What is lost was earned by words about the code.
 */
export async function renamedFigures(subject: Subject): Promise<Figure[]> {
  const size = subject.tasks.reduce((sum, task) => sum + task.size, 0);
  if (size === 0) return [];
  const asked = Object.create(subject.benchmark, { tasks: { value: subject.tasks } }) as Benchmark;
  const plain = await scoresOf(asked, 'bm25', subject);
  const random = await scoresOf(asked, 'random', subject);
  const figures = figuresOf('bm25', plain, random);
  const changeable = subject.corpora.some(({ corpus, unread }) => {
    const left = [...unread.values()].reduce((sum, count) => sum + count, 0);
    let code = 0;
    for (let i = 0; i < corpus.size; i++) if (corpus.meta(i).kind === 'code') code++;
    return code > left;
  });
  if (!changeable) return figures;
  for (const [figure, change] of Object.entries(CHANGES)) {
    const changed = await changedBenchmark(subject, figure, change);
    figures.push(...figuresOf(figure, await scoresOf(changed, 'bm25', subject), plain));
  }
  return figures;
}

function figuresOf(figure: string, scores: Scores, reference: Scores): Figure[] {
  return [...scores].map(([task, values]) => {
    const tally = new Tally(figure, 'mean');
    for (const [q, value] of values.entries()) tally.add(value, reference.get(task)![q]!);
    return tally.result(`task ${task}`);
  });
}
