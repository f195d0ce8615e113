import { familyOf } from '../core/benchmark.js';
import { duplicateDocuments, emptyDocuments } from '../lint/corpus-checks.js';
import { counted, type Figure, Tally } from './figure.js';
import { metaOf, pairName, type ReadTask, reachable, type Subject } from './subject.js';
import type { ReadCorpus } from './texts.js';

/** What is in a corpus, whatever is asked of it. */
export async function corpusFigures(subject: Subject, read: ReadCorpus): Promise<Figure[]> {
  const { benchmark, texts } = subject;
  const { corpus } = read;
  const where = `corpus ${corpus.id}`;
  const linted = { benchmark, corpus, texts: { empty: read.empty, lowerCase: 0, withLetters: 0 } };
  const codeless = new Tally('codeless-documents', 'share');
  for (let i = 0; i < corpus.size; i++) {
    const { kind, id } = corpus.meta(i);
    if (kind === 'code') codeless.add(!texts.facts[read.text[i]!]!.holdsCode, undefined, id);
  }
  return [
    counted('empty-documents', where, await emptyDocuments.corpus!(linted), corpus.size),
    codeless.result(where),
    counted('exact-duplicates', where, await duplicateDocuments.corpus!(linted), corpus.size),
    ...(subject.options.near ? [nearDuplicates(subject, read, where)] : []),
  ];
}

/** Documents near another, not the same, that is no declared near-clone of theirs. */
function nearDuplicates({ texts }: Subject, read: ReadCorpus, where: string): Figure {
  const { corpus } = read;
  const tally = new Tally('near-duplicates', 'share');
  const near = nearTwins(texts.near, read);
  for (let i = 0; i < corpus.size; i++) {
    const twin = near(i)[0];
    const { id } = corpus.meta(i);
    tally.add(twin !== undefined, undefined, twin === undefined ? id : `${id} ~ ${corpus.meta(twin).id}`);
  }
  return tally.result(where);
}

/** For an ordinal, the near duplicates in the corpus that are of another family. */
function nearTwins(
  near: readonly (readonly number[])[],
  { corpus, text }: ReadCorpus,
): (i: number) => number[] {
  const holders = holdersOf(text);
  const familyAt = (i: number) => familyOf(corpus.meta(i));
  return (i) => {
    const family = familyAt(i);
    return near[text[i]!]!.flatMap((n) => holders.get(n) ?? []).filter((j) => familyAt(j) !== family);
  };
}

/** Which ordinals hold each text. */
function holdersOf(text: Uint32Array): Map<number, number[]> {
  const holders = new Map<number, number[]>();
  for (const [i, n] of text.entries()) {
    const own = holders.get(n);
    if (own === undefined) holders.set(n, [i]);
    else own.push(i);
  }
  return holders;
}

/**
 * Queries one of whose positives has a copy in the corpus that the query could find and that is not judged
 * right: a system that returns the copy is marked down for it.
 */
export function twinFigures(read: ReadTask): Figure[] {
  const { subject, task, corpus, answers, where } = read;
  const unjudged = new Tally('unjudged-twins', 'share');
  const wrong = new Tally('conflicting-twins', 'share');
  const near = new Tally('unjudged-near-twins', 'share');
  const same = sameTexts(corpus);
  const nearOf = subject.options.near ? nearTwins(subject.texts.near, corpus) : undefined;
  for (const [item, own] of answers) {
    const grades = new Map(item.judgments.map(({ doc, grade }) => [doc, grade]));
    const canRank = reachable(item.query, corpus);
    const gradeOf = (i: number) => grades.get(metaOf(read, i).id);
    const first = (
      twinsOf: (i: number) => readonly number[],
      test: (grade: number | undefined) => boolean,
    ) => {
      for (const answer of own) {
        const twin = twinsOf(answer.i).find((j) => j !== answer.i && canRank(j) && test(gradeOf(j)));
        if (twin !== undefined) return `${pairName(read, item, answer)}, ${metaOf(read, twin).id}`;
      }
      return undefined;
    };
    const copies = (i: number) => same.get(metaOf(read, i).digest)!;
    const add = (tally: Tally, found: string | undefined) => tally.add(found !== undefined, undefined, found);
    add(
      unjudged,
      first(copies, (grade) => grade === undefined),
    );
    add(
      wrong,
      first(copies, (grade) => grade !== undefined && grade < task.level),
    );
    if (nearOf !== undefined)
      add(
        near,
        first(nearOf, (grade) => grade === undefined),
      );
  }
  return [unjudged, wrong, near].map((tally) => tally.result(where));
}

function sameTexts({ corpus }: ReadCorpus): Map<string, number[]> {
  const same = new Map<string, number[]>();
  for (let i = 0; i < corpus.size; i++) {
    const { digest } = corpus.meta(i);
    const own = same.get(digest);
    if (own === undefined) same.set(digest, [i]);
    else own.push(i);
  }
  return same;
}
