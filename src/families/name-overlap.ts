import type { Query } from '../core/benchmark.js';
import { tokenize } from '../text/tokens.js';
import type { FamilyOrder } from './order.js';

/** Words that look like a call or declaration but name nothing. */
const NOT_NAMES = new Set([
  'if',
  'for',
  'while',
  'switch',
  'catch',
  'return',
  'function',
  'sizeof',
  'match',
  'fn',
  'func',
]);

/** The first identifier that stands before an opening bracket: the declared function in nearly all code. */
export function declaredName(text: string): string | undefined {
  for (const [, name] of text.matchAll(/([\p{L}_$][\p{L}\p{N}_$]*)\s*\(/gu))
    if (!NOT_NAMES.has(name!)) return name;
  return undefined;
}

/** The member whose function name shares most words with the query first: share of the name's words. */
export const nameOverlap: FamilyOrder = {
  name: 'name-overlap',
  describe: 'the member whose function name shares most words with the query first',
  async prepare(corpus) {
    const names: string[][] = [];
    for await (const { i, text } of corpus.texts()) {
      const name = declaredName(text);
      names[i] = name === undefined ? [] : tokenize(name);
    }
    return (query: Query) => {
      const words = new Set(tokenize(query.text));
      return (i) => {
        const name = names[i]!;
        return name.length === 0 ? 0 : name.filter((word) => words.has(word)).length / name.length;
      };
    };
  },
};
