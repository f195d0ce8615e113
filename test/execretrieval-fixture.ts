import { createHash } from 'node:crypto';
import { type FixtureFiles, jsonl } from './fixture-rows.js';

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

const CLAMP =
  'def clamp(x, low, high):\n    if low > high:\n        raise ValueError("low > high")\n    return max(low, min(x, high))\n';
const GREET = 'def greet(name):\n    if not name:\n        return "hello"\n    return "hello, " + name\n';

export function execretrievalFixture(files: FixtureFiles): void {
  const snippets: [string, string | undefined, string][] = [
    [CLAMP, undefined, 'e_001'],
    [CLAMP.replace('low > high:', 'low >= high:'), 'wrong_comparison', 'e_001'],
    [CLAMP.replace('min(x, high)', 'min(high, high)'), 'swap_arguments', 'e_001'],
    [CLAMP.replace('max(', 'min('), 'legacy_inverted_bound', 'e_001'],
    [GREET, undefined, 'e_001'],
    [GREET.replace('    if not name:\n        return "hello"\n', ''), 'remove_edge_case_check', 'e_001'],
    [GREET.replace('"hello, "', '"hello,"'), 'off_by_one', 'e_001'],
  ];
  const id = (n: number): string => `c_${String(n).padStart(4, '0')}`;
  const corpus = snippets.map(([body, bug, entry], k) => ({
    corpus_id: id(k + 1),
    code: body,
    label: bug === undefined ? 'correct' : 'incorrect',
    ...(bug === undefined ? {} : { bug_type: bug }),
    source_entry_id: entry,
  }));
  const suites = [
    ['assert clamp(5, 1, 3) == 3', 'assert clamp(2, 2, 2) == 2', 'assert clamp(0, 1, 3) == 1'],
    ['assert greet("") == "hello"', 'assert greet("Zoë") == "hello, Zoë"'],
  ];
  const asks = [
    ['Limit a number to a range and refuse an empty range.', [1], [2, 3, 4], 'numeric'],
    ['Greet a person by name, or nobody in particular.', [5], [6, 7], 'string_processing'],
  ] as const;
  const queries = asks.map(([query, correct, paired, domain], k) => ({
    query_id: `q_000${k + 1}`,
    query,
    test_suite: suites[k],
    correct_corpus_ids: correct.map(id),
    paired_distractor_corpus_ids: paired.map(id),
    // Two tasks share an entry: it names no task.
    entry_id: 'e_001',
    metadata: { domain, difficulty: 'easy', n_tests: suites[k]!.length },
  }));
  // The key of the suite as Python's json.dumps would write it.
  const key = (k: number): string =>
    sha(
      `[${suites[k]!.map((line) => JSON.stringify(line).replace('ë', '\\u00eb').replace('ë', '\\u00eb')).join(', ')}]`,
    );
  const outcomes: Record<number, string[]>[] = [
    {
      1: ['pass', 'pass', 'pass'],
      2: ['pass', 'ERROR: ValueError', 'pass'],
      3: ['pass', 'pass', 'FAIL: AssertionError'],
      4: ['FAIL: AssertionError', 'pass', 'FAIL: AssertionError'],
      5: ['ERROR: NameError', 'ERROR: NameError', 'ERROR: NameError'],
    },
    {
      1: ['ERROR: NameError', 'ERROR: NameError'],
      5: ['pass', 'pass'],
      6: ['FAIL: AssertionError', 'pass'],
      7: ['TIMEOUT', 'TIMEOUT'],
    },
  ];
  const cache = outcomes.flatMap((rows, k) =>
    Object.entries(rows).map(([n, results]) => ({
      code_sha256: sha(corpus[Number(n) - 1]!.code),
      tests_sha256: key(k),
      results,
    })),
  );
  const metadata = corpus
    .filter(({ label }) => label === 'incorrect')
    .map(({ corpus_id, bug_type }) => ({
      corpus_id,
      bug_type,
      bug_description: `One edit of type ${bug_type}.`,
    }));
  files.set('execretrieval/corpus.jsonl', jsonl(corpus));
  files.set('execretrieval/queries.jsonl', jsonl(queries));
  files.set('execretrieval/distractor_metadata.jsonl', jsonl(metadata));
  files.set('execretrieval/execution_cache.jsonl', jsonl(cache));
  const hit = (rank: number, n: number, passes: boolean, similarity: number) => ({
    ...{ rank, corpus_id: id(n), label: corpus[n - 1]!.label, bug_type: corpus[n - 1]!.bug_type ?? null },
    ...{ similarity, passes_all_tests: passes, test_results: passes ? ['pass'] : ['FAIL: AssertionError'] },
  });
  const results = {
    model: 'invented-encoder',
    n_queries: 2,
    n_corpus: corpus.length,
    ks: [1, 3],
    metrics: { 'exec@1': 0.5, 'exec@3': 1, 'precision@1': 0.5, 'ndcg@1': 0.5, 'exec_ndcg_gap@1': 0 },
    per_query: [
      {
        query_id: 'q_0001',
        query: asks[0][0],
        correct_corpus_ids: [id(1)],
        top_results: [hit(1, 2, false, 0.91), hit(2, 1, true, 0.9)],
      },
      {
        query_id: 'q_0002',
        query: asks[1][0],
        correct_corpus_ids: [id(5)],
        top_results: [hit(1, 5, true, 0.8), hit(2, 7, false, 0.79)],
      },
    ],
  };
  files.set('execretrieval/results/invented-encoder.json', `${JSON.stringify(results, null, 2)}\n`);
}
