import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The package, from dist/bench. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** What one command of `assay` took. */
export interface Cost {
  seconds: number;
  /** Of the processor, in all threads: other work on the machine adds little to it. */
  busy: number;
  /** Peak resident memory. */
  megabytes: number;
}

/** Runs one command and measures it. Memory and processor time are known on Linux alone. */
export function measure(args: readonly string[]): Promise<Cost> {
  const begin = performance.now();
  const child = spawn(process.execPath, [join(root, 'dist/src/cli/main.js'), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peak = 0;
  let busy = 0;
  const watch = setInterval(() => {
    try {
      const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      peak = Math.max(peak, Number(kilobytes ?? 0));
      // User and system time, in hundredths of a second, are fields 14 and 15; the name in field 2 may hold blanks.
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      busy = (Number(fields[11]) + Number(fields[12])) / 100;
    } catch {
      // The process has ended, or this is no Linux.
    }
  }, 50);
  return new Promise((resolve, reject) => {
    child.on('exit', (code) => {
      clearInterval(watch);
      if (code !== 0) reject(new Error(`assay ${args.join(' ')} ended with ${code}`));
      else resolve({ seconds: (performance.now() - begin) / 1000, busy, megabytes: peak / 1024 });
    });
  });
}
