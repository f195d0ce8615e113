import type { Corpus, JudgedQuery } from '../core/benchmark.js';
import { declaresFamilies, type Groups, groupsOf } from '../families/groups.js';
import type { FamilyOrder } from '../families/order.js';
import { FAMILY_ORDERS } from '../families/registry.js';
import { type Figure, Tally } from './figure.js';
import { provenOutcome } from './judgments.js';
import { type Answer, type ReadTask, reachable, type Subject } from './subject.js';

/** The kinds that an order is measured by, as the ending of their names. */
export const ARTEFACT_MEASURES = ['first', 'passes', 'prefers'] as const;

/** Those members of a positive's family that the query may rank. */
function familiesOf(groups: Groups, own: readonly Answer[], canRank: (i: number) => boolean): number[][] {
  const families = new Set(own.filter(({ i }) => canRank(i)).map(({ i }) => groups.of[i]!));
  return [...families].map((family) => [...groups.members[family]!].filter(canRank));
}

/** Share of those with the greatest value that pass the test: what is expected when equal values share a place. */
function shareFirst(
  members: readonly number[],
  value: (i: number) => number,
  test: (i: number) => boolean,
): number {
  let greatest = Number.NEGATIVE_INFINITY;
  for (const i of members) greatest = Math.max(greatest, value(i));
  const first = members.filter((i) => value(i) === greatest);
  return first.filter(test).length / first.length;
}

/** Share of the pairs that the right one wins; a tie is half a win. */
function shareWon(right: readonly number[], wrong: readonly number[], value: (i: number) => number): number {
  let won = 0;
  for (const r of right)
    for (const w of wrong) won += value(r) > value(w) ? 1 : value(r) === value(w) ? 0.5 : 0;
  return won / (right.length * wrong.length);
}

/** The near-clone families of a corpus, and what each order says of their members. */
interface Ordered {
  groups: Groups;
  orders: { name: string; valuesFor: Awaited<ReturnType<FamilyOrder['prepare']>> }[];
}

/** Reads the families of each corpus once; undefined for a corpus that declares none. */
export function familyReader(subject: Subject): (corpus: Corpus) => Promise<Ordered | undefined> {
  const { benchmark, options } = subject;
  const known = new Map<Corpus, Promise<Ordered>>();
  const read = async (corpus: Corpus): Promise<Ordered> => {
    const ordered: Ordered = { groups: groupsOf(corpus), orders: [] };
    for (const order of FAMILY_ORDERS) {
      options.progress(`${benchmark.name} · ${order.name} of near-clones, corpus ${corpus.id}`);
      const valuesFor = await order.prepare(corpus, ordered.groups, options.cache);
      ordered.orders.push({ name: order.name, valuesFor });
    }
    return ordered;
  };
  return async (corpus) => {
    if (!known.has(corpus) && declaresFamilies(corpus)) known.set(corpus, read(corpus));
    return known.get(corpus);
  };
}

/**
 * How far an order that knows nothing of the code gets within the near-clone families of the positives, against a
 * random order: whether it puts a positive first, whether what it puts first passes the tests, and how many pairs
 * of a positive and a judged negative it gets right. Systems that find the family but cannot tell its members
 * apart are at chance; what an artefact earns above that, they can earn too.
 */
export function artefactFigures(read: ReadTask, families: Ordered | undefined): Figure[] {
  const { corpus, answers, where } = read;
  return (families?.orders ?? []).flatMap(({ name, valuesFor }) => {
    const tallies = ARTEFACT_MEASURES.map((measure) => new Tally(`${name}-${measure}`, 'mean'));
    for (const [item, own] of answers) {
      const value = valuesFor(item.query);
      for (const members of familiesOf(families!.groups, own, reachable(item.query, corpus)))
        addFamily(tallies, read, item, own, members, value);
    }
    return tallies.map((tally) => tally.result(where));
  });
}

function addFamily(
  [first, passes, prefers]: Tally[],
  read: ReadTask,
  item: JudgedQuery,
  own: readonly Answer[],
  members: readonly number[],
  value: (i: number) => number,
): void {
  const positives = new Set(own.map(({ i }) => i));
  const isRight = (i: number) => positives.has(i);
  const right = members.filter(isRight);
  if (right.length === members.length) return;
  first!.add(shareFirst(members, value, isRight), right.length / members.length);
  const outcomes = new Map(members.map((i) => [i, provenOutcome(read, item, i)]));
  const isPass = (i: number) => outcomes.get(i) === 'pass';
  if (![...outcomes.values()].includes(undefined))
    passes!.add(shareFirst(members, value, isPass), members.filter(isPass).length / members.length);
  const judged = new Set(item.judgments.map(({ doc }) => read.corpus.corpus.ordinal(doc)));
  const wrong = members.filter((i) => judged.has(i) && !isRight(i));
  if (wrong.length > 0) prefers!.add(shareWon(right, wrong, value), 0.5);
}
