// Reads the authored problems and derives every variant's text. A problem is two files named by its slug: the
// correct function in SLUG.js, everything else in SLUG.json. README.md describes the fields.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../dist/src/core/errors.js';
import { canonicalJson } from '../../dist/src/core/json.js';
import { sha256 } from '../../dist/src/store/digest.js';

export const DOMAINS = [
  'bit_manipulation',
  'collections',
  'data_transformation',
  'date_time',
  'geometry',
  'math_numerical',
  'sorting_searching',
  'state_machines',
  'string_processing',
  'validation',
];
export const BUG_TYPES = [
  'off_by_one',
  'off_by_one_boundary',
  'remove_edge_case_check',
  'swap_arguments',
  'wrong_comparison',
  'wrong_operator',
];
export const LAYOUTS = ['star', 'chain', 'branch'];
export const VARIANTS = 4;

/** Least and most: words of both kinds of query, lines of code, test cases. */
const LIMITS = { query: [8, 30], search: [2, 6], lines: [6, 25], cases: [8, 12] };

export function refuse(slug, reason) {
  return new UserError(`cannot build problem "${slug}": ${reason}`, 'Mend its files in the problems folder.');
}

/** All problems, by slug. */
export function readProblems(dir) {
  const slugs = readdirSync(dir)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
  return slugs.map((slug) => readProblem(dir, slug));
}

function readProblem(dir, slug) {
  let problem;
  try {
    problem = JSON.parse(readFileSync(join(dir, `${slug}.json`), 'utf8'));
  } catch (error) {
    throw refuse(slug, `its JSON cannot be read (${error.message})`);
  }
  const code = readFileSync(join(dir, `${slug}.js`), 'utf8')
    .replaceAll('\r\n', '\n')
    .trimEnd();
  checkFields(slug, problem);
  checkWords(slug, problem);
  if (!code.startsWith(`function ${problem.entry}(`))
    throw refuse(slug, `its code does not declare ${problem.entry}`);
  checkRange(slug, 'lines', code.split('\n').length);
  checkRange(slug, 'cases', problem.cases.length);
  return { ...problem, slug, suite: suiteOf(problem), members: membersOf(slug, problem, code) };
}

function checkFields(slug, { domain, layout, signature, cases, variants }) {
  if (!DOMAINS.includes(domain)) throw refuse(slug, `"${domain}" is not a domain`);
  if (!LAYOUTS.includes(layout)) throw refuse(slug, `"${layout}" is not a layout`);
  if (variants?.length !== VARIANTS) throw refuse(slug, `it needs ${VARIANTS} variants`);
  for (const { type } of variants)
    if (!BUG_TYPES.includes(type)) throw refuse(slug, `"${type}" is not a bug type`);
  const named = variants.filter(({ parent }) => parent !== undefined).length;
  if ((layout === 'branch') !== named > 0)
    throw refuse(slug, 'variants name their parent in the layout "branch", and only there');
  for (const { args } of cases)
    if (args.length !== signature.params.length)
      throw refuse(slug, 'a case has too few or too many arguments');
}

function checkRange(slug, what, count) {
  const [least, most] = LIMITS[what];
  if (count < least || count > most) throw refuse(slug, `it has ${count} ${what}, not ${least} to ${most}`);
}

/** A query that holds every word of the function's name would be answered by the name alone. */
function checkWords(slug, { entry, query, search }) {
  const nameWords = entry.split(/(?=[A-Z0-9])/).map((word) => word.toLowerCase());
  for (const [what, text] of Object.entries({ query, search })) {
    checkRange(slug, what, text.split(' ').length);
    const words = new Set(text.toLowerCase().match(/[a-z0-9]+/g));
    if (nameWords.every((word) => words.has(word)))
      throw refuse(slug, `its ${what} gives the name ${entry} away`);
  }
}

function suiteOf({ entry, signature, tolerance, cases }) {
  const tests = cases.map(({ args, want }) => ({
    kind: 'case',
    args,
    want: { value: want, ...(tolerance === undefined ? {} : { tolerance }) },
  }));
  const content = { entry, signature, tests };
  return { id: sha256(canonicalJson(content)), ...content };
}

/** The canonical first, then the variants by slot. A parent is a place in this list. */
function membersOf(slug, { layout, variants }, code) {
  const members = [memberOf(code)];
  variants.forEach(({ type, find, replace, parent }, slot) => {
    const at = layout === 'chain' ? slot : parent === undefined ? 0 : parent + 1;
    if (at > slot) throw refuse(slug, `the parent of variant ${slot} must come before it`);
    const { text } = members[at];
    const start = text.indexOf(find);
    if (find === '' || start < 0 || text.indexOf(find, start + 1) >= 0)
      throw refuse(slug, `variant ${slot}: ${JSON.stringify(find)} must occur exactly once in its parent`);
    const edit = { type, ...trimmed(find, replace, start) };
    members.push({
      ...memberOf(text.slice(0, edit.start) + edit.insert + text.slice(edit.end)),
      parent: at,
      slot,
      edit,
    });
  });
  return members;
}

/** Ids come from the text alone: ties are broken by id, which must not tell a canonical from a variant. */
function memberOf(text) {
  const digest = sha256(text);
  return { id: `d-${digest.slice(0, 10)}`, digest, text };
}

/** The edit without the context that the author gave to make `find` unique. */
function trimmed(find, replace, start) {
  const shorter = Math.min(find.length, replace.length);
  let head = 0;
  while (head < shorter && find[head] === replace[head]) head++;
  let tail = 0;
  while (tail < shorter - head && find[find.length - 1 - tail] === replace[replace.length - 1 - tail]) tail++;
  return {
    start: start + head,
    end: start + find.length - tail,
    insert: replace.slice(head, replace.length - tail),
  };
}
