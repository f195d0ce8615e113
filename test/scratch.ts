import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { UserError } from '../src/core/errors.js';

/** A folder of this test file's own, removed when its tests have ended. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Asserts that `work` is refused with a message for users that matches, and not with a defect. */
export async function refuses(work: () => unknown, message: RegExp): Promise<void> {
  await assert.rejects(
    async () => work(),
    (error: unknown) => {
      assert.ok(
        error instanceof UserError,
        `not a UserError: ${error instanceof Error ? error.stack : error}`,
      );
      assert.match(error.message, /^cannot \w+ .+: /s);
      assert.match(`${error.message} | ${error.next ?? ''}`, message);
      return true;
    },
  );
}
