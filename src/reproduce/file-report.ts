/** Something that is not as it should be. */
export interface Difference {
  /** Where in the file: a path into its JSON, a line, a byte; empty where it is the file as a whole. */
  where: string;
  /** What the file says; absent where only the place is known. */
  stored?: string;
  /** What it should say. */
  expected?: string;
  /** In words, where there are no two values. */
  note?: string;
}

/** What came out of checking one file. */
export interface FileReport {
  /** Path below the folder that was checked, with `/`. */
  file: string;
  /** Against what: its digest in the manifest of a bundle, or what the stored runs give. */
  by: 'manifest' | 'recomputation';
  /** Values that are equal, those within `TOLERANCE` included. */
  equal: number;
  /** Values that are equal within `TOLERANCE` only. */
  within: number;
  differing: number;
  /** The first `SHOWN` of them. */
  differences: Difference[];
}

/** The differences of a file that are told; the others are counted. */
export const SHOWN = 20;

/** Relative: where the machine's logarithms differ in the last place, so do sums of them. */
export const TOLERANCE = 1e-9;

export function emptyReport(file: string, by: FileReport['by']): FileReport {
  return { file, by, equal: 0, within: 0, differing: 0, differences: [] };
}

export function differ(report: FileReport, difference: Difference): void {
  report.differing++;
  if (report.differences.length < SHOWN) report.differences.push(difference);
}

/** Counts two numbers as equal, as equal within the tolerance, or not. @returns whether they are equal */
export function sameNumber(report: FileReport, stored: number, expected: number): boolean {
  if (stored === expected) return true;
  const largest = Math.max(Math.abs(stored), Math.abs(expected));
  if (!(Math.abs(stored - expected) <= TOLERANCE * largest)) return false;
  report.within++;
  return true;
}
