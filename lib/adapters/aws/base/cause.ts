import { AsyncLocalStorage } from 'node:async_hooks';

const causes = new AsyncLocalStorage<string>();

/** Runs `call` and books its requests under `cause`: the bill is itemised by cause. */
export function because<T>(cause: string, call: () => Promise<T>): Promise<T> {
  return causes.run(cause, call);
}

/** The cause under which a request made now is booked. */
export function currentCause(): string {
  return causes.getStore() ?? 'other';
}
