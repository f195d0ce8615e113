import type { JudgedQuery, Judgment, Verdict } from '../core/benchmark.js';
import { UserError } from '../core/errors.js';
import type { CorpusSource, TaskSource } from '../core/source.js';
import type { Fields } from '../store/fields.js';
import { readAllRecords } from '../store/records.js';
import {
  anchorOf,
  codeDocument,
  GROUPS,
  type Group,
  labelsOf,
  problemOf,
  queryOf,
  type Release,
  suiteIdOf,
  textDocument,
  verdictOf,
} from './coreb-records.js';
import type { Listener } from './format.js';
import { type HubFile, partOf } from './hub-folder.js';
import { counted } from './progress.js';
import { objectOf } from './tags.js';
import { ABSENT_DOCUMENTS, Tally } from './tally.js';

export interface ReleaseSource {
  corpora: CorpusSource[];
  tasks: TaskSource[];
  verdicts(): AsyncIterable<Verdict>;
}

/** Ids of a corpus, and the problems that have a verdict. */
async function inventory(
  paths: readonly string[],
  idField: 'code_id' | 'text_id',
  listener: Listener,
): Promise<{ ids: Set<string>; tested: Set<string> }> {
  const ids = new Set<string>();
  const tested = new Set<string>();
  const what = `reading ${idField === 'code_id' ? 'code' : 'text'}`;
  for await (const fields of counted(readAllRecords(paths, [idField, 'meta']), what, listener)) {
    const id = fields.id(idField);
    if (ids.has(id)) throw fields.fail(`the ${idField} "${id}" occurs twice`);
    ids.add(id);
    const problem = problemOf(fields);
    if (problem !== undefined && typeof objectOf(fields, 'meta').passed === 'boolean') tested.add(problem);
  }
  return { ids, tested };
}

async function readQrels(
  paths: readonly string[],
  queryIds: ReadonlySet<string>,
  documents: ReadonlySet<string>,
  release: Release,
  listener: Listener,
): Promise<Map<string, Judgment[]>> {
  const judgments = new Map<string, Map<string, number>>();
  const [absent, stray, repeated] = [new Tally(), new Tally(), new Tally()];
  const { warn } = listener;
  for await (const fields of counted(readAllRecords(paths), 'reading judgment', listener)) {
    const query = fields.id('query_id');
    const doc = fields.id('doc_id');
    const grade = fields.number('relevance');
    if (!queryIds.has(query)) stray.add(fields, `query "${query}"`);
    if (!documents.has(doc)) absent.add(fields, `document "${doc}"`);
    let grades = judgments.get(query);
    if (grades === undefined) judgments.set(query, (grades = new Map()));
    const before = grades.get(doc);
    if (before !== undefined && before !== grade)
      throw fields.fail(`query "${query}" judges document "${doc}" both ${before} and ${grade}`);
    if (before !== undefined) repeated.add(fields, `query "${query}", document "${doc}"`);
    grades.set(doc, grade);
  }
  stray.tell(warn, 'judgments name queries that are not there, and are left out');
  absent.tell(warn, ABSENT_DOCUMENTS);
  repeated.tell(warn, 'judgments are repeated');
  return new Map(
    [...judgments].map(([query, grades]) => [
      query,
      [...grades].map(([doc, grade]) => ({ doc: release.scope(doc), grade })),
    ]),
  );
}

/** One release: what is read at once is ids and judgments; texts are read when they are asked for. */
export class ReleaseReader {
  private codes: { ids: Set<string>; tested: Set<string> } | undefined;
  private texts: { ids: Set<string> } | undefined;

  constructor(
    private readonly files: readonly HubFile[],
    private readonly release: Release,
    /** Ids of corpora and tasks, which several releases have in common. */
    private readonly partId: (id: string) => string,
    private readonly listener: Listener,
  ) {}

  private part(name: string): string[] {
    return partOf(this.files, [name], this.listener.warn);
  }

  async read(): Promise<ReleaseSource> {
    const [codePaths, textPaths] = [this.part('code_corpus'), this.part('text_corpus')];
    if (codePaths.length > 0) this.codes = await inventory(codePaths, 'code_id', this.listener);
    if (textPaths.length > 0) this.texts = await inventory(textPaths, 'text_id', this.listener);
    const tasks: TaskSource[] = [];
    for (const group of GROUPS) tasks.push(...(await this.tasksOf(group)));
    return { corpora: this.corpora(codePaths, textPaths), tasks, verdicts: () => this.verdicts(codePaths) };
  }

