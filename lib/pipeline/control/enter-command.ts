import { WinnowError } from '../../domain/base/error.ts';
import type { CommandEntry } from '../../domain/control/command.ts';
import type { Ports } from '../../ports/ports.ts';
import { changeEntry } from '../job/log-entries.ts';

/**
 * Enters a command into the log, once for each `requestId`.
 * @returns what the log has of it: this entry, or what became of the same command asked for before
 * @throws WinnowError `usage` when the `requestId` names another command
 */
export async function enterCommand(
  { commands }: Pick<Ports, 'commands'>,
  entry: CommandEntry,
): Promise<CommandEntry> {
  const known = await commands.enter(entry);
  if (JSON.stringify(known.command) === JSON.stringify(entry.command)) return known;
  throw new WinnowError('usage', `requestId ${entry.requestId}: names another command, of ${known.by}`);
}

/** Notes that a command has failed: it is done again when it is asked for again. */
export async function noteFailure(
  ports: Pick<Ports, 'commands'>,
  requestId: string,
  error: unknown,
): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  await changeEntry(ports, requestId, (one) => ({ ...one, state: 'failed', error: message }));
}
