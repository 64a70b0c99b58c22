import type { CommandEntry, CommandHead } from '../../domain/control/command.ts';
import type { Ports } from '../../ports/ports.ts';
import { partsOf } from '../job/command-parts.ts';
import { changeEntry } from '../job/log-entries.ts';
import { enterCommand, noteFailure } from './enter-command.ts';

/** Who gives a command, and why. */
export type Asker = Omit<CommandHead, 'dryRun'>;

/** The result of a command, or the log entry of an earlier call with the same request id. */
export type Logged<T> = { readonly done: T } | { readonly before: CommandEntry };

/**
 * Does work that is no control command, and logs it as a command. Done once per `requestId`: a repetition is answered from
 * the log; a command that failed, or whose caller died, is done again.
 * @param work gets the request id, for work that it leaves to slices
 * @param inShort the part of the result that is logged
 * @throws WinnowError `usage` for a `requestId` of another command, and the errors of `work`
 */
export async function runLogged<T>(
  ports: Pick<Ports, 'commands' | 'jobs' | 'clock'>,
  asker: Asker,
  command: CommandEntry['command'],
  work: (requestId: string) => Promise<T>,
  inShort: (result: T) => unknown = (result) => result,
): Promise<Logged<T>> {
  // Whoever asks may have more about it than belongs into the log.
  const { requestId, reason, by } = asker;
  const head = { requestId, reason, by, at: ports.clock.now() };
  const known = await enterCommand(ports, { ...head, command, state: 'asked' });
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

/** The log entry after the work. Its slices may have ended before this is written. */
function settled(
  { error: _, ...entry }: CommandEntry,
  answer: unknown,
  goesOn: boolean,
  at: number,
): CommandEntry {
  if (entry.state === 'done' || entry.state === 'cancelled') return { ...entry, answer };
  return goesOn ? { ...entry, answer, state: 'running' } : { ...entry, answer, state: 'done', endedAt: at };
}
