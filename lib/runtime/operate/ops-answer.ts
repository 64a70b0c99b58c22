import { WinnowError } from '../../base/error.ts';

export interface OpsAnswer {
  /** What the function returns. */
  readonly answer: unknown;
  /** What the function's log says about the answer. */
  readonly logged: object;
}

/** Whether an error is the caller's mistake, so that another try would not help. */
export function isMistake(error: unknown): error is WinnowError {
  return error instanceof WinnowError && (error.code === 'usage' || error.code === 'not-found');
}
