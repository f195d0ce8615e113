import { diffArrays, diffWordsWithSpace } from 'diff';

export interface DiffPart {
  text: string;
  /** Differs from what stands in the place of it on the other side. */
  marked: boolean;
}

export interface DiffLine {
  is: 'same' | 'removed' | 'added';
  parts: DiffPart[];
}

/** Milliseconds that one comparison may take before it is done more coarsely. */
const PATIENCE = 250;
/** Lines that share less of their text than this are another line, not an edited one. */
const ALIKE = 0.35;

/** The lines of two texts: what one has in place of the other, with the words that differ within edited lines. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  const changes = diffArrays(a, b, { timeout: PATIENCE }) ?? [
    { removed: true, added: false, value: a },
    { removed: false, added: true, value: b },
  ];
  const lines: DiffLine[] = [];
  for (let c = 0; c < changes.length; c++) {
    const { removed, added, value } = changes[c]!;
    const next = changes[c + 1];
    if (removed && next?.added) {
      lines.push(...edited(value, next.value));
      c++;
    } else lines.push(...whole(value, removed ? 'removed' : added ? 'added' : 'same'));
  }
  return lines;
}

/**
 * The share of lines that two texts have in common, of the longer one's; edited lines count as common. Lines without
 * a letter or digit, such as a lone brace, are in most code and do not count.
 *
 * @param lines of `lineDiff`
 */
export function inCommon(lines: readonly DiffLine[]): number {
  const says = lines.filter(({ parts }) => parts.some(({ text }) => /[\p{L}\p{N}]/u.test(text)));
  const side = (other: DiffLine['is']) => says.filter(({ is }) => is !== other);
  const sides = [side('added'), side('removed')];
  const longer = Math.max(...sides.map(({ length }) => length));
  if (longer === 0) return 1;
  const edited = ({ parts }: DiffLine) =>
    parts.some(({ marked }) => marked) && parts.some(({ marked, text }) => !marked && text.trim() !== '');
  // A line that only gained words has no marks where it lost none: the side that shows more of them counts.
  const common = sides.map((lines) => lines.filter((line) => line.is === 'same' || edited(line)).length);
  return Math.max(...common) / longer;
}

function whole(lines: readonly string[], is: DiffLine['is']): DiffLine[] {
  return lines.map((text) => ({ is, parts: [{ text, marked: false }] }));
}

/** Lines that stand in the place of others. */
function edited(before: readonly string[], after: readonly string[]): DiffLine[] {
  const [a, b] = [before.join('\n'), after.join('\n')];
  const words = diffWordsWithSpace(a, b, { timeout: PATIENCE });
  const common =
    words?.reduce((sum, { added, removed, value }) => sum + (added || removed ? 0 : value.length), 0) ?? 0;
  if (words === undefined || common < ALIKE * Math.min(a.length, b.length))
    return [...whole(before, 'removed'), ...whole(after, 'added')];
  const side = (is: 'removed' | 'added') =>
    linesOf(
      words.flatMap((word): DiffPart[] => {
        if (is === 'removed' ? word.added : word.removed) return [];
        return [{ text: word.value, marked: word.added || word.removed }];
      }),
      is,
    );
  return [...side('removed'), ...side('added')];
}

/** Cuts parts that run over line ends. */
function linesOf(parts: readonly DiffPart[], is: DiffLine['is']): DiffLine[] {
  const lines: DiffLine[] = [{ is, parts: [] }];
  for (const { text, marked } of parts)
    for (const [p, piece] of text.split('\n').entries()) {
      if (p > 0) lines.push({ is, parts: [] });
      if (piece !== '') lines.at(-1)!.parts.push({ text: piece, marked });
    }
  return lines;
}
