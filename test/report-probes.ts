import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

// What tests ask of the report. Functions given to `evaluate` run inside the page, whose types the rest of the
// repository must not see: the few that are needed are declared here.

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
  width: number;
  height: number;
}

interface InPage {
  readonly textContent: string;
  readonly tagName: string;
  readonly className: unknown;
  readonly parentElement: InPage | null;
  readonly scrollWidth: number;
  readonly clientWidth: number;
  readonly dataset: Record<string, string | undefined>;
  querySelectorAll(selector: string): Iterable<InPage>;
  closest(selector: string): InPage | null;
  matches(selector: string): boolean;
  getAttribute(name: string): string | null;
  getBoundingClientRect(): Box;
  checkVisibility(): boolean;
}

declare const document: InPage & {
  readonly documentElement: InPage;
  readonly activeElement: InPage | null;
  getElementById(id: string): InPage | null;
  elementFromPoint(x: number, y: number): InPage | null;
};
declare function getComputedStyle(element: InPage): {
  color: string;
  backgroundColor: string;
  fill: string;
  stroke: string;
};

export async function allDrawn(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const all = [...document.querySelectorAll('[data-chart]')];
    return all.length > 0 && all.every(({ dataset }) => dataset.drawn === 'true');
  });
}

/** Names of the charts. */
export function charts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-chart]')].map(({ dataset }) => dataset.chart!),
  );
}

/** Ids of the queries in the list. */
export function listed(page: Page): Promise<string> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[role=option]')].map(({ dataset }) => dataset.query).join(' '),
  );
}

/** What has the keyboard. */
export function focused(page: Page) {
  return page.evaluate(() => {
    const active = document.activeElement!;
    return {
      tag: active.tagName,
      role: active.getAttribute('role'),
      type: active.getAttribute('type'),
      text: active.tagName === 'BODY' ? '' : active.textContent,
      inCards: active.closest('.cards') !== null,
      option: document.getElementById(active.getAttribute('aria-activedescendant') ?? '')?.dataset.query,
    };
  });
}

/** Pixels that the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Runs in the page: pixels from the window's top to an element's. */
export function topOf(selector: string): number {
  const [found] = document.querySelectorAll(selector);
  return found!.getBoundingClientRect().top;
}

/** Runs in the page: whether nothing lies over the middle of an element's left edge. */
export function inSight(selector: string): boolean {
  const [found] = document.querySelectorAll(selector);
  const { left, top, height } = found!.getBoundingClientRect();
  const seen = document.elementFromPoint(left + 4, top + height / 2);
  return seen?.closest(selector) !== null && seen !== null;
}

/** The colour of the page. */
export function paper(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
}

/** The colour of a system's mark in a chart. */
export function shadeOfMark(page: Page): Promise<string> {
  return page.evaluate(() => {
    const [mark] = document.querySelectorAll('[data-chart="forest"] svg path[fill^="var(--s"]');
    return getComputedStyle(mark!).fill;
  });
}

/** Puts the pointer on the first system's mark in the chart of means. */
export async function hoverMark(page: Page): Promise<void> {
  await page.locator('[data-chart="forest"]').scrollIntoViewIfNeeded();
  const { x, y } = await page.evaluate(() => {
    const [mark] = document.querySelectorAll('[data-chart="forest"] svg path[fill^="var(--s"]');
    const { left, top, width, height } = mark!.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
  await page.mouse.move(x - 1, y - 1);
  await page.mouse.move(x, y);
  await page.waitForSelector('.tip-box');
}

/** Controls that can be seen and that do not themselves hold something to read. */
export function controlsOnPaper(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button, select, input, summary, [role=listbox]')]
      .filter(
        (one) => one.checkVisibility() && !one.matches('th button, .card button, .upsets button, .fold'),
      )
      .map((one) => `${one.tagName} ${one.textContent}`),
  );
}

export function chartsOnPaper(page: Page): Promise<Box[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-chart] svg')].map((one) => {
      const { left, right, top, bottom, width, height } = one.getBoundingClientRect();
      return { left, right, top, bottom, width, height };
    }),
  );
}

