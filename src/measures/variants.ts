import type { Corpus } from '../core/benchmark.js';
import type { Cell, JudgedDocument, MeasureInput, Refusal } from '../core/measure.js';
import { editSize, editsFromRoot } from '../core/variants.js';
import { proofOf } from './execution.js';
import { scoresAbove, singleFamily, value } from './family.js';
import { UNSCORED } from './pairs.js';

/** A right document and the judged-wrong variants that were planted from it, best first. */
interface Clones {
  canonical: JudgedDocument;
  variants: JudgedDocument[];
}

/** Ids of the query's positives: the roots that its own variants descend from. */
function positiveIds({ judged, level, corpus }: MeasureInput): Map<string, JudgedDocument> {
  const ids = new Map<string, JudgedDocument>();
  for (const document of judged)
    if (document.i >= 0 && document.grade >= level) ids.set(corpus.meta(document.i).id, document);
  return ids;
}

/**
 * The query's positives that have variants judged wrong for this query. A variant that is judged right (an
 * edit that changed nothing) is nobody's distractor. Under `cut` a document beyond the prefix has no score.
 */
function clonesOf(input: MeasureInput): Clones[] {
  const seen = (document: JudgedDocument): JudgedDocument =>
    input.unretrieved === 'cut' && document.rank > input.row.docs.length
      ? { ...document, rank: Infinity, score: Number.NaN }
      : document;
  const roots = positiveIds(input);
  const groups = new Map<string, Clones>();
  for (const document of input.judged) {
    if (document.i < 0 || document.grade >= input.level) continue;
    const root = input.corpus.meta(document.i).variant?.root;
    const canonical = root === undefined ? undefined : roots.get(root);
    if (root === undefined || canonical === undefined) continue;
    const group = groups.get(root) ?? { canonical: seen(canonical), variants: [] };
    group.variants.push(seen(document));
    groups.set(root, group);
  }
  return [...groups.values()];
}

function refusal(input: MeasureInput, groups: readonly Clones[]): Refusal | undefined {
  if (input.unretrieved === 'cut') return undefined;
  const all = groups.flatMap(({ canonical, variants }) => [canonical, ...variants]);
  return all.some((document) => document.rank === Infinity) ? UNSCORED : undefined;
}

/** The best-ranked canonical that has variants, and the best-ranked of all those variants. */
function rivals(input: MeasureInput): { canonical: JudgedDocument; variant: JudgedDocument } | Refusal | [] {
  const groups = clonesOf(input);
  const refused = refusal(input, groups);
  if (refused) return refused;
  const best = (documents: JudgedDocument[]): JudgedDocument | undefined =>
    documents.reduce<JudgedDocument | undefined>((a, b) => (a && a.rank <= b.rank ? a : b), undefined);
  const canonical = best(groups.map((group) => group.canonical));
  const variant = best(groups.flatMap((group) => group.variants));
  return canonical === undefined || variant === undefined ? [] : { canonical, variant };
}

/**
 * Whether the variant stands strictly above the canonical. A retrieved document stands above an unretrieved
 * one; of two unretrieved ones (under `cut`) nothing is known: undefined.
 */
function deceives(variant: JudgedDocument, canonical: JudgedDocument): boolean | undefined {
  if (variant.rank === Infinity) return canonical.rank === Infinity ? undefined : false;
  return canonical.rank === Infinity || scoresAbove(variant, canonical);
}

const TIERS: Refusal = { refused: 'the canonical and its best variant were scored in different tiers' };

/** In units of the system's own score: comparable within one system, never between two. */
export const margin = singleFamily(
  'Score of the best canonical − score of its best paired variant (judged wrong, planted from a positive); the mean over queries, in score units.',
  {
    name: 'margin',
    type: 'continuous',
    better: 'higher',
    needs: { depth: 0, judged: 'scores' },
    cells(input) {
      const pair = rivals(input);
      if (!('canonical' in pair)) return pair;
      if (Number.isNaN(pair.canonical.score - pair.variant.score)) return [];
      if (pair.canonical.tier !== pair.variant.tier) return TIERS;
      return value(pair.canonical.score - pair.variant.score);
    },
  },
);

