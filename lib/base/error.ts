/**
 * What kind of thing went wrong, for the exit code and for what the caller may do about it.
 * - `config`: a file or a setting of the user's is wrong; nothing was changed.
 * - `usage`: the command line is wrong.
 * - `not-found`: the thing that was named does not exist.
 * - `locked`: another process holds what is needed.
 * - `conflict`: somebody else has changed the thing since the asker saw it; nothing was changed.
 * - `newer`: stored by a newer version of Winnow than this one.
 * - `older`: stored by a version of Winnow whose forms are read no more.
 * - `corrupt`: stored data cannot be read back.
 * - `full`: no room left on the device.
 * - `unavailable`: a service does not answer, or refuses us (credentials, grants, throttling after all retries).
 * - `internal`: a bug of ours.
 */
export type ErrorCode =
  | 'config'
  | 'usage'
  | 'not-found'
  | 'locked'
  | 'conflict'
  | 'newer'
  | 'older'
  | 'corrupt'
  | 'full'
  | 'unavailable'
  | 'internal';

/** What passes by itself, or when somebody mends the store: nothing is known then of the thing that was asked for. */
const outages: readonly ErrorCode[] = ['unavailable', 'locked', 'full'];

/** Whether an error is that of a store or service that does not do its work, and not of what was read or written. */
export function isOutage(error: unknown): error is WinnowError {
  return error instanceof WinnowError && isOutageCode(error.code);
}

export function isOutageCode(code: ErrorCode): boolean {
  return outages.includes(code);
}

/** Whether an error says nothing of what was worked on: a store or service is out, or we are not configured for the work. */
export function isNobodysFault(error: unknown): boolean {
  return isOutage(error) || (error instanceof WinnowError && error.code === 'config');
}

/** The one class of error that this project throws: a code for programs, one clear line for people. */
export class WinnowError extends Error {
  readonly code: ErrorCode;
  /** Of `unavailable`: what the service asks us to wait before the next try. */
  readonly retryAfterMs?: number;
  /** Of `unavailable` and `config`: who asks lacks a right, so that another try does not help. */
  readonly isDenied?: true;

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; retryAfterMs?: number; isDenied?: boolean } = {},
  ) {
    super(message, options);
    this.name = 'WinnowError';
    this.code = code;
    if (options.retryAfterMs !== undefined) this.retryAfterMs = options.retryAfterMs;
    if (options.isDenied === true) this.isDenied = true;
  }
}

/** What is wrong with something that was read. @throws anything that is no flaw of it: a store that does not answer */
export function faultOf(error: unknown): string {
  if (isOutage(error)) throw error;
  return error instanceof Error ? error.message : String(error);
}

/**
 * What is thrown for stored data of another version than the only one that is read.
 * @param what the data, the beginning of a sentence
 */
export function otherVersion(what: string, found: number, read: number): WinnowError {
  return found > read
    ? new WinnowError(
        'newer',
        `${what} has version ${found} of a newer Winnow; this one reads ${read}: use that one, on AWS deploy it again`,
      )
    : new WinnowError(
        'older',
        `${what} has version ${found} of an earlier Winnow; this one reads ${read}: go on with the Winnow that wrote it, or crawl anew`,
      );
}
