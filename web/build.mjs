// Puts the report's page together: report.js and report.css, with the licences of all that is bundled, which the
// pages carry along when they are passed on. Run: node web/build.mjs [FOLDER] (default: dist/web)
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const outfile = join(resolve(process.argv[2] ?? join(root, 'dist/web')), 'report.js');

const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ['web/report/main.ts'],
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  outfile,
  metafile: true,
  // The packages name their licences in comments only in part: the licence files below say all.
  legalComments: 'none',
  logLevel: 'warning',
});

/** Folders of the packages that have a file in the bundle, such as node_modules/echarts. */
const packages = new Set(
  Object.keys(metafile.inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []),
);

/** The files in which a package states its terms. */
function termsOf(folder) {
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|notice|copying)/i.test(name));
  const more = join(folder, 'licenses');
  const inner = existsSync(more) ? readdirSync(more).map((name) => join('licenses', name)) : [];
  const named = [...files.filter((name) => name !== 'licenses'), ...inner];
  if (named.length === 0) throw new Error(`${folder} has no licence file: its terms are unknown`);
  return named
    .sort()
    .map((name) => `${folder}/${name}\n\n${readFileSync(join(root, folder, name), 'utf8').trim()}\n`);
}

const terms = [...packages].sort().flatMap(termsOf);
if (terms.length > 0)
  appendFileSync(
    outfile,
    `/*! This script holds, in parts, what is under these terms:\n\n${terms.join('\n').replaceAll('*/', '* /')}*/\n`,
  );
