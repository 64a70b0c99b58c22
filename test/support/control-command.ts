import type { ControlCommand } from '../../lib/domain/control/command.ts';

/** A request of an operation as the use case takes it: `scope` may name the host. */
export function controlCommandOf(
  { scope, ...request }: Readonly<Record<string, unknown>>,
  drawn: { readonly requestId: string; readonly by: string },
): ControlCommand {
  const head = { ...drawn, reason: 'a test', dryRun: false };
  const about = request.command === 'reharvest' ? { job: '*', scope: scope ?? {} } : scope;
  return { ...head, ...(about as object), ...request } as ControlCommand;
}
