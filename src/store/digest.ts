import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Sha } from '../core/benchmark.js';

/** SHA-256 of bytes, or of the UTF-8 bytes of a text. */
export function sha256(content: string | Uint8Array): Sha {
  return createHash('sha256').update(content).digest('hex');
}

/** SHA-256 of a file, streamed. */
export async function sha256OfFile(path: string): Promise<Sha> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
