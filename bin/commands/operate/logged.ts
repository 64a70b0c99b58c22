import type { Logged } from '../../../lib/runtime/shared/installation.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';

/** Prints the result of a command, or that a request with the same id was done before. */
export function printLoggedResult<T>(
  logged: Logged<T>,
  { json: asJson }: { readonly json?: boolean },
  io: Io,
  render: (result: T) => string,
): void {
  if ('done' in logged) {
    io.out(asJson ? json(logged.done) : render(logged.done));
    return;
  }
  const { requestId, state, answer } = logged.before;
  io.out(
    asJson
      ? json({ requestId, state, answer, repeated: true })
      : `the request ${requestId} was done before; nothing was done again\n`,
  );
}
