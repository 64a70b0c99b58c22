import type { FunctionLog } from './function-log.ts';

interface FailedRequest {
  readonly error: unknown;
  readonly context: { readonly awsRequestId: string };
}

/** Middleware for middy: writes down why an invocation failed, which then fails as it would have. */
export function logErrors(log: FunctionLog): { readonly onError: (request: FailedRequest) => void } {
  return { onError: ({ error, context }) => log.error(error, context.awsRequestId) };
}
