import { UserError } from '../core/errors.js';
import { type Line, readError } from '../store/lines.js';

/** What stands in the columns of a TREC file, in order. */
export const QRELS_COLUMNS = ['query', 'iteration', 'document', 'grade'] as const;
export const RUN_COLUMNS = ['query', 'Q0', 'document', 'rank', 'score', 'tag'] as const;

/**
 * The columns of a line, cut at runs of white space (every character up to U+0020, as C's `isspace`). Empty for
 * a blank line.
 *
 * @throws UserError when their number is not that of `layout`
 */
export function columnsOf(path: string, line: Line, layout: readonly string[]): string[] {
  const { text } = line;
  const columns: string[] = [];
  let at = 0;
  for (;;) {
    while (at < text.length && text.charCodeAt(at) <= 0x20) at++;
    if (at === text.length) break;
    const start = at;
    while (at < text.length && text.charCodeAt(at) > 0x20) at++;
    columns.push(text.slice(start, at));
  }
  if (columns.length !== 0 && columns.length !== layout.length)
    throw readError(
      path,
      `it has ${columns.length} columns instead of ${layout.length}`,
      line.number,
      `Each line must be: ${layout.join(' ')}.`,
    );
  return columns;
}

/** @throws UserError when the format, which separates columns by white space, cannot hold the id */
export function assertOneColumn(path: string, what: string, id: string): void {
  let visible = id !== '';
  for (let k = 0; k < id.length; k++) if (id.charCodeAt(k) <= 0x20) visible = false;
  if (!visible) throw notHeld(path, what, id, 'is empty or holds white space');
}

export function notHeld(path: string, what: string, id: string, reason: string): UserError {
  return new UserError(
    `cannot write ${path}: the ${what} id ${JSON.stringify(id)} ${reason}, which this format cannot hold`,
    'Export to another format, or give the items other ids.',
  );
}
