import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { version } from '../../core/version.js';
import { withInterval } from '../board.js';
import type { Results } from '../results.js';
import { readBundle } from './bundle.js';
import type { QueryView, ReportData } from './data.js';

const deflate = promisify(deflateRaw);

/** The data as they lie in the page: JSON, deflated (RFC 1951), not yet in base64. */
export function packed(results: Results, queries: QueryView): Promise<Buffer> {
  const data: ReportData = { results, queries, madeBy: `Assay ${version}` };
  // Level 9 takes eight times as long for 4 % less, and texts are fitted in by packing again and again.
  return deflate(Buffer.from(JSON.stringify(data)), { level: 7, memLevel: 9 });
}

/** Everything of the page that is not data. */
export interface Frame {
  before: string;
  after: string;
}

/** The page, in UTF-8 without any reference to another file. */
export async function htmlReport(results: Results, queries: QueryView): Promise<string> {
  return fill(await frameOf(results), await packed(results, queries));
}

export function fill({ before, after }: Frame, data: Buffer): string {
  return `${before}${data.toString('base64')}${after}`;
}

/** How many bytes of packed data fit into a page of `limit` bytes: base64 makes four of three. */
export function roomFor({ before, after }: Frame, limit: number): number {
  return Math.floor((limit - Buffer.byteLength(before) - Buffer.byteLength(after)) / 4) * 3;
}

/** @throws UserError when the page was not built */
export async function frameOf(results: Results): Promise<Frame> {
  const { script, style } = await readBundle();
  // Only this very script runs, whatever a text of the benchmark may have smuggled past an escape.
  const policy = [
    ...["default-src 'none'", "base-uri 'none'", "form-action 'none'", 'img-src data:'],
    ...["style-src 'unsafe-inline'", `script-src 'sha256-${sha256Base64(script)}'`],
  ].join('; ');
  return {
    before: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escaped(`${results.benchmark} ${results.version}`)} · Assay</title>
<style>${style}</style>
</head>
<body>
<noscript>${withoutScript(results)}</noscript>
<main id="report"></main>
<script type="application/octet-stream" id="data">`,
    after: `</script>
<script>${script}</script>
</body>
</html>
`,
  };
}

function sha256Base64(script: string): string {
  return createHash('sha256').update(script).digest('base64');
}

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** The leaderboard as plain HTML, for readers whose browser runs no scripts. */
function withoutScript({ benchmark, version: edition, measures, systems, notes }: Results): string {
  const shown = measures.filter(({ name }) => systems.some((system) => system.measures[name]));
  const row = (tag: string, cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
  const head = shown.map(({ name, better }) => (better === 'lower' ? `${name} ↓` : name));
  const rows = systems.map(({ name, baseline, tie, measures: means }) =>
    row('td', [
      baseline ? `${name} *` : name,
      tie,
      ...shown.map((measure) => withInterval(means[measure.name])),
    ]),
  );
  return [
    `<h1>${escaped(`${benchmark} ${edition}`)}</h1>`,
    '<p>Charts, tables and single queries are shown by a script, which this browser does not run.</p>',
    `<table><thead>${row('th', ['system', 'tie', ...head])}</thead><tbody>${rows.join('')}</tbody></table>`,
    `<ul>${notes.map((note) => `<li>${escaped(note)}</li>`).join('')}</ul>`,
  ].join('\n');
}
