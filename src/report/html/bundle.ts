import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../core/errors.js';
import { PACKAGE_ROOT } from '../../store/package-root.js';

/** The page's own program and looks, as `web/build.mjs` has put them together. */
export interface Bundle {
  script: string;
  style: string;
}

const BUILT = join(PACKAGE_ROOT, 'dist', 'web');

/** @throws UserError when it was not built */
export async function readBundle(folder = BUILT): Promise<Bundle> {
  const [script, style] = await Promise.all(
    ['report.js', 'report.css'].map((name) => readBuilt(join(folder, name))),
  );
  return { script: inScript(script!), style: style!.replace(/<\/(style)/gi, '<\\/$1') };
}

function readBuilt(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new UserError(
      `cannot make a report: its page was not built (${path} is missing)`,
      'Build Assay with: npm run build',
    );
  });
}

/**
 * A script without what would end it, or hide its end, inside HTML: the escapes mean the same in strings and
 * regular expressions, and code has neither sequence outside of them. Lines end as HTML will have them end, for
 * the page's policy holds a digest of the script.
 */
export function inScript(script: string): string {
  return script
    .replace(/\r\n?/g, '\n')
    .replace(/<\/(script)/gi, '<\\/$1')
    .replaceAll('<!--', '<\\x21--');
}
