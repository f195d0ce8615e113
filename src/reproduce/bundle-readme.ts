import type { Benchmark } from '../core/benchmark.js';
import { version } from '../core/version.js';
import { counted } from '../core/words.js';
import type { BundledInputs } from './bundle.js';
import type { LayoutFacts } from './execretrieval.js';
import type { StoredRun } from './stored.js';

export interface ReadmeFacts {
  benchmark: Benchmark;
  systems: readonly StoredRun[];
  inputs: Readonly<Record<string, BundledInputs>>;
  facts: readonly LayoutFacts[];
  /** Name of the folder below `results/`. */
  folder: string;
}

/** The README of a bundle: what is in it, how to check it, and what it lacks. */
export function readmeOf(bundle: ReadmeFacts): string {
  const { benchmark, systems, folder } = bundle;
  return [
    `# ${benchmark.name} ${benchmark.version}: ${counted(systems.length, 'system')}, with all that their results come from`,
    '',
    'Check it, offline, with Assay:',
    '',
    '    assay reproduce PATH-OF-THIS-FOLDER',
    '',
    'Every file is held against `manifest.json`. Then all of `results/` and `execretrieval/` is computed again from',
    '`benchmark/` and `runs/`, and compared value by value. Each difference is named; exit code 0 means that there is none.',
    '',
    '| path | what it is |',
    '|---|---|',
    `| \`benchmark/\` | the benchmark as it was evaluated on, SHA-256 ${benchmark.digest} |`,
    `| \`runs/${folder}/\` | what each system ranked for each query, with its configuration |`,
    `| \`results/${folder}/\` | means, intervals, tests, tie groups, analyses and per-query values, as far as they were kept; tables in \`.md\` |`,
    '| `execretrieval/` | the same systems in the layout of ExecRetrieval |',
    ...inputRows(bundle),
    '| `environment.json` | the machine and the packages that this bundle was made with |',
    '| `manifest.json` | every other file with its size, SHA-256 and sums of its lines or blocks |',
    '',
    `Made by Assay ${version}.`,
    '',
    '## Licence',
    '',
    benchmark.licence === undefined
      ? 'The benchmark states no licence: find out under which one it is before you pass this bundle on.'
      : `The benchmark is under ${benchmark.licence}.`,
    ...missing(bundle),
    '',
    ...layoutNotes(bundle.facts),
    '',
  ].join('\n');
}

function inputRows({ inputs }: ReadmeFacts): string[] {
  const places = Object.values(inputs).map(({ place }) => place ?? '');
  const has = (folder: string) => places.some((place) => place.startsWith(`${folder}/`));
  return [
    ...(has('vectors') ? ['| `vectors/` | the frozen vectors that a system was searched with |'] : []),
    ...(has('inputs') ? ['| `inputs/` | the outside rankings that a system replays |'] : []),
  ];
}

function missing({ systems, inputs }: ReadmeFacts): string[] {
  const lines = systems.flatMap(({ id, name }) => {
    const { place, files = [], reason = '' } = inputs[id] ?? {};
    if (inputs[id] === undefined || place !== undefined) return [];
    return [
      `- What ${name} read (${files.join(', ')}): ${reason}. Its run is here, so its results can be checked.`,
    ];
  });
  return lines.length === 0 ? [] : ['', '## Not included', '', ...lines];
}

function layoutNotes(facts: readonly LayoutFacts[]): string[] {
  return [
    '## Reading `execretrieval/`',
    '',
    'Metrics, tests and intervals there follow ExecRetrieval: k = 1, 3, 5 and 10, every query weighs alike, and a',
    'document is right or it is not, whatever its grade. What its layout asks for and the benchmark does not say:',
    '',
    '- `label`: correct unless the document is judged wrong, or planted as a variant, and right for no query.',
    '- `test_results`: a verdict keeps the test that decided. Results end with it; those before it count as passed.',
    '- `passes_all_tests` and `test_results` are null where nothing is proven; a metric without a value is left out.',
    '- `test_suite`: tests that are no source are worded as assertions with JSON literals, to be read and not run.',
    '- `similarity`: the score, or 1 ÷ rank where scores cannot be compared within one ranking.',
    ...facts.flatMap(taskNotes),
  ];
}

function taskNotes(facts: LayoutFacts): string[] {
  const { folder, task, queries, withoutTests, withoutPositives, verdicts, silent } = facts;
  const notes: string[] = [];
  const of = `of ${counted(queries, 'query')}`;
  if (withoutTests > 0) notes.push(`${withoutTests} ${of} without tests`);
  if (withoutPositives > 0) notes.push(`${withoutPositives} ${of} without a right document`);
  if (verdicts === 0) notes.push('there are no verdicts, so the metrics of execution are left out');
  if (silent.length > 0) notes.push(`no results of ${silent.join(', ')}, which answer none of its queries`);
  const whole = withoutTests === 0 && withoutPositives === 0;
  if (!whole) notes.push('`assay import execretrieval` needs both and refuses it');
  return notes.length === 0 ? [] : [`- \`${folder}\` (task ${task}): ${notes.join('; ')}.`];
}
