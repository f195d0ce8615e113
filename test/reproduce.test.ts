import assert from 'node:assert/strict';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { chooseBenchmark } from '../src/cli/benchmarks.js';
import { compareCommand } from '../src/cli/commands/compare.js';
import { evaluateCommand } from '../src/cli/commands/evaluate.js';
import { reproduceCommand } from '../src/cli/commands/reproduce.js';
import type { Results } from '../src/report/results.js';
import { root } from './files.js';
import { editJson, filesBelow, sharedWorld, type World } from './reproduce-world.js';
import { run } from './run-command.js';
import { refuses, scratchFolder } from './scratch.js';

const scratch = scratchFolder();
let world: World;
let copies = 0;

// In a group of its own: a hook of the whole run would hold up, and could fail, the tests of every file.
describe('assay reproduce', () => {
  before(async () => {
    ({ world } = await sharedWorld());
  });

  /** A copy of the evaluation for a test to spoil. */
  function copy(): string {
    const folder = join(scratch, `copy-${copies++}`);
    cpSync(world.evaluation, folder, { recursive: true });
    return folder;
  }

  const results = (evaluation: string, file: string) => join(evaluation, 'results', world.name, file);
  const reproduce = (path: string, ...options: string[]) =>
    run(reproduceCommand, path, '--benchmark', world.benchmark, ...options);

  /** Spoils a copy, and gives the lines that tell a difference. */
  async function spoiled(spoil: (evaluation: string) => void): Promise<string[]> {
    const evaluation = copy();
    spoil(evaluation);
    const { code, stdout } = await reproduce(evaluation);
    assert.equal(code, 1, stdout);
    const lines = stdout.trimEnd().split('\n');
    assert.match(lines.at(-1)!, /^not reproduced: /);
    return lines.slice(0, -1).filter((line) => !line.includes(' equal'));
  }

  test('an evaluation is what its stored runs give: every file, every value', async () => {
    const { code, stdout, warnings } = await reproduce(world.evaluation);
    assert.equal(code, 0, stdout);
    assert.deepEqual(warnings, []);
    const lines = stdout.trimEnd().split('\n');
    const files = ['results.json', 'results.md', 'per-query.jsonl', 'comparison.json', 'comparison.md'];
    const tests = ['tests/pairwise_tests.json', 'tests/confidence_intervals.json'];
    assert.deepEqual(
      lines.slice(0, -1).map((line) => line.replace(/: \d+ (value|line)s equal$/, '')),
      [...files, ...tests].map((file) => `results/${world.name}/${file}`),
    );
    assert.match(lines.at(-1)!, /^reproduced: \d+ values in 7 files, all equal$/);
    // 12 queries × 3 systems: task, query, system and four measures, and the status of what was not scored.
    const [, values] = /per-query\.jsonl: (\d+) values equal/.exec(stdout)!;
    assert.ok(Number(values) >= 12 * 3 * 7, values);
  });

  test('one results folder can be named, and the answer is there as JSON', async () => {
    const { code, stdout } = await reproduce(join(world.evaluation, 'results', world.name), '--json');
    assert.equal(code, 0);
    const { equal, reports } = JSON.parse(stdout) as { equal: boolean; reports: { equal: number }[] };
    assert.equal(equal, true);
    assert.equal(reports.length, 7);
    for (const report of reports) assert.ok(report.equal > 10);
  });

  test('--json prints what is kept: results with their analyses, a comparison with its settings', async () => {
    const out = join(scratch, 'printed');
    const given = ['--benchmark', world.benchmark, '--pipeline', 'bm25', '--pipeline', world.pipelines[1]!];
    const quick = ['--measures', 'nDCG@10,exec@1', '--resamples', '20', '--no-baselines', '--json'];
    const printed = async (...options: string[]) => {
      const evaluated = await run(evaluateCommand, ...given, ...quick, ...options);
      const compared = await run(compareCommand, '--all', ...given, ...quick, ...options);
      return [evaluated, compared].map(({ stdout }) => JSON.parse(stdout)[0] as Record<string, unknown>);
    };
    const kept = await printed('--out', out);
    const [results, comparison] = await printed();
    assert.deepEqual([results, comparison], kept);
    const file = (name: string) =>
      JSON.parse(readFileSync(join(out, 'results', world.name, name), 'utf8')) as Record<string, unknown>;
    assert.deepEqual([results, comparison], [file('results.json'), file('comparison.json')]);
    assert.ok((results!.analyses as unknown[]).length > 5);
    const { benchmark, settings } = comparison as Record<string, Record<string, unknown>>;
    assert.deepEqual(benchmark, {
      ...{ name: results!.benchmark, version: results!.version, digest: results!.digest },
    });
    assert.deepEqual([settings!.profile, settings!.depth], ['assay', 1000]);
  });

  test('each changed value is named with what is stored and what the runs give', async () => {
    let mean = 0;
    const lines = await spoiled((evaluation) =>
      editJson(results(evaluation, 'results.json'), (content: Results) => {
        const [best] = content.systems;
        mean = best!.measures['nDCG@10']!.mean;
        best!.measures['nDCG@10']!.mean = 0.25;
        best!.measures['exec@1']!.refused = 99;
        best!.tie = 'z';
        content.analyses[0]!.rows[0]![1] = { value: 7 };
        content.queries = 13;
        delete best!.measures.PPA;
      }),
    );
    const said = (rest: string) =>
      assert.ok(
        lines.includes(`results/${world.name}/results.json: ${rest}`),
        `${rest}\n${lines.join('\n')}`,
      );
    said(`systems[0].measures["nDCG@10"].mean: stored 0.25, recomputed ${mean}`);
    assert.ok(
      lines.some((line) =>
        /systems\[0\]\.measures\["exec@1"\]\.refused: stored 99, recomputed \d/.test(line),
      ),
    );
    assert.ok(lines.some((line) => /systems\[0\]\.tie: stored "z", recomputed "a/.test(line)));
    assert.ok(
      lines.some((line) => /analyses\[0\]\.rows\[0\]\[1\]\.value: stored 7, recomputed [01]/.test(line)),
    );
    said('queries: stored 13, recomputed 12');
    assert.ok(
      lines.some((line) => /systems\[0\]\.measures\.PPA: stored nothing, recomputed \{"mean":/.test(line)),
    );
    assert.equal(lines.length, 6);
  });

  test('per-query values, Markdown and tests are held against the runs too', async () => {
    const lines = await spoiled((evaluation) => {
      const path = results(evaluation, 'per-query.jsonl');
      const rows = readFileSync(path, 'utf8').split('\n');
      const row = JSON.parse(rows[5]!) as { values: Record<string, number> };
      row.values['nDCG@10'] = -1;
      rows[5] = JSON.stringify(row);
      writeFileSync(path, rows.join('\n'));
      const table = results(evaluation, 'results.md');
      writeFileSync(table, readFileSync(table, 'utf8').replace('| bm25 | ', '| bm52 | '));
      editJson(results(evaluation, 'tests/pairwise_tests.json'), (pairs: never) => {
        Object.values(pairs as Record<string, Record<string, { a_only: number }>>)[0]!['exec@1']!.a_only += 1;
      });
      editJson(
        results(evaluation, 'comparison.json'),
        (content: { pairs: { differences: { p: number }[] }[] }) => {
          content.pairs[1]!.differences[2]!.p = 2;
        },
      );
    });
    assert.equal(lines.length, 4, lines.join('\n'));
    assert.match(lines[0]!, /results\.md: line \d+: stored "\| bm52 .*, recomputed "\| bm25 /);
    assert.match(
      lines[1]!,
      /per-query\.jsonl: line 6 \(task execretrieval, query q_0002, system bm25-[0-9a-f]+\): values\["nDCG@10"\]: stored -1, recomputed [01]/,
    );
    assert.match(lines[2]!, /comparison\.json: pairs\[1\]\.differences\[2\]\.p: stored 2, recomputed [01]/);
    assert.match(
      lines[3]!,
      /pairwise_tests\.json: \["frozen vs A"\]\["exec@1"\]\.a_only: stored \d+, recomputed \d+$/,
    );
  });

  test('lines that are missing, added or out of step are told once', async () => {
    const edited = (edit: (lines: string[]) => string[]) =>
      spoiled((evaluation) => {
        const path = results(evaluation, 'per-query.jsonl');
        writeFileSync(path, `${edit(readFileSync(path, 'utf8').trimEnd().split('\n')).join('\n')}\n`);
      });
    const short = await edited((lines) => lines.slice(0, -1));
    assert.deepEqual(short, [`results/${world.name}/per-query.jsonl: line 36: the file ends before it`]);
    const long = await edited((lines) => [...lines, '{}']);
    assert.deepEqual(long, [
      `results/${world.name}/per-query.jsonl: line 37: the file should have ended before it`,
    ]);
    const shifted = await edited((lines) => lines.toSpliced(9, 1));
    assert.match(shifted.at(-1)!, /line 11 on: lines are missing, added or in another order$/);
    assert.ok(shifted.length < 20);
  });

  test('twenty differences of a file are told and the others counted', async () => {
    const lines = await spoiled((evaluation) =>
      editJson(results(evaluation, 'results.json'), (content: Results) => {
        for (const { measures } of content.systems)
          for (const measure of Object.values(measures)) Object.assign(measure, { mean: 5, low: 6, high: 7 });
      }),
    );
    assert.equal(lines.length, 21);
    // Three systems × the measures that have a value × three numbers.
    const { systems } = JSON.parse(
      readFileSync(results(world.evaluation, 'results.json'), 'utf8'),
    ) as Results;
    const changed = systems.reduce((sum, { measures }) => sum + 3 * Object.keys(measures).length, 0);
    assert.match(lines[20]!, new RegExp(`: and ${changed - 20} differences more$`));
  });

  test('numbers within 1e-9 are equal and counted apart; beyond it they differ', async () => {
    const evaluation = copy();
    const scale = (by: number) =>
      editJson(results(evaluation, 'results.json'), (content: Results) => {
        content.systems[0]!.measures['nDCG@10']!.mean *= by;
      });
    scale(1 + 5e-10);
    const near = await reproduce(evaluation);
    assert.equal(near.code, 0);
    assert.match(near.stdout, /results\.json: \d+ values equal, 1 of them within 1e-9/);
    scale(1 + 3e-9);
    const far = await reproduce(evaluation);
    assert.equal(far.code, 1);
    assert.match(far.stdout, /systems\[0\]\.measures\["nDCG@10"\]\.mean: stored/);
  });

  test('a damaged run does not give the stored results', async () => {
    const evaluation = copy();
    const [file] = filesBelow(evaluation).filter((path) => path.endsWith('.rows'));
    const path = join(evaluation, file!);
    const bytes = readFileSync(path);
    bytes[bytes.length - 2]! ^= 1;
    writeFileSync(path, bytes);
    await refuses(
      () => reproduce(evaluation),
      /cannot read .*part-00000\.rows: its SHA-256 is not the one in task\.json/,
    );
  });

  test('versions are not compared, and where an input lay is not', async () => {
    const evaluation = copy();
    editJson(results(evaluation, 'results.json'), (content: Results) => {
      content.versions.node = '99.0.0';
      for (const { config } of content.systems) {
        const { retrieve } = config as { retrieve: { path?: string } };
        if (retrieve.path !== undefined) retrieve.path = '/elsewhere/file';
      }
    });
    assert.equal((await reproduce(evaluation)).code, 0);
  });

  test('tables that a later Assay has added are no difference; a table of this one that is gone is', async () => {
    const evaluation = copy();
    let gone = '';
    const edit = (change: (content: Results) => void) =>
      editJson(results(evaluation, 'results.json'), change);
    edit((content) => {
      gone = content.analyses.pop()!.name;
      content.versions.assay = '0.0.1';
    });
    assert.equal((await reproduce(evaluation)).code, 0);
    edit((content) => {
      content.versions.assay = JSON.parse(
        readFileSync(results(world.evaluation, 'results.json'), 'utf8'),
      ).versions.assay;
    });
    const { code, stdout } = await reproduce(evaluation);
    assert.equal(code, 1);
    assert.ok(stdout.includes(`stored nothing, recomputed {"name":"${gone}"`), stdout);
  });

  test('nothing is written: a folder that cannot be written to is reproduced, and stays as it is', async () => {
    const evaluation = copy();
    const state = () =>
      filesBelow(evaluation).map((file) => {
        const { mtimeMs, size } = statSync(join(evaluation, file));
        return [file, mtimeMs, size];
      });
    for (const file of filesBelow(evaluation)) chmodSync(join(evaluation, file), 0o444);
    const earlier = state();
    assert.equal((await reproduce(evaluation)).code, 0);
    assert.deepEqual(state(), earlier);
  });

  test('a missing run is named with the command that makes it, and the command makes it', async () => {
    const evaluation = copy();
    const runs = filesBelow(join(evaluation, 'runs', world.name)).map((file) => file.split('/')[0]!);
    const bm25 = runs.find((name) => name.startsWith('bm25-'))!;
    const place = join('runs', world.name, bm25);
    rmSync(join(evaluation, place), { recursive: true });
    let advice = '';
    await assert.rejects(reproduce(evaluation), (error: Error & { next: string }) => {
      assert.ok(error.message.endsWith(`: the run of pipeline "bm25" (${bm25}) is missing`), error.message);
      advice = error.next;
      return true;
    });
    const made = join(scratch, 'made-again');
    const [, given] = /^Make it with: assay evaluate (.*?), then move/.exec(advice)!;
    const args = given!.split(' ').map((part) => (part === 'NEW' ? made : part));
    assert.equal(args[args.indexOf('--benchmark') + 1], world.benchmark);
    await run(evaluateCommand, ...args);
    assert.ok(advice.includes(`move NEW/${place} to ${join(evaluation, place)}`), advice);
    mkdirSync(join(evaluation, 'runs', world.name), { recursive: true });
    renameSync(join(made, place), join(evaluation, place));
    assert.equal((await reproduce(evaluation)).code, 0);
  });

  test('an unfinished run is named, not finished', async () => {
    const evaluation = copy();
    const [file] = filesBelow(evaluation).filter((path) => path.endsWith('task.json'));
    rmSync(join(evaluation, file!));
    await refuses(
      () => reproduce(evaluation),
      /the run of pipeline "A" has not finished task "execretrieval"/,
    );
    assert.ok(!filesBelow(evaluation).includes(file!));
  });

  test('the benchmark: the built-in one of the name is found, another one is refused', async () => {
    const folder = { root: scratch, name: 'starter-00000000' };
    const starter = (digest: string) => chooseBenchmark(folder, { name: 'starter', digest }, []);
    let digest = '';
    await assert.rejects(starter('0'.repeat(64)), (error: Error & { next: string }) => {
      const told = /: the results were made on starter with digest 0{64}, but starter has ([0-9a-f]{64})$/;
      assert.match(error.message, /^cannot find the benchmark of /);
      digest = told.exec(error.message)![1]!;
      assert.match(error.next, /^Name the benchmark/);
      return true;
    });
    const { benchmark, named, dir } = await starter(digest);
    const shipped = join(root, 'benchmarks/starter');
    assert.deepEqual([benchmark.name, named, dir], ['starter', 'starter', shipped]);
    // The same under another version: its digest is another one.
    const other = join(scratch, 'other-version');
    cpSync(world.benchmark, other, { recursive: true });
    editJson(join(other, 'benchmark.json'), (head: { version: string }) => (head.version += '+'));
    await refuses(
      () => run(reproduceCommand, world.evaluation, '--benchmark', other),
      /the results were made on execretrieval with digest [0-9a-f]{64}, but .*other-version has/,
    );
    await refuses(
      () => run(reproduceCommand, world.evaluation),
      /cannot find the benchmark of .*: it is not beside the results, and none named "execretrieval" ships/,
    );
    // Of several that are named, the one with the digest.
    const both = ['--benchmark', other, '--benchmark', world.benchmark];
    assert.equal((await run(reproduceCommand, world.evaluation, ...both)).code, 0);
    // One that lies beside the results needs no naming.
    const evaluation = copy();
    cpSync(world.benchmark, join(evaluation, 'benchmark'), { recursive: true });
    assert.equal((await run(reproduceCommand, evaluation)).code, 0);
  });

  test('what is no evaluation is told apart', async () => {
    await refuses(
      () => reproduce(join(scratch, 'nowhere')),
      /cannot read .*nowhere: there is no such folder/,
    );
    await refuses(() => reproduce(world.benchmark), /it holds no results/);
    const runs = join(world.evaluation, 'runs', world.name);
    const [one] = filesBelow(runs).map((file) => file.split('/')[0]!);
    await refuses(() => reproduce(join(runs, one!)), /it is the run of one pipeline \| Name the folder/);
  });

  test('results that do not say how they were made are refused, not guessed at', async () => {
    const refused = (file: string, edit: (content: never) => void, message: RegExp) => {
      const evaluation = copy();
      editJson(results(evaluation, file), edit);
      return refuses(() => reproduce(evaluation), message);
    };
    const cut = (field: string) => (content: never) => {
      delete (content as Record<string, unknown>)[field];
    };
    await refused('results.json', cut('order'), /field "order" must be an array/);
    await refused('results.json', cut('resampling'), /field "resampling" must be an object/);
    await refused('results.json', cut('measures'), /field "measures" must be an array/);
    await refused('comparison.json', cut('settings'), /it does not tell its settings \| Make it again/);
    await refused(
      'results.json',
      (content: Results) => content.order.push('../../elsewhere'),
      /"\.\.\/\.\.\/elsewhere" is no id of a pipeline/,
    );
    await refused(
      'comparison.json',
      (content: { benchmark: { digest: string } }) => (content.benchmark.digest = '0'.repeat(64)),
      /results\.json and comparison\.json are of two benchmarks/,
    );
  });
});
