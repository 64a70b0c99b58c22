import { WinnowError } from '../../../base/error.ts';

/** Limits for every client: an attempt ends after 15 s, also when its answer began and then stalls. */
export const attemptLimits = {
  connectionTimeout: 2_000,
  requestTimeout: 15_000,
  socketTimeout: 15_000,
  // Without this option the SDK only logs that the time is over, and goes on waiting.
  throwOnRequestTimeout: true,
} as const;

/** The end of all requests of a process: whoever waits for them (a Lambda invocation) is ended then. One per process. */
export class CallDeadline {
  #endBy = Number.POSITIVE_INFINITY;

  /** @param endBy on the clock of `performance.now()`; replaces the end before */
  set(endBy: number): void {
    this.#endBy = endBy;
  }

  /** Milliseconds until the end; Infinity where no end was set. */
  get leftMs(): number {
    return this.#endBy - performance.now();
  }
}

interface Handler {
  handle(request: unknown, options?: { readonly requestTimeout?: number }): Promise<unknown>;
}

interface Client {
  readonly config: { readonly requestHandler: unknown };
  readonly middlewareStack: {
    // biome-ignore lint/suspicious/noExplicitAny: each client types its middleware by its own commands
    add(middleware: any, options: { step: 'initialize'; name: string; priority: 'high' }): void;
  };
}

// biome-ignore lint/suspicious/noExplicitAny: each client has a configuration of its own
type ClientClass = new (...args: any[]) => Client;

/** Makes a client of the SDK whose requests cannot hang; the only place that makes one. `config` overrides the usual limits. */
export function sdkClient<T extends ClientClass>(
  make: T,
  config: ConstructorParameters<T>[0] = {},
): InstanceType<T> {
  const requestHandler = { ...attemptLimits, ...config.requestHandler };
  return new make({ ...config, requestHandler }) as InstanceType<T>;
}

/**
 * Ends all requests of a client by the deadline, retries and the waits between them included. An attempt takes at most a
 * third of the time left, so that a stalled attempt leaves time for others; none begins after the deadline. A request
 * that runs out of time throws `unavailable`.
 */
export function endInTime<C extends Client>(client: C, deadline: CallDeadline): C {
  const handler = client.config.requestHandler as Handler;
  const handle = handler.handle.bind(handler);
  handler.handle = async (request, options) => {
    const { leftMs } = deadline;
    if (leftMs <= 0) throw outOfTime();
    const requestTimeout = Math.min(attemptLimits.requestTimeout, Math.max(1, Math.ceil(leftMs / 3)));
    return await handle(request, { ...options, requestTimeout });
  };
  const middleware = (next: (args: unknown) => Promise<unknown>) => async (args: unknown) => {
    const { leftMs } = deadline;
    if (leftMs === Number.POSITIVE_INFINITY) return await next(args);
    const end = Promise.withResolvers<never>();
    const timer = setTimeout(() => end.reject(outOfTime()), Math.max(0, leftMs));
    try {
      return await Promise.race([next(args), end.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
  client.middlewareStack.add(middleware, { step: 'initialize', name: 'winnowDeadline', priority: 'high' });
  return client;
}

function outOfTime(): WinnowError {
  return new WinnowError('unavailable', 'AWS did not answer in what time was left');
}
