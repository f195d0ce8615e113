import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { reportCommand } from '../src/cli/commands/report.js';
import { version } from '../src/core/version.js';
import { inScript, readBundle } from '../src/report/html/bundle.js';
import type { QueryView } from '../src/report/html/data.js';
import { htmlReport } from '../src/report/html/page.js';
import { readResults } from '../src/report/results.js';
import { document, query } from './describe-world.js';
import { dataIn, evaluated, listed } from './report-html-world.js';
import { run } from './run-command.js';
import { scratchFolder } from './scratch.js';

const scratch = scratchFolder();
const EMPTY: QueryView = { systems: [], tasks: [], total: 0, left: [], documents: [], queries: [] };

const made = await evaluated(
  scratch,
  'small',
  {
    documents: [document('a', 'one'), document('b', 'two')],
    tasks: [{ queries: [query('q', 'x', { a: 2 })] }],
  },
  [listed('right', () => ['a', 'b']), listed('wrong', () => ['b', 'a'])],
  { measures: ['nDCG@1', 'RR@3', 'PPA'] },
);
const { results } = made;

test('the page holds the results just as results.json has them', async () => {
  const out = join(scratch, 'small.html');
  await run(reportCommand, made.out, '--benchmark', made.dir, '--out', out);
  const data = dataIn(readFileSync(out, 'utf8'));
  assert.deepEqual(data.results, await readResults(join(made.kept, 'results.json')));
  assert.equal(data.madeBy, `Assay ${version}`);
  assert.ok(data.results.analyses.length > 0);
});

test('the page refers to nothing outside itself, and lets run what it holds and nothing else', async () => {
  const page = await htmlReport(results, EMPTY);
  const { script, style } = await readBundle();
  assert.ok(script.length > 0);
  const frame = page.replace(script, '').replace(style, '');
  assert.doesNotMatch(frame, /\b(?:src|href|action)\s*=|url\(|@import/i);
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)![1]!;
  const digest = createHash('sha256').update(script).digest('base64');
  assert.ok(policy.startsWith("default-src 'none'; "));
  assert.ok(policy.includes(`script-src 'sha256-${digest}'`));
  assert.ok(page.includes(`<script>${script}</script>`));
  assert.match(page, /^<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">/);
  for (const part of ['<main id="report"></main>', '<title>small 1 · Assay</title>', 'name="viewport"'])
    assert.ok(page.includes(part), part);
});

test('without a script the leaderboard can be read', async () => {
  const page = await htmlReport(results, EMPTY);
  const [, plain] = /<noscript>(.*)<\/noscript>/s.exec(page)!;
  const rows = [...plain!.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row]) =>
    [...row!.matchAll(/<t[hd]>(.*?)<\/t[hd]>/g)].map(([, cell]) => cell),
  );
  assert.deepEqual(rows, [
    ['system', 'tie', 'nDCG@1', 'RR@3'],
    ['right', 'a', '1.000 [1.000, 1.000]', '1.000 [1.000, 1.000]'],
    ['wrong', 'a', '0.000 [0.000, 0.000]', '0.500 [0.500, 0.500]'],
  ]);
  assert.ok(plain!.includes(`<li>${results.notes[0]}</li>`));
});

test('no name, title or text of a benchmark gets out of its place', async () => {
  const hostile = '</title></script></noscript><script>alert(1)</script><!-- " \' & \u2028 \ud800';
  const page = await htmlReport(
    {
      ...results,
      ...{ benchmark: hostile, version: hostile, notes: [hostile] },
      systems: results.systems.map((system) => ({ ...system, name: hostile, tie: hostile })),
    },
    {
      ...EMPTY,
      ...{ systems: [hostile], tasks: [hostile], left: [hostile] },
      documents: [{ id: hostile, language: hostile, bugs: [hostile], text: hostile }],
    },
  );
  const { script, style } = await readBundle();
  const frame = page.replace(script, '').replace(style, '');
  assert.deepEqual(frame.match(/<\/?script\b/g), ['<script', '</script', '<script', '</script']);
  assert.deepEqual(frame.match(/<\/?title|<\/?noscript/g), ['<title', '</title', '<noscript', '</noscript']);
  assert.doesNotMatch(frame, /<!--|<script>alert/);
  const data = dataIn(page);
  assert.deepEqual(data.queries.documents, [
    { id: hostile, language: hostile, bugs: [hostile], text: hostile },
  ]);
  assert.equal(data.results.benchmark, hostile);
});

test('a script that speaks of its own end means the same inside the page', () => {
  const script = [
    'const end = "</script>", open = "<!--<script>", lines = `a\r\nb`;',
    '[end, open, lines, /<!--/u.test(open), /<\\/script/iu.test("</SCRIPT"), "</SCRIPT>"]',
  ].join('\r\n');
  const embedded = inScript(script);
  assert.doesNotMatch(embedded, /<\/script|<!--|\r/i);
  assert.deepEqual([...runInNewContext(embedded)], [...runInNewContext(script)]);
});

test('the page carries the terms of all that is built into it', async () => {
  const { script } = await readBundle();
  for (const words of [
    'Apache License\n                           Version 2.0',
    'Copyright 2017-2026 The Apache Software Foundation',
    'Copyright (c) 2017, Baidu Inc.',
    'Copyright 2010-2016 Mike Bostock',
    'Copyright (c) 2009-2015, Kevin Decker',
    'Copyright (c) Microsoft Corporation.',
  ])
    assert.ok(script.includes(words), `${words} is missing: was the page built by web/build.mjs?`);
});
