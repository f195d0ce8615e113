import type { Benchmark, Corpus, DocMeta, Outcome, Sha } from '../core/benchmark.js';
import type { ResultTable, TableValue } from '../core/result-table.js';
import { ALL, label, NOT_GIVEN, share, shownGroups } from './labels.js';
import type { JudgedFor } from './read-tasks.js';

/** The tags that tell who or what wrote a document: `model` in CoREB. The first that a corpus has counts. */
const AUTHOR_TAGS = ['author', 'model'] as const;
/** The tags that tell what a test run said of a document, where there are no verdicts: `meta.passed` in CoREB. */
const PASSED_TAGS = ['passed', 'meta.passed'] as const;

type Standing = 'passed' | 'failed' | 'unverified';

const STANDINGS: Record<Outcome['is'], Standing> = {
  pass: 'passed',
  fail: 'failed',
  invalid: 'failed',
  timeout: 'failed',
  flaky: 'unverified',
  unavailable: 'unverified',
};

/** A pass of one suite is a pass: the others are those of other problems. */
function best(standings: Iterable<Standing>): Standing {
  let standing: Standing = 'unverified';
  for (const one of standings) {
    if (one === 'passed') return one;
    if (one === 'failed') standing = one;
  }
  return standing;
}

/** What verdicts say of a text under any suite that it was run against. */
function standingsAnywhere(benchmark: Benchmark): Map<Sha, Standing> {
  const standings = new Map<Sha, Standing>();
  for (const { code, outcome } of benchmark.verdicts())
    standings.set(code, best([standings.get(code) ?? 'unverified', STANDINGS[outcome.is]]));
  return standings;
}

function taggedStanding({ tags }: DocMeta): Standing {
  const tag = PASSED_TAGS.find((name) => tags?.[name] !== undefined);
  const value = tag === undefined ? undefined : tags![tag]!.toLowerCase();
  return value === 'true' ? 'passed' : value === 'false' ? 'failed' : 'unverified';
}

/** Of each code document of a corpus: what its verdicts say or, where the corpus has none, what its tags say. */
function standingsOf(
  benchmark: Benchmark,
  corpus: Corpus,
  anywhere: ReadonlyMap<Sha, Standing>,
  judgedFor: JudgedFor | undefined,
): { standings: Map<number, Standing>; source: 'verdicts' | 'tags' } {
  const verified = new Map<number, Standing>();
  const tagged = new Map<number, Standing>();
  for (let i = 0; i < corpus.size; i++) {
    const meta = corpus.meta(i);
    if (meta.kind !== 'code') continue;
    const own = judgedFor?.get(i);
    const outcomes = [...(own ?? [])].map((suite) => benchmark.verdict(meta.digest, suite)?.outcome.is);
    const standing = own
      ? best(outcomes.map((is) => (is === undefined ? 'unverified' : STANDINGS[is])))
      : (anywhere.get(meta.digest) ?? 'unverified');
    verified.set(i, standing);
    tagged.set(i, taggedStanding(meta));
  }
  const has = (standings: Map<number, Standing>) =>
    [...standings.values()].some((standing) => standing !== 'unverified');
  return !has(verified) && has(tagged)
    ? { standings: tagged, source: 'tags' }
    : { standings: verified, source: 'verdicts' };
}

type Tally = Record<Standing, number>;

function added(tallies: Iterable<Tally>): Tally {
  const sum: Tally = { passed: 0, failed: 0, unverified: 0 };
  for (const tally of tallies)
    for (const standing of Object.keys(sum) as Standing[]) sum[standing] += tally[standing];
  return sum;
}

function documentsOf({ passed, failed, unverified }: Tally): number {
  return passed + failed + unverified;
}

function tallyCells(tally: Tally): TableValue[] {
  const { passed, failed, unverified } = tally;
  return [documentsOf(tally), passed, failed, share(passed, passed + failed), unverified];
}

/** A tally for each language of one author. */
type Languages = Map<string, Tally>;

function note(languages: Languages, language: string, standing: Standing): void {
  let tally = languages.get(language);
  if (tally === undefined) languages.set(language, (tally = added([])));
  tally[standing]++;
}

function merged(authors: readonly Languages[]): Languages {
  const languages: Languages = new Map();
  for (const author of authors)
    for (const [language, tally] of author)
      languages.set(language, added([tally, languages.get(language) ?? added([])]));
  return languages;
}

/** The rows of one author: all languages, then each, where there are several. */
function languageRows(author: string, languages: Languages): TableValue[][] {
  const shown = shownGroups([...languages], documentsOf, added);
  const all: [string, Tally][] = shown.length > 1 ? [[ALL, added(languages.values())]] : [];
  return [...all, ...shown].map(([language, tally]) => [
    label(author),
    label(language),
    ...tallyCells(tally),
  ]);
}

/** All authors, then each, where there are several. */
function authorRows(authors: ReadonlyMap<string, Languages>): TableValue[][] {
  const size = (languages: Languages) => documentsOf(added(languages.values()));
  const shown = shownGroups([...authors], size, merged);
  const all: [string, Languages][] = shown.length > 1 ? [[ALL, merged([...authors.values()])]] : [];
  return [...all, ...shown].flatMap(([author, languages]) => languageRows(author, languages));
}

/** How many documents of each author pass their tests. Nothing where no code document is verified. */
export function authorTables(benchmark: Benchmark, judgedFor: ReadonlyMap<string, JudgedFor>): ResultTable[] {
  const anywhere = standingsAnywhere(benchmark);
  const rows: TableValue[][] = [];
  const notes: string[] = [];
  for (const corpus of benchmark.corpora.values()) {
    const { standings, source } = standingsOf(benchmark, corpus, anywhere, judgedFor.get(corpus.id));
    if (![...standings.values()].some((standing) => standing !== 'unverified')) continue;
    const tag = authorTag(corpus);
    const authors = new Map<string, Languages>();
    for (const [i, standing] of standings) {
      const { tags, language } = corpus.meta(i);
      const author = (tag && tags?.[tag]) ?? NOT_GIVEN;
      const languages = authors.get(author) ?? new Map();
      authors.set(author, languages);
      note(languages, language ?? NOT_GIVEN, standing);
    }
    rows.push(...authorRows(authors).map((row): TableValue[] => [label(corpus.id), ...row]));
    notes.push(
      `Corpus ${label(corpus.id)}: ${tag === undefined ? 'no tag names an author' : `the author is the tag "${tag}"`}; ${SOURCES[source]}.`,
    );
  }
  if (rows.length === 0) return [];
  return [
    {
      name: 'pass-rates',
      title: 'Pass rate by author',
      columns: [
        ...['corpus', 'author', 'language', 'documents'],
        ...['passed', 'failed', 'pass rate', 'unverified'],
      ],
      rows,
      notes: [...notes, 'The pass rate is passed ÷ (passed + failed): the unverified are left out of it.'],
    },
  ];
}

const SOURCES = {
  verdicts:
    'a document passes when a verdict says so for a query with tests that judges it, or for any suite where none does',
  tags: 'no verdict decides, and the tags of the documents say whether they passed',
} as const;

function authorTag(corpus: Corpus): string | undefined {
  return AUTHOR_TAGS.find((tag) => {
    for (let i = 0; i < corpus.size; i++) if (corpus.meta(i).tags?.[tag] !== undefined) return true;
    return false;
  });
}
