import {
  type DocMeta,
  familyOf,
  type Judgment,
  type Outcome,
  type Query,
  type Suite,
  type Test,
  type Verdict,
} from '../core/benchmark.js';
import type { Json } from '../core/json.js';
import { identifySuites, ownSuiteId } from '../formats/execretrieval-suites.js';

// The records of ExecRetrieval's files, made from the model. `formats/execretrieval` reads them.

/** How a document stands with the queries of a task, which is what its label says. */
export type Standing = 'right' | 'wrong' | 'unjudged';

/** A document that is judged wrong, or planted as a variant, and right for no query, is incorrect. */
export function labelFor(meta: DocMeta, standing: Standing): 'correct' | 'incorrect' {
  const told = meta.tags?.label;
  if (told === 'correct' || told === 'incorrect') return told;
  if (standing === 'right') return 'correct';
  return standing === 'wrong' || meta.variant !== undefined ? 'incorrect' : 'correct';
}

/** null on a canonical, and where it is not known. */
export function bugTypeOf(meta: DocMeta): string | null {
  const types = meta.variant?.edits.map(({ type }) => type) ?? [];
  return meta.tags?.bug_type ?? (types.length > 0 ? types.join('+') : null);
}

export function corpusRecord(meta: DocMeta, code: string, standing: Standing): Json {
  const label = labelFor(meta, standing);
  const bug = label === 'incorrect' ? bugTypeOf(meta) : null;
  return {
    ...{ corpus_id: meta.id, code, label },
    ...(bug === null ? {} : { bug_type: bug }),
    source_entry_id: meta.tags?.source_entry_id ?? familyOf(meta),
  };
}

const METADATA = 'metadata.';

/** @param level from which a document is right */
export function queryRecord(
  query: Query,
  judgments: readonly Judgment[],
  level: number,
  tests: readonly string[],
): Json {
  const ranked = judgments.filter(({ doc }) => !query.exclude.includes(doc));
  const { entry_id: entry = query.cluster, ...tags } = query.tags ?? {};
  return {
    ...{ query_id: query.id, query: query.text, test_suite: [...tests] },
    correct_corpus_ids: ranked.filter(({ grade }) => grade >= level).map(({ doc }) => doc),
    paired_distractor_corpus_ids: ranked.filter(({ grade }) => grade < level).map(({ doc }) => doc),
    entry_id: entry,
    metadata: Object.fromEntries(
      Object.entries(tags).map(([name, value]) => [
        name.startsWith(METADATA) ? name.slice(METADATA.length) : name,
        value,
      ]),
    ),
  };
}

/** A suite as ExecRetrieval writes it, and the digest that its cache knows it by. */
export interface LayoutSuite {
  key: string;
  tests: string[];
}

/** JSON literals, whatever the language: such an assertion is to be read, not run. */
function testText(test: Test, entry: string): string {
  if (test.kind === 'source') return test.source;
  if (test.kind === 'stdio')
    return `assert run(${JSON.stringify(test.stdin)}) == ${JSON.stringify(test.stdout)}`;
  const call = `${entry}(${test.args.map((arg) => JSON.stringify(arg)).join(', ')})`;
  if ('error' in test.want) return `assert ${call} raises ${JSON.stringify(test.want.error)}`;
  const { value, tolerance, unordered } = test.want;
  const how = [
    ...(tolerance === undefined ? [] : [`within ${tolerance}`]),
    ...(unordered ? ['in any order'] : []),
  ];
  return `assert ${call} == ${JSON.stringify(value)}${how.length === 0 ? '' : ` (${how.join(', ')})`}`;
}

/**
 * Suite id → suite in the layout. The ids stay where all of them are digests that a reader finds by itself, as
 * those of an imported ExecRetrieval are; otherwise every suite gets the digest of its tests.
 */
export function layoutSuites(suites: readonly Suite[]): Map<string, LayoutSuite> {
  const texts = suites.map(({ entry = 'f', tests }) => tests.map((test) => testText(test, entry)));
  const asks = texts.map((tests, k) => ({ query: suites[k]!.id, tests, canonicals: [] }));
  const { matched } = identifySuites(asks, new Set(suites.map(({ id }) => id)), new Map());
  const kept = matched === suites.length;
  return new Map(
    suites.map(({ id }, k) => [id, { key: kept ? id : ownSuiteId(texts[k]!), tests: texts[k]! }]),
  );
}

/**
 * One result a test as far as the outcome tells them: a failure keeps the number of the test that decided, so
 * results end with it and those before count as passed. null: nothing is proven.
 */
export function testResults(outcome: Outcome | undefined, tests: number): string[] | null {
  switch (outcome?.is) {
    case 'pass':
      return new Array<string>(Math.max(1, tests)).fill('pass');
    case 'fail':
      return [...new Array<string>(within(outcome.test, tests)).fill('pass'), 'FAIL'];
    case 'timeout':
      return [/^TIME/i.test(outcome.why) ? outcome.why : `TIMEOUT: ${outcome.why}`];
    case 'invalid':
      return [
        /^ERROR\W*(Syntax|Indentation|Tab)Error/i.test(outcome.why)
          ? outcome.why
          : `ERROR: SyntaxError: ${outcome.why}`,
      ];
    default:
      return null;
  }
}

function within(test: number, tests: number): number {
  return Math.max(0, Math.min(Math.trunc(test), tests - 1));
}

/** A line of the execution cache; undefined where the verdict proves nothing. */
export function cacheRecord({ code, outcome }: Verdict, { key, tests }: LayoutSuite): Json | undefined {
  const results = testResults(outcome, tests.length);
  return results === null ? undefined : { code_sha256: code, tests_sha256: key, results };
}

/** One of `top_results` in `results/MODEL.json`. */
export function topRecord(
  meta: DocMeta,
  standing: Standing,
  place: { rank: number; similarity: number },
  outcome: Outcome | undefined,
  tests: number,
): Json {
  const label = labelFor(meta, standing);
  const results = testResults(outcome, tests);
  return {
    rank: place.rank,
    corpus_id: meta.id,
    label,
    bug_type: label === 'incorrect' ? bugTypeOf(meta) : null,
    similarity: place.similarity,
    passes_all_tests: results === null ? null : outcome!.is === 'pass',
    test_results: results,
  };
}
