/** A table of text cells. Numbers and short codes are aligned right, the first column and `left` ones left. */
export interface TextTable {
  head: string[];
  rows: string[][];
  /** Indexes of further columns that hold words. */
  left?: readonly number[];
}

/**
 * Text of others on one line, to be printed: nothing in it can move the cursor, colour or clear the screen. A line
 * break or tab becomes a space, any other control character the sign for what cannot be shown.
 */
export function printable(text: string): string {
  return text
    .replace(/[\s\u0085]+/g, (space) => (/\p{Cc}/u.test(space) ? ' ' : space))
    .replace(/\p{Cc}/gu, '\uFFFD');
}

function printableTable(table: TextTable): TextTable {
  return { ...table, head: table.head.map(printable), rows: table.rows.map((row) => row.map(printable)) };
}

/** How many terminal columns a text takes; wide East Asian characters take two. */
function width(text: string): number {
  let columns = 0;
  for (const char of text)
    columns += /\p{M}/u.test(char)
      ? 0
      : /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u.test(char)
        ? 2
        : 1;
  return columns;
}

function pad(text: string, to: number, left: boolean): string {
  const space = ' '.repeat(Math.max(0, to - width(text)));
  return left ? text + space : space + text;
}

function columnWidths({ head, rows }: TextTable): number[] {
  return head.map((cell, c) => Math.max(width(cell), ...rows.map((row) => width(row[c] ?? ''))));
}

/** Terminal columns that the plain table takes. */
export function tableWidth(table: TextTable): number {
  const widths = columnWidths(printableTable(table));
  return widths.reduce((sum, to) => sum + to, 0) + 2 * (widths.length - 1);
}

function leftAligned({ left }: TextTable, c: number): boolean {
  return c === 0 || (left?.includes(c) ?? false);
}

/** Columns set apart by two spaces, a rule under the head. */
export function plainTable(given: TextTable): string {
  const table = printableTable(given);
  const { head, rows } = table;
  const widths = columnWidths(table);
  const line = (cells: readonly string[]) =>
    widths
      .map((to, c) => pad(cells[c] ?? '', to, leftAligned(table, c)))
      .join('  ')
      .trimEnd();
  return [line(head), widths.map((to) => '─'.repeat(to)).join('──'), ...rows.map(line)].join('\n');
}

/** A GitHub-flavoured Markdown table. */
export function markdownTable(table: TextTable): string {
  const { head, rows } = printableTable(table);
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replace(/\\/g, '\\\\').replace(/\|/g, '\\|')).join(' | ')} |`;
  return [
    line(head),
    `|${head.map((_, c) => (leftAligned(table, c) ? '---' : '---:')).join('|')}|`,
    ...rows.map(line),
  ].join('\n');
}
