import assert from 'node:assert/strict';
import { test } from 'node:test';
import { execMetricKey, isMtebMetric, metricKey } from '../src/published/metric-names.js';
import { standingsOf } from '../src/published/ranking.js';
import { taskKey, typeOf } from '../src/published/tasks.js';

const near = (a: number | undefined, b: number) => assert.ok(Math.abs(a! - b) < 1e-12, `${a} is not ${b}`);

test('Borda: votes for all that stand below, half a vote for equals', () => {
  // Three systems, three tasks; on the third a and b are equal: mean rank 2.5, so 3 − 2.5 votes each.
  const standings = standingsOf(
    [
      [0.3, 0.4, 0.25],
      [0.5, 0.42, 0.25],
      [0.2, 0.41, 0.3],
    ],
    ['Retrieval', 'Retrieval', 'Reranking'],
  );
  assert.deepEqual(
    standings.map(({ points, rank }) => [points, rank]),
    [
      [1 + 0 + 0.5, 3],
      [2 + 2 + 0.5, 1],
      [0 + 1 + 2, 2],
    ],
  );
  near(standings[0]!.mean, 0.95 / 3);
  near(standings[0]!.byType.get('Retrieval'), 0.35);
  near(standings[0]!.byType.get('Reranking'), 0.25);
  near(standings[0]!.meanByType, 0.3);
  // The mean puts the first before the third, Borda the other way round.
  assert.ok(standings[0]!.mean! > standings[2]!.mean!);
});

test('Borda: a missing task gives no vote, and every system that has it a vote over the one that has not', () => {
  const standings = standingsOf(
    [
      [0.9, undefined],
      [0.1, 0.2],
      [0.5, 0.3],
      [undefined, undefined],
    ],
    ['Retrieval', 'Reranking'],
  );
  // n = 3: the last has nothing and does not count. First task: ranks 1, 3, 2. Second: –, 2, 1.
  assert.deepEqual(
    standings.map(({ points, rank }) => [points, rank]),
    [
      [2, 2],
      [0 + 1, 3],
      [1 + 2, 1],
      [0, undefined],
    ],
  );
  assert.equal(standings[0]!.mean, undefined);
  assert.equal(standings[0]!.meanByType, undefined);
  assert.equal(standings[0]!.byType.get('Retrieval'), 0.9);
  assert.equal(standings[0]!.byType.get('Reranking'), undefined);
});

test('Borda: equals share the better place, and the next one is counted on', () => {
  const standings = standingsOf([[0.5], [0.5], [0.1]], ['Retrieval']);
  assert.deepEqual(
    standings.map(({ points, rank }) => [points, rank]),
    [
      [1.5, 1],
      [1.5, 1],
      [0, 3],
    ],
  );
});

test('a score of 0 is a score', () => {
  const [zero, none] = standingsOf(
    [
      [0, 0],
      [undefined, 0],
    ],
    ['Retrieval', 'Retrieval'],
  );
  assert.equal(zero!.mean, 0);
  assert.equal(zero!.points, 1 + 0.5);
  assert.equal(none!.points, 0.5);
});

test('without the type of a task there is no mean by type', () => {
  const [only] = standingsOf([[0.5, 0.7]], ['Retrieval', undefined]);
  near(only!.mean, 0.6);
  assert.equal(only!.meanByType, undefined);
});

test('one system alone is first, with no votes', () => {
  const [only] = standingsOf([[0.5]], ['Retrieval']);
  assert.deepEqual([only!.points, only!.rank], [0, 1]);
});

test('task types are read off the names, and known where names do not tell', () => {
  const types = {
    CorebT2CRetrieval: 'Retrieval',
    'coreb-c2t-reranking': 'Reranking',
    CosQA: 'Retrieval',
    StackOverflowQA: 'Retrieval',
    'CMedQAv1-reranking': 'Reranking',
    ArmenianParaphrasePC: 'PairClassification',
    XLWICNLPairClassification: 'PairClassification',
    CEDRClassification: 'Classification',
    'BiorxivClusteringP2P.v2': 'Clustering',
    STS12: 'STS',
    Core17InstructionRetrieval: 'InstructionReranking',
    ExecRetrieval: 'Execution',
    FEVER: undefined,
  };
  for (const [task, type] of Object.entries(types)) assert.equal(typeOf(task), type, task);
  assert.equal(taskKey('coreb-t2c-retrieval'), taskKey('CorebT2CRetrieval'));
  assert.notEqual(taskKey('ArguAna.v2'), taskKey('ArguAnav2'));
});

test('one measure has one key, whoever names it', () => {
  for (const name of ['nDCG@10', 'ndcg@10', 'ndcg_at_10']) assert.equal(metricKey(name), 'ndcg_at_10', name);
  assert.deepEqual(['AP@10', 'R@5', 'P@1', 'RR@10', 'AP'].map(metricKey), [
    'map_at_10',
    'recall_at_5',
    'precision_at_1',
    'mrr_at_10',
    'map',
  ]);
  // ExecRetrieval's precision counts documents that pass: it is not P@k.
  assert.equal(execMetricKey('precision@5'), metricKey('execP@5'));
  assert.equal(execMetricKey('exec_ndcg_gap@5'), metricKey('exec-gap@5'));
  assert.notEqual(execMetricKey('precision@5'), metricKey('P@5'));
  assert.ok(isMtebMetric('ndcg_at_1000') && !isMtebMetric('exec_at_1') && !isMtebMetric('PPA'));
});
