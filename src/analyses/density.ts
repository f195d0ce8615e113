import type { Corpus } from '../core/benchmark.js';
import type { Measure } from '../core/measure.js';
import type { Hit, Row } from '../core/ranking.js';
import type { ResultTable } from '../core/result-table.js';
import { counted } from '../core/words.js';
import type { Seen } from '../evaluate/observer.js';
import type { Profile } from '../measures/profiles.js';
import { parseMeasure } from '../measures/registry.js';
import type { Analysis, AnalysisRun, Shared, Subject } from './analysis.js';
import { RunningMeans } from './means.js';
import { measured, systemColumns } from './tables.js';
import { type Variants, variantsOf } from './variants.js';

/**
 * The row that the same scores give once documents are gone from the corpus: the others keep their order and move
 * up. Ranks are exact down to the last retrieved document. Beyond it they are less the masked documents that are
 * known: an upper bound, and in the right order. So is `pool`.
 *
 * @param masked 1 for each ordinal that is gone
 * @param depth how many retrieved documents to keep at most
 */
export function maskRow(row: Row, masked: Uint8Array, depth = Number.POSITIVE_INFINITY): Row {
  const { docs } = row;
  const most = Math.min(depth, docs.length);
  const places = new Uint32Array(most);
  let kept = 0;
  let gone = 0;
  let at = 0;
  const walkTo = (end: number) => {
    for (; at < end; at++) {
      if (masked[docs[at]!] === 1) gone++;
      else if (kept < most) places[kept++] = at;
    }
  };
  const judged: Hit[] = [];
  for (const hit of row.judged.toSorted((a, b) => a.rank - b.rank)) {
    walkTo(Math.min(hit.rank - 1, docs.length));
    if (masked[hit.i] !== 1) judged.push({ ...hit, rank: hit.rank - gone });
    else if (hit.rank > docs.length) gone++;
  }
  // What follows the last judged document matters only where there is room for more.
  while (at < docs.length && kept < most) walkTo(at + 1);
  const left: Row = {
    query: row.query,
    docs: new Uint32Array(kept),
    scores: new Float64Array(kept),
    ...(row.tiers ? { tiers: new Uint8Array(kept) } : {}),
    judged,
    pool: row.pool - gone,
  };
  for (let k = 0; k < kept; k++) {
    const place = places[k]!;
    left.docs[k] = docs[place]!;
    left.scores[k] = row.scores[place]!;
    if (left.tiers) left.tiers[k] = row.tiers![place]!;
  }
  return left;
}

/** The densities to look at: all of them, or powers of two where there are more than nine. */
export function densitiesOf(most: number): number[] {
  if (most <= 8) return Array.from({ length: most + 1 }, (_, density) => density);
  const densities = [0];
  for (let density = 1; density < most; density *= 2) densities.push(density);
  return [...densities, most];
}

const MEASURES = ['exec@1', 'nDCG@10', 'PPA'];

/** How deep the masked list must reach for a measure to be what it would be on the smaller corpus. */
function neededBy({ needs, name }: Measure, { pairs, skipFirst }: Profile): number {
  if (name === 'PPA') return pairs === 'cut' ? Number.POSITIVE_INFINITY : 0;
  return needs.depth + (skipFirst ? 1 : 0);
}

/**
 * Whether documents may follow that the row does not hold: it was cut at the depth or, where it holds all that its
 * system ranked, that system ranked only a part of what it might.
 */
function mayGoOn({ docs, pool }: Row, depth: number, rankable: number): boolean {
  return docs.length >= Math.min(depth, pool) && docs.length < rankable;
}

class DensityRun implements AnalysisRun {
  private readonly measures: Measure[];
  private readonly densities: number[];
  private readonly means: RunningMeans;
  /** Queries left out for want of depth, by slot. */
  private readonly short: Uint32Array;
  private readonly masks = new Map<Corpus, Uint8Array[]>();
  private readonly deepest: number;

  constructor(
    private readonly subject: Subject,
    private readonly shared: Shared,
    most: number,
  ) {
    const { table, profile, systems } = subject;
    this.measures = MEASURES.map(parseMeasure).filter((measure) => shared.scores.want(measure));
    this.densities = densitiesOf(most);
    const slots = systems.length * this.densities.length * this.measures.length;
    this.means = new RunningMeans(table, profile.mean, slots);
    this.short = new Uint32Array(slots);
    // Rounding to single precision may move any document, so that then all of them are kept.
    const whole = profile.scores === 'float32' || profile.pairs === 'cut';
    this.deepest = whole
      ? Number.POSITIVE_INFINITY
      : 1 + Math.max(...this.measures.map(({ needs }) => needs.depth));
  }

