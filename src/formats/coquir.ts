import { resolve, sep } from 'node:path';
import type { JudgedQuery, Judgment } from '../core/benchmark.js';
import { UserError } from '../core/errors.js';
import type { BenchmarkSource, CorpusSource, SourceDocument, TaskSource } from '../core/source.js';
import type { Fields } from '../store/fields.js';
import { readAllRecords } from '../store/records.js';
import { COQUIR_SETS, type CoquirSet, groupOf, guessSet } from './coquir-sets.js';
import { DisjointSets } from './disjoint-sets.js';
import type { Format, Listener, ReadContext } from './format.js';
import { type HubFile, hubFiles, partOf } from './hub-folder.js';
import { counted } from './progress.js';
import { idsOf, tagsOf, withTags } from './tags.js';
import { ABSENT_DOCUMENTS, Tally } from './tally.js';

const PARTS = { corpus: ['corpus'], query: ['query', 'queries'], qrels: ['qrels', 'default', 'test'] };

type Paths = Record<keyof typeof PARTS, string[]>;

function chosenSet(path: string, wanted: string | undefined): CoquirSet {
  const named = COQUIR_SETS.find(({ name }) => name === wanted);
  const set = named ?? (wanted === undefined ? guessSet(resolve(path).split(sep)) : undefined);
  if (set !== undefined) return set;
  throw new UserError(
    `cannot read CoQuIR from ${path}: ${wanted === undefined ? 'its name does not tell which data set it is' : `there is no data set "${wanted}"`}`,
    `Name it with --dataset: ${COQUIR_SETS.map(({ name }) => name).join(', ')}.`,
  );
}

function pathsOf(path: string, files: readonly HubFile[], warn: ReadContext['warn']): Paths {
  // A corpus in "corpus/test-00000.parquet" is not judgments, and a "train" split is not asked for.
  const others = files.filter(
    ({ words }) => ![...PARTS.corpus, ...PARTS.query, 'train'].some((word) => words.has(word)),
  );
  const paths = {
    corpus: partOf(files, PARTS.corpus, warn),
    query: partOf(files, PARTS.query, warn),
    qrels: partOf(others, PARTS.qrels, warn),
  };
  for (const [part, found] of Object.entries(paths))
    if (found.length === 0)
      throw new UserError(
        `cannot read CoQuIR from ${path}: there is no ${part} file`,
        'Expected corpus.jsonl, query.jsonl and qrels/test.jsonl, or parquet files in corpus/, query/ and default/.',
      );
  return paths;
}

/** The ids of one CoQuIR data set, its groups and its judgments; texts stay on disk. */
class CoquirReader {
  private readonly groups = new Map<string, string>();
  private readonly queryIds = new Set<string>();
  /** group → query → judgments */
  private readonly judged = new Map<string, Map<string, Judgment[]>>();
  /** Documents that are a before and an after of one change. */
  private readonly pairs = new DisjointSets();
  private readonly paired = new Set<string>();
  private readonly absent = new Tally();
  private negativesOnly = 0;

  constructor(
    private readonly set: CoquirSet,
    private readonly paths: Paths,
    private readonly lowerCase: boolean,
    private readonly listener: Listener,
  ) {}

  async read(): Promise<Pick<BenchmarkSource, 'corpora' | 'tasks'>> {
    const { listener } = this;
    const documents = readAllRecords(this.paths.corpus, ['id', 'lang']);
    for await (const fields of counted(documents, 'reading document', listener)) {
      const id = fields.id('id');
      if (this.groups.has(id)) throw fields.fail(`the document id "${id}" occurs twice`);
      this.groups.set(id, groupOf(this.set, id, fields.optionalString('lang')));
    }
    for await (const fields of counted(readAllRecords(this.paths.query, ['id']), 'reading query', listener)) {
      const id = fields.id('id');
      if (this.queryIds.has(id)) throw fields.fail(`the query id "${id}" occurs twice`);
      this.queryIds.add(id);
    }
    const seen = new Set<string>();
    for await (const fields of counted(readAllRecords(this.paths.qrels), 'reading judged query', listener))
      this.addQrels(fields, seen);
    this.tellWarnings();
    const groups = [...new Set(this.groups.values())].sort();
    const judged = groups.filter((group) => this.judged.has(group));
    if (judged.length === 0)
      throw new UserError(`cannot read ${this.paths.qrels[0]}: no query has a positive in the corpus`);
    return {
      corpora: groups.map((group) => this.corpus(group)),
      tasks: judged.map((group) => this.task(group)),
    };
  }

  private addQrels(fields: Fields, seen: Set<string>): void {
    const query = fields.id('qid');
    if (!this.queryIds.has(query)) throw fields.fail(`it judges the unknown query "${query}"`);
    if (seen.has(query)) throw fields.fail(`the query "${query}" is judged twice`);
    seen.add(query);
    const [positives, negatives] = [idsOf(fields, 'pos-docids'), idsOf(fields, 'neg-docids')];
    this.addPair(positives, negatives);
    const byGroup = new Map<string, Map<string, number>>();
    for (const [docs, grade] of [[positives, 2] as const, [negatives, 1] as const])
      for (const doc of docs) {
        const group = this.groupOfJudged(doc, fields);
        const grades = byGroup.get(group) ?? new Map<string, number>();
        byGroup.set(group, grades);
        if ((grades.get(doc) ?? grade) !== grade)
          throw fields.fail(`query "${query}" has document "${doc}" both as positive and as negative`);
        grades.set(doc, grade);
      }
    for (const [group, grades] of byGroup) this.addJudgments(group, query, grades);
  }

