import type { Command } from './command.js';
import { compareCommand } from './commands/compare.js';
import { doctorCommand } from './commands/doctor.js';
import { evaluateCommand } from './commands/evaluate.js';
import { exportCommand } from './commands/export.js';
import { importCommand } from './commands/import.js';
import { lintCommand } from './commands/lint.js';

export const COMMANDS: readonly Command[] = [
  evaluateCommand,
  compareCommand,
  importCommand,
  exportCommand,
  lintCommand,
  doctorCommand,
];
