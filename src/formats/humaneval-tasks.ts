import type { JudgedQuery, Suite } from '../core/benchmark.js';
import type { CorpusSource, TaskSource } from '../core/source.js';
import type { Problem } from './humaneval-problems.js';

const VARIANTS = ['plain', 'anonymised'] as const;
type Variant = (typeof VARIANTS)[number];

/** A task with all that it needs. */
export interface TaskParts {
  task: TaskSource;
  corpus: CorpusSource;
  suites: Suite[];
}

function grouped<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group === undefined) groups.set(key(item), [item]);
    else group.push(item);
  }
  return groups;
}

const suffix = (variant: Variant): string => (variant === 'plain' ? '' : `-${variant}`);

function corpusOf(id: string, problems: readonly Problem[], variant: Variant): CorpusSource {
  return {
    id,
    documents: () =>
      problems.map((problem) => ({
        meta: {
          id: problem.id,
          kind: 'code' as const,
          language: problem.language.name,
          tags: { problem: problem.problem },
        },
        text: problem[variant].document,
      })),
  };
}

function textTask(language: string, problems: readonly Problem[], variant: Variant): TaskSource {
  const id = `text-to-${language}${suffix(variant)}`;
  return {
    id,
    corpus: language + suffix(variant),
    direction: 't2c',
    labels: { language, variant },
    level: 1,
    queries: () =>
      problems.map((problem) => ({
        query: {
          id: `${id}/${problem.id}`,
          text: problem[variant].description,
          kind: 'text' as const,
          language,
          cluster: problem.problem,
          exclude: [],
          suite: problem[variant].suite.id,
        },
        judgments: [{ doc: problem.id, grade: 1 }],
      })),
  };
}

function codeTask(problems: readonly Problem[], variant: Variant): TaskSource {
  const id = `code-to-code${suffix(variant)}`;
  const ofProblem = grouped(problems, (problem) => problem.problem);
  return {
    id,
    corpus: `all${suffix(variant)}`,
    direction: 'c2c',
    labels: { variant },
    level: 1,
    queries: () =>
      problems.flatMap((anchor): JudgedQuery[] => {
        const others = ofProblem.get(anchor.problem)!.filter((other) => other !== anchor);
        if (others.length === 0) return [];
        const query = {
          id: `${id}/${anchor.id}`,
          text: anchor[variant].document,
          kind: 'code' as const,
          language: anchor.language.name,
          cluster: anchor.problem,
          exclude: [anchor.id],
        };
        return [{ query, judgments: others.map((other) => ({ doc: other.id, grade: 1 })) }];
      }),
  };
}

/** Text to code for every language; code to code where there are two; each plain and anonymised. */
export function tasksOf(problems: readonly Problem[]): TaskParts[] {
  const parts: TaskParts[] = [];
  const languages = grouped(problems, (problem) => problem.language.name);
  for (const variant of VARIANTS) {
    for (const [language, own] of languages)
      parts.push({
        task: textTask(language, own, variant),
        corpus: corpusOf(language + suffix(variant), own, variant),
        suites: own.map((problem) => problem[variant].suite),
      });
    if (languages.size > 1)
      parts.push({
        task: codeTask(problems, variant),
        corpus: corpusOf(`all${suffix(variant)}`, problems, variant),
        suites: [],
      });
  }
  return parts;
}