  /**
   * One positive and one negative are two versions of one code: near-clones. Where there are several of either, as
   * in CodeNet, they are independent solutions of one problem, and share nothing but their purpose.
   */
  private addPair(positives: readonly string[], negatives: readonly string[]): void {
    if (positives.length !== 1 || negatives.length !== 1) return;
    this.pairs.join(positives[0]!, negatives[0]!);
    this.paired.add(positives[0]!).add(negatives[0]!);
  }

  private groupOfJudged(doc: string, fields: Fields): string {
    const group = this.groups.get(doc);
    if (group !== undefined) return group;
    this.absent.add(fields, `"${doc}"`);
    return groupOf(this.set, doc, this.set.language);
  }

  /** A query belongs to a group's task when it has a positive there, as in the authors' evaluation. */
  private addJudgments(group: string, query: string, grades: ReadonlyMap<string, number>): void {
    if (![...grades.values()].includes(2)) {
      this.negativesOnly++;
      return;
    }
    const queries = this.judged.get(group) ?? new Map<string, Judgment[]>();
    this.judged.set(group, queries);
    queries.set(
      query,
      [...grades].map(([doc, grade]) => ({ doc, grade })),
    );
  }

  private tellWarnings(): void {
    this.absent.tell(this.listener.warn, ABSENT_DOCUMENTS);
    if (this.negativesOnly > 0)
      this.listener.warn(
        `${this.negativesOnly} times a query has negatives and no positive in a ${this.groupWord()}; it is left out of that task`,
      );
  }

  private groupWord(): string {
    return this.set.name === 'depreapi' ? 'library' : 'language';
  }

  private corpus(group: string): CorpusSource {
    const { groups, paths } = this;
    const document = (fields: Fields): SourceDocument => this.document(fields, group);
    return {
      id: group,
      async *documents() {
        for await (const fields of readAllRecords(paths.corpus))
          if (groups.get(fields.id('id')) === group) yield document(fields);
      },
    };
  }

  /** The title, where there is one, is the first line of the text, as in every format here, and a tag. */
  private document(fields: Fields, group: string): SourceDocument {
    const id = fields.id('id');
    const title = fields.optionalString('title') ?? '';
    const whole = title === '' ? fields.string('text') : `${title}\n${fields.string('text')}`;
    const language = this.set.language ?? (group === 'all' ? undefined : group);
    return {
      meta: {
        id,
        kind: 'code',
        ...(language === undefined ? {} : { language }),
        ...withTags({
          ...tagsOf(fields.record, new Set(['id', 'text', 'title'])),
          ...(title === '' ? {} : { title }),
        }),
        ...(this.paired.has(id) ? { family: this.pairs.find(id) } : {}),
      },
      text: this.lowerCase ? whole.toLowerCase() : whole,
    };
  }

  private task(group: string): TaskSource {
    const judged = this.judged.get(group)!;
    const { paths } = this;
    return {
      id: `${this.set.name}-${group}`,
      corpus: group,
      direction: 't2c',
      labels: { dataset: this.set.name, [this.groupWord()]: group },
      level: 2,
      dimension: this.set.dimension,
      async *queries() {
        for await (const fields of readAllRecords(paths.query)) {
          const judgments = judged.get(fields.id('id'));
          if (judgments !== undefined) yield queryOf(fields, judgments);
        }
      },
    };
  }
}

function queryOf(fields: Fields, judgments: Judgment[]): JudgedQuery {
  const id = fields.id('id');
  return {
    query: {
      id,
      text: fields.string('text'),
      kind: 'text',
      ...withTags(tagsOf(fields.record, new Set(['id', 'text']))),
      cluster: id,
      exclude: [],
    },
    judgments,
  };
}

async function read(path: string, context: ReadContext): Promise<BenchmarkSource> {
  const { options } = context;
  const set = chosenSet(path, options.dataset);
  const lowerCase = options.case === 'lower';
  const paths = pathsOf(path, await hubFiles(path), context.warn);
  const reader = new CoquirReader(set, paths, lowerCase, context);
  return {
    name: `coquir-${set.name}`,
    version: 'test',
    origin: { format: 'coquir', dataset: set.name, documents: lowerCase ? 'lower case' : 'as published' },
    ...(await reader.read()),
    suites: () => [],
    verdicts: () => [],
  };
}

/**
 * One of CoQuIR's seven data sets. Every language (DepreAPI: every library) is a corpus and a task of its own;
 * positives have grade 2, negatives grade 1, at level 2. Where a query judges one of each, they are a family.
 */
export const coquir: Format = {
  name: 'coquir',
  title: 'CoQuIR',
  files:
    'the folder of one data set with corpus.jsonl, query.jsonl and qrels/test.jsonl, or the same as parquet in corpus/, query/ and default/',
  options: [
    {
      name: 'dataset',
      describe: 'which of the seven data sets it is; guessed from the name of the folder',
      values: COQUIR_SETS.map(({ name }) => name),
    },
    {
      name: 'case',
      describe: 'whether documents are lower-cased, as the authors do for SQLR2 and not for its queries',
      values: ['kept', 'lower'],
      default: 'kept',
    },
  ],
  read,
};
