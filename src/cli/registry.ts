import type { Command } from './command.js';

/** A command as `assay --help` lists it; all else of it is loaded when it is asked for. */
export interface ListedCommand {
  readonly name: string;
  readonly summary: string;
  load(): Promise<Command>;
}

/** In the order of `assay --help`: measure, show, look into benchmarks, move data. */
export const COMMANDS: readonly ListedCommand[] = [
  {
    name: 'evaluate',
    summary: 'rank systems on benchmarks: relevance and quality measures with intervals',
    load: async () => (await import('./commands/evaluate.js')).evaluateCommand,
  },
  {
    name: 'compare',
    summary: 'tell whether systems differ: paired tests and intervals on the queries that both answered',
    load: async () => (await import('./commands/compare.js')).compareCommand,
  },
  {
    name: 'analyse',
    summary:
      'ask what the papers ask: by language, domain and edit size, intrusion, density, stability, costs',
    load: async () => (await import('./commands/analyse.js')).analyseCommand,
  },
  {
    name: 'report',
    summary: 'make one HTML file of an evaluation: charts, tables, and every query with its rankings',
    load: async () => (await import('./commands/report.js')).reportCommand,
  },
  {
    name: 'leaderboard',
    summary: 'put published results (MTEB, ExecRetrieval) and those computed here in one table',
    load: async () => (await import('./commands/leaderboard.js')).leaderboardCommand,
  },
  {
    name: 'reproduce',
    summary:
      'recompute every value of stored results from the stored runs, offline, and tell each difference',
    load: async () => (await import('./commands/reproduce.js')).reproduceCommand,
  },
  {
    name: 'lint',
    summary: 'look for traps in a benchmark before trusting a score on it',
    load: async () => (await import('./commands/lint.js')).lintCommand,
  },
  {
    name: 'audit',
    summary:
      'tell how far a benchmark itself can be trusted: its structural flaws as numbers, against chance',
    load: async () => (await import('./commands/audit.js')).auditCommand,
  },
  {
    name: 'describe',
    summary: 'the datasheet of a benchmark: what is in it, how long, how judged, by whom, and what passes',
    load: async () => (await import('./commands/describe.js')).describeCommand,
  },
  {
    name: 'import',
    summary: 'bring a benchmark of another format into an Assay folder',
    load: async () => (await import('./commands/import.js')).importCommand,
  },
  {
    name: 'export',
    summary:
      'write a benchmark, or a run on it, in another format; or results with all that others need to check them',
    load: async () => (await import('./commands/export.js')).exportCommand,
  },
  {
    name: 'doctor',
    summary: 'say what works here and what is missing',
    load: async () => (await import('./commands/doctor.js')).doctorCommand,
  },
];
