import type { Language } from './language.js';
import { nodesOf, parse, type SyntaxNode } from './parser.js';

interface Cut {
  start: number;
  end: number;
  insert: string;
}

/** A statement that is nothing but a string: it documents what it stands in. */
function isDocstring(node: SyntaxNode, { docstring, strings }: Language['roles']): boolean {
  const inner = node.children[0];
  return node.type === docstring?.statement && node.children.length === 1 && strings.includes(inner!.type);
}

/** What has to stand where a docstring was: a body must not be empty, nor a statement begin with `;`. */
function fillerFor(node: SyntaxNode, roles: Language['roles']): string {
  const { docstring, comments } = roles;
  const beside = node.parent?.children.filter((child) => child.named && !comments.includes(child.type)) ?? [];
  const isBody = docstring!.body.includes(node.parent?.type ?? '');
  const empties = isBody && beside[0] === node && beside.every((child) => isDocstring(child, roles));
  const next = node.parent?.children[node.parent.children.indexOf(node) + 1];
  return empties || next?.type === ';' ? docstring!.filler : '';
}

function cutsOf(code: string, root: SyntaxNode, language: Language): Cut[] {
  const cuts: Cut[] = [];
  for (const node of nodesOf(root)) {
    if (language.roles.comments.includes(node.type)) {
      // Some grammars count the line break into a line comment.
      const end = node.end - (/\r?\n$/.exec(code.slice(node.start, node.end))?.[0].length ?? 0);
      const glued = /\w/.test(code[node.start - 1] ?? '') && /\w/.test(code[end] ?? '');
      const last = cuts.at(-1);
      if (last === undefined || node.start >= last.end)
        cuts.push({ start: node.start, end, insert: glued ? ' ' : '' });
      continue;
    }
    if (isDocstring(node, language.roles))
      cuts.push({ start: node.start, end: node.end, insert: fillerFor(node, language.roles) });
  }
  return cuts;
}

interface OutLine {
  text: string;
  /** The line begins inside a string literal, so its white space belongs to the program. */
  inString: boolean;
}

/** The lines that are left: a line that held only what was cut goes, and cut ends lose trailing blanks. */
function linesLeft(code: string, cuts: readonly Cut[], strings: readonly SyntaxNode[]): OutLine[] {
  const lines: OutLine[] = [];
  let start = 0;
  let next = 0;
  let span = 0;
  while (start <= code.length) {
    const newline = code.indexOf('\n', start);
    const end = newline < 0 ? code.length : newline;
    let text = '';
    let at = start;
    let touched = false;
    let cutToEnd = false;
    while (next < cuts.length && cuts[next]!.start <= end) {
      const cut = cuts[next]!;
      text += code.slice(at, Math.max(at, cut.start)) + (cut.start >= start ? cut.insert : '');
      at = Math.min(cut.end, end);
      touched ||= cut.start < end || cut.end > start;
      cutToEnd = code.slice(at, end).trim() === '';
      if (cut.end > end) break;
      next++;
    }
    text += code.slice(at, end);
    while (span < strings.length && strings[span]!.end <= start) span++;
    const inString = span < strings.length && strings[span]!.start < start;
    if (touched && cutToEnd) text = text.trimEnd();
    if (!touched || text.trim() !== '') lines.push({ text, inString });
    start = end + 1;
  }
  return lines;
}

/**
 * The code without comments and docstrings. String literals are untouched; a line that held nothing else
 * goes with its comment, and blank lines are reduced to one at a time and none at the ends.
 */
export async function cutComments(code: string, language: Language): Promise<string> {
  const root = await parse(code, language);
  const cuts = cutsOf(code, root, language);
  const strings = [...nodesOf(root)].filter((node) => language.roles.strings.includes(node.type));
  const kept: string[] = [];
  for (const { text, inString } of linesLeft(code, cuts, strings)) {
    const blank = text.trim() === '' && !inString;
    if (blank && (kept.length === 0 || kept.at(-1) === '')) continue;
    kept.push(blank ? '' : text);
  }
  while (kept.at(-1) === '') kept.pop();
  return kept.join('\n');
}

/** Where the comments and docstrings of a text are; comments with only white space between them are one. */
export async function commentBlocks(
  code: string,
  language: Language,
): Promise<{ start: number; end: number }[]> {
  const blocks: { start: number; end: number }[] = [];
  for (const node of nodesOf(await parse(code, language))) {
    const isComment = language.roles.comments.includes(node.type);
    if (!isComment && !isDocstring(node, language.roles)) continue;
    const last = blocks.at(-1);
    const follows = isComment && last !== undefined && code.slice(last.end, node.start).trim() === '';
    if (follows) last.end = node.end;
    else blocks.push({ start: node.start, end: node.end });
  }
  return blocks;
}
