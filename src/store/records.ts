import { Fields } from './fields.js';
import { readJsonLines } from './lines.js';
import { isParquet, readParquet } from './parquet.js';

/**
 * The records of a JSONL file (plain or gzip) or a parquet file: which of the two is decided by the content
 * where the name does not say. A record knows its file and its line or row.
 *
 * @param columns what will be looked at: a parquet file is then read no further than these
 * @throws UserError naming file and line or row
 */
export async function* readRecords(path: string, columns?: readonly string[]): AsyncIterable<Fields> {
  if (path.endsWith('.parquet') || (await isParquet(path).catch(() => false)))
    for await (const row of readParquet(path, columns))
      yield new Fields(row.value, { path: `${path}, row ${row.number}` });
  else
    for await (const line of readJsonLines(path)) yield new Fields(line.value, { path, line: line.number });
}

/** The records of several files, one file after the other. */
export async function* readAllRecords(
  paths: readonly string[],
  columns?: readonly string[],
): AsyncIterable<Fields> {
  for (const path of paths) yield* readRecords(path, columns);
}
