import { UserError } from '../core/errors.js';
import { suggestion } from '../core/suggest.js';

/**
 * The choices on which published tools differ. A profile is data: code asks for a field, never for a name.
 * Excluded documents, the order of ties and the definitions of the measures are the same under all of them.
 */
export interface Profile {
  name: string;
  /** What it reproduces, in a sentence. */
  describe: string;
  scores: 'float64' | 'float32';
  missing: 'zero' | 'drop';
  missingRR: 'zero' | 'drop';
  noPositives: 'zero' | 'exclude';
  pairs: 'full' | 'cut';
  resample: 'cluster' | 'query';
  mean: 'query' | 'macro-language';
  skipFirst: boolean;
  /** Names of the measures that are computed when none are asked for. */
  measures: readonly string[];
}

/** The fields with a closed set of values, for documentation: what each decides and what each value means. */
export const PROFILE_FIELDS = {
  scores: {
    title: 'Precision of scores',
    values: {
      float64: 'as the system gave them',
      float32: 'rounded to single precision before ranking: 1 + 1e-8 ties with 1, and overflows tie as well',
    },
  },
  missing: {
    title: 'A query without any result, for all measures but RR',
    values: { zero: 'counts as 0', drop: 'is left out' },
  },
  missingRR: {
    title: 'A query without any result, for RR',
    values: {
      zero: 'counts as 0: the mean of RR is over all queries that the next rule keeps, answered or not',
      drop: 'is left out: the mean of RR is over the answered queries that the next rule keeps',
    },
  },
  noPositives: {
    title: 'A query without a document of grade ≥ level, for measures that need one',
    values: {
      zero: 'counts as 0 if it has any judgment; one without judgments is excluded',
      exclude: 'is excluded and counted apart',
    },
  },
  pairs: {
    title: 'Judged documents beyond the retrieved prefix, in pair and variant measures',
    values: {
      full: 'count with their score at their exact rank; refused where one in the corpus has no score',
      cut: 'have reciprocal rank 0; a pair of two such documents counts as a loss',
    },
  },
  resample: {
    title: 'What the bootstrap draws',
    values: { cluster: 'source problems, with all their queries', query: 'queries' },
  },
  mean: {
    title: 'Mean of a task',
    values: { query: 'over queries', 'macro-language': 'over queries of a language, then over languages' },
  },
  skipFirst: {
    title: 'First result of each query',
    values: { false: 'counts', true: 'is removed before ranking, as where each query finds itself first' },
  },
} as const;

const assay: Profile = {
  name: 'assay',
  describe: 'The default: nothing is dropped silently, and nothing counts that no system could get right.',
  scores: 'float64',
  missing: 'zero',
  missingRR: 'zero',
  noPositives: 'exclude',
  pairs: 'full',
  resample: 'cluster',
  mean: 'query',
  skipFirst: false,
  // Not `margin`: it is in units of each system's own score, and in a table of systems it would be compared.
  measures: [
    ...['nDCG@10', 'AP@100', 'R@100', 'RR@10', 'PPA', 'MRS', 'exec@1', 'exec@10', 'exec-gap@10'],
    ...['intrusion@10', 'paired-miss', 'margin-lost', 'deception'],
  ],
};

const trec: Profile = {
  ...assay,
  name: 'trec',
  describe: 'trec_eval 9 and pytrec_eval: single-precision scores; only queries that are in qrels and run.',
  scores: 'float32',
  missing: 'drop',
  missingRR: 'drop',
  noPositives: 'zero',
  resample: 'query',
  measures: ['nDCG', 'nDCG@10', 'AP', 'R@100', 'P@10', 'RR'],
};

const beir: Profile = {
  ...trec,
  name: 'beir',
  describe: "BEIR's evaluator: unanswered queries lower the mean of RR and of no other measure.",
  scores: 'float64',
  missingRR: 'zero',
  measures: ['nDCG@10', 'AP@100', 'R@100', 'P@10', 'RR@10'],
};

const mteb: Profile = {
  ...trec,
  name: 'mteb',
  describe: 'MTEB: means over the queries that have a result; queries without judgments are left out.',
  scores: 'float64',
  measures: ['nDCG@10', 'AP@10', 'R@10', 'P@10', 'RR@10'],
};

const coreb: Profile = {
  ...assay,
  name: 'coreb-a3',
  describe: "CoREB as its paper's appendix A.3 words it: queries with hard negatives only are excluded.",
  resample: 'query',
  measures: ['nDCG@10', 'AP@10', 'R@10', 'RR@10', 'intrusion@10'],
};

/** Every profile by name; the key is the profile's own name. */
export const PROFILES: Readonly<Record<string, Profile>> = {
  assay,
  trec,
  beir,
  mteb,
  'mteb-skip-first': {
    ...mteb,
    name: 'mteb-skip-first',
    describe: 'MTEB for tasks that set skip_first_result: as mteb, with the first result removed.',
    skipFirst: true,
  },
  'coreb-a6': {
    ...coreb,
    name: 'coreb-a6',
    describe:
      "CoREB's released evaluator: queries with hard negatives only count as 0, so a perfect system stays below 1.",
    missing: 'drop',
    noPositives: 'zero',
  },
  'coreb-a3': coreb,
  coquir: {
    ...assay,
    name: 'coquir',
    describe:
      "CoQuIR: each language searched in its own corpus, macro mean over languages, pairs cut at the retrieved prefix as in the authors' script.",
    pairs: 'cut',
    resample: 'query',
    mean: 'macro-language',
    measures: ['nDCG@10', 'RR@10', 'PPA', 'MRS'],
  },
  execretrieval: {
    ...assay,
    name: 'execretrieval',
    describe: 'ExecRetrieval: execution and canonical-id relevance at k = 1, 3, 5, 10.',
    resample: 'query',
    measures: ['exec', 'execP', 'nDCG', 'exec-gap'].flatMap((head) =>
      [1, 3, 5, 10].map((k) => `${head}@${k}`),
    ),
  },
};

/** How the name of a profile tells that its rule for pairs was changed. */
const PAIRS = /^(.*), pairs (full|cut)$/;

/** A profile with another rule for pairs; its name says so, and `profile` reads the name. */
export function withPairs(chosen: Profile, pairs: Profile['pairs']): Profile {
  return { ...chosen, name: `${chosen.name}, pairs ${pairs}`, pairs };
}

/**
 * A profile by name: a key of `PROFILES`, or one followed by `, pairs full` or `, pairs cut`.
 *
 * @throws UserError with the nearest name when there is no such profile
 */
export function profile(name: string): Profile {
  const [, base, pairs] = PAIRS.exec(name) ?? [];
  if (base !== undefined) return withPairs(profile(base), pairs as Profile['pairs']);
  const found = Object.hasOwn(PROFILES, name) ? PROFILES[name] : undefined;
  if (found) return found;
  throw new UserError(
    `cannot use profile "${name}": there is no such profile`,
    suggestion(name, Object.keys(PROFILES)),
  );
}
