import type { Corpus } from '../core/benchmark.js';
import type { Subject } from './analysis.js';
import { type Variants, variantsOf } from './variants.js';

/** A growing list of numbers. */
class Numbers {
  private values = new Uint32Array(1024);
  size = 0;

  push(value: number): void {
    if (this.size === this.values.length) {
      const wider = new Uint32Array(2 * this.size);
      wider.set(this.values);
      this.values = wider;
    }
    this.values[this.size++] = value;
  }

  all(): Uint32Array {
    return this.values.subarray(0, this.size);
  }
}

/** A corpus with variants, and where its documents begin when those of all such corpora are numbered through. */
export interface Numbered {
  corpus: Corpus;
  variants: Variants;
  first: number;
}

/** One system's (canonical, variant) pairs: 4 bytes each, for 40,000 queries of 20 systems have millions. */
export class SeenPairs {
  readonly corpora: readonly Numbered[];
  private readonly byCorpus: ReadonlyMap<Corpus, Numbered>;
  private readonly bySystem: Numbers[];

  constructor({ benchmark, systems }: Pick<Subject, 'benchmark' | 'systems'>) {
    const corpora: Numbered[] = [];
    let first = 0;
    for (const corpus of benchmark.corpora.values()) {
      const variants = variantsOf(corpus);
      if (variants === undefined) continue;
      corpora.push({ corpus, variants, first });
      first += corpus.size;
    }
    this.corpora = corpora;
    this.byCorpus = new Map(corpora.map((one) => [one.corpus, one]));
    this.bySystem = systems.map(() => new Numbers());
  }

  add(system: number, corpus: Corpus, variant: number, deceived: boolean): void {
    this.bySystem[system]!.push(2 * (this.byCorpus.get(corpus)!.first + variant) + (deceived ? 1 : 0));
  }

  /** The variants of a system's pairs, numbered through, and 1 where one deceived it. */
  of(system: number): { variant: Uint32Array; deceived: Uint8Array } {
    const codes = this.bySystem[system]!.all();
    return { variant: codes.map((code) => code >>> 1), deceived: Uint8Array.from(codes, (code) => code & 1) };
  }
}
