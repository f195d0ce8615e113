import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { Sha } from '../core/benchmark.js';
import { viaTemporary } from './atomic.js';

const BUFFERED = 1 << 20;

/** Writes a UTF-8 text file line by line in blocks of about 1 MB; knows its digest and line count. */
export class LineWriter {
  private readonly hash = createHash('sha256');
  private pending: string[] = [];
  private held = 0;
  lines = 0;

  private constructor(private readonly file: FileHandle) {}

  static async create(path: string): Promise<LineWriter> {
    return new LineWriter(await open(path, 'w'));
  }

  async write(line: string): Promise<void> {
    this.pending.push(line);
    this.held += line.length + 1;
    this.lines++;
    if (this.held >= BUFFERED) await this.flush();
  }

  /** Puts everything on disk and closes the file. */
  async end(): Promise<{ sha256: Sha; lines: number }> {
    await this.flush();
    await this.file.sync();
    await this.file.close();
    return { sha256: this.hash.digest('hex'), lines: this.lines };
  }

  private async flush(): Promise<void> {
    if (this.pending.length === 0) return;
    const block = Buffer.from(`${this.pending.join('\n')}\n`);
    this.pending = [];
    this.held = 0;
    this.hash.update(block);
    await this.file.writeFile(block);
  }
}

/** Writes a text file of the lines, which appears whole or not at all. */
export async function writeLinesAtomic(path: string, lines: Iterable<string>): Promise<void> {
  await viaTemporary(path, async (temporary) => {
    const out = await LineWriter.create(temporary);
    try {
      for (const line of lines) await out.write(line);
    } finally {
      await out.end();
    }
  });
}
