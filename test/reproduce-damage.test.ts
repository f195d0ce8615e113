import assert from 'node:assert/strict';
import { cpSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { ANALYSIS_NAMES } from '../src/cli/analysis-names.js';
import { reproduceCommand } from '../src/cli/commands/reproduce.js';
import { seeded } from '../src/core/random.js';
import { checkBundle, isEqual, type Outcome } from '../src/reproduce/check.js';
import { fingerprintOf, sumsIn } from '../src/reproduce/manifest.js';
import { verifyFiles } from '../src/reproduce/verify.js';
import { changesToward, crc32 } from '../src/store/crc32.js';
import { editJson, filesBelow, sharedWorld, type World } from './reproduce-world.js';
import { run } from './run-command.js';
import { refuses, scratchFolder } from './scratch.js';

const scratch = scratchFolder();
let world: World;
let bundle: string;

// In a group of its own: a hook of the whole run would hold up, and could fail, the tests of every file.
describe('damaged bundles', () => {
  before(async () => {
    ({ world, bundle } = await sharedWorld());
  });

  const silent = () => {};
  const check = (): Promise<Outcome> => checkBundle(bundle, ANALYSIS_NAMES, silent);

  type Content = Uint8Array | string;

  /** What comes out while files have other content; the bundle is whole again afterwards. */
  async function whileAllChanged<T>(
    changes: ReadonlyMap<string, Content>,
    look: () => Promise<T>,
  ): Promise<T> {
    const originals = [...changes.keys()].map((file) => [file, readFileSync(join(bundle, file))] as const);
    for (const [file, content] of changes) writeFileSync(join(bundle, file), content);
    try {
      return await look();
    } finally {
      for (const [file, content] of originals) writeFileSync(join(bundle, file), content);
    }
  }

  function whileChanged<T>(file: string, content: Content, look: () => Promise<T>): Promise<T> {
    return whileAllChanged(new Map([[file, content]]), look);
  }

  /** Everything that is said of one file, a line each. */
  function saidOf(file: string, { reports }: Outcome): string[] {
    return reports
      .filter((report) => report.file === file)
      .flatMap(({ differences }) =>
        differences.map(
          ({ where, stored, expected, note }) => `${where} | ${stored} | ${expected} | ${note}`,
        ),
      );
  }

  function flipped(bytes: Buffer, at: number, bits: number): Buffer {
    const copy = Buffer.from(bytes);
    copy[at]! ^= bits;
    return copy;
  }

  /** The byte offsets of interest: the first and the last; the tests draw others. */
  const OFFSETS = [() => 0, (size: number) => size - 1];

  test('a changed byte is noticed in every file, wherever it is, and the place is named', async () => {
    const random = seeded(11);
    const files = filesBelow(bundle).filter((file) => file !== 'manifest.json');
    assert.ok(files.length >= 25);
    for (const offset of [...OFFSETS, (size: number) => random.below(size)]) {
      const bits = 1 << random.below(8);
      const bytes = new Map(files.map((file) => [file, readFileSync(join(bundle, file))]));
      const at = new Map(files.map((file) => [file, offset(bytes.get(file)!.length)]));
      const changed = new Map(files.map((file) => [file, flipped(bytes.get(file)!, at.get(file)!, bits)]));
      const { intact, reports } = await whileAllChanged(changed, () => verifyFiles(bundle, silent));
      assert.equal(intact, 0);
      assert.deepEqual(reports.map(({ file }) => file).sort(), files);
      for (const file of files) {
        const [digest, ...places] = saidOf(file, { reports });
        assert.match(digest!, /its SHA-256 is [0-9a-f]{64}, in the manifest [0-9a-f]{64}/);
        assert.ok(places.length > 0, `${file}, byte ${at.get(file)}`);
        assertNamed(file, bytes.get(file)!, changed.get(file)!, at.get(file)!, places);
      }
    }
  });

  test('a changed byte of the manifest is noticed, wherever it is, and blames no other file', async () => {
    const random = seeded(12);
    const bytes = readFileSync(join(bundle, 'manifest.json'));
    for (const offset of [
      ...OFFSETS,
      ...Array.from({ length: 5 }, () => (size: number) => random.below(size)),
    ]) {
      const at = offset(bytes.length);
      const changed = flipped(bytes, at, 1 << random.below(8));
      const { reports } = await whileChanged('manifest.json', changed, () => verifyFiles(bundle, silent));
      assert.deepEqual(
        reports.map(({ file }) => file),
        ['manifest.json'],
        `byte ${at}`,
      );
      assertNamed('manifest.json', bytes, changed, at, saidOf('manifest.json', { reports }));
    }
  });

  /** The line, the JSON value, the number or the byte that was changed is among the places. */
  function assertNamed(file: string, bytes: Buffer, changed: Buffer, at: number, places: string[]): void {
    const what = `${file}, byte ${at}: ${places.join('\n')}`;
    const line = bytes.subarray(0, at).filter((byte) => byte === 0x0a).length + 1;
    const numbered = places.some((place) => new RegExp(`lines? ${line}( |$|:)`).test(place));
    if (file.endsWith('.rows')) assert.match(places.join('\n'), /query q_00\d\d, |^line 1 |^byte \d+ /, what);
    else if (file.endsWith('.npz')) assert.ok(places[0]!.startsWith(`byte ${at} | 0x`), what);
    else if (!file.endsWith('.json')) assert.ok(numbered, what);
    else if (parsed(changed) === undefined) assert.ok(numbered, what);
    else if (!numbered) {
      // A value: what is told as stored is what a reader of the changed file finds at that path.
      const [path, stored] = places[0]!.split(' | ') as [string, string];
      if (stored !== 'nothing' && !stored.includes('…'))
        assert.equal(JSON.stringify(valueAt(parsed(changed), path)), stored, what);
    }
  }

  function parsed(bytes: Buffer): unknown {
    try {
      return JSON.parse(bytes.toString('utf8'));
    } catch {
      return undefined;
    }
  }

  function valueAt(json: unknown, path: string): unknown {
    let value = json as Record<string, unknown>;
    for (const [, index, quoted, name] of path.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([\w$]+)/g))
      value = value[index ?? (quoted === undefined ? name! : JSON.parse(quoted))] as Record<string, unknown>;
    return value;
  }

  test('a bundle is checked to the end, whatever file is damaged, and is not reproduced', async () => {
    const runs = `runs/${world.name}/${runOf('A')}`;
    // Each alone: what is derived from a damaged file may not be there to be computed.
    const files = filesBelow(bundle).filter(
      (file) => /^benchmark\/|^manifest|results\.json$/.test(file) || file.startsWith(runs),
    );
    for (const [k, file] of files.entries()) {
      const bytes = readFileSync(join(bundle, file));
      const at = Math.floor(bytes.length * [0.3, 0.7][k % 2]!);
      const outcome = await whileChanged(file, flipped(bytes, at, 0x02), check);
      assert.equal(isEqual(outcome), false, file);
      assert.ok(saidOf(file, outcome).length > 0, file);
    }
    assert.ok(files.length >= 11, files.join(' '));
  });

  /** Turns the first occurrence of a text, of equal length, into another. */
  function edited(file: string, from: string | RegExp, to: string): string {
    const text = readFileSync(join(bundle, file), 'utf8');
    assert.ok(text.search(from) >= 0, `${file} has no ${from}`);
    return text.replace(from, to);
  }

  test('derived files: the value, what is stored and what the runs give', async () => {
    const at = (name: string) => `results/${world.name}/${name}`;
    const cases: [file: string, from: RegExp, to: string, said: RegExp][] = [
      [
        at('results.json'),
        /"mean": 0\.7/,
        '"mean": 0.9',
        /^systems\[0\]\.measures\["nDCG@10"\]\.mean \| 0\.9\d* \| 0\.7\d* \| u/,
      ],
      [at('results.json'), /"n": 12/, '"n": 13', /^systems\[0\]\.measures\["nDCG@10"\]\.n \| 13 \| 12 \| u/],
      [
        at('per-query.jsonl'),
        /"nDCG@10":1/,
        '"nDCG@10":2',
        /^line 2 \(task execretrieval, query q_0001, system A-\w+\): values\["nDCG@10"\] \| 2 \| 1 \| u/,
      ],
      [at('results.md'), /\| A \|/, '| B |', /^line \d+ \| "\| B \|.* \| "\| A \|/],
      [
        at('comparison.json'),
        /"aOnly": \d/,
        '"aOnly": 9',
        /^pairs\[0\]\.differences\[0\]\.discordant\.aOnly \| 9 \| \d \|/,
      ],
      [
        at('tests/pairwise_tests.json'),
        /"a_only": \d/,
        '"a_only": 9',
        /^\["frozen vs A"\]\["exec@1"\]\.a_only \| 9 \| \d/,
      ],
      [
        'execretrieval/tests/confidence_intervals.json',
        /"n": \d+/,
        '"n": 99',
        /^frozen\["exec@1"\]\.n \| 99 \| \d+/,
      ],
      [
        'execretrieval/results/A.json',
        /"exec@3":0\.75/,
        '"exec@3":0.76',
        /^line 1: metrics\["exec@3"\] \| 0\.76 \| 0\.75/,
      ],
      [
        'execretrieval/results/A.json',
        /"rank":3,"corpus_id":"c_0003"/,
        '"rank":3,"corpus_id":"c_0009"',
        /^line 2 \(query_id q_0001\): top_results\[2\]\.corpus_id \| "c_0009" \| "c_0003"/,
      ],
      [
        'execretrieval/queries.jsonl',
        /"c_0004"/,
        '"c_0001"',
        /^line 2 \(query_id q_0002\): correct_corpus_ids\[0\] \| "c_0001" \| "c_0004"/,
      ],
      [
        'execretrieval/corpus.jsonl',
        /value > limit/,
        'value < limit',
        /^line 1 \(corpus_id c_0001\): code \| .*< limit.* \| .*> limit/,
      ],
      [
        'execretrieval/execution_cache.jsonl',
        /\["pass"/,
        '["FAIL"',
        /^line 1 \(code_sha256 \w+, tests_sha256 \w+\): results\[0\] \| "FAIL" \| "pass"/,
      ],
    ];
    const changes = new Map<string, string>();
    for (const [file, from, to] of cases) {
      const text = changes.get(file) ?? readFileSync(join(bundle, file), 'utf8');
      assert.match(text, from, file);
      changes.set(file, text.replace(from, to));
    }
    const outcome = await whileAllChanged(changes, check);
    const recomputed = outcome.reports.filter(({ by }) => by === 'recomputation');
    assert.deepEqual(
      new Set(recomputed.filter(({ differing }) => differing > 0).map(({ file }) => file)),
      new Set(changes.keys()),
    );
    for (const [file, , , said] of cases) {
      const told = saidOf(file, { reports: recomputed });
      assert.ok(
        told.some((line) => said.test(line)),
        `${file}: ${said}\n${told.join('\n')}`,
      );
    }
  });

  test('source files: the record and the field, found and original, and what follows from it', async () => {
    const told = async (file: string, from: RegExp, to: string) => {
      const outcome = await whileChanged(file, edited(file, from, to), check);
      return { said: saidOf(file, outcome), outcome };
    };
    const judged = await told(
      'benchmark/judgments.jsonl',
      /"doc":"c_0004","grade":2/,
      '"doc":"c_0004","grade":1',
    );
    assert.equal(
      judged.said[1],
      'line 4 (task execretrieval, query q_0002, doc c_0004): grade | 1 | 2 | undefined',
    );
    // The copy in the other layout says so too, and so does every value that depends on it.
    assert.ok(
      saidOf('execretrieval/queries.jsonl', judged.outcome).some((line) =>
        line.startsWith('line 2 (query_id q_0002)'),
      ),
    );
    assert.ok(saidOf(`results/${world.name}/results.json`, judged.outcome).length > 1);
    const texts = await told('benchmark/corpus.jsonl', /value > limit/, 'value < limit');
    assert.match(texts.said[1]!, /^line 1 \(corpus code, id c_0001\): text \| .*< limit/);
    const verdict = await told('benchmark/verdicts.jsonl', /"is":"pass"/, '"is":"fail","test":0');
    // More than one byte: the line is named, and the copy in the other layout tells the value.
    assert.match(verdict.said[1]!, /^line 1 \(code \w+, suite \w+\) \| .* \| not as it was written$/);
    assert.deepEqual(saidOf('execretrieval/execution_cache.jsonl', verdict.outcome), [
      ...[0, 1, 2].map((k) => verdictLine(k)),
    ]);
    const depth = await told(`runs/${world.name}/${runOf('A')}/run.json`, /"depth": 20/, '"depth": 10');
    assert.equal(depth.said[1], 'depth | 10 | 20 | undefined');
    const others = new Map([
      ['environment.json', edited('environment.json', /"assay": "0/, '"assay": "9')],
      ['README.md', edited('README.md', /Check it, offline/, 'Check it, onlines')],
    ]);
    const { reports } = await whileAllChanged(others, () => verifyFiles(bundle, silent));
    assert.match(saidOf('environment.json', { reports })[1]!, /^assay \| "9[.\d]+" \| "0/);
    assert.match(
      saidOf('README.md', { reports })[1]!,
      /^line 3 \| "Check it, onlines.* \| not as it was written$/,
    );
  });

  function verdictLine(k: number): string {
    const { code_sha256: code, tests_sha256: tests } = JSON.parse(
      readFileSync(join(bundle, 'execretrieval/execution_cache.jsonl'), 'utf8').split('\n')[0]!,
    ) as Record<string, string>;
    const label = `line 1 (code_sha256 ${code!.slice(0, 12)}, tests_sha256 ${tests!.slice(0, 12)})`;
    return `${label}: results[${k}] | "pass" | ${k === 0 ? '"FAIL"' : 'nothing'} | undefined`;
  }

  function runOf(name: string): string {
    const runs = filesBelow(join(bundle, 'runs', world.name)).map((file) => file.split('/')[0]!);
    return runs.find((id) => id.startsWith(`${name}-`))!;
  }

  test('a changed number in a run is named by query and rank, with both values', async () => {
    const file = `runs/${world.name}/${runOf('A')}/tasks/execretrieval/part-00000.rows`;
    const bytes = readFileSync(join(bundle, file));
    const head = bytes.indexOf(0x0a) + 1;
    const { rows } = JSON.parse(bytes.subarray(0, head).toString()) as {
      rows: { query: string; hits: number }[];
    };
    assert.equal(rows[0]!.hits, 10);
    // Ordinals of ten documents, then ten scores: A has 0.97 at rank 1, and 0.03 less at every rank below.
    const score = head + 10 * 4 + 2 * 8;
    assert.equal(bytes.readDoubleLE(score), 0.91);
    const changed = Buffer.from(bytes);
    changed[score + 7]! ^= 0x80;
    const { reports } = await whileChanged(file, changed, () => verifyFiles(bundle, silent));
    assert.equal(saidOf(file, { reports })[1], 'query q_0001, score at rank 3 | -0.91 | 0.91 | undefined');
    const document = Buffer.from(bytes);
    document.writeUInt32LE(bytes.readUInt32LE(head + 4) ^ 3, head + 4);
    const again = await whileChanged(file, document, () => verifyFiles(bundle, silent));
    assert.match(saidOf(file, again)[1]!, /^query q_0001, document at rank 2 \| \d+ \| \d+ \|/);
  });

  test('two changed bytes that have the sum of one are not told as one', async () => {
    const file = filesBelow(bundle).find((name) => name.startsWith('vectors/'))!;
    const bytes = readFileSync(join(bundle, file));
    const block = 4096;
    assert.ok(bytes.length > block);
    const sum = crc32(bytes.subarray(0, block));
    const random = seeded(3);
    let changed: Buffer;
    do {
      changed = flipped(bytes, random.below(block / 2), 1 + random.below(255));
      changed[block / 2 + random.below(block / 2)]! ^= 1 + random.below(255);
    } while (changesToward(changed.subarray(0, block), sum).length === 0);
    const { reports } = await whileChanged(file, changed, () => verifyFiles(bundle, silent));
    assert.deepEqual(saidOf(file, { reports }).slice(1), [
      'bytes 0 to 4095 | undefined | undefined | not as they were written',
    ]);
  });

  test('the manifest: a change of its own is told from a change of a file', async () => {
    const verify = (): Promise<Outcome> => verifyFiles(bundle, silent);
    const told = async (from: RegExp, to: string, look = verify) => {
      const outcome = await whileChanged('manifest.json', edited('manifest.json', from, to), look);
      const differing = outcome.reports.filter((report) => report.differing > 0);
      assert.deepEqual(
        differing.map(({ file }) => file),
        ['manifest.json'],
      );
      return saidOf('manifest.json', outcome);
    };
    const { files, sha256: own } = JSON.parse(readFileSync(join(bundle, 'manifest.json'), 'utf8')) as {
      files: { path: string; sha256: string }[];
      sha256: string;
    };
    const digit = (text: string) => (text.startsWith('0') ? '1' : '0') + text.slice(1);
    const k = files.findIndex(({ path }) => path === 'benchmark/corpus.jsonl');
    const digest = files[k]!.sha256;
    assert.deepEqual(await told(new RegExp(digest), digit(digest), check), [
      `files[${k}].sha256 | "${digit(digest)}" | "${digest}" | undefined`,
    ]);
    assert.deepEqual(await told(new RegExp(own), digit(own)), [
      `sha256 | "${digit(own)}" | "${own}" | undefined`,
    ]);
    assert.deepEqual(await told(/assay-bundle/, 'assay-bungle'), [
      'format | "assay-bungle" | "assay-bundle" | undefined',
    ]);
    assert.deepEqual(await told(/"formatVersion": 1/, '"formatVersion": 7'), [
      'formatVersion | 7 | 1 | undefined',
    ]);
    assert.match(
      (await told(/README\.md/, 'README.mc'))[0]!,
      /^files\[0\]\.path \| "README\.mc" \| "README\.md"/,
    );
    assert.match((await told(/ {4}\{/, '\t   {'))[0]!, /^line 5 \| "\\t {3}\{/);
    assert.match((await told(/ {2}\],/, '  },'))[0]!, /^line \d+ \| " {2}\}," \| " {2}\],"/);
  });

  test('files that are missing or extra are named; without a manifest nothing is taken on trust', async () => {
    const copy = join(scratch, 'copy');
    cpSync(bundle, copy, { recursive: true });
    const manifest = join(copy, 'manifest.json');
    renameSync(join(copy, 'benchmark/tests.jsonl'), join(copy, 'benchmark/others.jsonl'));
    const [part] = filesBelow(copy).filter((file) => file.endsWith('.rows'));
    rmSync(join(copy, part!));
    const { code, stdout } = await run(reproduceCommand, copy);
    assert.equal(code, 1);
    const lines = stdout.split('\n');
    for (const line of [
      'benchmark/tests.jsonl: the file is missing',
      `${part}: the file is missing`,
      'benchmark/others.jsonl: the manifest does not name this file',
      'benchmark: it cannot be checked: cannot read benchmark/tests.jsonl: there is no such file',
    ])
      assert.ok(lines.includes(line), `${line}\n${stdout}`);
    rmSync(manifest);
    const without = await run(reproduceCommand, copy);
    assert.equal(without.code, 1);
    assert.match(without.stdout, /^manifest\.json: the file is missing$/m);
  });

  test('a link is named and never followed: where it leads is nothing that a bundle may show', async () => {
    const copy = join(scratch, 'linked');
    cpSync(bundle, copy, { recursive: true });
    const secret = join(scratch, 'secret');
    writeFileSync(secret, 'a line of some other file\n');
    rmSync(join(copy, 'benchmark/corpus.jsonl'));
    symlinkSync(secret, join(copy, 'benchmark/corpus.jsonl'));
    const { code, stdout } = await run(reproduceCommand, copy);
    assert.equal(code, 1);
    assert.match(stdout, /^benchmark\/corpus\.jsonl: it is a link or the like, not a file$/m);
    assert.match(stdout, /^recomputation: it was left out/m);
    assert.ok(!stdout.includes('some other'), stdout);
  });

  test('lines that were removed and added are counted', async () => {
    const file = 'benchmark/judgments.jsonl';
    const lines = readFileSync(join(bundle, file), 'utf8').trimEnd().split('\n');
    const said = async (changed: string[]) => {
      const { reports } = await whileChanged(file, `${changed.join('\n')}\n`, () =>
        verifyFiles(bundle, silent),
      );
      return saidOf(file, { reports }).slice(1);
    };
    assert.deepEqual(await said(lines.toSpliced(3, 2)), [
      'after line 3 | undefined | undefined | 0 lines instead of 2',
    ]);
    const added = '{"task":"execretrieval","query":"q_0001","doc":"c_0009","grade":2}';
    const told = await said(lines.toSpliced(3, 0, added));
    assert.equal(told[0], 'from line 4 on | undefined | undefined | 1 line instead of 0');
    assert.match(
      told[1]!,
      /^line 4 \(task execretrieval, query q_0001, doc c_0009\) \| .* \| not as it was written$/,
    );
  });

  test('a bundle made anew around false results is found out by its runs', async () => {
    const copy = join(scratch, 'forged');
    cpSync(bundle, copy, { recursive: true });
    const { filesIn, entryOf, manifestText } = await import('../src/reproduce/manifest.js');
    editJson(join(copy, 'results', world.name, 'results.json'), (content: { primary: string }) => {
      content.primary = 'exec@1';
    });
    const entries = [];
    for (const file of await filesIn(copy)) entries.push(await entryOf(copy, file));
    writeFileSync(join(copy, 'manifest.json'), manifestText(entries));
    const { code, stdout } = await run(reproduceCommand, copy);
    assert.equal(code, 1);
    assert.match(stdout, /results\.json: primary: stored "exec@1", recomputed "nDCG@10"/);
  });

  test('a bundle is checked against its own benchmark, and one of a later version is not guessed at', async () => {
    await refuses(
      () => run(reproduceCommand, bundle, '--benchmark', 'starter'),
      /a bundle is checked against its own/,
    );
    const { files } = JSON.parse(readFileSync(join(bundle, 'manifest.json'), 'utf8')) as { files: unknown[] };
    const { sha256 } = await import('../src/store/digest.js');
    const digest = sha256(JSON.stringify(['assay-bundle', 2, files]));
    const later = JSON.stringify({ format: 'assay-bundle', formatVersion: 2, files, sha256: digest });
    await whileChanged('manifest.json', later, () =>
      refuses(() => run(reproduceCommand, bundle), /it has format version 2, this Assay reads 1/),
    );
  });

  test('CRC-32: the published check value, and every single-byte change is found', () => {
    assert.equal(crc32(Buffer.from('123456789')), 0xcbf43926);
    const random = seeded(5);
    const bytes = Uint8Array.from({ length: 700 }, () => random.below(256));
    const sum = crc32(bytes);
    assert.equal(crc32(bytes.subarray(100), crc32(bytes.subarray(0, 100))), sum);
    assert.deepEqual(changesToward(bytes, sum), []);
    for (let trial = 0; trial < 200; trial++) {
      const changed = bytes.slice();
      const at = trial < 2 ? [0, bytes.length - 1][trial]! : random.below(bytes.length);
      changed[at]! ^= 1 + random.below(255);
      assert.deepEqual(changesToward(changed, sum), [{ at, byte: bytes[at]! }]);
    }
    // Two changed bytes are not one: what is proposed, if anything, gives the sum but not the bytes.
    const twice = bytes.slice();
    twice[10]! ^= 1;
    twice[600]! ^= 2;
    for (const { at, byte } of changesToward(twice, sum)) {
      const proposed = twice.slice();
      proposed[at] = byte;
      assert.equal(crc32(proposed), sum);
    }
  });

  test('pieces: lines of text, blocks of anything else, and of a text of too many lines', async () => {
    const file = (name: string, content: string | Uint8Array) => {
      const path = join(scratch, name);
      writeFileSync(path, content);
      return fingerprintOf(path, content.length);
    };
    const lines = await file('a.jsonl', 'one\ntwo\n\nlast');
    assert.equal(lines.pieces.unit, 'line');
    assert.deepEqual(
      sumsIn(lines.pieces),
      ['one\n', 'two\n', '\n', 'last'].map((line) => crc32(Buffer.from(line))),
    );
    const blocks = await file('a.npz', Buffer.alloc(2 * 4096 + 5, 'x'));
    assert.equal(blocks.pieces.unit, 4096);
    assert.deepEqual(
      sumsIn(blocks.pieces),
      [4096, 4096, 5].map((size) => crc32(Buffer.alloc(size, 'x'))),
    );
    const many = await file('many.txt', 'x\n'.repeat(100_001));
    assert.deepEqual([many.pieces.unit, sumsIn(many.pieces).length], [4096, Math.ceil(200_002 / 4096)]);
    const empty = await file('empty.jsonl', '');
    assert.deepEqual([empty.bytes, empty.pieces.crc32], [0, '']);
  });
});
