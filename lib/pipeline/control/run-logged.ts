import type { CommandEntry, CommandHead } from '../../domain/control/command.ts';
import { WinnowError } from '../../domain/error.ts';
import type { Ports } from '../../ports/ports.ts';
import { changeEntry } from './tasks.ts';

/** Who asks, and why. */
export type Asker = Omit<CommandHead, 'dryRun'>;

/**
 * Does what somebody asked for that has no part in control, and enters it into the log of commands. Done once per
 * `requestId`: asked again it is answered from the log; one that failed, or whose asker died, is done again.
 * @param inShort of what came of it: what the log keeps, and what is answered the second time
 * @throws WinnowError `usage` for a `requestId` that names another command, and what `work` throws
 */
export async function runLogged<T>(
  ports: Pick<Ports, 'commands' | 'clock'>,
  asker: Asker,
  command: CommandEntry['command'],
  work: () => Promise<T>,
  inShort: (result: T) => unknown = (result) => result,
): Promise<T> {
  const { requestId } = asker;
  const known = await ports.commands.enter({ ...asker, at: ports.clock.now(), command, state: 'asked' });
  if (JSON.stringify(known.command) !== JSON.stringify(command)) {
    throw new WinnowError('usage', `requestId ${requestId}: names another command, of ${known.by}`);
  }
  if (known.state === 'done') return known.answer as T;
  const ended = (change: Partial<CommandEntry>): Promise<unknown> =>
    changeEntry(ports, requestId, ({ error: _, ...one }) => ({ ...one, ...change }));
  try {
    const result = await work();
    await ended({ state: 'done', answer: inShort(result), endedAt: ports.clock.now() });
    return result;
  } catch (error) {
    await ended({ state: 'failed', error: error instanceof Error ? error.message : String(error) });
    throw error;
  }
}
