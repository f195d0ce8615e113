import { languageNamed } from '../languages/registry.js';
import type { Fields } from '../store/fields.js';
import type { Format } from './format.js';
import type { Row } from './humaneval-problems.js';
import { LANGUAGES, RENAME, readProblems, TASKS } from './humaneval-read.js';

/** The prefix of a HumanEval-X task id, and the language it stands for. */
const PREFIXES: Readonly<Record<string, string>> = {
  Python: 'python',
  JavaScript: 'javascript',
  Java: 'java',
  CPP: 'cpp',
  Go: 'go',
  Rust: 'rust',
};

function rowOf(fields: Fields): Row {
  const id = fields.id('task_id');
  const [, prefix, number] = /^([^/]+)\/(\d+)$/.exec(id) ?? [];
  const name = PREFIXES[prefix ?? ''];
  if (name === undefined || number === undefined)
    throw fields.fail(
      `task_id "${id}" is not LANGUAGE/NUMBER with a language of ${Object.keys(PREFIXES).join(', ')}` +
        (prefix === 'HumanEval' ? '; read it with the format humaneval' : ''),
    );
  const prompt = fields.string('prompt');
  const declaration = fields.string('declaration');
  const setup = fields.optionalString('test_setup');
  return {
    place: fields.place,
    id,
    problem: `HumanEval/${number}`,
    language: languageNamed(name)!,
    prompt,
    // Go keeps its imports and helpers out of the declaration; its prompt has them, above the same signature.
    head: fields.has('import') ? prompt : declaration,
    solution: fields.string('canonical_solution'),
    test: (setup === undefined ? '' : `${setup.trim()}\n\n`) + fields.string('test'),
  };
}

/**
 * HumanEval-X (Zheng and others, 2023) as search: text to each language in a corpus of its own, and code to
 * code over all languages, where the solutions of the same problem in other languages are right. Each also
 * anonymised.
 */
export const humanevalX: Format = {
  name: 'humaneval-x',
  title: 'HumanEval-X',
  files: 'a folder with humaneval_LANGUAGE.jsonl.gz files (python, js, java, cpp, go, rust), or one of them',
  options: [TASKS, LANGUAGES, RENAME],
  read: (path, context) => readProblems(path, context, rowOf, { name: 'humaneval-x', licence: 'Apache-2.0' }),
};
