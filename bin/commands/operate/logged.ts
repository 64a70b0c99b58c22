import type { Logged } from '../../../lib/runtime/shared/installation.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';

/** Prints what came of a command, or that it was done before under its `requestId`. */
export function printLogged<T>(
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
      : `it was done before, as ${requestId}; nothing was done again\n`,
  );
}
