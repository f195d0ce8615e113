import type { Language } from '../languages/language.js';
import { nodesOf, type SyntaxNode } from '../languages/parser.js';

/** Only this much of a text is looked at for lines of code. */
const LOOKED_AT = 100_000;

/** Line ends, assignments, operators, calls and line starts that code has and prose has not. */
const MARKS = [
  /[;{}]\s*$/,
  /^\s*[}@$]/,
  /[\w\])]\s*(?:[-+*/|&%^:]?=|==|!=|<=|>=)\s*\S/,
  /=>|->|::|&&|\|\||<\//,
  // A call, but not the plural of "the first argument(s)".
  /[\p{L}\p{N}_]\((?!e?s\))/u,
  /^\s*(?:def|class|import|return|end|fi|done|SELECT|INSERT|UPDATE|DELETE|CREATE)\b/,
  /^\s*from\s+\S+\s+import\b|\bselect\b.+\bfrom\b/,
];
const WORD = /[\p{L}_][\p{L}\p{N}_'’-]*/gu;
/** Between a word and the next there is nothing but white space. */
const RUNNING = /[\p{L}_'’-][ \t]+(?=[\p{L}_])/gu;
/** From so many words on, a line of which so large a share runs on to the next word is prose about code. */
const PROSE_WORDS = 6;
const PROSE_SHARE = 0.7;

/** Three words and more with nothing between them: a grammar may accept them (`rank in descending list`). */
const ONLY_WORDS = /^\s*[\p{L}_]+(?:[ \t]+[\p{L}_]+){2,}\s*$/u;

function isLineOfCode(line: string): boolean {
  if (!MARKS.some((mark) => mark.test(line))) return false;
  const words = line.match(WORD)?.length ?? 0;
  const running = line.match(RUNNING)?.length ?? 0;
  return words < PROSE_WORDS || running < PROSE_SHARE * words;
}

function shape(root: SyntaxNode, { roles }: Language): { clean: boolean; named: boolean } {
  let [clean, named] = [true, false];
  for (const node of nodesOf(root)) {
    if (node.broken) clean = false;
    if (roles.names.includes(node.type)) named = true;
  }
  return { clean, named };
}

/**
 * Whether a text holds any code: it parses without a fault and names something, or at least one of its lines
 * looks like code. A text without is bare values (`[3, 4, 5]`), prose, or comments alone.
 *
 * Lines are judged by their signs, because fragments (half a function, a method without its class) do not
 * parse either, and text about code that mentions a call is no code.
 *
 * @param text without comments, where its language is read
 * @param parsed absent where the language is not read
 */
export function holdsCode(text: string, parsed?: { root: SyntaxNode; language: Language }): boolean {
  if (parsed !== undefined) {
    const { clean, named } = shape(parsed.root, parsed.language);
    if (clean && !ONLY_WORDS.test(text)) return named;
  }
  const start = text.slice(0, LOOKED_AT);
  if (!/\p{L}/u.test(start.replace(/"[^"]*"|'[^']*'/g, ''))) return false;
  return start.split('\n').some(isLineOfCode);
}
