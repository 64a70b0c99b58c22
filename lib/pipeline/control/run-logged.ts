import type { CommandEntry, CommandHead } from '../../domain/control/command.ts';
import type { Ports } from '../../ports/ports.ts';
import { enterCommand, noteFailure } from './enter-command.ts';
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
  const known = await enterCommand(ports, { ...asker, at: ports.clock.now(), command, state: 'asked' });
  if (known.state === 'done') return known.answer as T;
  try {
    const result = await work();
    const ended = { state: 'done', answer: inShort(result), endedAt: ports.clock.now() } as const;
    await changeEntry(ports, requestId, ({ error: _, ...one }) => ({ ...one, ...ended }));
    return result;
  } catch (error) {
    await noteFailure(ports, requestId, error);
    throw error;
  }
}
