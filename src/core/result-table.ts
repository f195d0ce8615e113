/** A measured number, always shown with decimals; with its 95 % interval where there is one. */
export interface Measured {
  value: number;
  low?: number;
  high?: number;
}

/** One cell. null: there is no value. A bare number is a count, shown whole. */
export type TableValue = string | number | null | Measured;

/**
 * A result laid out as a table, before anything is decided about how it looks: the terminal, Markdown, JSON
 * and HTML all show the same one.
 */
export interface ResultTable {
  /** Words joined by hyphens, names of measures as they are (`curve-nDCG`); unique among the tables of one result. */
  name: string;
  title: string;
  /** Heads; the first column names the row. */
  columns: string[];
  rows: TableValue[][];
  /** What a reader must know to read the numbers right; one sentence each. */
  notes: string[];
  /** Decimals of measured numbers. Default: 3. */
  digits?: number;
}
