import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { assay } from './binary.js';
import { root } from './files.js';
import { scratchFolder } from './scratch.js';

// Bad input of every kind, given to the built command: one clear message, exit code 2, nothing left behind.

interface Case {
  /** What is bad, in words. */
  name: string;
  /** Prepares files in the folder and gives the arguments; OUT stands for a folder that must not appear. */
  args(folder: string): string[];
  /** What the message must name. */
  says: RegExp;
}

const fixture = (path: string) => join(root, 'test/fixtures', path);

/** A small BEIR folder, one file of it replaced. */
function beir(folder: string, file = '', content: string | Buffer = ''): string {
  const files: Record<string, string | Buffer> = {
    'corpus.jsonl': '{"_id":"d1","title":"","text":"alpha"}\n{"_id":"d2","title":"","text":"beta"}\n',
    'queries.jsonl': '{"_id":"q1","text":"alpha"}\n',
    'qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq1\td1\t1\n',
  };
  if (file !== '') files[file] = content;
  mkdirSync(join(folder, 'qrels'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const importBeir = (
  name: string,
  file: string,
  content: string | Buffer | (() => Buffer),
  says: RegExp,
): Case => ({
  name,
  args: (folder) => {
    const bytes = typeof content === 'function' ? content() : content;
    return ['import', 'beir', beir(join(folder, 'beir'), file, bytes), '--out', 'OUT'];
  },
  says,
});

const evaluateRun = (name: string, content: string, says: RegExp): Case => ({
  name,
  args: (folder) => {
    writeFileSync(join(folder, 'bad.run'), content);
    return ['evaluate', '--pipeline', join(folder, 'bad.run'), '--out', 'OUT'];
  },
  says,
});

const evaluatePipeline = (name: string, content: string, says: RegExp): Case => ({
  name,
  args: (folder) => {
    writeFileSync(join(folder, 'bad.json'), content);
    return ['evaluate', '--pipeline', join(folder, 'bad.json'), '--out', 'OUT'];
  },
  says,
});

/** A copy of the built-in benchmark, one file of it changed. */
const evaluateFolder = (
  name: string,
  file: string,
  change: (text: string) => string,
  says: RegExp,
): Case => ({
  name,
  args: (folder) => {
    const copy = join(folder, 'copy');
    cpSync(join(root, 'benchmarks/starter'), copy, { recursive: true });
    writeFileSync(join(copy, file), change(readFileSync(join(copy, file), 'utf8')));
    return ['evaluate', '--benchmark', copy, '--out', 'OUT'];
  },
  says,
});

const option = (name: string, args: string[], says: RegExp): Case => ({
  name,
  args: () => [...args, '--out', 'OUT'],
  says,
});

const parquetName = readdirSync(fixture('coreb/parquet'), { recursive: true })
  .map(String)
  .find((name) => name.includes('v2603') && name.includes('code_corpus') && name.endsWith('.parquet'))!;

/** The parquet copy of CoREB with its code corpus damaged. */
const corebParquet = (name: string, damage: (bytes: Buffer) => Buffer, says: RegExp): Case => ({
  name,
  args: (folder) => {
    const copy = join(folder, 'coreb');
    cpSync(fixture('coreb/parquet'), copy, { recursive: true });
    writeFileSync(join(copy, parquetName), damage(readFileSync(join(copy, parquetName))));
    return ['import', 'coreb', copy, '--out', 'OUT'];
  },
  says,
});

const vectors = (name: string, file: string, says: RegExp): Case => ({
  name,
  args: (folder) => {
    const dir = join(folder, 'vectors');
    mkdirSync(dir);
    for (const side of ['documents', 'queries']) {
      cpSync(fixture(`vectors/${file}`), join(dir, `${side}.npy`));
      writeFileSync(join(dir, `${side}.ids.txt`), 'a\nb\nc\n');
    }
    return ['evaluate', '--pipeline', dir, '--out', 'OUT'];
  },
  says,
});

const CASES: Case[] = [
  importBeir('empty corpus', 'corpus.jsonl', '', /corpus/),
  importBeir('empty queries', 'queries.jsonl', '', /quer/),
  importBeir('empty qrels', 'qrels/test.tsv', '', /qrels|quer|test\.tsv/),
  importBeir('not JSON', 'corpus.jsonl', '{"_id": "d1", "text": \n', /corpus\.jsonl, line 1/),
  importBeir(
    'binary where text is expected',
    'corpus.jsonl',
    Buffer.from([0, 159, 146, 150, 10]),
    /corpus\.jsonl, line 1.*UTF-8/,
  ),
  importBeir('a JSON array on a line', 'corpus.jsonl', '[1, 2]\n', /corpus\.jsonl, line 1.*object/),
  importBeir('wrong columns', 'corpus.jsonl', '{"id":"d1","body":"x"}\n', /corpus\.jsonl, line 1.*_id/),
  importBeir('a number where text is expected', 'corpus.jsonl', '{"_id":"d1","text":5}\n', /line 1.*text/),
  importBeir(
    'duplicate document ids',
    'corpus.jsonl',
    '{"_id":"d1","text":"a"}\n{"_id":"d1","text":"b"}\n',
    /d1/,
  ),
  importBeir(
    'duplicate query ids',
    'queries.jsonl',
    '{"_id":"q1","text":"a"}\n{"_id":"q1","text":"b"}\n',
    /q1/,
  ),
  importBeir(
    'judgments without documents',
    'qrels/test.tsv',
    'query-id\tcorpus-id\tscore\nq1\td9\t1\n',
    /d9/,
  ),
  importBeir(
    'a grade that is no number',
    'qrels/test.tsv',
    'query-id\tcorpus-id\tscore\nq1\td1\thigh\n',
    /test\.tsv, line 2/,
  ),
  importBeir(
    'a judgment given twice',
    'qrels/test.tsv',
    'query-id\tcorpus-id\tscore\nq1\td1\t1\nq1\td1\t0\n',
    /d1/,
  ),
  importBeir('UTF-16', 'corpus.jsonl', Buffer.from('\uFEFF{"_id":"d1","text":"a"}\n', 'utf16le'), /UTF-16/),
  importBeir(
    'invalid UTF-8',
    'queries.jsonl',
    Buffer.from([0x7b, 0xc3, 0x28, 0x7d, 10]),
    /queries\.jsonl, line 1.*UTF-8/,
  ),
  importBeir(
    'one line of 100 MB',
    'corpus.jsonl',
    () =>
      Buffer.concat([Buffer.from('{"_id":"d1","text":"'), Buffer.alloc(100 << 20, 'x'), Buffer.from('"}\n')]),
    /line 1.*longer than/,
  ),
  {
    name: 'gz that is not gz',
    args: (folder) => {
      const dir = beir(join(folder, 'beir'));
      writeFileSync(join(dir, 'corpus.jsonl.gz'), 'plain text');
      return ['import', 'trec', join(dir, 'corpus.jsonl.gz'), '--out', 'OUT'];
    },
    says: /not gzip/,
  },
  {
    name: 'truncated gz',
    args: (folder) => {
      const path = join(folder, 'HumanEval.jsonl.gz');
      writeFileSync(path, gzipSync(randomBytes(1 << 16).toString('hex')).subarray(0, 1 << 15));
      return ['import', 'humaneval', path, '--out', 'OUT'];
    },
    says: /gzip data is damaged/,
  },
  {
    name: 'a directory where a file is expected',
    args: (folder) => {
      const dir = beir(join(folder, 'beir'));
      const path = join(folder, 'odd');
      mkdirSync(join(path, 'corpus.jsonl'), { recursive: true });
      cpSync(join(dir, 'queries.jsonl'), join(path, 'queries.jsonl'));
      cpSync(join(dir, 'qrels'), join(path, 'qrels'), { recursive: true });
      return ['import', 'beir', path, '--out', 'OUT'];
    },
    says: /corpus\.jsonl.*director/s,
  },
  {
    name: 'a path that is not there',
    args: (folder) => ['import', 'beir', join(folder, 'nothing'), '--out', 'OUT'],
    says: /no such file/,
  },
  {
    name: 'an empty folder',
    args: (folder) => ['import', 'coreb', folder, '--out', 'OUT'],
    says: /code_corpus|config/,
  },
  corebParquet('truncated parquet', (bytes) => bytes.subarray(0, bytes.length >> 1), /code_corpus.*parquet/s),
  corebParquet('a file that is no parquet', () => Buffer.from('hello, world'), /code_corpus.*parquet/s),
  corebParquet('an empty parquet file', () => Buffer.alloc(0), /code_corpus/),
  corebParquet(
    'parquet with other columns',
    () => readFileSync(join(fixture('coreb/parquet'), parquetName.replace(/code_corpus/g, 'text_corpus'))),
    /code_corpus.*code/s,
  ),
  evaluateRun('NaN scores', 'q1 Q0 d1 1 NaN x\n', /line 1.*score/),
  evaluateRun('infinite scores', 'q1 Q0 d1 1 Infinity x\n', /line 1.*score/),
  evaluateRun('five columns', 'q1 Q0 d1 1 2.5\n', /line 1/),
  evaluateRun('an empty run', '', /bad\.run/),
  evaluateRun('a run on other documents', 'q1 Q0 nobody 1 2.5 x\n', /bad\.run|documents/),
  evaluatePipeline(
    'a pipeline with an unknown option',
    '{"name":"x","retrieve":{"type":"bm25","k11":1}}',
    /k11.*Did you mean k1/s,
  ),
  evaluatePipeline('a pipeline of unknown type', '{"name":"x","retrieve":{"type":"bm52"}}', /bm52.*bm25/s),
  evaluatePipeline(
    'a pipeline option out of range',
    '{"name":"x","retrieve":{"type":"bm25","b":7}}',
    /"b" must be at most 1/,
  ),
  evaluatePipeline('a pipeline that is no object', '[]', /needs a "name"/),
  evaluatePipeline('a pipeline name with a slash', '{"name":"../x","retrieve":{"type":"bm25"}}', /name/),
  vectors('object arrays', 'ids-object.npy', /object|pickle/i),
  vectors('vectors of one dimension', 'one-dimension.npy', /shape/),
  {
    name: 'a truncated matrix',
    args: (folder) => {
      const dir = join(folder, 'vectors');
      mkdirSync(dir);
      const bytes = readFileSync(fixture('vectors/little-f4-c.npy'));
      for (const side of ['documents', 'queries']) {
        writeFileSync(join(dir, `${side}.npy`), bytes.subarray(0, bytes.length - 5));
        writeFileSync(join(dir, `${side}.ids.txt`), 'a\nb\nc\n');
      }
      return ['evaluate', '--pipeline', dir, '--out', 'OUT'];
    },
    says: /npy/,
  },
  {
    name: 'an .npz that is no zip',
    args: (folder) => {
      writeFileSync(join(folder, 'x.npz'), 'hello');
      return ['evaluate', '--pipeline', join(folder, 'x.npz'), '--out', 'OUT'];
    },
    says: /x\.npz/,
  },
  evaluateFolder(
    'a changed corpus',
    'corpus.jsonl',
    (text) => text.replace('a', 'b'),
    /corpus\.jsonl.*SHA-256/s,
  ),
  evaluateFolder(
    'a benchmark of a later format',
    'benchmark.json',
    (text) => text.replace('"formatVersion": 1', '"formatVersion": 9'),
    /version 9/,
  ),
  evaluateFolder(
    'a head that is not JSON',
    'benchmark.json',
    (text) => text.slice(0, 50),
    /benchmark\.json.*JSON/s,
  ),
  evaluateFolder(
    'the head of something else',
    'benchmark.json',
    () => '{"format": "other"}',
    /not the head of an Assay benchmark/,
  ),
  {
    name: 'a file where the output folder should be made',
    args: (folder) => {
      writeFileSync(join(folder, 'file'), '');
      return ['evaluate', '--out', join(folder, 'file')];
    },
    says: /cannot use .*file/,
  },
  {
    name: 'a link that leads to itself',
    args: (folder) => {
      symlinkSync(join(folder, 'loop'), join(folder, 'loop'));
      return ['import', 'beir', beir(join(folder, 'beir')), '--out', join(folder, 'loop', 'x')];
    },
    says: /links lead in a circle/,
  },
  { name: 'an empty output name', args: () => ['evaluate', '--out', ''], says: /--out "": it is empty/ },
  { name: 'a device', args: () => ['import', 'trec', '/dev/zero', '--out', 'OUT'], says: /device/ },
  importBeir('swapped qrels columns', 'qrels/test.tsv', 'corpus-id\tquery-id\tscore\nd1\tq1\t1\n', /columns/),
  importBeir(
    'a grade beyond all measure',
    'qrels/test.tsv',
    `query-id\tcorpus-id\tscore\nq1\td1\t${'9'.repeat(40)}\n`,
    /grade/,
  ),
  evaluateRun('a score in another base', 'q1 Q0 d1 1 0x10 x\n', /line 1.*score/),
  option(
    'a measure named like a property of objects',
    ['evaluate', '--measures', '__proto__'],
    /no such measure/,
  ),
  option('resamples without end', ['evaluate', '--resamples', '100000000'], /at the most/),
  option('too few resamples', ['evaluate', '--resamples', '1'], /at least 20/),
  option('an unknown flag', ['evaluate', '--seeed', '3'], /--seeed.*--seed/s),
  option('an unknown command', ['evalute'], /evalute.*evaluate/s),
  option('an unknown measure', ['evaluate', '--measures', 'nDGC@10'], /nDGC.*nDCG/s),
  option('an unknown profile', ['evaluate', '--profile', 'trek'], /trek.*trec/s),
  option('an unknown pipeline', ['evaluate', '--pipeline', 'bm52'], /bm52.*bm25/s),
  option('an unknown benchmark', ['evaluate', '--benchmark', 'startr'], /startr.*starter/s),
  option('an unknown task', ['evaluate', '--task', 'text-to-kode'], /text-to-kode/),
  option('a depth of zero', ['evaluate', '--depth', '0'], /--depth.*whole number/s),
  option(
    'a measure deeper than the ranking',
    ['evaluate', '--depth', '5', '--measures', 'nDCG@10'],
    /nDCG@10.*--depth 10/s,
  ),
  option('resampling by something else', ['evaluate', '--resample', 'document'], /--resample/),
  option('one system to compare', ['compare', 'bm25'], /name two/),
  option('an unknown format', ['import', 'bier', '.'], /bier.*beir/s),
  option('an option of another format', ['import', 'beir', '.', '--release', 'x'], /--release/),
];

async function check({ args, says }: Case, folder: string): Promise<void> {
  const out = join(folder, 'out');
  const given = args(folder).map((arg) => (arg === 'OUT' ? out : arg));
  const { code, stdout, stderr } = await assay(given, { cwd: folder });
  assert.equal(code, 2, `exit code ${code}: ${stderr}`);
  assert.equal(stdout, '');
  assert.match(stderr, says);
  assert.doesNotMatch(stderr, /defect|\n\s+at /);
  assert.ok(stderr.trim().split('\n').length <= 5, `more than one message: ${stderr}`);
  const left = existsSync(out) ? readdirSync(out, { recursive: true }).map(String) : [];
  assert.deepEqual(
    left.filter((name) => /results|part-|\.partial|benchmark\.json/.test(name)),
    [],
  );
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('.partial')),
    [],
  );
}

test('bad input is refused in words', { concurrency: 2 }, async (t) => {
  const scratch = scratchFolder();
  assert.ok(CASES.length >= 30);
  await Promise.all(
    CASES.map((bad, k) =>
      t.test(bad.name, async () => {
        const folder = join(scratch, String(k));
        mkdirSync(folder);
        await check(bad, folder);
      }),
    ),
  );
});
