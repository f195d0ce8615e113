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

/** What the operating system's error codes mean, in words. */
const SYSTEM_REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EEXIST: 'there is something else of that name',
  EINVAL: 'the system does not accept that name',
  EISDIR: 'it is a folder',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is no folder',
  EPERM: 'it is not permitted',
  EROFS: 'the file system is read-only',
};

/** A failure of the file system as an error that the user can mend; undefined for any other error. */
export function systemError(error: unknown): UserError | undefined {
  const { code, path, dest } = error as { code?: unknown; path?: unknown; dest?: unknown };
  const reason =
    typeof code === 'string' && Object.hasOwn(SYSTEM_REASONS, code) ? SYSTEM_REASONS[code] : undefined;
  if (reason === undefined) return undefined;
  return new UserError(
    `cannot use ${String(dest ?? path ?? 'a file')}: ${reason}`,
    'Choose another place, or make room.',
  );
}
