import { type FixtureFiles, jsonl, parquetOf } from './fixture-rows.js';

export function coquirFixture(files: FixtureFiles): void {
  const doc = (id: string, lang: string, body: string, title = '') => ({ id, lang, title, text: body });
  const corpus = [
    doc('codenet-bug-p1-python-pos0', 'python', 'n = int(input())\nprint(n * (n + 1) // 2)\n'),
    doc('codenet-bug-p1-python-neg0', 'python', 'n = int(input())\nprint(n * (n - 1) // 2)\n'),
    doc('codenet-bug-p1-ruby-pos0', 'ruby', 'n = gets.to_i\nputs n * (n + 1) / 2\n'),
    doc('codenet-bug-p1-ruby-neg0', 'ruby', 'n = gets.to_i\nputs n * n / 2\n'),
    doc('codenet-bug-p2-python-pos0', 'python', 'print(max(map(int, input().split())))\n'),
    doc('codenet-bug-p2-python-neg0', 'python', 'print(max(input().split()))\n'),
    doc('codenet-bug-p2-ruby-neg0', 'ruby', 'puts gets.split.max\n'),
    doc('codenet-bug-p3-ruby-pos0', 'ruby', 'puts gets.reverse\n', 'Reversed'),
  ];
  const query = [
    { id: 'codenet-bug-p1', text: '<p>Print the sum of the numbers from 1 to N.</p>' },
    { id: 'codenet-bug-p2', text: '<p>Print the largest of the given numbers.</p>' },
  ];
  const qrelRows = [
    {
      qid: 'codenet-bug-p1',
      'pos-docids': ['codenet-bug-p1-python-pos0', 'codenet-bug-p1-ruby-pos0'],
      'neg-docids': ['codenet-bug-p1-python-neg0', 'codenet-bug-p1-ruby-neg0'],
    },
    {
      qid: 'codenet-bug-p2',
      'pos-docids': ['codenet-bug-p2-python-pos0'],
      'neg-docids': ['codenet-bug-p2-python-neg0', 'codenet-bug-p2-ruby-neg0'],
    },
  ];
  files.set('coquir/CodeNet-B/corpus.jsonl', jsonl(corpus));
  files.set('coquir/CodeNet-B/query.jsonl', jsonl(query));
  files.set('coquir/CodeNet-B/qrels/test.jsonl', jsonl(qrelRows));
  files.set('coquir/parquet/CodeNet-B/corpus/corpus/0000.parquet', parquetOf(corpus));
  files.set('coquir/parquet/CodeNet-B/query/query/0000.parquet', parquetOf(query));
  files.set('coquir/parquet/CodeNet-B/default/test/0000.parquet', parquetOf(qrelRows));
  const sql = [
    doc('sqlr2-0-pos', 'sql', 'SELECT Name FROM boats WHERE length > 10'),
    doc('sqlr2-0-neg', 'sql', 'SELECT Name FROM boats WHERE Id IN (SELECT Id FROM boats WHERE length > 10)'),
  ];
  files.set('coquir/SQLR2/corpus.jsonl', jsonl(sql));
  files.set('coquir/SQLR2/query.jsonl', jsonl([{ id: 'sqlr2-0', text: 'Names of boats longer than 10' }]));
  files.set(
    'coquir/SQLR2/qrels/test.jsonl',
    jsonl([{ qid: 'sqlr2-0', 'pos-docids': ['sqlr2-0-pos'], 'neg-docids': ['sqlr2-0-neg'] }]),
  );
}
