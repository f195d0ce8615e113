import type { Benchmark } from '../core/benchmark.js';
import type { BenchmarkSource } from '../core/source.js';

export interface FormatOption {
  name: string;
  describe: string;
  /** The accepted values; absent when free. */
  values?: readonly string[];
  default?: string;
}

/** What is told while a format is read or written. */
export interface Listener {
  /** Everything that was read but could not be used, naming file and line. */
  warn(message: string): void;
  /** What is going on, and how many were dealt with so far; called for each one. */
  progress?(what: string, count: number): void;
}

export interface ReadContext extends Listener {
  /** Resolved options: every option with a default is present. */
  options: Readonly<Record<string, string>>;
}

/** How a benchmark is kept by somebody else. One file per format, one line in `formats/registry.ts`. */
export interface Format {
  readonly name: string;
  readonly title: string;
  /** What PATH is: the files that are looked for. */
  readonly files: string;
  /** What reading takes. */
  readonly options: readonly FormatOption[];
  /** What writing takes; absent: nothing. */
  readonly writeOptions?: readonly FormatOption[];
  /** @throws UserError naming file and line of what cannot be used */
  read?(path: string, context: ReadContext): Promise<BenchmarkSource>;
  /**
   * Writes into `dir`, which exists and is empty. What the format cannot hold is left out and told to
   * `context.warn`, once for each kind.
   */
  write?(benchmark: Benchmark, dir: string, context: ReadContext): Promise<void>;
}
