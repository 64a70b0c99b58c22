import { hostname, userInfo } from 'node:os';
import type { Command } from 'commander';

/** What every command that changes the course of a crawl takes. */
export interface AskedOptions {
  readonly reason?: string;
  readonly by?: string;
  readonly requestId?: string;
  readonly dryRun?: true;
}

export function askedOptions(command: Command): Command {
  return onceOptions(command).option('--dry-run', 'say what it would touch, and change nothing');
}

/** The same without a dry run. */
function onceOptions(command: Command): Command {
  return whyOptions(command).option(
    '--request-id <id>',
    'a name for the request: asked twice, it is done once',
  );
}

/** Who asks, and why. */
export function whyOptions(command: Command): Command {
  return command
    .option('--reason <text>', 'why: for status and the log', 'somebody asked for it')
    .option('--by <who>', 'who asks: for the log (default: you, on this machine)');
}

/** The same as a request has it. */
export function askedFor({ reason = '', by, requestId, dryRun }: AskedOptions) {
  return {
    reason,
    by: by || me(),
    ...(requestId === undefined ? {} : { requestId }),
    ...(dryRun ? { dryRun } : {}),
  };
}

function me(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    // A user without a name, in a container.
    return hostname();
  }
}
