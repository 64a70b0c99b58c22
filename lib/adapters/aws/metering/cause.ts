import { AsyncLocalStorage } from 'node:async_hooks';

const causes = new AsyncLocalStorage<string>();

/** Runs `call` so that the requests in it are put down to `cause`: the bill is itemised by what caused it. */
export function because<T>(cause: string, call: () => Promise<T>): Promise<T> {
  return causes.run(cause, call);
}

/** What the request that is made now is put down to. */
export function currentCause(): string {
  return causes.getStore() ?? 'other';
}
