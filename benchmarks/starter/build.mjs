// Builds the starter benchmark from the problems in this folder, and proves it: every function is run on the
// test cases of every problem. It runs code outside any sandbox, which is meant for this folder's own code only.
//
//   npm run build && node benchmarks/starter/build.mjs [--problems DIR] [--out DIR]
//
// Without --out the benchmark files of this folder and the figures in its README are written anew. The same
// problems give the same bytes.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { UserError } from '../../dist/src/core/errors.js';
import { writeFileAtomic } from '../../dist/src/store/atomic.js';
import { writeBenchmark } from '../../dist/src/store/benchmark-folder.js';
import { figuresAsMarkdown, figuresOf } from './figures.mjs';
import { readProblems, refuse } from './problems.mjs';
import { behaviour, ISOLATION, load, outcomeOf, TOOLCHAIN } from './prove.mjs';

const CORPUS = 'code';
const LANGUAGE = 'javascript';
const TASKS = [
  { id: 'text-to-code', field: 'query', prefix: 'text', queries: 'sentence' },
  { id: 'search', field: 'search', prefix: 'search', queries: 'keywords' },
];
/** Between these, README.md holds the figures. */
const FIGURES = { begin: '<!-- figures -->\n', end: '<!-- end of figures -->' };

function documentsOf(problems) {
  const seen = new Map();
  const documents = problems.flatMap(({ slug, domain, members }) =>
    members.map(({ id, digest, text, parent, slot, edit }) => {
      if (seen.has(id)) throw refuse(slug, `a function of it is also in "${seen.get(id)}"`);
      seen.set(id, slug);
      const root = members[0].id;
      const variant = edit && { parent: members[parent].id, root, slot, edits: [edit] };
      const tags = { domain };
      const meta = {
        id,
        kind: 'code',
        language: LANGUAGE,
        tags,
        family: root,
        ...(variant ? { variant } : {}),
      };
      return { slug, digest, text, meta, context: load(text) };
    }),
  );
  return documents.sort((a, b) => (a.meta.id < b.meta.id ? -1 : 1));
}

/** Every function on every suite. */
function verdictsOf(problems, documents) {
  return problems.flatMap(({ suite }) =>
    documents.map(({ digest, context }) => ({
      code: digest,
      suite: suite.id,
      outcome: outcomeOf(context, suite),
      isolation: ISOLATION,
      toolchain: TOOLCHAIN,
      proof: 'compared',
    })),
  );
}

/** Exactly the canonical passes its own suite, nothing runs out of time, and every edit changes an answer. */
function checkProof(problems, documents, verdicts) {
  const byDigest = new Map(documents.map((document) => [document.digest, document]));
  const bySuite = new Map(problems.map((problem) => [problem.suite.id, problem]));
  for (const { code, suite, outcome } of verdicts) {
    const { slug, members } = bySuite.get(suite);
    const { meta, slug: owner } = byDigest.get(code);
    const who =
      owner !== slug
        ? `a function of "${owner}"`
        : meta.variant
          ? `variant ${meta.variant.slot}`
          : 'the canonical';
    const shouldPass = code === members[0].digest;
    if (outcome.is === 'timeout') throw refuse(slug, `${who}: ${outcome.why}`);
    if (shouldPass && outcome.is !== 'pass')
      throw refuse(slug, `${who} does not pass: ${JSON.stringify(outcome)}`);
    if (!shouldPass && outcome.is === 'pass') throw refuse(slug, `${who} passes every case`);
  }
  for (const { slug, suite, members } of problems) {
    const behaviours = members.map(({ digest }) => behaviour(byDigest.get(digest).context, suite));
    for (const { slot, parent } of members.slice(1))
      if (behaviours[slot + 1] === behaviours[parent])
        throw refuse(slug, `variant ${slot} answers every case as its parent does`);
  }
}

function taskOf({ id, field, prefix, queries }, problems) {
  return {
    id,
    corpus: CORPUS,
    direction: 't2c',
    labels: { language: LANGUAGE, queries },
    level: 2,
    dimension: 'correctness',
    queries: () =>
      problems.map((problem) => ({
        query: {
          id: `${prefix}-${problem.slug}`,
          text: problem[field],
          kind: 'text',
          language: LANGUAGE,
          tags: { domain: problem.domain },
          cluster: problem.slug,
          exclude: [],
          suite: problem.suite.id,
        },
        judgments: problem.members
          .map((member) => ({ doc: member.id, grade: member.edit ? 1 : 2 }))
          .sort((a, b) => (a.doc < b.doc ? -1 : 1)),
      })),
  };
}

function build(problemsDir) {
  const problems = readProblems(problemsDir);
  const documents = documentsOf(problems);
  const verdicts = verdictsOf(problems, documents);
  checkProof(problems, documents, verdicts);
  const figures = figuresOf(problems, documents, verdicts);
  const source = {
    name: 'starter',
    version: '1',
    licence: 'Apache-2.0',
    origin: {
      method: 'written by hand for Assay; variants are single edits, each proven to fail by running it',
      figures,
    },
    corpora: [{ id: CORPUS, documents: () => documents.map(({ meta, text }) => ({ meta, text })) }],
    tasks: TASKS.map((task) => taskOf(task, problems)),
    suites: () => problems.map(({ suite }) => suite),
    verdicts: () => verdicts,
  };
  return { source, figures };
}

async function writeFigures(path, figures) {
  const text = readFileSync(path, 'utf8');
  const start = text.indexOf(FIGURES.begin);
  const end = text.indexOf(FIGURES.end);
  if (start < 0 || end < start)
    throw new UserError(
      `cannot update ${path}: the marks around its figures are missing`,
      `Put back ${FIGURES.begin.trim()} and ${FIGURES.end}`,
    );
  await writeFileAtomic(
    path,
    `${text.slice(0, start)}${FIGURES.begin}${figuresAsMarkdown(figures)}\n${text.slice(end)}`,
  );
}

async function main() {
  const here = (path) => fileURLToPath(new URL(path, import.meta.url));
  const { values } = parseArgs({ options: { problems: { type: 'string' }, out: { type: 'string' } } });
  const { source, figures } = build(values.problems ?? here('problems'));
  await writeBenchmark(source, values.out ?? here('.'));
  if (values.out === undefined) await writeFigures(here('README.md'), figures);
  process.stdout.write(`${figuresAsMarkdown(figures)}\n`);
}

main().catch((error) => {
  process.stderr.write(
    `${error instanceof UserError ? `${error.message}\n${error.next ?? ''}` : error.stack}\n`,
  );
  process.exitCode = 2;
});
