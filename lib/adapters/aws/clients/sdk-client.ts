import { WinnowError } from '../../../domain/base/error.ts';

/** Of every client: an attempt ends after 15 s, also one whose answer began and stalls. */
export const attemptLimits = {
  connectionTimeout: 2_000,
  requestTimeout: 15_000,
  socketTimeout: 15_000,
  // Without it the SDK only logs that the time is over, and goes on waiting.
  throwOnRequestTimeout: true,
} as const;

/** Until when requests may take, where whoever waits for them is ended by then. One per process. */
export class CallDeadline {
  #endBy = Number.POSITIVE_INFINITY;

  /** @param endBy as `performance.now()` counts; it replaces the one before */
  set(endBy: number): void {
    this.#endBy = endBy;
  }

  /** Milliseconds; Infinity where nobody has set an end. */
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

/** A client of the SDK none of whose requests can hang: the one place where they are made. `config` goes over the usual limits. */
export function sdkClient<T extends ClientClass>(
  make: T,
  config: ConstructorParameters<T>[0] = {},
): InstanceType<T> {
  const requestHandler = { ...attemptLimits, ...config.requestHandler };
  return new make({ ...config, requestHandler }) as InstanceType<T>;
}

/**
 * Has all requests of a client end by the deadline, retries and waits between them included: an attempt takes at most a third of
 * what is left, so that a stalled one leaves time for others, and none is begun after it. A request that runs out of time is
 * refused with `unavailable`.
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
