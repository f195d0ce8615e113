/**
 * An error that a user can cause and can mend. Anything else that is thrown is a defect of Assay and shows
 * its stack.
 *
 * Worded `cannot <verb> <thing>: <reason>`, naming the file and line, the id or the option; `next` says what
 * to do about it.
 */
export class UserError extends Error {
  constructor(
    message: string,
    readonly next?: string,
  ) {
    super(message);
    this.name = 'UserError';
  }
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
