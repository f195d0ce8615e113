/** Characters of a line that are shown. */
const LENGTH = 120;
/** Lines that hold a comment alone, whatever the language, and markers of a text's start. */
const COMMENT = /^(?:\/\/|\/\*|\*|#(?!\w)|--|<!--|<\?|%|;|"""|'''|\{-|\(\*)/;
/** Lines that most files of a language begin with. */
const PREAMBLE =
  /^(?:(?:import|from|package|using|use|require|#include|#define|"use strict")\b|@[\w.]+(?:\(\))?$|[})\]])/;

/** The first line of a text that says what it does; the first of all where none does. */
export function gist(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
  const code = lines.filter((line) => !COMMENT.test(line));
  return (code.find((line) => !PREAMBLE.test(line)) ?? code[0] ?? lines[0] ?? '').slice(0, LENGTH);
}
