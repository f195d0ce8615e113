import { basename } from 'node:path';
import type { Sha } from '../core/benchmark.js';
import type { Retriever } from '../core/stage.js';
import { sha256, sha256OfFile } from '../store/digest.js';
import { assertReadableFile } from '../store/lines.js';

type Inputs = NonNullable<Retriever['inputs']>;

/** File name → SHA-256, for files of one folder. @throws UserError when one cannot be read */
export async function digestsOf(files: readonly string[]): Promise<Inputs> {
  const inputs: Record<string, Sha> = {};
  for (const file of files) {
    await assertReadableFile(file);
    inputs[basename(file)] = await sha256OfFile(file);
  }
  return inputs;
}

/** One digest for them all: that of the file where there is only one, whatever it is called. */
export function fingerprintOf(inputs: Inputs): Sha {
  const files = Object.entries(inputs);
  if (files.length === 1) return files[0]![1];
  return sha256(files.map(([name, digest]) => `${digest}  ${name}\n`).join(''));
}
