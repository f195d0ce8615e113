import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeCommand } from '../src/cli/commands/describe.js';
import type { Io } from '../src/cli/io.js';
import type { ResultTable } from '../src/core/result-table.js';
import { assertSound } from './describe-world.js';
import { refuses } from './scratch.js';

/** What the command prints, and what it says of its progress. */
async function describe(options: Record<string, unknown>, name = 'starter') {
  const said = { results: '', progress: [] as string[] };
  const io: Io = {
    width: 100,
    result: async (text) => void (said.results += text),
    note: assert.fail,
    warn: assert.fail,
    progress: (what) => said.progress.push(what),
    settle: () => {},
  };
  assert.equal(await describeCommand.run([name], options, io), 0);
  return said;
}

/** Run once for the tests that read it. */
let json: ReturnType<typeof describe> | undefined;
const asJson = () => (json ??= describe({ json: true }));

test('describe --json prints the benchmark and its tables', async () => {
  const { results, progress } = await asJson();
  const parsed = JSON.parse(results) as Record<string, string> & { tables: ResultTable[] };
  assert.deepEqual([parsed.benchmark, parsed.version], ['starter', '1']);
  assert.match(parsed.digest!, /^[0-9a-f]{64}$/);
  assertSound(parsed.tables);
  assert.ok(progress.includes('starter · corpus code'), String(progress));
});

test('describe prints tables for the terminal, and with --markdown a page with the same ones', async () => {
  const [plain, page, same] = await Promise.all([describe({}), describe({ markdown: true }), asJson()]);
  const { tables } = JSON.parse(same.results) as { tables: ResultTable[] };
  assert.ok(tables.length > 12);
  assert.match(page.results, /^# starter 1\n\n## Benchmark\n/);
  for (const { title } of tables) {
    assert.ok(plain.results.includes(`${title}\n`), title);
    assert.ok(page.results.includes(`## ${title}\n`), title);
  }
  assert.match(plain.results, /^all tasks +javascript +100 +1683 +16\.8 /m);
  assert.match(page.results, /^\| all tasks \| javascript \| 100 \| 1683 \| 16\.8 \|/m);
});

test('describe --no-tokens gives lengths in words only', async () => {
  const [all, words] = await Promise.all([asJson(), describe({ json: true, tokens: false })]);
  const names = (text: string) =>
    (JSON.parse(text) as { tables: ResultTable[] }).tables.map(({ name }) => name);
  const dropped = names(all.results).filter((name) => !names(words.results).includes(name));
  assert.deepEqual(dropped, ['document-lengths-tokens', 'query-lengths-tokens']);
  assert.ok(!words.results.includes('token'));
});

test('describe refuses what is no benchmark', async () => {
  await refuses(() => describe({}, 'startre'), /cannot open benchmark "startre": .*starter/);
});
