import { type FixtureFiles, type FixtureRow, jsonl, parquetOf } from './fixture-rows.js';

/** What Python's str() makes of a dict of strings, numbers, booleans, lists and None. */
function pythonText(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonText).join(', ')}]`;
  if (typeof value === 'object')
    return `{${Object.entries(value as object)
      .map(([key, inner]) => `${pythonText(key)}: ${pythonText(inner)}`)
      .join(', ')}}`;
  if (typeof value !== 'string') return String(value);
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  return (
    quote + value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll(quote, `\\${quote}`) + quote
  );
}

const TOLL = {
  any: 'def toll(boats):\n    return sum(3 if b > 10 else 1 for b in boats)\n',
  off: 'def toll(boats):\n    return sum(3 if b >= 10 else 1 for b in boats)\n',
  go: 'package main\n\nfunc toll(boats []int) int {\n\tt := 0\n\tfor _, b := range boats {\n\t\tif b > 10 {\n\t\t\tt += 3\n\t\t} else {\n\t\t\tt++\n\t\t}\n\t}\n\treturn t\n}\n',
  java: 'class Toll {\n  static int toll(int[] boats) { return boats.length; }\n}\n',
};
const ROWS = {
  python: 'def rows(lamps):\n    return sorted(lamps, key=len)\n',
  go: 'package main\n\nimport "sort"\n\nfunc rows(lamps []string) []string {\n\tsort.Slice(lamps, func(i, j int) bool { return len(lamps[i]) < len(lamps[j]) })\n\treturn lamps\n}\n',
  ruby: 'def rows(lamps)\n  lamps.sort\nend\n',
};

function code(
  n: number,
  problem: string,
  language: string,
  model: string,
  passed: boolean,
  text: string,
): FixtureRow {
  return {
    code_id: `code_v202601_${String(n).padStart(5, '0')}`,
    code: text,
    language,
    model,
    code_length: text.length,
    meta: {
      source_problem_id: problem,
      solution_key: `${model}_${language}`,
      passed,
      pass_rate: passed ? 1 : 0.25,
      test_passed: passed ? 8 : 2,
      test_total: 8,
      created_at: '2026-03-01T00:00:00Z',
      corpus_version: 'v202601',
    },
  };
}

function text(n: number, body: string, meta: FixtureRow, more: FixtureRow = {}): FixtureRow {
  return {
    text_id: `text_v202601_${String(n).padStart(5, '0')}`,
    text: body,
    text_style: body.includes('\n') ? 'title_plus_description' : 'title_only',
    text_length: body.length,
    ...more,
    meta: { ...meta, corpus_version: 'v202601' },
  };
}

const SHORT =
  "Charge each boat longer than ten metres three coins and every other boat one coin; don't round.";
const FULL =
  'Harbour tolls\n\nA harbour asks three coins of a boat longer than ten metres, and one coin of any other. Sum the tolls.';

function t2c(subtask: string, n: number, problem: string, query: string, sub: string): FixtureRow {
  const language = subtask.slice(subtask.lastIndexOf('_') + 1);
  return {
    query_id: `q_${subtask}_${String(n).padStart(4, '0')}`,
    query,
    split: 'text2code',
    subtask,
    query_type: language === 'any' ? 'language_agnostic' : 'language_specific',
    sub_query_type: sub,
    language_constraint: language === 'any' ? 'none' : language,
    meta: { source_problem_id: problem, original_query_type: sub, generator_version: 'v1.0' },
  };
}

function fromCode(
  subtask: string,
  n: number,
  problem: string,
  anchor: FixtureRow,
  meta: FixtureRow,
): FixtureRow {
  return {
    query_id: `q_${subtask}_${String(n).padStart(4, '0')}`,
    query: anchor.code,
    split: subtask.startsWith('c2c') ? 'code2code' : 'code2text',
    subtask,
    anchor_language: anchor.language,
    anchor_model: anchor.model,
    meta: { source_problem_id: problem, anchor_code_id: anchor.code_id, ...meta },
  };
}

function match(n: number, anchor: FixtureRow, textId: string, label: 0 | 1, meta: FixtureRow): FixtureRow {
  const { query: _query, ...row } = fromCode('c2t_match', n, 'harbour_tolls', anchor, {
    ...meta,
    pair_type: label === 1 ? 'positive' : 'negative_random',
  });
  return { ...row, code: anchor.code, text_id: textId, label, text_type: 'full' };
}

const qrels = (query: FixtureRow, grades: Record<string, number>): FixtureRow[] =>
  Object.entries(grades).map(([doc_id, relevance]) => ({ query_id: query.query_id, doc_id, relevance }));

const C = (n: number): string => `code_v202601_${String(n).padStart(5, '0')}`;
const T = (n: number): string => `text_v202601_${String(n).padStart(5, '0')}`;

function corebConfigs(): Record<string, FixtureRow[]> {
  const codes = [
    code(1, 'harbour_tolls', 'python', 'model-a', true, TOLL.any),
    code(2, 'harbour_tolls', 'python', 'model-b', false, TOLL.off),
    code(3, 'harbour_tolls', 'go', 'model-a', true, TOLL.go),
    code(4, 'harbour_tolls', 'java', 'model-b', false, TOLL.java),
    code(5, 'lantern_rows', 'python', 'model-a', true, ROWS.python),
    code(6, 'lantern_rows', 'go', 'model-a', true, ROWS.go),
    code(7, 'lantern_rows', 'ruby', 'model-b', false, ROWS.ruby),
  ];
  const noise = (problem: string) => ({ is_noise_sample: true, original_problem_id: problem });
  const texts = [
    text(
      1,
      FULL,
      { source_problem_id: 'harbour_tolls' },
      { abbreviated_text: SHORT, abbreviated_text_length: SHORT.length },
    ),
    text(2, 'Lantern rows', { source_problem_id: 'lantern_rows' }),
    text(3, FULL.replace('Sum the tolls', 'Name the boat with the lowest toll'), noise('harbour_tolls')),
    text(4, FULL.replace('Sum the tolls', 'Order the boats by toll'), noise('harbour_tolls')),
    text(5, 'Lantern columns', noise('lantern_rows')),
  ];
  const [tolls, lamps] = ['harbour_tolls', 'lantern_rows'];
  const text2code = [
    t2c('t2c_canonical_retro_any', 1, tolls, SHORT, 'abbreviated'),
    t2c('t2c_canonical_retro_python', 2, tolls, SHORT, 'abbreviated'),
    t2c('t2c_canonical_retro_go', 3, tolls, SHORT, 'abbreviated'),
    t2c('t2c_full_retro_any', 5, tolls, FULL, 'full_description'),
    t2c('t2c_search_ruby', 7, lamps, 'ruby sort strings by length', 'algorithm_search'),
    t2c('t2c_search_any', 8, lamps, 'order lamps by name length', 'language_agnostic'),
  ];
  const text2codeQrels = [
    ...qrels(text2code[0]!, { [C(1)]: 2, [C(3)]: 2, [C(2)]: 1, [C(4)]: 1 }),
    ...qrels(text2code[1]!, { [C(1)]: 2, [C(2)]: 1, [C(3)]: 1 }),
    ...qrels(text2code[2]!, { [C(3)]: 2, [C(4)]: 1 }),
    ...qrels(text2code[3]!, { [C(1)]: 2, [C(3)]: 2, [C(2)]: 1 }),
    // Search tasks call every solution of the problem right, the failed ones too.
    ...qrels(text2code[4]!, { [C(7)]: 2, [C(5)]: 1 }),
    ...qrels(text2code[5]!, { [C(5)]: 2, [C(6)]: 2, [C(7)]: 2 }),
  ];
  const code2code = [
    fromCode('c2c_cross_lang', 1, tolls, codes[0]!, { target_languages: ['go'], num_target_solutions: 1 }),
    fromCode('c2c_cross_lang', 2, lamps, codes[4]!, { target_languages: ['go'], num_target_solutions: 1 }),
  ];
  const description = { task_type: 'description_retrieval', text_type: 'full_description' };
  const code2text = [
    fromCode('c2t_full_retro_any', 1, tolls, codes[0]!, description),
    fromCode('c2t_canonical_retro_python', 3, tolls, codes[0]!, {
      ...description,
      text_type: 'canonical_description',
    }),
    match(5, codes[0]!, T(1), 1, {}),
    match(6, codes[0]!, T(2), 0, { negative_problem_id: lamps }),
  ];
  return {
    code_corpus: codes,
    text_corpus: texts,
    text2code_queries: text2code,
    text2code_qrels: text2codeQrels,
    code2code_queries: code2code,
    code2code_qrels: [
      ...qrels(code2code[0]!, { [C(3)]: 2, [C(4)]: 1, [C(2)]: 1 }),
      ...qrels(code2code[1]!, { [C(6)]: 2, [C(7)]: 1 }),
    ],
    code2text_queries: code2text,
    code2text_qrels: [
      ...qrels(code2text[0]!, { [T(1)]: 2, [T(3)]: 1, [T(4)]: 1 }),
      ...qrels(code2text[1]!, { [T(1)]: 2, [T(3)]: 1 }),
      ...qrels(code2text[2]!, { [T(1)]: 2, [T(3)]: 1 }),
      // A negative pair has hard negatives and nothing right.
      ...qrels(code2text[3]!, { [T(2)]: 1, [T(5)]: 1 }),
    ],
  };
}

/** The earlier release: ids start over under the same prefix, with other content behind them. */
function earlierRelease(): Record<string, FixtureRow[]> {
  const query = t2c('t2c_search_any', 1, 'kite_strings', 'longest kite string', 'description_search');
  return {
    code_corpus: [
      code(
        1,
        'kite_strings',
        'python',
        'model-c',
        true,
        'def kite(lines):\n    return max(lines, key=len)\n',
      ),
      code(2, 'kite_strings', 'python', 'model-d', false, 'def kite(lines):\n    return max(lines)\n'),
    ],
    text_corpus: [text(1, 'Kite strings', { source_problem_id: 'kite_strings' })],
    text2code_queries: [query],
    text2code_qrels: qrels(query, { [C(1)]: 2, [C(2)]: 1 }),
  };
}

function rerankerRows(): FixtureRow[] {
  const doc = (n: number, body: string) => ({ id: C(n), text: body });
  const query = {
    query_id: 'q_t2c_canonical_retro_any_0001',
    task: 'T2C',
    subtask: 't2c_canonical_retro_any',
    query: SHORT,
  };
  const hard_neg = [doc(2, TOLL.off), doc(4, TOLL.java)];
  return [
    { ...query, pos: [doc(1, TOLL.any)], hard_neg, easy_neg: [doc(5, ROWS.python)] },
    { ...query, pos: [doc(3, TOLL.go)], hard_neg, easy_neg: [doc(6, ROWS.go)] },
    {
      ...{
        query_id: 'q_c2t_full_retro_any_0001',
        task: 'C2T',
        subtask: 'c2t_full_retro_any',
        query: TOLL.any,
      },
      pos: [{ id: T(1), text: FULL }],
      hard_neg: [{ id: T(3), text: FULL.replace('Sum the tolls', 'Name the boat with the lowest toll') }],
      easy_neg: [{ id: T(2), text: 'Lantern rows' }],
    },
  ];
}

export function corebFixture(files: FixtureFiles): void {
  const releases = { release_v2602: earlierRelease(), release_v2603: corebConfigs() };
  for (const [release, configs] of Object.entries(releases))
    for (const [config, rows] of Object.entries(configs)) {
      files.set(`coreb/jsonl/${release}/${config}.jsonl`, jsonl(rows));
      // Some tables of the hub have the metadata as text.
      const hub = config.endsWith('_queries')
        ? rows.map((row) => ({ ...row, meta: pythonText(row.meta) }))
        : rows;
      files.set(`coreb/parquet/${release}/${config}-${release}-00000-of-00001.parquet`, parquetOf(hub));
    }
  files.set('coreb/reranker/data/test/data-test-00000-of-00001.parquet', parquetOf(rerankerRows()));
  files.set('coreb/reranker/data/train/data-train.jsonl', jsonl(rerankerRows().slice(0, 1)));
}
