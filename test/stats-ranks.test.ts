import assert from 'node:assert/strict';
import { test } from 'node:test';
import { median } from '../src/stats/interval.js';
import { meanRanks, meanRanksDescending } from '../src/stats/ranks.js';

test('tied values share the mean of the ranks that they take up', () => {
  assert.deepEqual(meanRanks([]), []);
  assert.deepEqual(meanRanks([7]), [1]);
  assert.deepEqual(meanRanks([0.3, 0.1, 0.3, 0.2]), [3.5, 1, 3.5, 2]);
  assert.deepEqual(meanRanks([5, 5, 5]), [2, 2, 2]);
  assert.deepEqual(meanRanks([0, -0, -Infinity, Infinity, Infinity]), [2.5, 2.5, 1, 4.5, 4.5]);
  assert.deepEqual(meanRanksDescending([0.3, 0.1, 0.3, 0.2]), [1.5, 4, 1.5, 3]);
});

test('the median: the middle value, or halfway between the two in the middle', () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([10, 1, 2, 4]), 3);
  assert.equal(median(Uint16Array.of(100, 9, 11)), 11);
  assert.ok(Number.isNaN(median([])));
});
