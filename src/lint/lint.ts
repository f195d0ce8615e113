import type { Benchmark, Corpus } from '../core/benchmark.js';
import * as corpusChecks from './corpus-checks.js';
import type { Check, Finding, Found, LintedCorpus } from './finding.js';
import * as taskChecks from './task-checks.js';

/** Every trap that is looked for: what the two files export is the registry. */
export const CHECKS: readonly Check[] = [...Object.values(corpusChecks), ...Object.values(taskChecks)];

/** Looks for every trap. Memory: the queries of one task. */
export async function lint(benchmark: Benchmark, progress: (what: string) => void): Promise<Finding[]> {
  const findings: Finding[] = [];
  const note = (check: Check, where: string, result: Found | undefined) => {
    if (result !== undefined)
      findings.push({ check: check.name, severity: check.severity, where, ...result });
  };
  const texts = new Map<string, LintedCorpus['texts']>();
  for (const corpus of benchmark.corpora.values()) {
    progress(`corpus ${corpus.id}`);
    const seen = await readTexts(corpus);
    texts.set(corpus.id, seen);
    for (const check of CHECKS)
      note(check, `corpus ${corpus.id}`, await check.corpus?.({ benchmark, corpus, texts: seen }));
  }
  for (const task of benchmark.tasks) {
    progress(`task ${task.id}`);
    const queries = [];
    for await (const item of task.queries()) queries.push(item);
    const subject = { benchmark, task, corpus: benchmark.corpora.get(task.corpus)!, queries };
    for (const check of CHECKS)
      note(check, `task ${task.id}`, await check.task?.(subject, texts.get(task.corpus)!));
  }
  const order = ['error', 'warning', 'note'];
  return findings.sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
}

async function readTexts(corpus: Corpus): Promise<LintedCorpus['texts']> {
  const texts = { empty: [] as number[], lowerCase: 0, withLetters: 0 };
  for await (const { i, text } of corpus.texts()) {
    if (text.trim() === '') texts.empty.push(i);
    if (/\p{L}/u.test(text)) {
      texts.withLetters++;
      if (text === text.toLowerCase()) texts.lowerCase++;
    }
  }
  return texts;
}
