import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBenchmark } from '../src/store/benchmark-folder.js';
import { assay } from './binary.js';
import { root } from './files.js';
import { scratchFolder } from './scratch.js';

// The three papers' formats, brought in, linted and evaluated by the built command under their own profiles.

const scratch = scratchFolder();
let imports = 0;

interface Result {
  tasks: { id: string }[];
  systems: {
    pipeline: string;
    measures: Record<
      string,
      { mean: number; n: number; excluded: number; refused: number; macro?: object; perQuery?: object }
    >;
    tasks: Record<string, Record<string, { mean: number; n: number }>>;
  }[];
}

async function imported(format: string, path: string, ...options: string[]): Promise<string> {
  const out = join(scratch, String(imports++));
  const { code, stderr } = await assay([
    'import',
    format,
    join(root, 'test/fixtures', path),
    '--out',
    out,
    ...options,
  ]);
  assert.equal(code, 0, stderr);
  return out;
}

async function evaluated(benchmark: string, ...options: string[]): Promise<Result> {
  const args = [
    'evaluate',
    '--benchmark',
    benchmark,
    '--pipeline',
    'bm25',
    '--no-baselines',
    '--resamples',
    '50',
  ];
  const { code, stdout, stderr } = await assay([...args, '--json', ...options]);
  assert.equal(code, 0, stderr);
  return (JSON.parse(stdout) as [Result])[0];
}

test('CoREB: every subtask is a task; negative pairs are excluded by A.3 and counted as 0 by A.6', async () => {
  const coreb = await imported('coreb', 'coreb/jsonl');
  const a3 = await evaluated(coreb, '--profile', 'coreb-a3');
  const a6 = await evaluated(coreb, '--profile', 'coreb-a6');
  const ids = a3.tasks.map(({ id }) => id).join(' ');
  for (const part of ['t2c_canonical_retro', 't2c_search', 'c2c_cross_lang', 'c2t_', 'c2t_match'])
    assert.ok(ids.includes(part), `${part} is missing: ${ids}`);
  const [of3, of6] = [a3, a6].map(({ systems }) => systems[0]!.measures['nDCG@10']!);
  assert.ok(of3!.excluded > 0 && of6!.excluded < of3!.excluded);
  assert.ok(of6!.n > of3!.n && of6!.mean < of3!.mean);
});

test('CoREB: parquet gives the numbers that JSON lines give', async () => {
  const [jsonl, parquet] = [await imported('coreb', 'coreb/jsonl'), await imported('coreb', 'coreb/parquet')];
  const [a, b] = [await evaluated(jsonl), await evaluated(parquet)];
  assert.deepEqual(a.systems[0]!.tasks, b.systems[0]!.tasks);
});

test('CoREB: the reranking set has candidates, and its positives are among them', async () => {
  const dir = await imported('coreb-reranker', 'coreb/reranker');
  let queries = 0;
  for (const task of (await openBenchmark(dir)).tasks)
    for await (const { query, judgments } of task.queries()) {
      queries++;
      const right = judgments.filter(({ grade }) => grade >= task.level).map(({ doc }) => doc);
      assert.ok(right.length > 0);
      for (const doc of right) assert.ok(query.candidates!.includes(doc));
    }
  assert.ok(queries > 0);
  const { systems } = await evaluated(dir, '--measures', 'R@1000');
  assert.ok(systems[0]!.measures['R@1000']!.n > 0);
});

test('CoQuIR: a corpus and a task for each language, macro mean in front', async () => {
  const coquir = await imported('coquir', 'coquir/CodeNet-B');
  const { tasks, systems } = await evaluated(coquir, '--profile', 'coquir');
  assert.ok(tasks.length >= 2);
  // One task a language here, so the mean over languages is the mean of the tasks' means.
  for (const name of ['PPA', 'MRS', 'nDCG@10']) {
    const byTask = Object.values(systems[0]!.tasks).map((measures) => measures[name]!.mean);
    const expected = byTask.reduce((sum, mean) => sum + mean, 0) / byTask.length;
    assert.ok(Math.abs(systems[0]!.measures[name]!.mean - expected) < 1e-12, name);
  }
});

test('ExecRetrieval: verdicts come from its cache, and what it lacks is counted apart', async () => {
  const exec = await imported('execretrieval', 'execretrieval');
  const { systems } = await evaluated(
    exec,
    '--profile',
    'execretrieval',
    '--measures',
    'exec@1,exec@10,nDCG@1,deception',
  );
  const { measures } = systems[0]!;
  assert.ok(measures['exec@1']!.n > 0);
  assert.ok(measures.deception!.n > 0);
  // Random order brings up what its authors never ran: that is no failure, it is left out and counted.
  const args = [
    'evaluate',
    '--benchmark',
    exec,
    '--pipeline',
    'random',
    '--no-baselines',
    '--measures',
    'exec@3',
  ];
  const { stdout } = await assay([...args, '--json', '--resamples', '50']);
  const [{ systems: random }] = JSON.parse(stdout) as [
    Result & { systems: { absent: Record<string, { refused: number }> }[] },
  ];
  const counts = random[0]!.measures['exec@3'] ?? random[0]!.absent['exec@3']!;
  assert.ok(counts.refused > 0);
});
