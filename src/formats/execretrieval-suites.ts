import type { Sha } from '../core/benchmark.js';
import { sha256 } from '../store/digest.js';
import { type CacheRow, passes } from './execretrieval-cache.js';

/** JSON as Python's json.dumps writes a list of strings, but for the separator. */
function json(lines: readonly string[], separator: string, ascii: boolean): string {
  const items = lines.map((line) => JSON.stringify(line)).join(separator);
  const text = `[${items}]`;
  if (!ascii) return text;
  return text.replaceAll(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** One string as Python's repr() writes it, for text that is printable but for line breaks and tabs. */
function repr(line: string): string {
  const quote = line.includes("'") && !line.includes('"') ? '"' : "'";
  const escaped = line
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll(quote, `\\${quote}`);
  return quote + escaped + quote;
}

/**
 * Ways in which a list of assertions may have been turned into the text whose SHA-256 is the key of the
 * cache. The release does not say which; the one that the keys agree with is taken.
 */
const SERIALISATIONS: Record<string, (lines: readonly string[]) => string> = {
  'JSON, Python default': (lines) => json(lines, ', ', true),
  'JSON, not escaped': (lines) => json(lines, ', ', false),
  'JSON, compact': (lines) => json(lines, ',', true),
  'JSON, compact, not escaped': (lines) => json(lines, ',', false),
  'joined by newlines': (lines) => lines.join('\n'),
  'a newline after each': (lines) => lines.map((line) => `${line}\n`).join(''),
  'joined by zero bytes': (lines) => lines.join('\0'),
  'joined by nothing': (lines) => lines.join(''),
  'JSON, sorted': (lines) => json([...lines].sort(), ', ', true),
  'joined by newlines, sorted': (lines) => [...lines].sort().join('\n'),
  "Python's str of the list": (lines) => `[${lines.map(repr).join(', ')}]`,
  'joined by blank lines': (lines) => lines.join('\n\n'),
  'joined by semicolons': (lines) => lines.join('; '),
};

export interface SuiteAsk {
  query: string;
  tests: string[];
  /** Digest of a code that is known to pass. */
  canonicals: readonly Sha[];
}

export interface SuiteIds {
  /** query → suite id */
  ids: Map<string, Sha>;
  /** The serialisation that the keys agree with; absent when none does. */
  serialisation?: string;
  /** How many queries' suites are keys of the cache. */
  matched: number;
}

/** The suite's own id where the cache does not know it. */
export function ownSuiteId(tests: readonly string[]): Sha {
  return sha256(json(tests, ', ', true));
}

/**
 * Finds the cache's key for every query's tests: by the serialisation that most keys agree with and, where that
 * gives no key, by the one suite of the same length that the query's canonical code passes.
 */
export function identifySuites(
  asks: readonly SuiteAsk[],
  keys: ReadonlySet<Sha>,
  passed: ReadonlyMap<Sha, readonly Pick<CacheRow, 'tests' | 'results'>[]>,
): SuiteIds {
  let best: { name: string; count: number } | undefined;
  for (const [name, serialise] of Object.entries(SERIALISATIONS)) {
    const count = asks.filter(({ tests }) => keys.has(sha256(serialise(tests)))).length;
    if (count > (best?.count ?? 0)) best = { name, count };
  }
  const ids = new Map<string, Sha>();
  let matched = 0;
  for (const { query, tests, canonicals } of asks) {
    const hashed = best === undefined ? undefined : sha256(SERIALISATIONS[best.name]!(tests));
    const known = hashed !== undefined && keys.has(hashed) ? hashed : soleSuite(tests, canonicals, passed);
    if (known !== undefined) matched++;
    ids.set(query, known ?? ownSuiteId(tests));
  }
  return { ids, matched, ...(best === undefined ? {} : { serialisation: best.name }) };
}

function soleSuite(
  tests: readonly string[],
  canonicals: readonly Sha[],
  passed: ReadonlyMap<Sha, readonly Pick<CacheRow, 'tests' | 'results'>[]>,
): Sha | undefined {
  const fitting = new Set(
    canonicals
      .flatMap((code) => passed.get(code) ?? [])
      .filter(({ results }) => results.length === tests.length && passes(results))
      .map((row) => row.tests),
  );
  return fitting.size === 1 ? [...fitting][0] : undefined;
}
