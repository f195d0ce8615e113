import { test } from 'node:test';
import { evaluate } from '../src/evaluate/evaluate.js';
import { profile } from '../src/measures/profiles.js';
import { document, query } from './describe-world.js';
import { evaluated, listed } from './report-html-world.js';
import { refuses, scratchFolder } from './scratch.js';

const scratch = scratchFolder();
const systems = [listed('only', () => ['a'])];

test('a benchmark that nothing can be measured on is refused with what it lacks', async () => {
  const documents = [document('a', 'x'), document('b', 'y')];
  const { benchmark } = await evaluated(
    scratch,
    'whole',
    { documents, tasks: [{ queries: [query('q', 'what', { a: 2 })] }] },
    systems,
  );
  const settings = { measures: [], profile: profile('assay'), depth: 1, progress() {} };
  await refuses(
    () => evaluate({ ...benchmark, tasks: [] }, systems, settings),
    /benchmark "whole": it has no queries/,
  );
  const wrong = [query('q', 'what', { b: 1 })];
  await refuses(
    () => evaluated(scratch, 'negative', { documents, tasks: [{ level: 2, queries: wrong }] }, systems),
    /nDCG@1 have no value .* \| No query has a document that is judged right/,
  );
  const right = [query('q', 'what', { a: 2 })];
  await refuses(
    () =>
      evaluated(scratch, 'unverified', { documents, tasks: [{ level: 2, queries: right }] }, systems, {
        measures: ['exec@1'],
      }),
    /exec@1 have no value .* \| Measures of execution need a benchmark with verdicts/,
  );
});
