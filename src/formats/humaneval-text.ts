import { commentBlocks } from '../languages/comments.js';
import type { Language } from '../languages/language.js';
import { splitIdentifier } from '../text/tokens.js';

/** A comment or docstring as plain text: markers, common indentation and surrounding blank lines removed. */
export function withoutMarkers(comment: string): string {
  const body = comment
    .trim()
    .replace(/^[a-zA-Z]{0,2}("""|''')([\s\S]*)\1$/, '$2')
    .replace(/^\/\*+([\s\S]*?)\**\*\/$/, '$1');
  let lines = body.split(/\r?\n/).map((line) => line.replace(/^\s*\/{2,}[!/]? ?/, '').trimEnd());
  const filled = lines.slice(1).filter((line) => line !== '');
  if (filled.length > 0 && filled.every((line) => /^\s*\*(\s|$)/.test(line)))
    lines = lines.map((line) => line.replace(/^\s*\* ?/, ''));
  const indents = lines
    .slice(1)
    .flatMap((line) => (line.trim() === '' ? [] : [/^\s*/.exec(line)![0].length]));
  const indent = indents.length === 0 ? 0 : Math.min(...indents);
  lines = lines.map((line, k) => (k === 0 ? line.trimStart() : line.slice(indent)));
  return lines.join('\n').trim();
}

/** The text of the last comment or docstring that begins before `end`: what the entry function is for. */
export async function descriptionIn(code: string, end: number, language: Language): Promise<string> {
  const blocks = (await commentBlocks(code, language)).filter((block) => block.start < end);
  const last = blocks.at(-1);
  return last === undefined ? '' : withoutMarkers(code.slice(last.start, Math.min(last.end, end)));
}

const HEADER =
  /^\s*(?:(?:for\s+)?exam[bp]les?\s*\d*|[[{(]?\s*input\s*\/\s*output\s*[\]})]?\s*samples?|.{0,40}\blike this)\s*:?\s*$/i;
const SECTION = /^\s*(?:notes?|constrain(?:ts?)?|variables?|task)\s*:/i;
const EXAMPLE_SENTENCE =
  /(?:\bfor\s+(?:example|instance)\b|\be\.\s?g\.|\bexample,)(?:(?!\n\s*\n)[\s\S])*?(?:[.!?](?=\s|$)|(?=\n\s*\n)|$)/gi;
const VALUE = /^\s*(?:["'[({<\-\d]|true\b|false\b|none\b|null\b|nil\b|\.\.\.|optional\b|some\()/i;
const RESULT = /^\s*(?:=+>?|[-=]*>|➞|→|#|\/\/|returns?\b|should\b|is\b|will\b|[[({"'\d])/;

const indentOf = (line: string): number => /^\s*/.exec(line)![0].length;

const CALL = /^\s*(?:[*\-•]\s+)?(?:assert\s+|for\s+|if\s+)?[\p{L}_][\p{L}\p{N}_.]*\(/u;
/** The same to the last bracket before a result sign, for lines whose quotes or brackets do not match. */
const LOOSE = /\)(?=\s*(?:=+>?|-+>|➞|→|returns?\b|should\b))/g;

/** The arguments of the call that a line begins with (after a bullet, `assert` or `for`), and what follows it. */
function leadingCall(line: string): { args: string; rest: string } | undefined {
  const start = CALL.exec(line)?.[0].length;
  if (start === undefined) return undefined;
  let depth = 1;
  let quote = '';
  for (let k = start; k < line.length; k++) {
    const char = line[k]!;
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '(') depth++;
    else if (char === ')' && --depth === 0) return { args: line.slice(start, k), rest: line.slice(k + 1) };
  }
  const end = [...line.matchAll(LOOSE)].at(-1)?.index ?? line.length;
  return { args: line.slice(start, end), rest: line.slice(end + 1) };
}

/** Whether arguments are all values: then the call is an example, else a definition such as f(n) = f(n - 1). */
function areValues(args: string): boolean {
  const words = args.replace(/["'][^"']*["']/g, '').match(/[A-Za-z_]\w*(?![\w.([{<!])/g) ?? [];
  return words.every((word) => /^(?:true|false|none|null|nil|int|string|float64|f32|new|\d.*)$/i.test(word));
}

/** A line that shows a result for given values, wherever it stands. */
function isExample(line: string): boolean {
  if (/^\s*(?:=+>|-+>|➞|→)/.test(line)) return true;
  const call = leadingCall(line);
  return call !== undefined && areValues(call.args) && RESULT.test(call.rest);
}

/** A line that belongs to a block of examples already begun. */
function continuesExamples(line: string): boolean {
  return (
    leadingCall(line) !== undefined ||
    VALUE.test(line) ||
    /^\s*(?:input|output|explanation)\b\s*:/i.test(line) ||
    /^\s*(?:#|\/\/|=+>?|-+>|➞|→|[\])}])/.test(line) ||
    /^\s*(?:for|if)\s+\w+\s*=/i.test(line) ||
    /^\s*[\w.]+(?:[[{(].*)?\s*=/.test(line) ||
    /^\s*\w+\s*[[{].*[\]}]\s*$/.test(line)
  );
}

/** Where the doctest at line k ends: its `>>>` line, and its output unless the line states the result itself. */
function afterDoctest(lines: readonly string[], k: number): number {
  const prompt = lines[k]!;
  let next = k + 1;
  const call = leadingCall(prompt.replace(/^\s*>>>/, ''));
  if (call !== undefined && /^\s*(?:==|[[({])/.test(call.rest)) return next;
  if ((lines[next] ?? '').trim() !== '' && !/^\s*>>>/.test(lines[next]!)) next++;
  while (next < lines.length && VALUE.test(lines[next]!)) next++;
  return next;
}

/**
 * A description without its examples: doctests with their output, blocks under a heading (`Example:`, `For
 * example`), single lines such as `f(1) == 2`, and sentences that begin with "for example" or "e.g.".
 */
export function withoutExamples(description: string): string {
  const lines = description.split('\n');
  const kept: string[] = [];
  let block: number | undefined;
  for (let k = 0; k < lines.length; ) {
    const line = lines[k]!;
    if (/^\s*>>>/.test(line)) {
      k = afterDoctest(lines, k);
      continue;
    }
    k++;
    if (HEADER.test(line)) block = indentOf(line);
    else if (line.trim() === '') kept.push('');
    else if (
      block !== undefined &&
      !SECTION.test(line) &&
      (indentOf(line) > block || continuesExamples(line))
    )
      continue;
    else {
      block = undefined;
      if (!isExample(line)) kept.push(line);
    }
  }
  return tidied(kept.join('\n').replace(EXAMPLE_SENTENCE, ''));
}

function tidied(text: string): string {
  return text
    .replace(/``|''(?=\s)|""(?=\s)/g, '')
    .replace(/(\S)[^\S\n]{2,}/g, '$1 ')
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Whether a name gives itself away in running text. A single word, such as `add`, is also just a word. */
export function isDistinctive(name: string): boolean {
  return splitIdentifier(name).length > 1;
}

/** Finds a name in any spelling: snake, camel, Pascal or kebab case. */
export function spellingsOf(name: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${splitIdentifier(name).join('[_-]?')}(?![\\p{L}\\p{N}])`, 'giu');
}

/**
 * A description without the given function names. A name of several words goes in every spelling; one of a
 * single word only where it can be nothing but the name: called, or introduced by "function", "named" …
 */
export function withoutNames(description: string, names: Iterable<string>): string {
  let text = description;
  for (const name of names) {
    if (splitIdentifier(name).length === 0) continue;
    const spelled = spellingsOf(name).source;
    if (isDistinctive(name)) {
      text = text.replace(new RegExp(`[\`'"]?${spelled}(?:\\(\\))?[\`'"]?`, 'giu'), '');
      continue;
    }
    text = text.replace(new RegExp(`${spelled}(?:\\(\\)|(?=\\())`, 'giu'), '');
    text = text.replace(
      new RegExp(`\\b(function|method|named|called)\\s+[\`'"]?${spelled}[\`'"]?`, 'giu'),
      '$1',
    );
  }
  return tidied(text);
}
