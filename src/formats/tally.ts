import type { Fields } from '../store/fields.js';

/** Counts what is wrong in the same way while a format is read, to tell it once with the first case named. */
export class Tally {
  private count = 0;
  private first = '';

  /** @param what is wrong: an id */
  add({ place: { path, line } }: Fields, what: string): void {
    if (this.count++ === 0) this.first = `${path}${line === undefined ? '' : `, line ${line}`}: ${what}`;
  }

  /** @param kind what was counted, so that `12 KIND (FILE, line 3: WHAT)` is a sentence */
  tell(warn: (message: string) => void, kind: string): void {
    if (this.count > 0) warn(`${this.count} ${kind} (${this.first})`);
  }
}

export const ABSENT_DOCUMENTS = 'judgments name documents that are not in the corpus';
