import type { DocId } from '../core/benchmark.js';

/** Numbers for document ids, given out from 0 in the order of first occurrence, so that each id is held once. */
export class DocNumbers {
  readonly ids: DocId[] = [];
  private readonly numbers = new Map<DocId, number>();

  numberOf(doc: DocId): number {
    let number = this.numbers.get(doc);
    if (number === undefined) {
      number = this.ids.push(doc) - 1;
      this.numbers.set(doc, number);
    }
    return number;
  }
}
