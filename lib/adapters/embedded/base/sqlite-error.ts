import { type ErrorCode, WinnowError } from '../../../base/error.ts';

/** Primary result codes of SQLite (https://www.sqlite.org/rescode.html) that mean something to people. */
const meanings: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  5: ['locked', 'the database is busy: another process, or another thread of this one, keeps writing to it'],
  6: ['locked', 'the database is busy: another process, or another thread of this one, keeps writing to it'],
  8: ['unavailable', 'the database cannot be written: no permission, or a read-only disk'],
  10: ['unavailable', 'the disk reports an error'],
  11: ['corrupt', 'the database is damaged'],
  13: ['full', 'no room left on the device'],
  14: ['unavailable', 'the database cannot be opened: no permission, or the directory is not there'],
  26: ['corrupt', 'the file is not a Winnow database'],
};

function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return undefined;
  // The high bits have the kind of I/O error or constraint.
  return error.errcode & 0xff;
}

/** Whether another connection has the lock of the database. */
export function isBusy(error: unknown): boolean {
  return resultCode(error) === 5;
}

/** An error of SQLite as a WinnowError; any other error as it is. */
export function translated(error: unknown, file: string): unknown {
  const code = resultCode(error);
  if (code === undefined || !(error instanceof Error)) return error;
  const [kind, text] = meanings[code] ?? (['internal', error.message] as const);
  return new WinnowError(kind, `${file}: ${text}`, { cause: error });
}
