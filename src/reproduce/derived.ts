import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '../core/json.js';
import { viaTemporary } from '../store/atomic.js';
import { LineWriter } from '../store/line-writer.js';
import { readJson, readLines } from '../store/lines.js';
import {
  compareJson,
  differ,
  emptyReport,
  type FileReport,
  type Ignored,
  labelOf,
  leavesIn,
  shownTexts,
} from './differences.js';

/** A file that follows from others: it can be written, and a stored one can be checked against it. */
export interface Derived {
  /** Path below the folder that it belongs to, with `/`. */
  file: string;
  /** One JSON document, a JSON object on each line, or text. */
  as: 'json' | 'records' | 'text';
  /** Its lines, each ended by a line break. To be read once. */
  lines: Iterable<string> | AsyncIterable<string>;
  /** JSON: which values are not compared. */
  ignored?: Ignored;
}

export function jsonFile(file: string, content: unknown, ignored?: Ignored): Derived {
  const lines = JSON.stringify(content, null, 2).split('\n');
  return { file, as: 'json', lines, ...(ignored === undefined ? {} : { ignored }) };
}

/** @param content ends with a line break */
export function textFile(file: string, content: string): Derived {
  return { file, as: 'text', lines: content.replace(/\n$/, '').split('\n') };
}

/** Writes it into a folder; it appears whole or not at all. */
export async function writeDerived(folder: string, { file, lines }: Derived): Promise<void> {
  await viaTemporary(join(folder, file), async (temporary) => {
    const out = await LineWriter.create(temporary);
    try {
      for await (const line of lines) await out.write(line);
    } finally {
      await out.end();
    }
  });
}

/** @throws UserError where the stored file cannot be read at all, as where it is not JSON or not UTF-8 */
export async function checkDerived(root: string, derived: Derived): Promise<FileReport> {
  const path = join(root, derived.file);
  const report = emptyReport(derived.file, 'recomputation');
  if ((await stat(path).catch(() => undefined)) === undefined)
    differ(report, { where: '', note: 'the file is missing' });
  else if (derived.as === 'json') await checkJson(report, path, derived);
  else await checkLines(report, path, derived);
  return report;
}

async function checkJson(report: FileReport, path: string, { lines, ignored }: Derived): Promise<void> {
  const text: string[] = [];
  for await (const line of lines) text.push(line);
  compareJson(report, await readJson(path), JSON.parse(text.join('\n')), '', ignored);
}

async function checkLines(report: FileReport, path: string, { lines, as }: Derived): Promise<void> {
  const stored = readLines(path)[Symbol.asyncIterator]();
  let number = 0;
  let strays = 0;
  try {
    for await (const expected of lines) {
      number++;
      const next = await stored.next();
      if (next.done) {
        differ(report, { where: `line ${number}`, note: 'the file ends before it' });
        return;
      }
      const { text } = next.value;
      if (as === 'text') compareText(report, number, text, expected);
      else strays = compareRecords(report, number, text, expected) ? 0 : strays + 1;
      // One id that differs is a value like any other; two in a row are lines out of step, and so are all after them.
      if (strays < 2) continue;
      differ(report, { where: `line ${number} on`, note: 'lines are missing, added or in another order' });
      return;
    }
    if ((await stored.next()).done) return;
    differ(report, { where: `line ${number + 1}`, note: 'the file should have ended before it' });
  } finally {
    await stored.return?.(undefined);
  }
}

function compareText(report: FileReport, number: number, text: string, expected: string): void {
  if (text === expected) report.equal++;
  else {
    const [stored, wanted] = shownTexts(text, expected);
    differ(report, { where: `line ${number}`, stored, expected: wanted });
  }
}

/**
 * A line of an ExecRetrieval result file as an object of its own: the head lacks the end of the list that it
 * begins, and an item is followed by a comma.
 */
function recordIn(line: string): unknown {
  const text = line.endsWith('[') ? `${line}]}` : line.replace(/,$/, '');
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Compares two records. @returns whether they are about the same thing */
function compareRecords(report: FileReport, number: number, text: string, expected: string): boolean {
  const wanted = recordIn(expected);
  if (text === expected && isObject(wanted)) {
    report.equal += leavesIn(wanted);
    return true;
  }
  const found = recordIn(text);
  if (!isObject(wanted) || !isObject(found)) {
    compareText(report, number, text, expected);
    return true;
  }
  compareJson(report, found, wanted, `line ${number}${labelOf(wanted)}: `);
  return labelOf(found) === labelOf(wanted);
}
