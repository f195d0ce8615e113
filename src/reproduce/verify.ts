import { join } from 'node:path';
import { sha256OfFile } from '../store/digest.js';
import { tellDamage } from './damage.js';
import { compareJson, differ, emptyReport, type FileReport, shownTexts } from './differences.js';
import {
  type Entry,
  entryOf,
  type FoundFile,
  filesIn,
  MANIFEST,
  manifestText,
  readManifest,
} from './manifest.js';

/** What came of holding a bundle's files against its manifest. */
export interface Verification {
  /** Files that are as they were written; absent where the manifest cannot tell. */
  intact?: number;
  /** Of how many that it names. */
  named?: number;
  /** One for each file that is not. */
  reports: FileReport[];
  /** Whether something in the bundle is no plain file: a link may lead out of it, a pipe never end. */
  strange: boolean;
}

type Progress = (done: number, total: number) => void;

/**
 * Holds every file of a bundle against its manifest, and the manifest against itself. A damaged manifest is
 * told by what it would say of the files as they are. Files are streamed; a changed one is read as a whole.
 *
 * @throws UserError when the manifest is one of a later version
 */
export async function verifyFiles(root: string, progress: Progress): Promise<Verification> {
  const stored = await readManifest(root);
  const files = await filesIn(root);
  if (stored?.files === undefined) {
    const report = emptyReport(MANIFEST, 'manifest');
    if (stored === undefined) differ(report, { where: '', note: 'the file is missing' });
    else tellManifest(report, stored.text, await entriesOf(root, files, progress));
    return { reports: [report], strange: files.some(({ plain }) => !plain) };
  }
  const reports: FileReport[] = [];
  const found = new Map(files.map((file) => [file.path, file]));
  for (const [k, entry] of stored.files.entries()) {
    progress(k, stored.files.length);
    const file = found.get(entry.path);
    const problem = await problemOf(root, entry, file);
    if (problem !== undefined) reports.push(await tell(root, entry, file, problem));
    found.delete(entry.path);
  }
  const intact = stored.files.length - reports.length;
  for (const path of found.keys()) {
    const report = emptyReport(path, 'manifest');
    differ(report, { where: '', note: 'the manifest does not name this file' });
    reports.push(report);
  }
  return { intact, named: stored.files.length, reports, strange: files.some(({ plain }) => !plain) };
}

async function entriesOf(root: string, files: readonly FoundFile[], progress: Progress): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const [k, file] of files.entries()) {
    progress(k, files.length);
    if (file.plain) entries.push(await entryOf(root, file));
  }
  return entries;
}

/** What is wrong with a file as a whole; undefined where nothing is. */
async function problemOf(
  root: string,
  entry: Entry,
  found: FoundFile | undefined,
): Promise<string | undefined> {
  if (found === undefined) return 'the file is missing';
  if (!found.plain) return 'it is a link or the like, not a file';
  const digest = await sha256OfFile(join(root, entry.path));
  if (digest === entry.sha256) return undefined;
  return `its SHA-256 is ${digest}, in the manifest ${entry.sha256}`;
}

async function tell(
  root: string,
  entry: Entry,
  found: FoundFile | undefined,
  problem: string,
): Promise<FileReport> {
  const report = emptyReport(entry.path, 'manifest');
  differ(report, { where: '', note: problem });
  if (found?.plain) await tellDamage(report, join(root, entry.path), entry);
  return report;
}

function tellManifest(report: FileReport, text: string, entries: readonly Entry[]): void {
  const expected = manifestText(entries);
  try {
    compareJson(report, JSON.parse(text), JSON.parse(expected));
  } catch {
    // Not JSON any more: told line by line.
  }
  if (report.differing > 0) return;
  const [now, before] = [text.split('\n'), expected.split('\n')];
  for (let k = 0; k < Math.max(now.length, before.length); k++) {
    if (now[k] === before[k]) continue;
    const [stored, wanted] = shownTexts(now[k] ?? '', before[k] ?? '');
    differ(report, { where: `line ${k + 1}`, stored, expected: wanted });
  }
}
