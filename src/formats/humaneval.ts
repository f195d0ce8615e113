import { languageNamed } from '../languages/registry.js';
import type { Fields } from '../store/fields.js';
import type { Format } from './format.js';
import type { Row } from './humaneval-problems.js';
import { RENAME, readProblems, TASKS } from './humaneval-read.js';

function rowOf(fields: Fields): Row {
  const id = fields.id('task_id');
  if (fields.has('declaration'))
    throw fields.fail('field "declaration" belongs to HumanEval-X; read it with the format humaneval-x');
  const entry = fields.id('entry_point');
  const prompt = fields.string('prompt');
  return {
    place: fields.place,
    id,
    problem: id,
    language: languageNamed('python')!,
    prompt,
    head: prompt,
    solution: fields.string('canonical_solution'),
    test: `${fields.string('test').trimEnd()}\n\ncheck(${entry})\n`,
    entry,
  };
}

/**
 * HumanEval (Chen and others, 2021) as search: text-to-python, and the same anonymised. The query is the
 * docstring, the document the whole function without it.
 */
export const humaneval: Format = {
  name: 'humaneval',
  title: 'HumanEval',
  files: 'HumanEval.jsonl or .jsonl.gz, or a folder with it',
  options: [TASKS, RENAME],
  read: (path, context) => readProblems(path, context, rowOf, { name: 'humaneval', licence: 'MIT' }),
};
