import type { ErrorCode } from '../base/error.ts';

/** What a program ends with for an error: 2 where its command line was wrong. */
export function exitOf(code: ErrorCode): 1 | 2 {
  return code === 'usage' ? 2 : 1;
}
