import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { QueryView } from '../src/report/html/data.js';
import { htmlReport } from '../src/report/html/page.js';
import type { Results } from '../src/report/results.js';
import { assay } from './binary.js';
import { browserOfThisFile, type Looks, visit, withoutBrowser } from './browser.js';
import { root } from './files.js';
import {
  allDrawn,
  assertCharts,
  assertContrast,
  assertDiffByKeyboard,
  assertNames,
  charts,
  chartsOnPaper,
  controlsOnPaper,
  focused,
  hoverMark,
  inSight,
  listed,
  overflow,
  paper,
  shadeOfMark,
  topOf,
} from './report-probes.js';
import { HOSTILE, HOSTILE_TEXTS, madeUp, madeUpLean, queriesWith, resultsWith } from './report-world.js';
import { scratchFolder } from './scratch.js';

// The report as its readers meet it: a file, a browser, no network.

const shared = join(root, '../shared/data/safecoder');

describe('the report in a browser', { skip: withoutBrowser }, () => {
  const scratch = scratchFolder();
  const browser = browserOfThisFile();

  async function fileOf(name: string, results: Results, queries: QueryView): Promise<string> {
    const file = join(scratch, `${name}.html`);
    writeFileSync(file, await htmlReport(results, queries));
    return pathToFileURL(file).href;
  }

  const made = (name: string) => fileOf(name, ...madeUp());
  const lean = (name: string) => fileOf(name, ...madeUpLean());

  async function opened(url: string, looks: Looks = {}) {
    const visited = await visit(await browser(), url, looks);
    await allDrawn(visited.page);
    return visited;
  }

  /** The page that the built command makes of its own systems. @param format of the benchmark, where it is imported */
  async function evaluated(name: string, format?: { path: string }): Promise<string> {
    const file = join(scratch, `${name}.html`);
    const benchmark = format ? join(scratch, name) : name;
    if (format) {
      const imported = await assay(['import', name, format.path, '--out', benchmark]);
      assert.equal(imported.code, 0, imported.stderr);
    }
    // As few numbers as the charts that are asked for need.
    const measures = format ? ['--measures', 'nDCG@10,PPA'] : [];
    const short = ['--resamples', '20', '--depth', '100', ...measures];
    const ended = await assay(['evaluate', '--benchmark', benchmark, ...short, '--html', file]);
    assert.equal(ended.code, 0, ended.stderr);
    return pathToFileURL(file).href;
  }

  const absent = existsSync(shared) ? false : `${shared} is absent`;
  const BENCHMARKS = [
    {
      name: 'starter',
      dimension: 'correctness',
      word: 'barcode',
      skip: false,
      page: () => evaluated('starter'),
    },
    {
      ...{ name: 'safecoder', dimension: 'security', word: 'javascript', skip: absent },
      page: () => evaluated('safecoder', { path: shared }),
    },
  ];
  // Both commands at a time: they cost more than all that the browser does.
  const pages = new Map<string, Promise<string>>();
  before(() => {
    for (const { name, skip, page } of BENCHMARKS) {
      if (skip !== false) continue;
      const made = page();
      made.catch(() => undefined);
      pages.set(name, made);
    }
  });

  for (const { name, dimension, word, skip } of BENCHMARKS)
    test(`shows the built-in systems on ${name}, every chart drawn and named`, { skip }, async () => {
      const { page, context, complaints } = await opened((await pages.get(name))!);
      await assertCharts(page);
      await assertNames(page);
      const drawn = await charts(page);
      for (const wanted of [
        'forest',
        'curve-nDCG',
        'curve-R',
        `quality-${dimension}-PPA`,
        'relevance-quality',
      ])
        assert.ok(drawn.includes(wanted), `${wanted} among ${drawn.join(', ')}`);
      const rows = await page.locator('.sortable tbody tr').allTextContents();
      assert.equal(rows.length, 5);
      assert.ok(rows.some((row) => row.includes('bm25')) && rows.some((row) => row.includes('medoid *')));
      await assertDiffByKeyboard(page, word);
      assert.deepEqual(complaints, []);
      await context.close();
    });

  test('draws a picture of every kind of table, and shows the rest as tables', async () => {
    const { page, context, complaints } = await opened(await made('kinds'));
    const drawn = await charts(page);
    assert.deepEqual(drawn.sort(), [
      ...['breakdown', 'curve-exec', 'curve-nDCG', 'deception-by-bug', 'deception-by-size', 'density-PPA'],
      ...['difficulty', 'forest', 'quality-correctness-PPA', 'quality-correctness-exec@1'],
      ...['quality-security-PPA', 'quality-security-exec@1', 'relevance-quality'],
    ]);
    await assertCharts(page);
    assert.match(
      (await page.textContent('#more'))!,
      /Another analysis.*0\.250.*0\.200…0\.300.*A note of the analysis/s,
    );
    assert.match((await page.textContent('#relevance-quality figcaption'))!, /r = 0\.99 over 3 systems/);
    const sizes = await page.locator('#deception figure:nth-of-type(2) tbody th').allTextContents();
    assert.deepEqual(sizes, ['1', '21–100', '>100', 'unknown']);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('sorts, filters the systems, changes the measure and lists the queries of a bar', async () => {
    const { page, context } = await opened(await made('controls'));
    const column = (c: number) => page.locator(`.sortable tbody tr > :nth-child(${c})`).allTextContents();
    assert.equal(await page.getAttribute('.sortable th:nth-child(3)', 'aria-sort'), 'descending');
    assert.match((await column(1)).join(), /^one,two,three,longest \*/);
    await page.getByRole('button', { name: 'nDCG@10', exact: true }).press('Enter');
    assert.equal(await page.getAttribute('.sortable th:nth-child(3)', 'aria-sort'), 'ascending');
    assert.match((await column(1)).join(), /^longest \*.*,three,two,one$/);
    await page.getByRole('button', { name: 'nDCG@10', exact: true }).press('Enter');
    assert.match((await column(1)).join(), /^one,two,three,longest \*/);

    const table = () => page.textContent('figure:has([data-chart="curve-nDCG"]) details');
    assert.match((await table())!, /two/);
    await page.getByRole('checkbox', { name: 'two' }).uncheck();
    await allDrawn(page);
    assert.doesNotMatch((await table())!, /two/);
    assert.doesNotMatch((await page.getAttribute('[data-chart="forest"]', 'aria-label'))!, /two/);
    assert.match(
      (await page.getAttribute('[data-chart="forest"]', 'aria-label'))!,
      /^nDCG@10 .*First one 0\.900/,
    );

    await page.locator('figure:has([data-chart="forest"])').getByLabel('Measure').selectOption('deception');
    await allDrawn(page);
    assert.match(
      (await page.getAttribute('[data-chart="forest"]', 'aria-label'))!,
      /^deception ↓ .*First longest 0\.630/,
    );

    await page.getByRole('button', { name: 'List 2 queries solved by no system' }).press('Enter');
    assert.equal(await listed(page), 'q1 q3');
    assert.equal((await focused(page)).role, 'listbox');
    await context.close();
  });

  test('finds queries by text, task and who solves them', async () => {
    const { page, context } = await opened(await lean('filters'));
    const search = page.getByRole('search');
    assert.equal(await listed(page), 'q0 q1 q2 q3');
    await search.getByLabel('Not right at rank 1').selectOption({ label: 'three' });
    assert.equal(await listed(page), 'q0 q1 q3');
    await search.getByLabel('Right at rank 1', { exact: true }).selectOption({ label: 'two' });
    assert.equal(await listed(page), 'q0');
    await search.getByLabel('Right at rank 1', { exact: true }).selectOption('');
    await search.getByLabel('Task').selectOption({ label: 'second' });
    assert.equal(await listed(page), 'q1 q3');
    await search.getByLabel('Search').fill('FUNCTION nowhere');
    assert.equal(await listed(page), '');
    assert.match((await page.textContent('[role=status]'))!, /^0 of 4 queries/);
    await context.close();
  });

  test('opens a query, its documents and their difference by keyboard alone, and finds back', async () => {
    const url = await lean('keyboard');
    const { page, context } = await opened(url);
    await page.keyboard.press('/');
    assert.equal((await focused(page)).type, 'search');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('k');
    assert.equal((await focused(page)).option, 'q1');
    await page.keyboard.press('Enter');
    assert.equal((await focused(page)).text, 'q1');
    assert.equal(new URL(page.url()).hash, '#q=q1');
    assert.match((await page.textContent('.diff'))!, /−\s*return a < 1.*\+\s*return a <= 1/s);
    assert.equal(await page.textContent('.diff ins'), '=');
    await page.keyboard.press('j');
    assert.equal(new URL(page.url()).hash, '#q=q2');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    assert.equal((await focused(page)).inCards, true);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.equal(await page.textContent('.document h4'), 'Document d1');
    assert.equal((await focused(page)).text, 'Document d1');
    assert.match((await page.textContent('.document pre'))!, /return a <= 1/);
    await page.keyboard.press('Escape');
    assert.equal((await focused(page)).inCards, true);
    assert.match((await focused(page)).text, /^d1/);
    await page.keyboard.press('Escape');
    assert.equal((await focused(page)).role, 'listbox');
    await page.keyboard.press('?');
    assert.ok(await page.getByRole('dialog').isVisible());
    await page.keyboard.press('Escape');
    await context.close();

    const linked = await opened(`${url}#q=q3`);
    assert.equal(await linked.page.textContent('.open-query h3'), 'q3');
    await linked.context.close();
  });

  for (const width of [1280, 360])
    test(`opens a query at the top of the window, by link and by key, ${width} pixels wide`, async () => {
      const url = await made(`reveal-${width}`);
      const { page, context } = await opened(`${url}#q=q2`, { width, height: 800 });
      const assertAtop = async () => {
        const y = await page.evaluate(topOf, '.open-query h3');
        assert.ok(y >= 0 && y < 200, `heading at ${y} of 800`);
        assert.ok(await page.evaluate(inSight, '.open-query h3'), 'nothing lies over it');
      };
      assert.equal(await page.textContent('.open-query h3'), 'q2');
      await assertAtop();
      await page.getByRole('listbox').focus();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      assert.equal(await page.textContent('.open-query h3'), 'q1');
      await assertAtop();
      await context.close();
    });

  test('compares any two documents by hand', async () => {
    const { page, context } = await opened(`${await lean('by-hand')}#q=q0`);
    const open = page.locator('.open-query');
    await open.getByLabel('− Document').selectOption('0');
    await open.getByLabel('+ Laid beside it').selectOption('2');
    assert.match((await page.textContent('.comparison'))!, /Unrelated: .*side by side/);
    const sides = await page.locator('.unrelated pre').allTextContents();
    assert.deepEqual(
      sides.map((side) => side.slice(0, 9)),
      ['def f(a):', '</script>'],
    );
    assert.equal(await page.locator('.diff, .comparison ins, .comparison del').count(), 0);
    await open.getByRole('button', { name: 'd1' }).first().click();
    await open.getByRole('button', { name: 'Compare as +' }).click();
    assert.equal(await page.textContent('.diff ins'), '=');
    await context.close();
  });

  test('keeps names and texts that are markup, code or direction marks from being anything but text', async () => {
    const queries = queriesWith(HOSTILE, HOSTILE_TEXTS, ['\u202etxet', ...HOSTILE]);
    const url = await fileOf('hostile', resultsWith(HOSTILE), queries);
    const { page, context, complaints } = await opened(`${url}#q=q1`, { width: 360, height: 800 });
    for (const document of [2, 3, 4]) {
      await page.locator(`[data-document="${document}"]`).first().click();
      await page.locator('.document').getByRole('button', { name: 'Compare as +' }).click();
    }
    await hoverMark(page);
    assert.ok((await page.locator('.tip-box').first().textContent())!.includes(HOSTILE[0]!));
    await page.locator('[data-document="3"]').first().click();
    assert.equal(await page.locator('.query-text').first().textContent(), '⟨U+202E⟩txet');
    const shown = (await page.textContent('.document pre'))!;
    assert.match(shown, /user⟨U\+202E⟩ ⟨U\+2066⟩\/\/ admin⟨U\+2069⟩ ⟨U\+2066⟩": ␀ ⟨U\+200B⟩ ␛\[31m 😀👩‍💻/);
    assert.equal(await page.evaluate('window.reached'), undefined);
    assert.equal(await page.locator('img, #report script, b[onmouseover]').count(), 0);
    assert.equal(await page.textContent('h1'), HOSTILE[0]);
    await assertCharts(page);
    await page.getByText('Systems 4/4').click();
    await assertNames(page);
    assert.equal(await overflow(page), 0);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('is legible in both themes, follows the system and can be switched', async () => {
    // As many systems as there are colours, and a baseline.
    const names = [...'abcdefgh', 'longest'];
    const view = queriesWith(names, HOSTILE_TEXTS, ['Find a function f.']);
    const url = `${await fileOf('themes', resultsWith(names), view)}#q=q1`;
    const light = await opened(url);
    const [white, mark] = [await paper(light.page), await shadeOfMark(light.page)];
    await assertContrast(light.page);
    await light.page.getByRole('button', { name: 'Dark theme' }).press('Enter');
    assert.equal(await light.page.getAttribute('button:has-text("Dark theme")', 'aria-pressed'), 'true');
    const [black, darkMark] = [await paper(light.page), await shadeOfMark(light.page)];
    assert.notEqual(black, white);
    assert.notEqual(darkMark, mark, 'charts follow the theme');
    await assertContrast(light.page);
    await light.page.emulateMedia({ media: 'print' });
    assert.notEqual(await paper(light.page), black, 'paper is light');
    assert.equal(await shadeOfMark(light.page), mark);
    await light.context.close();

    const dark = await opened(url, { dark: true });
    assert.equal(await paper(dark.page), black);
    await dark.context.close();
  });

  test('prints without controls, nothing wider than the paper, and the query that is open', async () => {
    const { page, context } = await opened(`${await made('print')}#q=q1`);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 700, height: 1000 });
    assert.equal(await overflow(page), 0);
    assert.deepEqual(await controlsOnPaper(page), []);
    const boxes = await chartsOnPaper(page);
    assert.ok(boxes.length >= 10);
    for (const { left, right, height } of boxes)
      assert.ok(left >= 0 && right <= 700 && height > 50, `${left} ${right} ${height}`);
    assert.ok(await page.locator('.diff').isVisible());
    await context.close();
  });

  test('needs no more than a phone, with twenty systems', async () => {
    const names = Array.from({ length: 20 }, (_, s) => `system-of-some-length-${s}`);
    const view = queriesWith(names, HOSTILE_TEXTS, ['Find a function f.']);
    const url = await fileOf('phone', resultsWith(names), view);
    const { page, context } = await opened(`${url}#q=q1`, { width: 360, height: 800 });
    assert.equal(await overflow(page), 0);
    await assertCharts(page);
    for (const summary of ['Contents', 'Systems 20/20']) await page.getByText(summary).click();
    assert.equal(await overflow(page), 0);
    await context.close();
  });

  test('says what is missing where there is little, and why where it cannot be shown', async () => {
    const none = queriesWith([], [], []);
    const empty = await visit(
      await browser(),
      await fileOf('empty', resultsWith([]), { ...none, queries: [] }),
    );
    await empty.page.waitForSelector('h1');
    assert.match((await empty.page.textContent('#report'))!, /nothing to show/);
    assert.deepEqual(empty.complaints, []);
    await empty.context.close();

    const results = { ...resultsWith(['alone', 'base']), analyses: [], correlations: [] };
    const alone = await opened(await fileOf('alone', results, { ...none, queries: [] }));
    assert.equal(await alone.page.locator('#queries, #curves, #density, #difficulty, #more').count(), 0);
    assert.match((await alone.page.textContent('#relevance-quality'))!, /Pearson r needs three systems/);
    assert.deepEqual(alone.complaints, []);
    await alone.context.close();

    const old = await (await browser()).newPage();
    await old.addInitScript('delete window.DecompressionStream');
    await old.goto(await made('old'));
    assert.match((await old.getByRole('alert').textContent())!, /cannot unpack the data/);
    await old.close();
  });
});
