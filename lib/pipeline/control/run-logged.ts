import type { CommandEntry, CommandHead } from '../../domain/control/command.ts';
import type { Ports } from '../../ports/ports.ts';
import { partsOf } from '../job/command-parts.ts';
import { changeEntry } from '../job/log-entries.ts';
import { enterCommand, noteFailure } from './enter-command.ts';

/** Who asks, and why. */
export type Asker = Omit<CommandHead, 'dryRun'>;

/** What came of a command: what it did now, or what the log has of it when it was asked for before. */
export type Logged<T> = { readonly done: T } | { readonly before: CommandEntry };

/**
 * Does what somebody asked for that has no part in control, and enters it into the log of commands. Done once per
 * `requestId`: asked again it is answered from the log; one that failed, or whose asker died, is done again.
 * @param work is given the name of the request, for what is left to slices
 * @param inShort of what came of it: what the log keeps
 * @throws WinnowError `usage` for a `requestId` that names another command, and what `work` throws
 */
export async function runLogged<T>(
  ports: Pick<Ports, 'commands' | 'jobs' | 'clock'>,
  asker: Asker,
  command: CommandEntry['command'],
  work: (requestId: string) => Promise<T>,
  inShort: (result: T) => unknown = (result) => result,
): Promise<Logged<T>> {
  const { requestId } = asker;
  const known = await enterCommand(ports, { ...asker, at: ports.clock.now(), command, state: 'asked' });
  if (known.state !== 'asked' && known.state !== 'failed') return { before: known };
  try {
    const result = await work(requestId);
    const goesOn = (await ports.jobs.jobs()).some((job) =>
      partsOf(job).some(({ request }) => request === requestId),
    );
    const at = ports.clock.now();
    await changeEntry(ports, requestId, (one) => settled(one, inShort(result), goesOn, at));
    return { done: result };
  } catch (error) {
    await noteFailure(ports, requestId, error);
    throw error;
  }
}

/** The slices may be over before their asker has written down that they were begun. */
function settled(
  { error: _, ...entry }: CommandEntry,
  answer: unknown,
  goesOn: boolean,
  at: number,
): CommandEntry {
  if (entry.state === 'done' || entry.state === 'cancelled') return { ...entry, answer };
  return goesOn ? { ...entry, answer, state: 'running' } : { ...entry, answer, state: 'done', endedAt: at };
}
