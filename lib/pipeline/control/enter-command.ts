import { WinnowError } from '../../base/error.ts';
import type { CommandEntry } from '../../domain/control/command.ts';
import type { Ports } from '../../ports/ports.ts';
import { changeEntry } from '../job/log-entries.ts';

/**
 * Enters a command into the log, once per `requestId`.
 * @returns the logged entry: this one, or that of an earlier call with the same id
 * @throws WinnowError `usage` when the `requestId` belongs to another command
 */
export async function enterCommand(
  { commands }: Pick<Ports, 'commands'>,
  entry: CommandEntry,
): Promise<CommandEntry> {
  const known = await commands.enter(entry);
  if (JSON.stringify(known.command) === JSON.stringify(entry.command)) return known;
  throw new WinnowError('usage', `requestId ${entry.requestId}: names another command, of ${known.by}`);
}

/** Logs that a command has failed: the same request may run again. */
export async function noteFailure(
  ports: Pick<Ports, 'commands'>,
  requestId: string,
  error: unknown,
): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  await changeEntry(ports, requestId, (one) => ({ ...one, state: 'failed', error: message }));
}
