import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './files.js';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the built command as a user does. */
/** Where the command finds its home in tests: a warm cache would hide defects. */
const home = mkdtempSync(join(tmpdir(), 'assay-home-'));
process.on('exit', () => rmSync(home, { recursive: true, force: true }));

export function assay(
  args: readonly string[],
  options: { cwd?: string; stdin?: string } = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'dist/src/cli/main.js'), ...args], {
      cwd: options.cwd,
    });
    const parts = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
    child.stdout.on('data', (chunk: Buffer) => parts.stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => parts.stderr.push(chunk));
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({
        code,
        stdout: Buffer.concat(parts.stdout).toString(),
        stderr: Buffer.concat(parts.stderr).toString(),
      }),
    );
    child.stdin.end(options.stdin ?? '');
  });
}
