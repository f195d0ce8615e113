import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AuditOptions, type AuditReport, audit } from '../src/audit/audit.js';
import { FIGURE_KINDS } from '../src/audit/kinds.js';
import type { Benchmark } from '../src/core/benchmark.js';
import type { ResultTable } from '../src/core/result-table.js';
import { DEFAULT_SEED } from '../src/evaluate/resampling.js';
import { FORMATS } from '../src/formats/registry.js';
import { markdownTables } from '../src/report/result-table.js';
import { openBenchmark, writeBenchmark } from '../src/store/benchmark-folder.js';
import { root } from './files.js';
import { readWith } from './read-source.js';

// The tables of docs/audits.md, made from the published data. Renew them with `node dist/test/audit-page.js`.

export const DATA = join(root, '../shared/data');
export const PAGE = join(root, 'docs/audits.md');

const options: AuditOptions = {
  ...{ seed: DEFAULT_SEED, near: true, renamed: true },
  progress: () => {},
  warn: () => {},
};

/** Published data as `assay import` brings it in. */
export async function imported(format: string, path: string, dir: string): Promise<Benchmark> {
  const { source } = await readWith(FORMATS.find(({ name }) => name === format)!, join(DATA, path));
  await writeBenchmark(source, dir);
  return openBenchmark(dir);
}

/** What every figure means, from the registry. */
export function meanings(): string {
  const rows = FIGURE_KINDS.map(({ name, describe, against }) => [`\`${name}\``, describe, against ?? '']);
  const columns = ['figure', 'what is measured', 'reference'];
  return bare({ name: 'meanings', title: '', columns, rows, notes: [] });
}

/** A table without its title, and with its notes. */
function bare(table: ResultTable): string {
  return markdownTables([table])
    .replace(/^## .*\n\n/, '')
    .trim();
}

export function audited(
  benchmark: Benchmark,
  other?: Benchmark,
  others: Partial<AuditOptions> = {},
): Promise<AuditReport> {
  return audit(benchmark, other, { ...options, ...others });
}

export const mainTable = ({ tables }: AuditReport): string => bare(tables[0]!);

const BY_TASK = ['name-words-in-query', 'word-overlap', 'bm25', 'bm25-locals', 'bm25-all'];

/** Of each task, what names and words are worth; the same columns whatever there is. */
export function byTask({ benchmarks }: AuditReport): string {
  const columns = BY_TASK.flatMap((name) => (name.startsWith('bm25') ? [name] : [name, 'reference']));
  const figures = benchmarks[0]!.figures;
  const tasks = [...new Set(figures.map(({ where }) => where).filter((where) => where.startsWith('task ')))];
  const rows = tasks.map((where) => {
    const cells = BY_TASK.flatMap((name) => {
      const { value, chance } = figures.find((one) => one.figure === name && one.where === where)!;
      return (name.startsWith('bm25') ? [value] : [value, chance]).map((number) => ({ value: number! }));
    });
    return [where.replace('task ', ''), ...cells];
  });
  return bare({ name: 'by-task', title: '', columns: ['task', ...columns], rows, notes: [] });
}

const marks = (name: string) => [`<!-- audit: ${name} -->\n`, '\n<!-- end of audit -->'] as const;

/** What stands on the page between the marks of a section. */
export function sectionOf(page: string, name: string): string {
  const [start, end] = marks(name);
  const from = page.indexOf(start);
  const to = page.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`docs/audits.md has no section ${name}`);
  return page.slice(from + start.length, to);
}

async function renew(scratch: string): Promise<void> {
  const [humaneval, cosqa, safecoder] = await Promise.all(
    ['humaneval-x', 'cosqa', 'safecoder'].map((name) => imported(name, name, join(scratch, name))),
  );
  const sections = {
    meanings: meanings(),
    'side by side': mainTable(await audited(humaneval!, cosqa!, { task: 'text-to-python' })),
    'by task': byTask(await audited(humaneval!, undefined, { near: false })),
    safecoder: mainTable(await audited(safecoder!)),
  };
  let page = readFileSync(PAGE, 'utf8');
  for (const [name, table] of Object.entries(sections)) {
    const [start, end] = marks(name);
    page = page.replace(start + sectionOf(page, name) + end, () => start + table + end);
  }
  writeFileSync(PAGE, page);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { mkdtempSync, rmSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  const scratch = mkdtempSync(join(tmpdir(), 'assay-audits-'));
  try {
    await renew(scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
