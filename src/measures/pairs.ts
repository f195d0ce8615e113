import type { JudgedDocument, MeasureInput, Refusal } from '../core/measure.js';
import { singleFamily, value } from './family.js';

/**
 * The documents that pair measures compare, best first, each at the rank that counts.
 *
 * `full`: every judged document of the corpus needs a score, at whatever rank; documents that are not in the
 * corpus cannot have one and are left out. `cut`: only the retrieved prefix is looked at; everything judged
 * beyond it, or absent from the corpus, has rank Infinity.
 *
 * Undefined where either side is empty: there is no pair, and the measure does not apply.
 */
function contestants(input: MeasureInput): JudgedDocument[] | Refusal | undefined {
  const { judged, level, row } = input;
  const full = input.unretrieved === 'full';
  const documents = full
    ? judged.filter((document) => document.i >= 0)
    : judged.map((document) =>
        document.rank > row.docs.length ? { ...document, rank: Infinity } : document,
      );
  const right = documents.filter((document) => document.grade >= level).length;
  if (right === 0 || right === documents.length) return undefined;
  return full && documents.some((document) => document.rank === Infinity) ? UNSCORED : documents;
}

/** The same words whatever the number of documents: queries are counted by reason. */
export const UNSCORED: Refusal = { refused: 'some judged documents have no score' };

/**
 * Pairs that the right document wins, in O(n) over documents in rank order: strictly above by tier, then
 * score. A tie is no win, whichever of the two the ranking rule puts first. The unretrieved come last, as one
 * group: a retrieved document beats each of them, and a pair of two of them is a loss.
 */
function countWins(documents: readonly JudgedDocument[], level: number): number {
  let wins = 0;
  let wrongBelow = 0;
  let end = documents.length;
  while (end > 0) {
    const last = documents[end - 1]!;
    let start = end - 1;
    while (start > 0 && sameHeight(documents[start - 1]!, last)) start--;
    let rightHere = 0;
    for (let at = start; at < end; at++) if (documents[at]!.grade >= level) rightHere++;
    wins += rightHere * wrongBelow;
    wrongBelow += end - start - rightHere;
    end = start;
  }
  return wins;
}

function sameHeight(a: JudgedDocument, b: JudgedDocument): boolean {
  if (a.rank === Infinity || b.rank === Infinity) return a.rank === b.rank;
  return a.tier === b.tier && a.score === b.score;
}

/** Pairwise preference accuracy (CoQuIR). One value a query, so that a query with many pairs weighs no more. */
export const ppa = singleFamily(
  "Share of a query's (positive, negative) pairs in which the positive scores strictly higher; negatives are the documents judged below the level.",
  {
    name: 'PPA',
    type: 'continuous',
    better: 'higher',
    needs: { depth: 0, judged: 'scores' },
    cells(input) {
      const documents = contestants(input);
      if (documents === undefined) return [];
      if ('refused' in documents) return documents;
      const right = documents.filter((document) => document.grade >= input.level).length;
      return value(countWins(documents, input.level) / (right * (documents.length - right)));
    },
  },
);

/**
 * Margin-based ranking score (CoQuIR). Every positive meets every negative, so the mean over pairs of
 * 1/rank(p) − 1/rank(n) is the mean of 1/rank over positives less that over negatives. Range (−1, 1).
 */
export const mrs = singleFamily(
  "Mean over a query's (positive, negative) pairs of 1/rank(positive) − 1/rank(negative), ranks over the whole list.",
  {
    name: 'MRS',
    type: 'continuous',
    better: 'higher',
    needs: { depth: 0, judged: 'ranks' },
    cells(input) {
      const documents = contestants(input);
      if (documents === undefined) return [];
      if ('refused' in documents) return documents;
      let [right, rightSum, wrongSum] = [0, 0, 0];
      for (const { grade, rank } of documents) {
        if (grade >= input.level) {
          right++;
          rightSum += 1 / rank;
        } else wrongSum += 1 / rank;
      }
      return value(rightSum / right - wrongSum / (documents.length - right));
    },
  },
);
