import { WinnowError } from '../../base/error.ts';
import { allJobs } from '../../domain/control/all-jobs.ts';
import type { ControlCommand } from '../../domain/control/command.ts';
import { type OpsCommand, parseOpsCommand } from './ops-command.ts';

const controls = [
  'open',
  'pause',
  'continue',
  'stop',
  'drain',
  'block',
  'unblock',
  'cancel',
  'reharvest',
] as const;
/** A command that changes what the crawl does, and is kept in the log. */
export type ControlRequest = Extract<OpsCommand, { readonly command: (typeof controls)[number] }>;

export function isControl(command: OpsCommand): command is ControlRequest {
  return (controls as readonly string[]).includes(command.command);
}

/** A request that changes something, checked. @throws WinnowError `usage` */
export function controlRequest(request: Readonly<Record<string, unknown>>): ControlRequest {
  const parsed = parseOpsCommand(request);
  if (isControl(parsed)) return parsed;
  throw new WinnowError('internal', `${parsed.command} changes nothing`);
}

/** Who asks for something, and why. @param drawn for what it does not say of itself */
export function askerOf(
  { requestId = '', by = '', reason }: Pick<ControlRequest, 'requestId' | 'by' | 'reason'>,
  drawn: { readonly requestId: string; readonly by: string },
) {
  return { requestId: requestId || drawn.requestId, by: by || drawn.by, reason };
}

/** A request as the use cases take it. @param drawn for what it does not say of itself */
export function controlCommand(
  request: ControlRequest,
  drawn: { readonly requestId: string; readonly by: string },
): ControlCommand {
  const common = {
    requestId: request.requestId ?? drawn.requestId,
    by: request.by ?? drawn.by,
    reason: request.reason,
    dryRun: request.dryRun ?? false,
  };
  switch (request.command) {
    case 'block':
      return {
        ...common,
        command: 'block',
        host: request.scope.host,
        ...(request.purge ? { purge: true } : {}),
      };
    case 'unblock':
      return { ...common, command: 'unblock', host: request.scope.host };
    case 'reharvest': {
      const { job: name = allJobs, olderThanDays, scope = {}, maxPages, unconditional } = request;
      if (request.scope === undefined && olderThanDays === undefined) {
        throw new WinnowError('usage', 'scope: is missing: {} means every page');
      }
      return {
        ...common,
        command: 'reharvest',
        job: name,
        scope: olderThanDays === undefined ? scope : { olderThanDays, ...scope },
        ...(maxPages === undefined ? {} : { maxPages }),
        ...(unconditional ? { unconditional } : {}),
      };
    }
    case 'cancel':
      return { ...common, command: 'cancel', request: request.request };
    default: {
      const { command, job: name, scope } = request;
      return { ...common, command, job: name, ...(scope === undefined ? {} : { host: scope.host }) };
    }
  }
}
