import { hostname, userInfo } from 'node:os';
import type { Command } from 'commander';
import type { CommandEntry } from '../../../lib/domain/control/command.ts';
import { type Logged, runLogged } from '../../../lib/pipeline/control/run-logged.ts';
import type { Workplace } from '../../../lib/pipeline/operation/place.ts';

/** The options of every command that changes a crawl. */
export interface RequestOptions {
  readonly reason?: string;
  readonly by?: string;
  readonly requestId?: string;
  readonly dryRun?: true;
}

/** Adds --reason, --by, --request-id and, where there is one, --dry-run. */
export function addRequestOptions(command: Command, hasNoDryRun = false): Command {
  const named = addRequestIdOptions(command);
  if (hasNoDryRun) return named;
  return named.option('--dry-run', 'print what the command would change, and change nothing');
}

/** Adds --reason, --by and --request-id. */
function addRequestIdOptions(command: Command): Command {
  return addReasonOptions(command).option(
    '--request-id <id>',
    'give the request this <id>: a second request with the same <id> is not run again',
  );
}

/** Adds --reason and --by. */
export function addReasonOptions(command: Command): Command {
  return command
    .option(
      '--reason <text>',
      'record <text> as the reason, for `winnow status` and the command log',
      'somebody asked for it',
    )
    .option(
      '--by <who>',
      'record <who> as the requester, for the command log (default: USER@HOST of this machine)',
    );
}

/** The fields of a request that the options set: reason, requester, request id and dry run. */
export function requestHead({ reason = '', by, requestId, dryRun }: RequestOptions) {
  return {
    reason,
    by: by || userAtHost(),
    ...(requestId === undefined ? {} : { requestId }),
    ...(dryRun ? { dryRun } : {}),
  };
}

/** Does work that is no operation, and logs it with who asks and why: once per `requestId`, which is drawn when it is missing. */
export function logged<T>(
  { ports }: Workplace,
  options: RequestOptions,
  command: { readonly entry: CommandEntry['command']; inShort?(result: T): unknown },
  work: () => Promise<T>,
): Promise<Logged<T>> {
  const asker = { requestId: ports.entropy.id(), ...requestHead(options) };
  return runLogged(ports, asker, command.entry, work, command.inShort);
}

/** Who runs this process, for the command log. */
export function userAtHost(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    // In a container, the user may have no name.
    return hostname();
  }
}
