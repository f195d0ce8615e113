import type { JudgedQuery, Judgment } from '../core/benchmark.js';
import type { Fields } from '../store/fields.js';
import { readRecords } from '../store/records.js';
import type { ExecCorpus, Pair } from './execretrieval-corpus.js';
import type { SuiteAsk } from './execretrieval-suites.js';
import type { Listener } from './format.js';
import { counted } from './progress.js';
import { idsOf, tagsOf, withTags } from './tags.js';
import { ABSENT_DOCUMENTS, Tally } from './tally.js';

const PLACED = new Set([
  'query_id',
  'query',
  'test_suite',
  'correct_corpus_ids',
  'paired_distractor_corpus_ids',
]);

function testsOf(fields: Fields): string[] {
  const tests = fields.strings('test_suite');
  if (tests.length === 0) throw fields.fail('field "test_suite" has no test');
  return tests;
}

/** The queries: ids, judgments and tests in memory, texts on disk. `entry_id` is not unique and only a tag. */
export class ExecQueries {
  private readonly judged = new Map<string, Judgment[]>();
  private readonly tests = new Map<string, string[]>();
  readonly pairs: Pair[] = [];

  private constructor(private readonly path: string) {}

  static async scan(path: string, corpus: ExecCorpus, listener: Listener): Promise<ExecQueries> {
    const { warn } = listener;
    const queries = new ExecQueries(path);
    const absent = new Tally();
    const paired = new Set<string>();
    for await (const fields of counted(readRecords(path), 'reading query', listener)) {
      queries.add(fields, paired, warn);
      for (const { doc } of queries.judged.get(fields.id('query_id'))!)
        if (!corpus.has(doc)) absent.add(fields, `"${doc}"`);
    }
    absent.tell(warn, ABSENT_DOCUMENTS);
    return queries;
  }

  private add(fields: Fields, paired: Set<string>, warn: Listener['warn']): void {
    const id = fields.id('query_id');
    if (this.judged.has(id)) throw fields.fail(`the query_id "${id}" occurs twice`);
    const correct = [...new Set(idsOf(fields, 'correct_corpus_ids'))];
    const distractors = [...new Set(idsOf(fields, 'paired_distractor_corpus_ids'))];
    const both = distractors.find((doc) => correct.includes(doc));
    if (both !== undefined) throw fields.fail(`"${both}" is both correct and a distractor`);
    if (correct.length === 0) throw fields.fail('field "correct_corpus_ids" names no document');
    this.judged.set(id, [
      ...correct.map((doc) => ({ doc, grade: 2 })),
      ...distractors.map((doc) => ({ doc, grade: 1 })),
    ]);
    this.tests.set(id, testsOf(fields));
    for (const [slot, distractor] of distractors.entries()) {
      if (paired.has(distractor))
        warn(`${this.path}, line ${fields.place.line}: "${distractor}" is paired with an earlier query too`);
      else this.pairs.push({ distractor, canonical: correct[0]!, slot });
      paired.add(distractor);
    }
  }

  get size(): number {
    return this.judged.size;
  }

  suiteAsks(corpus: ExecCorpus): SuiteAsk[] {
    return [...this.tests].map(([query, tests]) => ({
      query,
      tests,
      canonicals: this.judged
        .get(query)!
        .filter(({ grade }) => grade === 2)
        .flatMap(({ doc }) => corpus.digest(doc) ?? []),
    }));
  }

  *suites(): Iterable<{ id: string; tests: string[] }> {
    for (const [id, tests] of this.tests) yield { id, tests };
  }

  async *queries(suites: ReadonlyMap<string, string>): AsyncIterable<JudgedQuery> {
    for await (const fields of readRecords(this.path)) {
      const id = fields.id('query_id');
      yield {
        query: {
          id,
          text: fields.string('query'),
          kind: 'text',
          language: 'python',
          ...withTags(tagsOf(fields.record, PLACED)),
          cluster: id,
          exclude: [],
          suite: suites.get(id)!,
        },
        judgments: this.judged.get(id)!,
      };
    }
  }
}
