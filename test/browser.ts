import { existsSync } from 'node:fs';
import { after } from 'node:test';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = PLACES.find((place) => existsSync(place));

/** Says why tests in a browser are skipped. Where the gate runs there has to be one: its tests fail without. */
export const withoutBrowser: string | false =
  executablePath !== undefined || process.env.CI ? false : `no Chromium at ${PLACES.join(', ')}`;

const ARGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

let running: Promise<Browser> | undefined;

/** One browser for all tests of the file that calls this. */
export function browserOfThisFile(): () => Promise<Browser> {
  after(async () => {
    await (await running)?.close();
    running = undefined;
  });
  return () => {
    if (executablePath === undefined) throw new Error(`there is no Chromium at ${PLACES.join(', ')}`);
    return (running ??= chromium.launch({ executablePath, args: ARGS }));
  };
}

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Whatever the page complained about: errors, warnings, requests for anything but itself. */
  complaints: string[];
}

export interface Looks {
  width?: number;
  height?: number;
  dark?: boolean;
}

/** Opens a file as somebody would who has been sent it, without a network. */
export async function visit(browser: Browser, url: string, looks: Looks = {}): Promise<Visit> {
  const { width = 1280, height = 900, dark = false } = looks;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    offline: true,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== url.split('#')[0])
      complaints.push(`asked for ${request.url().slice(0, 200)}`);
  });
  await page.goto(url);
  return { page, context, complaints };
}