/** Needs no common scale: across tiers the higher tier wins. A margin of exactly 0 is not lost. */
export const marginLost = singleFamily('Share of queries whose margin is below 0.', {
  name: 'margin-lost',
  type: 'binary',
  better: 'lower',
  needs: { depth: 0, judged: 'scores' },
  cells(input) {
    const pair = rivals(input);
    if (!('canonical' in pair)) return pair;
    const lost = deceives(pair.variant, pair.canonical);
    return lost === undefined ? [] : value(lost ? 1 : 0);
  },
});

/** Upper ends of the edit-size buckets, in UTF-16 units inserted plus deleted. */
const SIZES = [
  { upTo: 1, name: '1' },
  { upTo: 5, name: '2–5' },
  { upTo: 20, name: '6–20' },
  { upTo: 100, name: '21–100' },
  { upTo: Infinity, name: '>100' },
];

/** Edits without a position and text (imported, known by their type alone) have no size. */
function strataOf(corpus: Corpus, i: number): Record<string, string> {
  const edits = editsFromRoot(corpus, i);
  const types = edits.map((edit) => edit.type);
  const size = editSize(edits);
  return {
    bugType: types.length > 1 ? `${types.length} stacked edits` : (types[0] ?? 'unknown'),
    editSize: size === 0 ? 'unknown' : SIZES.find(({ upTo }) => size <= upTo)!.name,
  };
}

/** A variant that ties with its canonical has not deceived. Pairs of which nothing is known are left out. */
export const deception = singleFamily(
  'Share of (canonical, paired variant) pairs in which the variant scores strictly higher; by bug type and by edit size (characters inserted + deleted).',
  {
    name: 'deception',
    type: 'share',
    better: 'lower',
    needs: { depth: 0, judged: 'scores' },
    cells(input) {
      const groups = clonesOf(input);
      const refused = refusal(input, groups);
      if (refused) return refused;
      const cells: Cell[] = [];
      for (const { canonical, variants } of groups)
        for (const variant of variants) {
          const above = deceives(variant, canonical);
          if (above === undefined) continue;
          cells.push({
            num: above ? 1 : 0,
            den: 1,
            strata: strataOf(input.corpus, variant.i),
            doc: variant.i,
          });
        }
      return cells;
    },
  },
);

/** Whether the rank-1 document fails; undefined where neither a verdict nor a judgment says. */
function topFails(input: MeasureInput, top: number): boolean | undefined {
  const proof = input.query.suite === undefined ? 'unverified' : proofOf(input, top);
  if (proof !== 'unverified') return proof === 'fail';
  const judged = input.judged[0];
  return judged?.rank === 1 ? judged.grade < input.level : undefined;
}

const planted = new WeakMap<Corpus, boolean>();

export function hasVariants(corpus: Corpus): boolean {
  let has = planted.get(corpus);
  if (has === undefined) {
    has = false;
    for (let i = 0; i < corpus.size && !has; i++) has = corpus.meta(i).variant !== undefined;
    planted.set(corpus, has);
  }
  return has;
}

const UNKNOWN_TOP: Refusal = { refused: 'unverified document at rank 1' };

/**
 * Its denominator is the queries whose rank-1 document fails its tests or, where no verdict is known, is
 * judged wrong. Refused where the rank-1 document has neither verdict nor judgment: it may be a failure too,
 * and one that is no variant, so that leaving it out in silence would hide a bias.
 */
export const pairedMiss = singleFamily(
  "Failing rank-1 documents that are variants planted from the query's own positives, divided by all failing rank-1 documents. Applies where variants are planted in the corpus; refused where rank 1 has neither a verdict nor a judgment.",
  {
    name: 'paired-miss',
    type: 'share',
    better: 'lower',
    needs: { depth: 1, verdicts: 1 },
    cells(input) {
      if (input.row.docs.length === 0 || !hasVariants(input.corpus)) return [];
      const top = input.row.docs[0]!;
      const fails = topFails(input, top);
      if (fails === undefined) return UNKNOWN_TOP;
      if (!fails) return [];
      const root = input.corpus.meta(top).variant?.root;
      return value(root !== undefined && positiveIds(input).has(root) ? 1 : 0);
    },
  },
);
