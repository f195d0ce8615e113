import { once } from 'node:events';

/** Where a command's words go: results to stdout, all else to stderr. */
export interface Io {
  /** Columns of the terminal that results go to; a fixed number where they go elsewhere. */
  readonly width: number;
  /** Writes a result, waiting while the reader is slow. A reader that has gone away ends the program well. */
  result(text: string): Promise<void>;
  /** Says something about the work. Silent under --quiet. */
  note(text: string): void;
  /** Says something that the user should know of; also under --quiet. Repeats are said once. */
  warn(text: string): void;
  /** Shows how far long work has come: redrawn on a terminal, a line every few seconds otherwise. */
  progress(what: string, done?: number, total?: number): void;
  /** Takes a redrawn progress line off the screen. */
  settle(): void;
}

const DEFAULT_WIDTH = 100;
const REDRAW_MS = 100;
const LINE_MS = 5000;

export function processIo(quiet: boolean): Io {
  const { stdout, stderr } = process;
  const warned = new Set<string>();
  const redraws = stderr.isTTY === true;
  let last = Date.now() - (redraws ? REDRAW_MS : 0);
  let drawn = false;
  const settle = () => {
    if (drawn) stderr.write('\r\x1b[K');
    drawn = false;
  };
  return {
    width: stdout.columns ?? DEFAULT_WIDTH,
    async result(text) {
      settle();
      if (!stdout.write(text)) await once(stdout, 'drain');
    },
    note(text) {
      settle();
      if (!quiet) stderr.write(`${text}\n`);
    },
    warn(text) {
      settle();
      if (!warned.has(text)) stderr.write(`warning: ${text}\n`);
      warned.add(text);
    },
    progress(what, done, total) {
      if (quiet || Date.now() - last < (redraws ? REDRAW_MS : LINE_MS)) return;
      last = Date.now();
      const line = done === undefined ? what : `${what} ${done}${total === undefined ? '' : ` of ${total}`}`;
      if (!redraws) stderr.write(`${line}\n`);
      else stderr.write(`\r\x1b[K${line.slice(0, (stderr.columns ?? 80) - 1)}`);
      drawn = redraws;
    },
    settle,
  };
}
