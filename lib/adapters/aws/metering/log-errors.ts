import type { FunctionLog } from './function-log.ts';

interface FailedRequest {
  readonly error: unknown;
  readonly context: { readonly awsRequestId: string };
}

/** Middleware for middy: logs why an invocation failed. The invocation fails all the same. */
export function logErrors(log: FunctionLog): { readonly onError: (request: FailedRequest) => void } {
  return { onError: ({ error, context }) => log.error(error, context.awsRequestId) };
}
