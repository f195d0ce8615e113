import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { artefactFigures, familyReader } from '../src/audit/artefacts.js';
import type { Figure } from '../src/audit/figure.js';
import { judgmentFigures } from '../src/audit/judgments.js';
import { readTask } from '../src/audit/subject.js';
import { Texts } from '../src/audit/texts.js';
import type { Benchmark } from '../src/core/benchmark.js';
import { audited, byTask, DATA, imported, mainTable, meanings, PAGE, sectionOf } from './audit-page.js';
import { OPTIONS } from './audit-world.js';
import { scratchFolder } from './scratch.js';

// docs/audits.md says what Assay computes now. Every kind of figure is compared on some of the data, and what needs
// no parsing on all of it; a change that shows here is no reason to edit the page: renew it with
// `node dist/test/audit-page.js`.

const page = readFileSync(PAGE, 'utf8');

/** The cells of every row, by the name in the first. */
function rowsOf(markdown: string): Map<string, string[]> {
  const rows = markdown.split('\n').filter((line) => line.startsWith('| '));
  return new Map(
    rows.map((line) => line.slice(2, -2).split(' | ')).map(([name, ...cells]) => [name!, cells]),
  );
}

/** The figures that look at judgments, ids and near-clone families: no text is parsed. */
async function quickFigures(benchmark: Benchmark): Promise<Figure[]> {
  const [corpus] = benchmark.corpora.values();
  const read = {
    ...{ corpus: corpus!, text: new Uint32Array(corpus!.size), empty: [] },
    ...{ fallback: undefined, unread: new Map<string, number>() },
  };
  const { tasks } = benchmark;
  const subject = { benchmark, tasks, corpora: [read], texts: new Texts(), options: OPTIONS };
  const task = await readTask(subject, tasks[0]!);
  const families = await familyReader(subject)(corpus!);
  const figures = [...(await judgmentFigures(task)), ...artefactFigures(task, families)];
  return figures.filter(({ value }) => value !== null);
}

/** Compares figures with the cells value, count, of and reference of their rows. */
function assertStated(figures: readonly Figure[], cellsOf: (name: string) => string[] | undefined): void {
  for (const { figure, value, count, of, chance } of figures) {
    const [shown, counted, size, reference] = cellsOf(figure) ?? [];
    assert.deepEqual(
      [shown, counted, Number.parseInt(size!, 10), reference],
      [
        value!.toFixed(3),
        count === null ? '–' : String(count),
        of,
        chance === null ? '–' : chance.toFixed(3),
      ],
      figure,
    );
  }
}

test('docs/audits.md describes every kind of figure as the registry does', () => {
  assert.equal(sectionOf(page, 'meanings'), meanings());
});

describe('docs/audits.md has the figures of the published data', {
  skip: existsSync(DATA) ? false : `${DATA} is absent`,
}, () => {
  const scratch = scratchFolder();
  const beside = rowsOf(sectionOf(page, 'side by side'));

  test('HumanEval-X, text to Python, all that there is', async () => {
    const file = 'humaneval-x/humaneval_python.jsonl.gz';
    const python = await imported('humaneval-x', file, join(scratch, 'humaneval-x'));
    const task = 'text-to-python';
    const report = await audited(python, undefined, { task });
    const computed = rowsOf(mainTable(report));
    assert.ok(computed.size > 25);
    // Where there are two benchmarks, the place has no column.
    for (const [name, [, ...cells]] of computed)
      if (name !== 'figure') assert.deepEqual(beside.get(name)?.slice(0, 4), cells.slice(0, 4), name);
    const byTasks = rowsOf(sectionOf(page, 'by task'));
    assert.deepEqual(byTasks.get(task), rowsOf(byTask(report)).get(task));
    assert.equal(byTasks.size, 1 + 14);
  });

  test('SafeCoder, what judgments, ids and lengths tell', async () => {
    const stated = rowsOf(sectionOf(page, 'safecoder'));
    const figures = await quickFigures(await imported('safecoder', 'safecoder', join(scratch, 'safecoder')));
    assert.equal(figures.length, 16);
    assertStated(figures, (name) => stated.get(name)?.slice(1));
  });

  test('CoSQA, what judgments and ids tell', async () => {
    const figures = await quickFigures(await imported('cosqa', 'cosqa', join(scratch, 'cosqa')));
    assert.equal(figures.length, 10);
    assertStated(figures, (name) => beside.get(name)?.slice(4));
  });
});
