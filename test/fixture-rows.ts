import type { SchemaElement } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';

export type FixtureRow = Record<string, unknown>;
/** Path below test/fixtures → content. */
export type FixtureFiles = Map<string, string | Uint8Array>;

export const jsonl = (rows: FixtureRow[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

interface Column {
  schema: SchemaElement[];
  /** As many as there were values; absent ones are null. */
  data: unknown[];
}

/** A column as a data-set hub stores it: every level may be null, whole numbers have 64 bits. */
function columnOf(name: string, values: unknown[]): Column {
  const present = values.filter((value) => value !== null && value !== undefined);
  const column = presentColumn(name, present);
  let next = 0;
  const data = values.map((value) => (value === null || value === undefined ? null : column.data[next++]));
  return { schema: column.schema, data };
}

function presentColumn(name: string, values: unknown[]): Column {
  const leaf = { name, repetition_type: 'OPTIONAL' } as const;
  const first = values[0];
  if (Array.isArray(first)) return listColumn(name, values as unknown[][]);
  if (typeof first === 'object' && first !== null) {
    const rows = values as FixtureRow[];
    const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const children = names.map((child) =>
      columnOf(
        child,
        rows.map((row) => row[child]),
      ),
    );
    return {
      schema: [{ ...leaf, num_children: names.length }, ...children.flatMap(({ schema }) => schema)],
      data: rows.map((_, k) => Object.fromEntries(names.map((child, c) => [child, children[c]!.data[k]]))),
    };
  }
  if (typeof first === 'boolean') return { schema: [{ ...leaf, type: 'BOOLEAN' }], data: values };
  if (typeof first !== 'number')
    return { schema: [{ ...leaf, type: 'BYTE_ARRAY', converted_type: 'UTF8' }], data: values };
  return values.every(Number.isInteger)
    ? { schema: [{ ...leaf, type: 'INT64' }], data: values.map((value) => BigInt(value as number)) }
    : { schema: [{ ...leaf, type: 'DOUBLE' }], data: values };
}

function listColumn(name: string, lists: unknown[][]): Column {
  const items = columnOf('element', lists.flat());
  let next = 0;
  return {
    schema: [
      { name, repetition_type: 'OPTIONAL', num_children: 1, converted_type: 'LIST' },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      ...items.schema,
    ],
    data: lists.map((list) => list.map(() => items.data[next++])),
  };
}

/** A parquet file of rows, snappy-compressed, two rows to a group so that several groups are read. */
export function parquetOf(rows: FixtureRow[]): Uint8Array {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = names.map((name) => ({
    name,
    ...columnOf(
      name,
      rows.map((row) => row[name]),
    ),
  }));
  const schema = [
    { name: 'root', num_children: names.length },
    ...columns.flatMap((column) => column.schema),
  ];
  const columnData = columns.map(({ name, data }) => ({ name, data }));
  return new Uint8Array(parquetWriteBuffer({ columnData, schema, rowGroupSize: 2 }));
}
