import { WinnowError } from '../../domain/base/error.ts';

export interface OpsAnswer {
  /** What the function returns. */
  readonly answer: unknown;
  /** What its log says of it. */
  readonly logged: object;
}

/** Of whoever asked: trying again would not help. */
export function isMistake(error: unknown): error is WinnowError {
  return error instanceof WinnowError && (error.code === 'usage' || error.code === 'not-found');
}
