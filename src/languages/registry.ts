import { cpp } from './cpp.js';
import { go } from './go.js';
import { java } from './java.js';
import { javascript } from './javascript.js';
import type { Language } from './language.js';
import { python } from './python.js';
import { rust } from './rust.js';
import { typescript } from './typescript.js';

/** A new language is one file and one line here. */
export const LANGUAGES: readonly Language[] = [python, java, javascript, typescript, cpp, go, rust];

export function languageNamed(name: string): Language | undefined {
  return LANGUAGES.find((language) => language.name === name);
}

/** Languages that are told by their files alone: nothing here reads their syntax. */
const BY_NAME_ALONE: Readonly<Record<string, readonly string[]>> = {
  c: ['.c'],
  csharp: ['.cs'],
  php: ['.php'],
  ruby: ['.rb'],
};

/** The language that a file name's extension tells; C++ also has `.C`. Undefined when it tells none. */
export function languageOfFile(file: string): string | undefined {
  const extension = /\.[^./\\]+$/.exec(file)?.[0];
  if (extension === undefined) return undefined;
  if (extension === '.C') return 'cpp';
  const known = LANGUAGES.find(({ extensions }) => extensions.includes(extension.toLowerCase()));
  if (known !== undefined) return known.name;
  return Object.entries(BY_NAME_ALONE).find(([, all]) => all.includes(extension.toLowerCase()))?.[0];
}