/** Each chart has shapes inside its frame, a name in words, and its numbers in a table. */
export async function assertCharts(page: Page): Promise<void> {
  const found = await page.evaluate(() =>
    [...document.querySelectorAll('[data-chart]')].map((chart) => {
      const frame = chart.getBoundingClientRect();
      const shapes = [...chart.querySelectorAll('svg path, svg text')]
        .map((shape) => shape.getBoundingClientRect())
        .filter(({ width, height }) => width + height > 0);
      const outside = shapes.filter(
        ({ left, right, top, bottom }) =>
          left < frame.left - 2 ||
          right > frame.right + 2 ||
          top < frame.top - 2 ||
          bottom > frame.bottom + 2,
      );
      const cells = [...chart.closest('figure')!.querySelectorAll('details table tbody td')];
      return {
        name: chart.dataset.chart!,
        role: chart.getAttribute('role'),
        label: chart.getAttribute('aria-label') ?? '',
        shapes: shapes.length,
        outside: outside.length,
        numbers: cells.filter((cell) => /\d/.test(cell.textContent)).length,
      };
    }),
  );
  for (const { name, role, label, shapes, outside, numbers } of found) {
    assert.equal(role, 'img', name);
    assert.match(label, /^.{3,}\. .{5,}/s, name);
    assert.ok(shapes > 6, `${name}: ${shapes} shapes`);
    assert.equal(outside, 0, `${name}: shapes beyond its frame`);
    assert.ok(numbers > 0, `${name} has its numbers in a table`);
  }
}

const NAMED = [
  ...['button', 'checkbox', 'combobox', 'searchbox', 'listbox', 'link'],
  ...['image', 'region', 'table', 'dialog'],
];

/** What an assistive technology is told: every control, picture and region has a name. */
export async function assertNames(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const seen = new Set<string>();
  for (const { role, name, ignored, nodeId } of nodes) {
    const kind = String(role?.value);
    if (ignored || !NAMED.includes(kind)) continue;
    seen.add(kind);
    assert.ok(String(name?.value ?? '').trim() !== '', `${kind} ${nodeId} has a name`);
  }
  for (const kind of ['button', 'checkbox', 'combobox', 'listbox', 'image', 'table'])
    assert.ok(seen.has(kind), `${kind} among ${[...seen].join(', ')}`);
  await session.detach();
}

/** Search, arrow down, Enter: a query is open and shows what beat the right answer; Escape leads back. */
export async function assertDiffByKeyboard(page: Page, word: string): Promise<void> {
  await page.keyboard.press('/');
  await page.keyboard.type(word);
  assert.ok(Number.parseInt((await page.textContent('[role=status]'))!, 10) > 0, `queries with "${word}"`);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  assert.equal((await focused(page)).tag, 'H3');
  const signs = await page.locator('.diff .sign').allTextContents();
  assert.ok(signs.includes('+') && signs.includes('−'), signs.join(''));
  assert.equal(await page.locator('.card').count(), 5);
  await page.keyboard.press('Escape');
  assert.equal((await focused(page)).role, 'listbox');
}

const TEXTS =
  'p, li, dt, dd, th, td, small, label, button, summary, h2, h3, .badge, .query-text, .solved, .line, ins, del, .fold';

/** WCAG 2.2, 1.4.3 and 1.4.11: 4.5 for texts, 3 for marks, against what lies behind them. */
export async function assertContrast(page: Page): Promise<void> {
  const found = await page.evaluate(contrasts, TEXTS);
  assert.ok(found.texts.length > 200 && found.marks.length > 8, `${found.texts.length} texts`);
  for (const { what, ratio } of found.texts) assert.ok(ratio >= 4.5, `${what}: ${ratio.toFixed(2)}`);
  for (const { what, ratio } of found.marks) assert.ok(ratio >= 3, `${what}: ${ratio.toFixed(2)}`);
}

/** Runs in the page. Relative luminance and contrast as WCAG defines them. */
function contrasts(selector: string) {
  const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (colour: string) => {
    const [r, g, b] = channels(colour).map((c) =>
      c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  };
  const contrast = (a: string, b: string) => {
    const [x, y] = [luminance(a), luminance(b)];
    return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
  };
  const behind = (element: InPage | null): string => {
    if (element === null) return getComputedStyle(document.documentElement).backgroundColor;
    const { backgroundColor } = getComputedStyle(element);
    return channels(backgroundColor)[3] === 0 ? behind(element.parentElement) : backgroundColor;
  };
  const texts = [...document.querySelectorAll(selector)]
    .filter((one) => one.checkVisibility() && one.textContent.trim() !== '')
    .map((one) => ({
      what: `${one.tagName}.${one.className}`,
      ratio: contrast(getComputedStyle(one).color, behind(one)),
    }));
  const inCharts = [...document.querySelectorAll('[data-chart]:not([data-chart=breakdown]) svg text')].map(
    (one) => ({
      what: `text "${one.textContent}"`,
      ratio: contrast(getComputedStyle(one).fill, behind(one.closest('figure'))),
    }),
  );
  const marks = [...document.querySelectorAll('.swatch path')].map((one) => ({
    what: `mark ${one.getAttribute('stroke')}`,
    ratio: contrast(getComputedStyle(one).stroke, behind(one.closest('label, th, h5'))),
  }));
  return { texts: [...texts, ...inCharts], marks };
}