  private corpora(codePaths: string[], textPaths: string[]): CorpusSource[] {
    const { release } = this;
    const corpus = (id: string, paths: string[], document: typeof codeDocument): CorpusSource => ({
      id: this.partId(id),
      async *documents() {
        for await (const fields of readAllRecords(paths)) yield document(fields, release);
      },
    });
    return [
      ...(codePaths.length > 0 ? [corpus('code', codePaths, codeDocument)] : []),
      ...(textPaths.length > 0 ? [corpus('text', textPaths, textDocument)] : []),
    ];
  }

  private async tasksOf(group: Group): Promise<TaskSource[]> {
    const [queries, qrels] = [this.part(group.queries), this.part(group.qrels)];
    if (queries.length === 0 && qrels.length === 0) {
      this.listener.warn(`${group.queries}: no file, so that no ${group.direction} task is read`);
      return [];
    }
    const documents = group.corpus === 'code' ? this.codes?.ids : this.texts?.ids;
    const missing =
      documents === undefined
        ? `${group.corpus}_corpus`
        : queries.length === 0
          ? group.queries
          : qrels.length === 0
            ? group.qrels
            : undefined;
    if (missing !== undefined || documents === undefined)
      throw new UserError(
        `cannot read CoREB ${this.release.name}: ${queries[0] ?? qrels[0]} needs ${missing}, for which there is no file`,
        `Put ${missing}.jsonl or ${missing}-${this.release.name || 'RELEASE'}-00000-of-00001.parquet beside it.`,
      );
    const { ids, subtasks } = await this.scanQueries(queries, group);
    const judgments = await readQrels(qrels, ids, documents, this.release, this.listener);
    return subtasks.map((subtask) => this.task(subtask, group, queries, judgments));
  }

  private async scanQueries(
    paths: string[],
    group: Group,
  ): Promise<{ ids: Set<string>; subtasks: string[] }> {
    const ids = new Set<string>();
    const subtasks = new Set<string>();
    const strayAnchors = new Tally();
    const rows = readAllRecords(paths, ['query_id', 'subtask', 'meta']);
    for await (const fields of counted(rows, 'reading query', this.listener)) {
      const id = fields.id('query_id');
      if (ids.has(id)) throw fields.fail(`the query_id "${id}" occurs twice`);
      ids.add(id);
      subtasks.add(fields.id('subtask'));
      const anchor = anchorOf(fields);
      if (group.direction === 'c2c' && (anchor === undefined || !this.codes!.ids.has(anchor)))
        strayAnchors.add(fields, anchor === undefined ? `query "${id}" names none` : `"${anchor}"`);
    }
    strayAnchors.tell(
      this.listener.warn,
      'anchors are not in the code corpus, so that nothing is excluded for them',
    );
    return { ids, subtasks: [...subtasks] };
  }

  private task(
    subtask: string,
    group: Group,
    paths: string[],
    judgments: ReadonlyMap<string, Judgment[]>,
  ): TaskSource {
    const judged = (fields: Fields): JudgedQuery => this.judged(fields, group, judgments);
    return {
      id: this.partId(subtask),
      corpus: this.partId(group.corpus),
      direction: group.direction,
      labels: labelsOf(subtask, group, this.release),
      level: 2,
      async *queries() {
        for await (const fields of readAllRecords(paths))
          if (fields.id('subtask') === subtask) yield judged(fields);
      },
    };
  }

  /**
   * The anchor is excluded where the code corpus is searched. A code-to-text query has an anchor too, but it is
   * not among the texts: it stays a tag.
   */
  private judged(fields: Fields, group: Group, judgments: ReadonlyMap<string, Judgment[]>): JudgedQuery {
    const query = queryOf(fields, group, this.release);
    const anchor = anchorOf(fields);
    if (group.corpus === 'code' && anchor !== undefined && this.codes!.ids.has(anchor))
      query.exclude = [this.release.scope(anchor)];
    const problem = problemOf(fields);
    if (group.corpus === 'code' && problem !== undefined && this.codes!.tested.has(problem))
      query.suite = suiteIdOf(this.release, problem);
    return { query, judgments: judgments.get(fields.id('query_id')) ?? [] };
  }

  /** Two copies of one solution share a verdict; where they disagree the outcome is flaky. */
  private async *verdicts(codePaths: string[]): AsyncIterable<Verdict> {
    const verdicts = new Map<string, Verdict>();
    for await (const fields of readAllRecords(codePaths, ['code', 'meta'])) {
      const verdict = verdictOf(fields, this.release);
      if (verdict === undefined) continue;
      const key = `${verdict.code} ${verdict.suite}`;
      const before = verdicts.get(key);
      if (before !== undefined && before.outcome.is !== verdict.outcome.is)
        verdict.outcome = { is: 'flaky', why: 'copies of this code have different published results' };
      verdicts.set(key, verdict);
    }
    yield* verdicts.values();
  }
}
