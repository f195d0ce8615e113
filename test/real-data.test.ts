import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { assay } from './binary.js';
import { root } from './files.js';
import { scratchFolder } from './scratch.js';

// Published data as it is published, brought in and evaluated by the built command, with the one setting of BM25.

const data = join(root, '../shared/data');

/** What BM25 must reach on nDCG@10, by task; '' stands for the whole benchmark. */
const FLOORS: Record<string, Record<string, number>> = {
  safecoder: { '': 0.477 },
  cosqa: { '': 0.37 },
  humaneval: { 'text-to-python': 0.75, 'text-to-python-anonymised': 0.36 },
  'humaneval-x': { 'text-to-python': 0.75, 'text-to-python-anonymised': 0.36 },
};

interface System {
  pipeline: string;
  measures: Record<string, { mean: number }>;
  tasks: Record<string, Record<string, { mean: number }>>;
}

describe('BM25 on published data', { skip: existsSync(data) ? false : `${data} is absent` }, () => {
  const scratch = scratchFolder();
  for (const [format, floors] of Object.entries(FLOORS))
    test(format, async () => {
      const out = join(scratch, format);
      const imported = await assay(['import', format, join(data, format), '--out', out]);
      assert.equal(imported.code, 0, imported.stderr);
      const linted = await assay(['lint', out, '--json']);
      assert.equal(linted.code, 0, linted.stdout);
      const args = ['evaluate', '--benchmark', out, '--pipeline', 'bm25', '--measures', 'nDCG@10,PPA'];
      const { stdout } = await assay([...args, '--resamples', '100', '--json']);
      const [{ systems }] = JSON.parse(stdout) as [{ systems: System[] }];
      const bm25 = systems.find(({ pipeline }) => pipeline === 'bm25')!;
      for (const [task, floor] of Object.entries(floors)) {
        const measures = task === '' ? bm25.measures : bm25.tasks[task]!;
        const { mean } = measures['nDCG@10']!;
        assert.ok(mean >= floor, `${task}: ${mean}`);
      }
      if (format !== 'safecoder') return;
      const longest = systems.find(({ pipeline }) => pipeline === 'longest')!;
      assert.ok(longest.measures.PPA!.mean > bm25.measures.PPA!.mean, 'fixes are longer than what they fix');
    });
});