  private slot(system: number, density: number, measure: number): number {
    return (system * this.densities.length + density) * this.measures.length + measure;
  }

  readonly see = (seen: Seen): void => {
    const variants = variantsOf(seen.corpus);
    if (variants === undefined) return;
    const last = this.densities.length - 1;
    for (const [m, measure] of this.measures.entries()) {
      const { cells } = this.shared.scores.of(measure)!;
      this.means.addAll(this.slot(seen.system, last, m), seen.q, cells);
    }
    const ordinals = seen.item.judgments.map(({ doc }) => seen.corpus.ordinal(doc) ?? -1);
    for (let d = 0; d < last; d++) this.seeAt(d, seen, this.maskOf(seen.corpus, d, variants), ordinals);
  };

  private seeAt(d: number, seen: Seen, masked: Uint8Array, ordinals: readonly number[]): void {
    const { row, item, system, q } = seen;
    const judgments = item.judgments.filter((_, k) => masked[ordinals[k]!] !== 1);
    const instead = { row: row && maskRow(row, masked, this.deepest), judgments };
    const scores = seen.score(this.measures, instead);
    for (const [m, { measure, cells }] of scores.entries()) {
      const slot = this.slot(system, d, m);
      if (row !== undefined && instead.row !== undefined && this.isShort(seen, row, instead.row, measure))
        this.short[slot]!++;
      else this.means.addAll(slot, q, cells);
    }
  }

  private isShort(seen: Seen, row: Row, left: Row, measure: Measure): boolean {
    const { depth, profile } = this.subject;
    const needed = Math.min(neededBy(measure, profile), row.docs.length);
    if (left.docs.length >= needed) return false;
    return mayGoOn(row, depth, rankableOf(seen));
  }

  private maskOf(corpus: Corpus, d: number, { slot }: Variants): Uint8Array {
    let masks = this.masks.get(corpus);
    if (masks === undefined) this.masks.set(corpus, (masks = []));
    let masked = masks[d];
    if (masked === undefined) {
      masks[d] = masked = new Uint8Array(slot.length);
      const density = this.densities[d]!;
      for (let i = 0; i < slot.length; i++) if (slot[i]! >= density) masked[i] = 1;
    }
    return masked;
  }

  tables(): ResultTable[] {
    return this.measures.flatMap((measure, m) => this.table(measure, m));
  }

  private table(measure: Measure, m: number): ResultTable[] {
    const { systems } = this.subject;
    const rows = this.densities.map((density, d) => [
      String(density),
      ...systems.map((_, s) => measured(this.means.of(this.slot(s, d, m)))),
    ]);
    if (rows.every(([, ...values]) => values.every((value) => value === null))) return [];
    return [
      {
        name: `density-${measure.name}`,
        title: `${measure.name} by number of variants kept for each canonical`,
        columns: ['density', ...systemColumns(systems)],
        rows,
        notes: [
          'Variants beyond the density are taken out of the stored rankings and of the judgments; nothing is indexed again.',
          ...this.shortNotes(m),
        ],
      },
    ];
  }

  private shortNotes(m: number): string[] {
    return this.subject.systems.flatMap(({ name }, s) => {
      const counts = this.densities.flatMap((density, d) => {
        const count = this.short[this.slot(s, d, m)]!;
        return count === 0 ? [] : [`${counted(count, 'query')} at ${density}`];
      });
      return counts.length === 0 ? [] : [`Insufficient depth, left out of ${name}: ${counts.join(', ')}.`];
    });
  }
}

/** How many documents a query could have ranked. */
function rankableOf({ corpus, item }: Seen): number {
  const { candidates, exclude } = item.query;
  return candidates === undefined ? corpus.size - exclude.length : candidates.length;
}

/** ExecRetrieval's section 5.3: one near-clone is enough. */
export const density: Analysis = {
  name: 'density',
  describe: `${MEASURES.join(', ')} with none, one, two … of the planted variants left in the corpus`,
  start(subject, shared) {
    let most = 0;
    for (const corpus of subject.benchmark.corpora.values())
      for (const slot of variantsOf(corpus)?.slot ?? []) most = Math.max(most, slot + 1);
    return most === 0 ? undefined : new DensityRun(subject, shared, most);
  },
};
