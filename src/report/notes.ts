import { counted } from '../core/words.js';
import { type Correlation, measureCorrelations } from '../evaluate/correlation.js';
import type { Counts } from '../evaluate/summary.js';
import { type Leaderboard, ranked } from './board.js';

/** What the numbers are over, and what they leave out. */
export function notes(board: Leaderboard): string[] {
  const { evaluation, resampling, primary } = board;
  const { table, profile, pipelines, families } = evaluation;
  const { resamples, resample, seed } = resampling;
  const lines = [
    `${counted(table.ids.length, 'query')} in ${counted(table.clusters, 'cluster')}; profile ${profile.name}; intervals: 95 %, ${counted(resamples, 'resample')} by ${resample}, seed ${seed}.`,
    `Systems that share a letter under "tie" cannot be told apart by ${primary} (Holm-corrected, 5 %).`,
  ];
  if (pipelines.some(({ baseline }) => baseline))
    lines.push(
      '* Artefact baseline: BM25 orders the near-clone groups, the artefact orders within. It knows nothing of what code does.',
    );
  else if (families) lines.push('The artefact baselines were left out (--no-baselines).');
  else lines.push(`No artefact baselines: ${evaluation.benchmark.name} declares no near-clone groups.`);
  return [...lines, ...correlationNotes(board), ...queryNotes(board)];
}

/** Whether relevance goes with quality, over the systems that read something: the artefact baselines are left out. */
export function correlationsOf({ evaluation, summaries }: Leaderboard): Correlation[] {
  const baselines = new Set(evaluation.pipelines.filter(({ baseline }) => baseline).map(({ id }) => id));
  return measureCorrelations(summaries.filter(({ id }) => !baselines.has(id)));
}

function correlationNotes(board: Leaderboard): string[] {
  return correlationsOf(board).map(
    ({ x, y, r, n }) => `Pearson r of ${x} and ${y} over ${counted(n, 'system')}: ${r.toFixed(2)}.`,
  );
}

/** What became of the queries that were not simply scored, in words. */
function reasons(counts: Counts & { refusals?: Record<string, number> }): string[] {
  const parts: string[] = [];
  if (counts.zeroFilled > 0) parts.push(`${counts.zeroFilled} without a result count as 0`);
  if (counts.dropped > 0) parts.push(`${counts.dropped} without a result left out`);
  if (counts.excluded > 0) parts.push(`${counts.excluded} without a positive left out`);
  for (const [why, count] of Object.entries(counts.refusals ?? {}))
    parts.push(`${count} not computed: ${why}`);
  return parts;
}

/** What is said of a subject, and of which systems: systems of which the same is said share a text. */
class Remarks {
  private readonly subjects = new Map<string, Map<string, string[]>>();

  constructor(private readonly systems: number) {}

  add(subject: string, text: string, system: string): void {
    let texts = this.subjects.get(subject);
    if (texts === undefined) this.subjects.set(subject, (texts = new Map()));
    const named = texts.get(text);
    if (named === undefined) texts.set(text, [system]);
    else named.push(system);
  }

  lines(): string[] {
    return [...this.subjects].map(([subject, texts]) => {
      const parts = [...texts].map(([text, named]) =>
        named.length === this.systems ? text : `${text} (${named.join(', ')})`,
      );
      return `${subject}: ${parts.join('; ')}.`;
    });
  }
}

/** One line for each measure: what became of queries that were not simply scored. */
function queryNotes(board: Leaderboard): string[] {
  const systems = ranked(board);
  const total = board.evaluation.table.ids.length;
  const remarks = new Remarks(systems.length);
  for (const { name: system, measures, absent, tiesAtCut } of systems) {
    for (const [name, summary] of Object.entries(measures)) {
      const over = summary.n === total ? [] : [`over ${summary.n} of ${counted(total, 'query')}`];
      const parts = [...over, ...reasons(summary)];
      if (parts.length > 0) remarks.add(name, parts.join(', '), system);
    }
    const idle = Object.entries(absent).filter(([, { refused }]) => refused === 0);
    if (idle.length > 0)
      remarks.add('Not shown, applying to no query', idle.map(([name]) => name).join(', '), system);
    for (const [name, counts] of Object.entries(absent))
      if (counts.refused > 0) remarks.add(name, ['no value', ...reasons(counts)].join(', '), system);
    const ties = Object.entries(tiesAtCut).filter(([, count]) => count > 0);
    if (ties.length > 0)
      remarks.add(
        'Queries with a score tie across a cut-off',
        ties.map(([k, n]) => `${n} at ${k}`).join(', '),
        system,
      );
  }
  return remarks.lines();
}
