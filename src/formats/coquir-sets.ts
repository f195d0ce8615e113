import type { Dimension } from '../core/benchmark.js';

/** Where a document's group stands, the set of documents that it is ranked among. */
type GroupRule = { part: number } | 'lang';

export interface CoquirSet {
  name: string;
  /** What folders and files of the set are called, lower case without punctuation. */
  aliases: readonly string[];
  dimension: Dimension;
  /**
   * The part of the document id, cut at "-", that names its group; negative from the end. For DepreAPI the
   * group is a library, as in the authors' evaluation, and every document is Python.
   */
  group: GroupRule;
  language?: string;
}

export const COQUIR_SETS: readonly CoquirSet[] = [
  {
    name: 'codenet-b',
    aliases: ['codenetb', 'codenetbug'],
    dimension: 'correctness',
    group: { part: -2 },
  },
  {
    name: 'codenet-e',
    aliases: ['codenete', 'codeneteffi', 'codenetefficiency'],
    dimension: 'efficiency',
    group: { part: -2 },
  },
  { name: 'cvefixes', aliases: ['cvefixes'], dimension: 'security', group: { part: 1 } },
  { name: 'defects4j', aliases: ['defects4j'], dimension: 'correctness', group: 'lang', language: 'java' },
  {
    name: 'depreapi',
    aliases: ['depreapi', 'deprecode', 'deprecatedcode'],
    dimension: 'maintainability',
    group: { part: 1 },
    language: 'python',
  },
  { name: 'sqlr2', aliases: ['sqlr2'], dimension: 'efficiency', group: 'lang', language: 'sql' },
  { name: 'safecoder', aliases: ['safecoder'], dimension: 'security', group: { part: 1 } },
];

/** The set that a folder is named after, or one of the folders above it: the nearest. */
export function guessSet(folders: readonly string[]): CoquirSet | undefined {
  for (const folder of [...folders].reverse()) {
    const name = folder.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
    const found = COQUIR_SETS.find(({ aliases }) => aliases.some((alias) => name.endsWith(alias)));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Group of a document: by its id where the set has the group there, else by the field `lang`, else one for all. */
export function groupOf(set: CoquirSet, id: string, lang: string | undefined): string {
  if (set.group !== 'lang') {
    const parts = id.split('-');
    const part = parts.at(set.group.part);
    // The id must have a part on either side: a prefix before, a number after.
    if (parts.length > 2 && part !== undefined && part !== '') return part.toLowerCase();
  }
  return lang === undefined || lang === '' ? 'all' : lang.toLowerCase();
}
