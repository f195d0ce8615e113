import { DIRECTIONS, type Direction } from '../core/benchmark.js';

/** A task as MTEB knows it. */
export interface MtebTask {
  /** `task_name` of its result files. */
  name: string;
  /** What the mean by type is taken over. */
  type: string;
  /** Key of the main score. */
  main: string;
  languages: readonly string[];
}

const RETRIEVAL = { type: 'Retrieval', main: 'ndcg_at_10' } as const;
const RERANKING = { type: 'Reranking', main: 'map_at_10' } as const;

/** MTEB's codes of CoREB's languages. */
const COREB_LANGUAGES = ['eng-Latn', 'python-Code', 'ruby-Code', 'java-Code', 'go-Code', 'c++-Code'];
/** ISO 639-3 and 15924 for "undetermined": a result of ours does not say, and MTEB wants a language. */
const NO_LANGUAGES = ['und-Zyyy'];

/** MTEB's task on one direction of CoREB: its data set is `mteb/coreb-t2c-retrieval` and the like. */
export function corebTask(direction: Direction, kind: 'retrieval' | 'reranking'): MtebTask {
  const { type, main } = kind === 'retrieval' ? RETRIEVAL : RERANKING;
  return { name: `Coreb${direction.toUpperCase()}${type}`, type, main, languages: COREB_LANGUAGES };
}

/** Not MTEB's: ExecRetrieval publishes its own files. */
export const EXEC_TASK: MtebTask = {
  name: 'ExecRetrieval',
  type: 'Execution',
  main: 'exec_at_1',
  languages: ['eng-Latn', 'python-Code'],
};

/** Tasks whose name is looked up, since a benchmark may be called after MTEB's data set. */
const KNOWN: readonly MtebTask[] = [
  ...DIRECTIONS.flatMap((direction) => [
    corebTask(direction, 'retrieval'),
    corebTask(direction, 'reranking'),
  ]),
  EXEC_TASK,
];

/** Retrieval tasks of MTEB(Code, v1) whose names do not say what they are. */
const UNTOLD = new Set(
  [
    ...['CosQA', 'CodeFeedbackMT', 'CodeFeedbackST', 'CodeTransOceanContest', 'CodeTransOceanDL'],
    ...['StackOverflowQA', 'SyntheticText2SQL'],
  ].map(taskKey),
);

/** MTEB's task types as its task names have them; the first that is found counts. */
const TYPES: readonly [RegExp, string][] = [
  [/instruction.*(?:retrieval|reranking)/i, 'InstructionReranking'],
  [/bitextmining/i, 'BitextMining'],
  [/multi-?label.*classification/i, 'MultilabelClassification'],
  [/pair[Cc]lassification|Pair[Cc]lassification|PC$/, 'PairClassification'],
  [/classification/i, 'Classification'],
  [/clustering/i, 'Clustering'],
  [/reranking/i, 'Reranking'],
  [/retrieval/i, 'Retrieval'],
  [/^STS|STS$/, 'STS'],
  [/summ(?:arization|eval)/i, 'Summarization'],
];

/**
 * What two spellings of one task have in common: `CorebT2CRetrieval`, and `coreb-t2c-retrieval` as the data set is
 * called.
 */
export function taskKey(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, '');
}

/**
 * The type of a task, which result files do not tell: it is read off the name, or off the list of code tasks whose
 * names do not say.
 */
export function typeOf(task: string): string | undefined {
  const known = knownTask(task);
  if (known !== undefined) return known.type;
  if (UNTOLD.has(taskKey(task))) return RETRIEVAL.type;
  return TYPES.find(([pattern]) => pattern.test(task))?.[1];
}

/** MTEB's task of that name, or of the data set of that name, where we know its main score. */
export function knownTask(name: string): MtebTask | undefined {
  const key = taskKey(name);
  return KNOWN.find((task) => taskKey(task.name) === key);
}

/** A task that MTEB does not have, scored as MTEB would score one of its kind. */
export function ownTask(name: string): MtebTask {
  return { name, languages: NO_LANGUAGES, ...(/rerank/i.test(name) ? RERANKING : RETRIEVAL) };
}
