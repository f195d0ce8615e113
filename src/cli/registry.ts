import type { Command } from './command.js';
import { analyseCommand } from './commands/analyse.js';
import { auditCommand } from './commands/audit.js';
import { compareCommand } from './commands/compare.js';
import { describeCommand } from './commands/describe.js';
import { doctorCommand } from './commands/doctor.js';
import { evaluateCommand } from './commands/evaluate.js';
import { exportCommand } from './commands/export.js';
import { importCommand } from './commands/import.js';
import { leaderboardCommand } from './commands/leaderboard.js';
import { lintCommand } from './commands/lint.js';
import { reportCommand } from './commands/report.js';
import { reproduceCommand } from './commands/reproduce.js';

/** In the order of `assay --help`: measure, show, look into benchmarks, move data. */
export const COMMANDS: readonly Command[] = [
  evaluateCommand,
  compareCommand,
  analyseCommand,
  reportCommand,
  leaderboardCommand,
  reproduceCommand,
  lintCommand,
  auditCommand,
  describeCommand,
  importCommand,
  exportCommand,
  doctorCommand,
];
