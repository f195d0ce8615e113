import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { profile } from '../src/measures/profiles.js';
import { parseMeasure } from '../src/measures/registry.js';
import { type QueryScore, scoreQuery } from '../src/measures/score.js';
import { root } from './files.js';
import { corpusOf, judgmentsOf, queryOf, ratio, readGzipJson, rowOf, valueFor } from './measures-world.js';

type Table<T> = Record<string, Record<string, T>>;
interface Frozen {
  seed: number;
  versions: Record<string, string>;
  cases: { scores: string; grades: string; qrels: Table<number>; run: Table<number>; want: Table<number> }[];
}

const frozen = readGzipJson(join(root, 'test/reference/trec/cases.json.gz')) as Frozen;

/** trec_eval's names and ours. */
const NAMES: [string, string][] = [
  ['ndcg', 'nDCG'],
  ['map', 'AP'],
  ['recip_rank', 'RR'],
  ...[1, 3, 5, 10, 20, 100, 1000].flatMap((k): [string, string][] => [
    [`ndcg_cut_${k}`, `nDCG@${k}`],
    [`map_cut_${k}`, `AP@${k}`],
    [`recall_${k}`, `R@${k}`],
    [`P_${k}`, `P@${k}`],
  ]),
];
const measures = NAMES.map(([, name]) => parseMeasure(name));
const trec = profile('trec');

/** The benchmark's queries are those of the qrels; what the run holds beyond them is never asked for. */
function scoresOf(question: Frozen['cases'][number], id: string): QueryScore[] {
  const judgments = judgmentsOf(question.qrels[id]!);
  const scores = question.run[id];
  const asked = { query: queryOf({ id }), level: 1, judgments };
  const corpus = corpusOf([...new Set([...Object.keys(scores ?? {}), ...judgments.map(({ doc }) => doc)])]);
  const row = scores && rowOf(corpus, scores, judgments);
  return scoreQuery(measures, asked, row, corpus, () => undefined, trec);
}

test('the frozen cases hold what they are for', () => {
  const { cases } = frozen;
  assert.ok(cases.length >= 300);
  const some = (check: (one: Frozen['cases'][number], id: string) => boolean): number =>
    cases.filter((one) => Object.keys({ ...one.qrels, ...one.run }).some((id) => check(one, id))).length;
  const scoresIn = (one: Frozen['cases'][number], id: string): number[] => Object.values(one.run[id] ?? {});
  const distinct = (values: number[]): number => new Set(values).size;
  const counts = {
    ties: some((one, id) => distinct(scoresIn(one, id)) < scoresIn(one, id).length),
    float32Ties: some((one, id) => {
      const scores = scoresIn(one, id);
      return distinct(scores.map(Math.fround)) < distinct(scores);
    }),
    missingInRun: some((one, id) => one.run[id] === undefined),
    missingInQrels: some((one, id) => one.qrels[id] === undefined),
    emptyList: some((one, id) => one.run[id] !== undefined && scoresIn(one, id).length === 0),
    unjudged: some((one, id) => Object.keys(one.run[id] ?? {}).some((d) => one.qrels[id]?.[d] === undefined)),
    negativeGrade: some((one, id) => Object.values(one.qrels[id] ?? {}).some((grade) => grade < 0)),
    negativeScore: some((one, id) => scoresIn(one, id).some((score) => score < 0)),
    surrogates: some((one, id) => Object.keys(one.run[id] ?? {}).some((d) => /[\ud800-\udbff]/.test(d))),
    privateUse: some((one, id) => Object.keys(one.run[id] ?? {}).some((d) => /[\ue000-\uffff]/.test(d))),
  };
  for (const [name, count] of Object.entries(counts)) assert.ok(count >= 15, `${name}: ${count} cases`);
});

test('the trec profile equals pytrec_eval to 1e-9', () => {
  let compared = 0;
  frozen.cases.forEach((one, number) => {
    for (const id of Object.keys(one.qrels)) {
      const want = one.want[id];
      scoresOf(one, id).forEach(({ status, cells }, at) => {
        const [theirs, ours] = NAMES[at]!;
        const where = `case ${number} query ${id} ${ours}`;
        if (want === undefined) {
          const why = Object.keys(one.qrels[id]!).length === 0 ? 'excluded' : 'dropped';
          assert.equal(status, why, where);
          return;
        }
        assert.equal(status, 'scored', where);
        const got = ratio(cells);
        assert.ok(Math.abs(got - want[theirs]!) <= 1e-9, `${where}: ${got}, pytrec_eval ${want[theirs]}`);
        compared++;
      });
    }
    for (const id of Object.keys(one.want)) assert.ok(one.qrels[id], 'pytrec_eval scores no other query');
  });
  assert.ok(compared > 20_000, `${compared} values compared`);
});

test('float32 ties are what makes the difference', () => {
  const setup = { grades: { b: 1 }, scores: { a: 1 + 1e-8, b: 1 } };
  assert.equal(valueFor('RR', { ...setup, profile: 'trec' }), 1);
  assert.equal(valueFor('RR', { ...setup, profile: 'assay' }), 0.5);
});
