import { WinnowError } from '../../base/error.ts';

/** An error of the file system as a WinnowError. */
export function fileError(path: string, error: unknown): WinnowError {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new WinnowError('full', `${path}: no room left on the device`, { cause: error });
  }
  return new WinnowError('unavailable', `${path}: the file system says ${code ?? 'no'}`, { cause: error });
}

/** What the system calls an error of it. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
